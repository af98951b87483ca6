//! Names the fault of an engine and shows it in the smallest position.
//!
//! [`diagnose`] does all of it. An engine is asked the [`queries`] that a case gives rise to. For each of them it is known
//! what an engine with each fault would answer ([`predictions`]), and [`naming`] compares. One wrong answer is then
//! shrunk, judged by the rules, and tried in [`variants`] of its position.

mod accepted_convention;
pub mod ask;
mod counterexample;
pub mod engine_trial;
mod evidence;
mod failures;
mod further;
pub mod naming;
mod observation;
pub mod predictions;
pub mod queries;
pub mod query_role;
mod query_trial;
pub mod questioning;
mod quick_set;
mod refutation;
mod replies;
pub mod reply;
pub mod rules;
mod scoped;
mod several;
pub mod smallest_position;
mod symptoms;
pub mod variants;

pub use accepted_convention::AcceptedConvention;
pub use counterexample::Counterexample;
pub use failures::{
    ExplainedFailures, OracleThrough, count_explained_failures, questions_of_failures,
    state_questions_of_failures,
};
pub use quick_set::{questions_for, quick_cases, quick_set, quick_set_of};

use std::sync::LazyLock;
use std::time::Instant;

use passant_oracle::{EngineFault, FaultSet};
use passant_query::Subject;

use crate::EnginePool;
use crate::check::InTurn;
use crate::minimize::Bounds;
use ask::ask_about_moves;
use naming::{Naming, Observation};
use predictions::{Predictions, predict_faults};
use questioning::{Questioned, name, question};

/// The answers of an engine, the faults that they show, and the answer that shows them best.
pub struct Diagnosis<'a> {
    /// The answers and the names.
    pub questioned: Questioned<'a>,
    /// The wrong answer that shows the fault best, in the smallest position.
    pub counterexample: Option<Counterexample>,
}

/// Asks an engine all questions, names its faults, and shows them in the smallest position. An engine that answers all of
/// them correctly is asked to search, because then what is wrong is in its search alone.
pub fn diagnose<'a>(
    pool: &EnginePool<'_>,
    questions: &'a [Predictions],
    searches: &'a LazyLock<Vec<Predictions>, impl FnOnce() -> Vec<Predictions>>,
    bounds: &Bounds,
) -> Diagnosis<'a> {
    let end = Instant::now() + bounds.time;
    let mut questioned = question(pool, questions, bounds, end);
    let can_search = pool.with(|program| program.search.is_some());
    let is_sound = questioned.naming == Naming::Sound && questioned.is_complete;
    if is_sound && can_search && !searches.is_empty() {
        let more = question(pool, searches, bounds, end);
        questioned = with_searches(questioned, more);
    }
    let sets_up = pool.with(|program| program.counts.can().sets_up);
    conclude(questioned, |observations, named| {
        if !sets_up {
            return counterexample::as_given(observations, named);
        }
        counterexample::best(pool, observations, named, &bounds.until(end))
    })
}

impl InTurn {
    /// The same for an engine that has given all its answers and can be asked nothing more. The wrong answer that is shown is one
    /// of those that were given. `None` if no answer is wrong.
    #[must_use]
    pub fn diagnose<'a>(
        self,
        engine: &mut dyn Subject,
        questions: &'a [Predictions],
    ) -> Option<Diagnosis<'a>> {
        let asked = questions
            .iter()
            .map(|it| (it, Some(ask_about_moves(engine, it))));
        let questioned = name(asked.collect(), None);
        let is_wrong = questioned.naming != Naming::Sound;
        is_wrong.then(|| conclude(questioned, counterexample::as_given))
    }
}

/// Returns what searches show of an engine whose other answers are all correct.
fn with_searches<'a>(others: Questioned<'a>, searched: Questioned<'a>) -> Questioned<'a> {
    // The evidence counts the searches from the first one.
    let mut observations = searched.observations;
    observations.extend(others.observations);
    let mut errors = others.errors;
    errors.extend(searched.errors);
    Questioned {
        observations,
        errors,
        conventions: others.conventions,
        ..searched
    }
}

/// The diagnosis. The wrong answer that shows the faults best is found among the answers, with the faults if they are known by name.
fn conclude(
    mut questioned: Questioned<'_>,
    show: impl FnOnce(&[Observation<'_>], Option<FaultSet>) -> Option<Counterexample>,
) -> Diagnosis<'_> {
    let named = match &questioned.naming {
        Naming::Named(evidence) => Some(evidence.faults),
        _ => None,
    };
    let counterexample = show(&questioned.observations, named);
    let shown = counterexample.as_ref();
    // Variants are not judged by a convention.
    if questioned.conventions.is_empty() && shown.is_some_and(|it| it.contradicts_name) {
        questioned.naming = Naming::Unknown;
    }
    Diagnosis {
        questioned,
        counterexample,
    }
}

impl Diagnosis<'_> {
    /// Counts the known faults that some answer contradicts.
    #[must_use]
    pub fn count_ruled_out(&self) -> usize {
        let observations = &self.questioned.observations;
        predict_faults(observations.iter().map(|it| it.predictions));
        let is_ruled_out = |fault: &&EngineFault| {
            let faults = FaultSet::from(**fault);
            observations.iter().any(|it| !it.agrees(faults))
        };
        EngineFault::ALL.iter().filter(is_ruled_out).count()
    }
}
