//! Asking an engine about the positions of suites, and judging what it answers.
//!
//! [`plan`] says what is asked, [`presentation`] how a position is told, [`pace`] what an engine is fast enough for, [`judge`]
//! compares answers with the rules, [`bisect`] finds the first position where they part, and [`run`] does all of it, on
//! several threads. [`questions`] asks what counting nodes cannot see.

pub mod bisect;
pub mod cargo_test;
pub mod comparison;
mod describe_move;
mod failure_budget;
mod fallback_position;
pub mod finding;
pub mod judge;
pub mod leaves;
mod legality;
mod listing;
pub mod pace;
pub mod plan;
pub mod presentation;
mod proof;
pub mod questions;
mod queue;
pub mod reference_counts;
mod replay;
mod retry;
pub mod run;
pub mod verdict;

pub use describe_move::{NamedMove, name as man};
pub use finding::{Answer, CaseResult, Difference, Finding, Question, Smallest, WayResult};
pub use plan::{Item, Plan};
pub use presentation::Way;
pub use run::{Checked, Run};
pub use verdict::Verdict;
