//! Further questions, where several sets of faults give the same answers to all questions that were asked.

use std::collections::{BTreeSet, HashMap};
use std::mem::{Discriminant, discriminant};

use passant_oracle::{EngineFault, FaultSet};
use passant_query::{Query, Question, Step};
use passant_rules::Setup;
use passant_suite::Suites;

use super::naming::Observation;
use super::predictions::{Predictions, reply_of_oracle};
use super::queries::{PositionQuery, expiry_after_push, lax_texts, queries_about};
use super::reply::Reply;

/// Asks an engine further questions.
pub(super) struct Further<'a> {
    /// Asks a question: the reply, or `None` if the engine gives none or can be asked nothing more.
    pub(super) ask: &'a (dyn Fn(&Predictions) -> Option<Reply> + Sync),
    /// Tells whether the engine can be asked nothing more, because the time is up.
    pub(super) is_over: &'a (dyn Fn() -> bool + Sync),
    /// Tells whether the engine follows a convention that is accepted. Answers that depend on one then prove nothing.
    pub(super) follows_convention: bool,
    /// The positions to ask about, beside the examples of faults.
    pub(super) positions: fn() -> Vec<Setup>,
}

/// The positions of the built-in suites that a game can reach. No rule says how others are read.
pub(super) fn positions_of_suites() -> Vec<Setup> {
    let suites = || Suites::builtin().ok()?.select(["en-passant"]).ok();
    let cases = suites().into_iter().flat_map(|it| it.cases);
    let setups = cases.map(|case| case.setup().clone());
    setups.filter(|it| it.validate().is_ok()).collect()
}

/// The number of questions that an engine answers to tell sets apart.
const MOST: usize = 40;

/// The number of questions of a kind without an answer after which no other of that kind is asked.
const UNANSWERED: usize = 2;

/// The number of questions that an engine answers about the example of a fault.
const OWN: usize = 6;

/// The number of questions that are tried on the oracle, which takes less than a second.
const TRIED: usize = 4_000;

/// The sets that give the engine's answers to further questions, to which the answers of the sets differ. All of them if
/// no question tells them apart, or if the engine answers like none of them.
pub(super) fn tell_apart(mut sets: Vec<FaultSet>, further: &Further<'_>) -> Vec<FaultSet> {
    let mut interview = Interview::new(further);
    for query in queries(&sets, further.positions).take(TRIED) {
        if sets.len() < 2 || MOST <= interview.answered {
            break;
        }
        let Some((predictions, reply)) = interview.ask(query, &sets) else {
            continue;
        };
        let observation = Observation {
            predictions: &predictions,
            reply,
        };
        let agrees = |set: &&FaultSet| observation.agrees(**set);
        let left: Vec<_> = sets.iter().filter(agrees).copied().collect();
        if !left.is_empty() {
            sets = left;
        }
    }
    sets
}

/// The faults of a set that the engine's answers about their own examples do not contradict.
pub(super) fn confirm(faults: FaultSet, further: &Further<'_>) -> FaultSet {
    let mut interview = Interview::new(further);
    let mut is_contradicted = |fault: EngineFault| {
        let rest = faults.without(fault);
        interview.answered = 0;
        for query in queries_about(&fault.example().line.setup, []) {
            if OWN <= interview.answered {
                break;
            }
            let Some((predictions, reply)) = interview.ask(query, &[faults, rest]) else {
                continue;
            };
            let observation = Observation {
                predictions: &predictions,
                reply,
            };
            if observation.contradicts(faults, rest) {
                return true;
            }
        }
        false
    };
    faults
        .iter()
        .filter(|fault| !is_contradicted(*fault))
        .collect()
}

/// Questions to an engine one after another, of which those without an answer are not counted.
struct Interview<'a> {
    further: &'a Further<'a>,
    /// The number of answers.
    answered: usize,
    /// The number of questions of each kind without an answer.
    unanswered: HashMap<(Discriminant<Query>, bool), usize>,
}

impl<'a> Interview<'a> {
    fn new(further: &'a Further<'a>) -> Self {
        Self {
            further,
            answered: 0,
            unanswered: HashMap::new(),
        }
    }

    /// Asks a question. `None` if the sets give the same answer to it, if the engine gives none, or if it has not answered
    /// two questions of the kind: it then does not answer such questions.
    fn ask(&mut self, query: PositionQuery, sets: &[FaultSet]) -> Option<(Predictions, Reply)> {
        let Question { line, query: asked } = &query.question;
        let is_trip = |step: &Step| matches!(step, Step::Copy | Step::Reread);
        let kind = (discriminant(asked), line.steps.iter().any(is_trip));
        let unanswered = self.unanswered.entry(kind).or_default();
        if UNANSWERED <= *unanswered || !differ(sets, &query) {
            return None;
        }
        let faults: FaultSet = sets.iter().flat_map(|set| set.iter()).collect();
        let predictions = Predictions::among(query, faults);
        let Some(reply) = (self.further.ask)(&predictions) else {
            *unanswered += 1;
            return None;
        };
        self.answered += 1;
        Some((predictions, reply))
    }
}

/// Tells whether the sets give different answers to a question.
pub(super) fn differ(sets: &[FaultSet], query: &PositionQuery) -> bool {
    let reply = |&faults: &FaultSet| reply_of_oracle(&query.question, None, faults);
    let mut replies = sets.iter().map(reply);
    let first = replies.next();
    replies.any(|reply| Some(reply) != first)
}

/// Questions that may tell sets apart: about the examples of their faults, and then about other positions.
fn queries(
    sets: &[FaultSet],
    positions: fn() -> Vec<Setup>,
) -> impl Iterator<Item = PositionQuery> + use<> {
    let is_in_all = |fault: EngineFault| sets.iter().all(|set| set.contains(fault));
    let faults: FaultSet = sets.iter().flat_map(|set| set.iter()).collect();
    let mut seen = BTreeSet::new();
    let examples: Vec<_> = faults
        .iter()
        .filter(|&fault| !is_in_all(fault))
        .map(|fault| fault.example().line.setup)
        .filter(|setup| seen.insert(setup.fen().to_string()))
        .collect();
    let roots = examples
        .into_iter()
        .chain(std::iter::once_with(positions).flatten());
    roots
        .filter(|root| root.validate().is_ok())
        .flat_map(|root| {
            [
                expiry_after_push(&root),
                queries_about(&root, []),
                lax_texts(&root),
            ]
            .concat()
        })
        .filter(|it| !matches!(it.question.query, Query::Count(_)))
}

#[cfg(test)]
mod tests {
    use passant_oracle::{EngineFault, FaultSet};
    use passant_query::Query;

    use super::{Further, Predictions, confirm};

    /// An engine without a fault that only lists moves. Nine questions about FENs and keys, which could contradict the fault
    /// too, come before the first for moves.
    #[test]
    fn questions_without_an_answer_do_not_use_up_those_that_contradict_a_fault() {
        let ask = |it: &Predictions| {
            matches!(it.question.query, Query::Moves).then(|| it.expected.clone())
        };
        let further = Further {
            ask: &ask,
            is_over: &|| false,
            follows_convention: false,
            positions: Vec::new,
        };
        let faults = EngineFault::MovesIgnored.into();
        assert_eq!(confirm(faults, &further), FaultSet::NONE);
    }
}
