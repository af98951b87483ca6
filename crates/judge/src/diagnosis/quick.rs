//! What an engine is asked so that its fault can be named.

use std::collections::BTreeSet;

use passant_suite::{Case, Suites};

use super::questions::{Posed, of_case};
use super::survey::{Row, survey};
use passant_query::{Asks, Channel};

/// The largest count that is asked for.
const MAX_NODES: u64 = 1_000;

/// What tells faults apart without a large count, or by moves alone: a check that has nothing to do with the double
/// push, and a field on the other side's rank.
const BEYOND_GAMES: [&str; 2] = [
    "en-passant/unreachable/knight-h3-king-f2",
    "en-passant/bogus/wrong-rank-c3",
];

/// The questions of the quick cases with the answers of every fault. An engine that only plays is asked about all
/// positions with one legal move besides.
///
/// The error says what is wrong with the suites.
pub fn rows(suites: &Suites, channel: Channel) -> Result<Vec<Row>, String> {
    let only_plays = channel.asks() == Asks::BestMove;
    let more: &[&str] = if only_plays {
        &["en-passant/only-move"]
    } else {
        &[]
    };
    let names = ["quick"].iter().chain(&BEYOND_GAMES).chain(more);
    let selection = suites.select(names).map_err(|error| error.to_string())?;
    let mut seen = BTreeSet::new();
    let is_new = |case: &&Case| seen.insert(case.address.clone());
    let cases = selection.cases.iter().filter(is_new);
    let posed: Vec<Posed> = cases.flat_map(|case| of_case(case, MAX_NODES)).collect();
    Ok(survey(posed))
}
