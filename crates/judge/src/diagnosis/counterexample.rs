//! The wrong answer that shows a fault best: in the smallest position, judged by the rules, tried in variants, and as a
//! test.

use std::time::Instant;

use passant_oracle::{EngineFault, FaultSet};
use passant_query::{Answer, EngineMove, Query, Question};
use passant_rules::{Bitboard, Board, Position, Setup, Square, UciMove};
use serde::{Deserialize, Serialize};

use super::cross_check::cross_check;
use super::engine_pool::EnginePool;
use super::engine_trial::EngineTrial;
use super::naming::Observation;
use super::predictions::reply_of_oracle;
use super::queries::queries_about;
use super::query_trial::QueryTrial;
use super::reply::Reply;
use super::rules;
use super::test_snippets::{TestSnippets, test_snippets};
use super::variants::{VariantResult, variants};
use crate::minimize::{Bounds, Candidate, Minimized, minimize};
use crate::{attack, explain};

/// A wrong answer, in the smallest position in which it is wrong in the same way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The position in which the wrong answer was found.
    pub original_fen: String,
    /// The smallest position in which the answer is wrong in the same way. The question is about this position. After a
    /// game from the initial position, the last one.
    pub fen: String,
    /// Whether nothing more can be removed from the position.
    pub is_minimal: bool,
    /// The question.
    pub question: String,
    /// The correct answer.
    pub expected: String,
    /// The answer of the engine.
    pub got: String,
    /// The squares to look at.
    pub squares: Vec<String>,
    /// Why each en passant capture is legal or illegal, a sentence each.
    pub rules: Vec<String>,
    /// Variants of the position, and whether the answer is correct there.
    pub variants: Vec<VariantResult>,
    /// The question as a test.
    pub tests: TestSnippets,
    /// A variant contradicts the faults: it is answered correctly where they give a wrong answer, or wrongly where they do not.
    #[serde(skip)]
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
    let name = name(faults);
    Some(match best.predictions.question.query {
        Query::Count(depth) => minimized_count(pool, best, depth, &name, bounds),
        _ => minimized(pool, best, faults, &name, bounds),
    })
}

