//! The wrong answer that shows a fault best: in the smallest position, judged by the rules, and tried in variants.

use std::time::Instant;

use passant_oracle::FaultSet;
use passant_query::{Query, Question};
use passant_rules::Setup;

use super::engine_trial::EngineTrial;
use super::naming::Observation;
use super::predictions::reply_of_oracle;
use super::queries::queries_about;
use super::query_trial::QueryTrial;
use super::query_trial::cross_check;
use super::reply::Reply;
use super::rules;
use super::variants::{Variant, variants};
use crate::EnginePool;
use crate::minimize::{Bounds, Candidate, Minimized, minimize};

/// A wrong answer, in the smallest position in which it is wrong in the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The position in which the wrong answer was found.
    pub original: Setup,
    /// True if nothing more can be removed from the position of the question.
    pub is_minimal: bool,
    /// The question.
    pub question: Question,
    /// The correct answer.
    pub expected: Reply,
    /// The answer of the engine.
    pub got: Reply,
    /// The faults that explain the answer, if they are known by name.
    pub faults: Option<FaultSet>,
    /// Variants of the position, and whether the answer is correct there.
    pub variants: Vec<Variant>,
    /// A variant contradicts the faults: it is answered correctly where they give a wrong answer, or wrongly where they do not.
    pub(super) contradicts_name: bool,
}

/// The wrong answer with the fewest pieces on the board, about moves in a position that can shrink if there is one. If
/// faults are known by name, they have to explain the answer, and to go on explaining it while the position shrinks.
pub(super) fn best(
    pool: &EnginePool<'_>,
    observations: &[Observation<'_>],
    faults: Option<FaultSet>,
    bounds: &Bounds,
) -> Option<Counterexample> {
    let best = most_telling(observations, faults)?;
    Some(match best.predictions.question.query {
        Query::Count(depth) => minimize_count(pool, best, depth, faults, bounds),
        _ => minimize_question(pool, best, faults, bounds),
    })
}

/// The same wrong answer, in the position in which it was given.
pub(super) fn as_given(
    observations: &[Observation<'_>],
    faults: Option<FaultSet>,
) -> Option<Counterexample> {
    let best = most_telling(observations, faults)?;
    Some(Counterexample::of_wrong(best, faults))
}

fn most_telling<'o, 'a>(
    observations: &'o [Observation<'a>],
    faults: Option<FaultSet>,
) -> Option<&'o Observation<'a>> {
    let is_explained = |it: &&Observation<'_>| faults.is_none_or(|faults| it.agrees(faults));
    let wrong = observations.iter().filter(|it| it.is_wrong());
    wrong.filter(is_explained).min_by_key(|it| {
        let kind = match it.predictions.question.query {
            Query::Moves if it.predictions.role.can_be_asked_elsewhere() => 0,
            Query::Moves => 1,
            Query::Count(_) => 3,
            _ => 2,
        };
        (kind, it.predictions.root.board.iter().count())
    })
}

/// Shrinks the position of a question that is not a count.
fn minimize_question(
    pool: &EnginePool<'_>,
    best: &Observation<'_>,
    faults: Option<FaultSet>,
    bounds: &Bounds,
) -> Counterexample {
    let end = Instant::now() + bounds.time;
    let trial = QueryTrial {
        pool,
        role: best.predictions.role,
        faults,
    };
    let start = Candidate {
        setup: best.predictions.root.clone(),
        depth: 1,
    };
    let shrunk = minimize(start, &trial, bounds)
        .ok()
        .and_then(|outcome| Some((trial.first_wrong(&outcome.after)?, outcome)));
    let Some((wrong, outcome)) = shrunk else {
        return Counterexample::of_wrong(best, faults);
    };
    let is_over = || bounds.are_over(end);
    let (mut variants, contradicts_name) = try_variants(&trial, &outcome.after.setup, &is_over);
    variants.extend(cross_check(pool, &wrong));
    Counterexample {
        original: best.predictions.root.clone(),
        is_minimal: outcome.is_minimal,
        question: wrong.predictions.question,
        expected: wrong.predictions.expected,
        got: wrong.reply,
        faults,
        variants,
        contradicts_name,
    }
}

/// The variants of a position with the answers of the engine, as many as the time allows. Variants that the engine
/// cannot answer are left out. Also returns whether an answer contradicts the faults of the trial.
fn try_variants(
    trial: &QueryTrial<'_>,
    root: &Setup,
    is_over: &dyn Fn() -> bool,
) -> (Vec<Variant>, bool) {
    let QueryTrial { pool, role, faults } = *trial;
    let mut found = Vec::new();
    let mut contradicts = false;
    for (change, queries) in variants(root, role) {
        let Some(first) = queries.first().filter(|_| !is_over()) else {
            break;
        };
        let question = first.question.clone();
        let trial = QueryTrial {
            pool,
            role: first.role,
            faults: None,
        };
        let is_predicted = faults.is_none_or(|faults| {
            let given = |set| {
                queries
                    .iter()
                    .map(move |it| reply_of_oracle(&it.question, None, set))
            };
            given(faults).eq(given(FaultSet::NONE))
        });
        let Some(is_correct) = trial.is_correct(queries) else {
            continue;
        };
        contradicts |= faults.is_some() && is_correct != is_predicted;
        found.push(Variant {
            change,
            question,
            is_correct,
        });
    }
    (found, contradicts)
}

/// Shrinks the position of a count.
fn minimize_count(
    pool: &EnginePool<'_>,
    best: &Observation<'_>,
    depth: u32,
    faults: Option<FaultSet>,
    bounds: &Bounds,
) -> Counterexample {
    let start = Candidate {
        setup: best.predictions.root.clone(),
        depth,
    };
    let trial = EngineTrial { pool };
    let counterexample = |outcome: &Minimized| {
        let got = trial.counts(&outcome.after).ok()?.total();
        let after = &outcome.after;
        let queries = queries_about(&after.setup, [after.depth]).into_iter();
        let mut questions = queries.map(|query| query.question);
        let question = questions.find(|question| question.query == Query::Count(after.depth))?;
        Some(Counterexample {
            original: best.predictions.root.clone(),
            is_minimal: outcome.is_minimal,
            expected: rules::reply(&question)?,
            question,
            got: Reply::count(got),
            faults,
            variants: Vec::new(),
            contradicts_name: false,
        })
    };
    let shrunk = minimize(start, &trial, bounds).ok();
    let smallest = shrunk.as_ref().and_then(counterexample);
    smallest.unwrap_or_else(|| Counterexample::of_wrong(best, faults))
}

impl Counterexample {
    /// Returns a wrong answer as it was found.
    fn of_wrong(wrong: &Observation<'_>, faults: Option<FaultSet>) -> Self {
        let predictions = wrong.predictions;
        Self {
            original: predictions.root.clone(),
            is_minimal: false,
            question: predictions.question.clone(),
            expected: predictions.expected.clone(),
            got: wrong.reply.clone(),
            faults,
            variants: Vec::new(),
            contradicts_name: false,
        }
    }
}
