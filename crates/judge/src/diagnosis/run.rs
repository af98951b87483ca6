//! Asks an engine all questions, names its faults and looks for the best counterexample.

use std::time::Instant;

use passant_oracle::{EngineFault, FaultSet};
use passant_query::Subject;

use super::ask::ask_about_moves;
use super::naming::{Naming, Observation};
use super::predictions::{Predictions, predict, predict_faults};
use super::queries::PositionQuery;
use super::questioning::{Questioned, name, question};
use super::{Counterexample, Diagnosis, DiagnosisOutcome, EnginePool, counterexample};
use crate::check::InTurn;
use crate::minimize::Bounds;

/// Asks an engine all questions, names its faults, and shows them in the smallest position. An engine that answers all of
/// them correctly is asked to search, because then what is wrong is in its search alone.
pub fn diagnose(
    pool: &EnginePool<'_>,
    questions: &[Predictions],
    search_queries: Vec<PositionQuery>,
    bounds: &Bounds,
) -> Diagnosis {
    let end = Instant::now() + bounds.time;
    let mut questioned = question(pool, questions, bounds, end);
    let can_search = pool.with(|program| program.search.is_some());
    let is_sound = questioned.naming == Naming::Sound && questioned.is_complete;
    let searches = if is_sound && can_search {
        predict(search_queries)
    } else {
        Vec::new()
    };
    if !searches.is_empty() {
        let more = question(pool, &searches, bounds, end);
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
    pub fn diagnose(
        self,
        engine: &mut dyn Subject,
        questions: &[Predictions],
    ) -> Option<Diagnosis> {
        let asked = questions.iter();
        let asked = asked.map(|it| (it, Some(ask_about_moves(engine, it))));
        let questioned = name(asked.collect(), None);
        let is_wrong = questioned.naming != Naming::Sound;
        is_wrong.then(|| conclude(questioned, counterexample::as_given))
    }
}

/// What searches show of an engine whose other answers are all correct.
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
    questioned: Questioned<'_>,
    show: impl FnOnce(&[Observation<'_>], Option<FaultSet>) -> Option<Counterexample>,
) -> Diagnosis {
    let Questioned {
        observations,
        about_castling,
        naming,
        conventions,
        errors,
        is_complete,
    } = questioned;
    let named = match &naming {
        Naming::Named(evidence) => Some(evidence.faults),
        _ => None,
    };
    let positions = observations.iter().map(|it| &it.predictions.root);
    let mut positions: Vec<_> = positions.map(|root| root.fen().to_string()).collect();
    positions.sort_unstable();
    positions.dedup();
    let (mut outcome, mut suspects) = DiagnosisOutcome::with_suspects(&naming, &observations);
    let counterexample = show(&observations, named);
    let contradicts_name = counterexample
        .as_ref()
        .is_some_and(|it| it.contradicts_name);
    // Variants are not judged by a convention.
    if conventions.is_empty() && contradicts_name {
        (outcome, suspects) = (DiagnosisOutcome::Unknown, Vec::new());
    }
    Diagnosis {
        answered: observations.len(),
        positions: positions.len(),
        wrong: observations.iter().filter(|it| it.is_wrong()).count(),
        outcome,
        suspects,
        ruled_out: ruled_out(&observations),
        failures: None,
        about_castling: about_castling.iter().map(question_of).collect(),
        conventions,
        counterexample,
        unanswered: errors,
        is_complete,
    }
}

fn question_of(observation: &Observation<'_>) -> String {
    observation.predictions.question.to_string()
}

/// How many of the known faults some answer contradicts.
fn ruled_out(observations: &[Observation<'_>]) -> usize {
    predict_faults(observations.iter().map(|it| it.predictions));
    let is_ruled_out = |fault: &&EngineFault| {
        let faults = FaultSet::from(**fault);
        observations.iter().any(|it| !it.agrees(faults))
    };
    EngineFault::ALL.iter().filter(is_ruled_out).count()
}
