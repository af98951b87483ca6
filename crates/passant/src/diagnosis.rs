//! What is wrong with an engine, by name: the questions that cases give rise to, what each fault answers, and which
//! fault answers as an engine did.

pub mod asking;
pub mod naming;
pub mod neighbours;
pub mod questions;
pub mod score;
pub mod survey;
