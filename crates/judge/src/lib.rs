//! Judges what an engine answers.

pub mod attack;
pub mod check;
pub mod diagnosis;
pub mod explain;
pub mod minimise;
