//! The keys of a `[[case]]` below `play/`.

use std::ops::RangeInclusive;

use passant_rules::{Position, UciMove};

use super::case::About;
use super::check;
use super::line::line;
use crate::folder::SuiteFile;
use crate::source::{Source, Text};
use crate::table::Table;
use crate::{Diagnostic, PlayCase, Reach};

/// Reads a case about the move that an engine plays.
pub(super) fn case(
    file: &SuiteFile,
    name: Option<Text<'_>>,
    table: &mut Table<'_>,
) -> Option<PlayCase> {
    let line = line(table);
    let position = line.as_ref().and_then(passant_query::Line::position);
    let best = table.text("best").zip(position.as_ref());
    let best = best.and_then(|(best, position)| {
        table.check(|source| check::legal(source, &best, position).map(|mv| position.uci_move(mv)))
    });
    let wrong = wrong(table, position.as_ref());
    let faults = some_faults(table);
    let depth = depth_within(table, &PlayCase::DEPTHS);
    let class = class(table, file);
    let about = About::read(table, Some(Reach::Reachable))?;
    Some(PlayCase {
        address: file.address(name?.value),
        line: line?,
        best: best?,
        wrong: wrong?,
        faults: faults?,
        depth: depth?,
        class: class?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
    })
}

/// A list of illegal moves, none twice.
fn wrong(table: &mut Table<'_>, position: Option<&Position>) -> Option<Vec<UciMove>> {
    let (texts, position) = table.texts("wrong").zip(position)?;
    let mut moves = Vec::new();
    // Every move is read before the first error makes the list worthless.
    for text in &texts {
        let mv = table.check(|source| illegal(source, text, position, &moves));
        moves.push(mv);
    }
    moves.into_iter().collect()
}

/// A move in UCI notation that is not legal, and not among those before it.
fn illegal(
    source: &Source<'_>,
    text: &Text<'_>,
    position: &Position,
    before: &[Option<UciMove>],
) -> Result<UciMove, Diagnostic> {
    let mv = check::readable(source, text)?;
    let error = |message: String| source.error(text.span.clone(), message);
    if position.find(mv).is_ok() {
        let error = error(format!("{mv} in {position}: a legal move"));
        return Err(error.with_hint("this list holds illegal moves only"));
    }
    if before.contains(&Some(mv)) {
        return Err(error(format!("{mv} is listed twice")));
    }
    Ok(mv)
}

/// The names of faults, at least one.
fn some_faults(table: &mut Table<'_>) -> Option<Vec<String>> {
    let names = faults(table)?;
    if names.is_empty() {
        let error = table.error_at("faults", "there is no fault");
        return table.refuse(error.with_hint("write names that `passant faults` lists"));
    }
    Some(names)
}

/// The names of faults, none twice. Whether there are such faults is left to those who know them.
pub(super) fn faults(table: &mut Table<'_>) -> Option<Vec<String>> {
    let texts = table.texts("faults")?;
    let names: Vec<_> = texts.iter().map(|text| text.value.to_owned()).collect();
    let is_repeated = |at: usize| names[..at].contains(&names[at]);
    match (0..names.len()).find(|&at| is_repeated(at)) {
        None => Some(names),
        Some(at) => {
            table.refuse(table.error_at("faults", format!("{} is listed twice", names[at])))
        }
    }
}

/// The depth of a search, within limits.
pub(super) fn depth_within(table: &mut Table<'_>, depths: &RangeInclusive<u32>) -> Option<u32> {
    let depth = table.number("depth")?;
    if depths.contains(&depth) {
        return Some(depth);
    }
    let (least, most) = (depths.start(), depths.end());
    let message = format!("expected a depth from {least} to {most}");
    table.refuse(table.error_at("depth", message))
}

/// The class, which is the name of the file.
pub(super) fn class(table: &mut Table<'_>, file: &SuiteFile) -> Option<String> {
    let class = table.kebab("class")?;
    let expected = file.suite.rsplit('/').next().unwrap_or(&file.suite);
    if class.value == expected {
        return Some(expected.to_owned());
    }
    let error = table.error_at("class", "the class of a case is the name of its file");
    table.refuse(error.with_hint(format!("write class = {expected:?}")))
}
