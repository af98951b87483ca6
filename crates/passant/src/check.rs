//! Asking an engine about the positions of suites, and judging what it answers.
//!
//! [`plan`] says what is asked, [`ways`] how a position is told, [`pace`] what an engine is fast enough for, [`judge`]
//! compares answers with the rules, [`drill`] finds the first position where they part, and [`run`] does all of it, on
//! several threads. [`questions`] asks what counting nodes cannot see.

pub mod cargo_test;
pub mod drill;
pub mod expected;
pub mod finding;
mod fingerprint;
pub mod journal;
pub mod judge;
mod kind;
pub mod leaves;
mod legality;
mod nearby;
mod own_counts;
pub mod pace;
mod patience;
pub mod plan;
pub mod questions;
mod queue;
pub mod run;
mod state;
pub mod verdict;
pub mod ways;

pub use finding::{Answer, CaseResult, Difference, Finding, NamedMove, Question, WayResult};
pub use journal::Journal;
pub(crate) use kind::name as man;
pub use plan::{Item, Plan};
pub use run::{EngineResult, Options, Run};
pub use verdict::Verdict;
pub use ways::Way;
