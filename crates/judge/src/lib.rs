//! Judges what an engine answers.

pub mod attack;
pub mod check;
mod connections;
pub mod diagnosis;
pub mod explain;
mod in_process;
pub mod minimise;

pub use connections::Connections;
pub use in_process::InProcess;
