//! The keys of a `[[case]]` below `search/`.

use std::ops::RangeInclusive;

use passant_query::Line;
use passant_rules::{Position, UciMove};

use super::case::About;
use super::check;
use super::line::line;
use super::play::{class, faults};
use crate::folder::SuiteFile;
use crate::source::Text;
use crate::table::Table;
use crate::{Reach, SearchCase, SearchClaim};

/// The number of moves of a claim: at most what an exhaustive search proves in a test.
const MOVES: RangeInclusive<u32> = 1..=3;

/// Reads a case about what a search finds.
pub(super) fn case(
    file: &SuiteFile,
    name: Option<Text<'_>>,
    table: &mut Table<'_>,
) -> Option<SearchCase> {
    let line = line(table);
    let position = line.as_ref().and_then(Line::position);
    let before = before(table);
    let claim = table.choice("claim", &SearchClaim::NAMED, None);
    let within = table.number_within("within", "a number of moves", &MOVES);
    let best = best(table, claim, position.as_ref());
    let faults = faults(table);
    let depth = table.number_within("depth", "a depth", &SearchCase::DEPTHS);
    let class = class(table, file);
    let about = About::read(table, Some(Reach::Reachable))?;
    Some(SearchCase {
        address: file.address(name?.value),
        line: line?,
        before: before?,
        claim: claim?,
        within: within?,
        best: best?,
        faults: faults?,
        depth: depth?,
        class: class?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
    })
}

/// A FEN, optionally with the word `moves` and moves after it; `None` if it is wrong.
#[expect(clippy::option_option, reason = "the key may be absent, or wrong")]
fn before(table: &mut Table<'_>) -> Option<Option<Line>> {
    let Some(text) = table.optional_text("before") else {
        return Some(None);
    };
    let read = text.value.parse::<Line>();
    if let Some(line) = read.ok().filter(|line| line.position().is_some()) {
        return Some(Some(line));
    }
    let error = table.error_at("before", "this is not a legal line");
    table.refuse(error.with_hint("write a FEN, or a FEN, the word moves, and legal moves"))
}

/// Reads legal moves, none twice; none for a claim about the score alone.
fn best(
    table: &mut Table<'_>,
    claim: Option<SearchClaim>,
    position: Option<&Position>,
) -> Option<Vec<UciMove>> {
    let (texts, position) = table.different_texts("best").zip(position)?;
    let mut moves = Vec::new();
    for text in &texts {
        let mv = table.check(|source| check::legal(source, text, position))?;
        moves.push(position.uci_move(mv));
    }
    let is_about_score = claim? == SearchClaim::NoMate;
    if is_about_score == moves.is_empty() {
        return Some(moves);
    }
    let hint = "list moves for mate and saves, and none for no-mate";
    let error = table.error_at("best", "the moves do not fit the claim");
    table.refuse(error.with_hint(hint))
}
