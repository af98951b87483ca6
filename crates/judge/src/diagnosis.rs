//! Names the fault of an engine and shows it in the smallest position.
//!
//! [`run`] does all of it. An engine is asked the [`queries`] that a case gives rise to. For each of them it is known
//! what an engine with each fault would answer ([`predictions`]), and [`naming`] compares. One wrong answer is then
//! shrunk, judged by the rules, and tried in [`variants`] of its position.

pub mod ask;
mod conventions;
mod counterexample;
mod cross_check;
pub mod engine_pool;
pub mod engine_trial;
mod evidence;
mod failures;
mod further;
mod known_answers;
pub mod naming;
mod observation;
pub mod predictions;
mod proof;
pub mod queries;
pub mod query_role;
mod query_trial;
pub mod questioning;
mod quick_set;
mod replies;
pub mod reply;
pub mod rules;
pub mod run;
mod scoped;
mod several;
pub mod smallest_position;
mod symptoms;
pub mod variants;

pub use conventions::AcceptedConvention;
pub use counterexample::Counterexample;
pub use engine_pool::EnginePool;
pub use failures::{
    ExplainedFailures, OracleThrough, count_explained_failures, questions_of_failures,
    state_questions_of_failures,
};
pub use quick_set::{only_names_faults, questions_for, quick_cases, quick_set, quick_set_of};
pub use run::{Diagnosis, diagnose};
