//! Asks an engine about the positions of suites and judges its answers.
//!
//! [`plan`] chooses the cases, [`presentation`] how a position is given to the engine, and [`pace`] the depths that the
//! engine is fast enough for. [`judge`] compares the answers with the rules, and [`bisect`] finds the first position in
//! which they differ. [`questions`] asks what counts cannot show, and `play` which move is played. [`run`] does all of it
//! on several threads. [`hunt`] asks about fresh positions.

pub(crate) mod attribution;
pub mod bisect;
pub mod book;
pub mod comparison;
mod confirmations;
mod control;
mod describe_move;
mod doubt;
mod fallback_position;
pub mod finding;
mod hearing;
pub mod hunt;
mod item;
pub mod judge;
pub mod leaves;
mod left_out;
mod legality;
pub(crate) mod listing;
mod order;
mod own_case;
pub mod pace;
pub mod packed;
pub mod plan;
mod play;
pub mod presentation;
mod proof;
mod question_kind;
pub mod questions;
mod queue;
pub mod reader;
mod reference_counts;
mod replay;
pub(crate) mod retry;
pub mod run;
pub mod search;
mod summary;
mod time_budget;
pub mod verdict;
mod words;
mod worker;

pub use describe_move::NamedMove;
pub use doubt::{Doubt, Incident};
pub use finding::{
    CaseResult, Difference, Finding, PresentationResult, SmallestPosition, WrongAnswer,
};
pub use item::{CountLimits, Item};
pub use left_out::LeftOut;
pub use plan::Plan;
pub use presentation::Presentation;
pub use question_kind::QuestionKind;
pub use run::{Checked, Run};
pub use verdict::Verdict;
pub use worker::{InTurn, PlannedCase};

use left_out::HAS_TIMED_OUT;
