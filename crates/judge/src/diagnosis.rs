//! What is wrong with an engine, by name: the questions that cases give rise to, what each fault answers, and which
//! fault answers as an engine did.
//!
//! [`examination`] does all of it. An engine is asked [`questions`] whose answers are known for every fault
//! ([`survey`]), and [`naming`] compares. One wrong answer is then shrunk, judged by the rules, tried in the
//! [`neighbours`] of its position, and written down as a test to paste ([`recipe`]).

pub mod answer;
pub mod asking;
pub mod examination;
mod exhibit;
mod habits;
pub mod naming;
pub mod neighbours;
mod other;
pub mod pool;
pub mod questions;
pub mod quick;
pub mod recipe;
mod retrial;
pub mod rules;
pub mod score;
pub mod shrinking;
pub mod smallest;
pub mod survey;

pub use examination::{Examination, Outcome, examine};
pub use exhibit::Exhibit;
pub use pool::Pool;