/// The same wrong answer, in the position in which it was given.
pub(super) fn as_given(
    observations: &[Observation<'_>],
    faults: Option<FaultSet>,
) -> Option<Counterexample> {
    let best = most_telling(observations, faults)?;
    Some(Counterexample::found(best, &name(faults)))
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

/// The name of a test.
fn name(faults: Option<FaultSet>) -> String {
    let Some(faults) = faults else {
        return "en-passant".to_owned();
    };
    let names: Vec<_> = faults.iter().map(EngineFault::name).collect();
    names.join("-and-")
}

/// Shrinks the position of a question that is not a count.
fn minimized(
    pool: &EnginePool<'_>,
    best: &Observation<'_>,
    faults: Option<FaultSet>,
    name: &str,
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
    let original = start.setup.fen().to_string();
    let shrunk = minimize(start, &trial, bounds).ok();
    let shrunk = shrunk.and_then(|outcome| Some((trial.first_wrong(&outcome.after)?, outcome)));
    let Some((wrong, outcome)) = shrunk else {
        return Counterexample::found(best, name);
    };
    let (question, expected) = (&wrong.predictions.question, &wrong.predictions.expected);
    let is_over = || bounds.are_over(end);
    let (mut variants, contradicts_name) = tried_variants(&trial, &outcome.after.setup, &is_over);
    variants.extend(cross_check(pool, &wrong));
    Counterexample {
        is_minimal: outcome.is_minimal,
        variants,
        contradicts_name,
        ..Counterexample::new(&original, question, expected, &wrong.reply, name)
    }
}

/// The variants of a position with the answers of the engine, as many as the time allows. Variants that the engine
/// cannot answer are left out. Also returns whether an answer contradicts the faults of the trial.
fn tried_variants(
    trial: &QueryTrial<'_>,
    root: &Setup,
    is_over: &dyn Fn() -> bool,
) -> (Vec<VariantResult>, bool) {
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
        found.push(VariantResult {
            change: change.words(&question),
            conclusion: change.conclusion(&question, is_correct),
            question: question.to_string(),
            is_correct,
        });
    }
    (found, contradicts)
}

/// Shrinks the position of a count.
fn minimized_count(
    pool: &EnginePool<'_>,
    best: &Observation<'_>,
    depth: u32,
    name: &str,
    bounds: &Bounds,
) -> Counterexample {
    let start = Candidate {
        setup: best.predictions.root.clone(),
        depth,
    };
    let original = start.setup.fen().to_string();
    let trial = EngineTrial { pool };
    let counterexample = |outcome: &Minimized| {
        let got = trial.counts(&outcome.after).ok()?.total();
        let after = &outcome.after;
        let queries = queries_about(&after.setup, [after.depth]).into_iter();
        let mut questions = queries.map(|query| query.question);
        let question = questions.find(|question| question.query == Query::Count(after.depth))?;
        let expected = rules::reply(&question)?;
        let got = Reply::count(got);
        let mut counterexample = Counterexample::new(&original, &question, &expected, &got, name);
        counterexample.is_minimal = outcome.is_minimal;
        Some(counterexample)
    };
    let shrunk = minimize(start, &trial, bounds).ok();
    let smallest = shrunk.as_ref().and_then(counterexample);
    smallest.unwrap_or_else(|| Counterexample::found(best, name))
}

impl Counterexample {
    /// A wrong answer as it was found.
    fn found(wrong: &Observation<'_>, name: &str) -> Self {
        let predictions = wrong.predictions;
        let original = predictions.root.fen().to_string();
        let (question, expected) = (&predictions.question, &predictions.expected);
        Self::new(&original, question, expected, &wrong.reply, name)
    }

    /// A wrong answer in its original position.
    fn new(
        original: &str,
        question: &Question,
        expected: &Reply,
        reply: &Reply,
        name: &str,
    ) -> Self {
        let position = rules::position_after(&question.line);
        let judged = [position.clone(), rules::start(&question.line)];
        let judged = judged.into_iter().flatten();
        let judged = judged.map(|position| explain::judged_captures(&position));
        let captures = judged.into_iter().find(|captures| !captures.is_empty());
        let rules = captures.unwrap_or_default();
        // After a game, the initial position shows nothing.
        let fen = if question.line.is_from_initial_position() {
            original.to_owned()
        } else {
            question.line.setup.fen().to_string()
        };
        Self {
            original_fen: original.to_owned(),
            fen,
            is_minimal: false,
            question: question.to_string(),
            expected: expected.to_string(),
            got: reply.to_string(),
            squares: position
                .map_or(Bitboard::EMPTY, |position| {
                    marks(&position, expected, reply)
                })
                .into_iter()
                .map(|square| square.to_string())
                .collect(),
            rules: rules.iter().map(|it| it.sentence() + ".").collect(),
            variants: Vec::new(),
            tests: test_snippets(name, question, expected),
            contradicts_name: false,
        }
    }
}

/// Returns the squares to look at: those of the moves that differ, the victim, and after an illegal capture the king and its
/// attackers; or the squares on which two FENs differ.
fn marks(position: &Position, expected: &Reply, got: &Reply) -> Bitboard {
    if let (Reply::Answer(Answer::Fen(expected)), Reply::Answer(Answer::Fen(got))) = (expected, got)
        && let (Ok(expected), Ok(got)) = (Setup::from_fen(expected), Setup::from_fen(got))
    {
        let differs = |at: &Square| expected.board.get(*at) != got.board.get(*at);
        let targets = [expected.en_passant, got.en_passant].into_iter().flatten();
        return Square::ALL
            .into_iter()
            .filter(differs)
            .chain(targets)
            .collect();
    }
    let (expected, got) = (moves_of(expected), moves_of(got));
    let missing = expected.iter().filter(|mv| !got.contains(mv));
    let extra = got.iter().filter(|mv| !expected.contains(mv));
    let mut marked: Bitboard = missing.flat_map(|mv| [mv.from(), mv.to()]).collect();
    for mv in extra {
        let squares = [mv.from(), mv.to()].into_iter().collect();
        marked = marked | squares | exposed(position, mv.from(), mv.to());
    }
    let victim = position.en_passant().map(passant_rules::EnPassant::victim);
    marked | victim.into_iter().collect()
}

/// Returns the moves that a reply names.
fn moves_of(reply: &Reply) -> Vec<UciMove> {
    let named = match reply {
        Reply::Answer(Answer::Parsed(Some(read))) => std::slice::from_ref(&read.mv),
        Reply::Plays { mv, .. } => std::slice::from_ref(mv),
        other => other.listed().unwrap_or_default(),
    };
    named.iter().filter_map(EngineMove::uci).collect()
}

/// The king of the side to move and the pieces that attack it after a move that also captures the victim.
fn exposed(position: &Position, from: Square, to: Square) -> Bitboard {
    let us = position.side_to_move();
    let mut board: Board = position.board();
    board.set(to, board.get(from));
    board.set(from, None);
    if let Some(right) = position.en_passant().filter(|right| right.target() == to) {
        board.set(right.victim(), None);
    }
    let king = position.king(us);
    let attackers = attack::attackers(&board, !us, king);
    if attackers.is_empty() || from == king {
        Bitboard::EMPTY
    } else {
        attackers | [king].into_iter().collect()
    }
}
