//! The questions from which a fault is named.

use std::collections::BTreeSet;

use passant_query::{Abilities, Asks, Channel, Query};
use passant_rules::Setup;
use passant_suite::{Case, Suites};

use super::predictions::{Predictions, predict};
use super::queries::{
    PositionQuery, queries_about, queries_in_game, queries_of_case, query_of_play,
};

/// The largest count that an engine is asked for, in nodes.
const MAX_NODES: u64 = 1_000;

/// Stalemates without a capture on c6, whose field names the square of White's own double push, and that of the victim.
const WRONG_FIELDS: [&str; 2] = [
    "7k/8/1p6/1Pp5/8/6q1/8/7K w - c3 0 1",
    "7k/8/1p6/1Pp5/8/6q1/8/7K w - c5 0 1",
];

/// A bishop beyond both pawns on the rank of the king, which attacks nobody there.
const BISHOP_ON_RANK: &str = "3k4/8/8/K1Pp3b/8/8/8/8 w - d6 0 1";

/// The part of an address that names the file of the short games.
const SHORT_GAMES: &str = "/short-games/";

/// A position without a right, in which no fault changes an answer: an engine that errs there errs without en passant.
const CONTROL: &str = "r3k3/p1n5/8/8/8/8/P1N5/R3K3 w - - 0 1";

/// Returns the questions by which the fault of an engine with these abilities is named, with the answers of every fault.
///
/// # Errors
///
/// A message that says what is wrong with the suites.
pub fn questions_for(suites: &Suites, can: Abilities) -> Result<Vec<Predictions>, String> {
    if !can.sets_up {
        return game_set(suites, can.channel);
    }
    let mut questions = quick_set(suites, can.channel)?;
    if can.plays_games {
        questions.retain(|it| it.question.line.steps.is_empty());
        questions.extend(game_set(suites, can.channel)?);
    }
    Ok(questions)
}

/// The questions about games that lead to cases: for each class and side the shortest game, and where that is one of the short
/// games, also the shortest of the others, which have other pieces.
fn game_set(suites: &Suites, channel: Channel) -> Result<Vec<Predictions>, String> {
    let selection = suites.select(["en-passant"]);
    let mut cases = selection.map_err(|error| error.to_string())?.cases;
    cases.retain(|case| !case.proof.is_empty());
    cases.sort_by_key(|case| case.proof.len());
    let mut seen = BTreeSet::new();
    cases.retain(|case| {
        let is_short = case.address.contains(SHORT_GAMES);
        let side = case.position().side_to_move().index();
        seen.insert((case.class.clone(), side, is_short))
    });
    let queries = match channel.asks() {
        Asks::Counts => &[Query::Moves, Query::Count(1), Query::Count(2)][..],
        _ => &[Query::Moves],
    };
    let queries = cases.iter().flat_map(|case| queries_in_game(case, queries));
    Ok(predict(queries.collect()))
}

/// The cases whose questions make up [`quick_set`] for an engine that counts.
///
/// # Errors
///
/// A message that says what is wrong with the suites.
pub fn quick_cases(suites: &Suites) -> Result<Vec<Case>, String> {
    let selection = suites
        .select(["quick"])
        .map_err(|error| error.to_string())?;
    Ok(selection.cases)
}

/// The questions of the quick cases with the answers of every fault. An engine that only plays moves is also asked
/// about all positions with a single legal move, and about those in which the move that is played shows a fault.
///
/// # Errors
///
/// A message that says what is wrong with the suites.
pub fn quick_set(suites: &Suites, channel: Channel) -> Result<Vec<Predictions>, String> {
    let only_plays = channel.asks() == Asks::BestMove;
    let classes: &[&str] = if only_plays {
        &["en-passant/only-move", "play"]
    } else {
        &[]
    };
    let names = ["quick"].iter().chain(classes);
    let selection = suites.select(names).map_err(|error| error.to_string())?;
    let plays = selection.play_cases.iter().map(query_of_play);
    Ok(quick_questions(&selection.cases, plays.collect()))
}

/// The questions of [`quick_set`] for an engine that counts, from the [`quick_cases`].
#[must_use]
pub fn quick_set_of(cases: &[Case]) -> Vec<Predictions> {
    quick_questions(cases, Vec::new())
}

/// The questions about cases, those about moves that are played, and those about positions that are no cases.
fn quick_questions(cases: &[Case], plays: Vec<PositionQuery>) -> Vec<Predictions> {
    let mut queries: Vec<_> = cases
        .iter()
        .flat_map(|case| queries_of_case(case, MAX_NODES))
        .collect();
    queries.extend(plays);
    for fen in WRONG_FIELDS.iter().chain(&[BISHOP_ON_RANK, CONTROL]) {
        let setup = Setup::from_fen(fen).into_iter();
        queries.extend(setup.flat_map(|it| queries_about(&it, [])));
    }
    predict(queries)
}
