//! The keys of a `[[case]]` below `play/`.

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
    let text_and_position = table.text("best").zip(position.as_ref());
    let best = text_and_position.and_then(|(text, position)| {
        table.check(|source| check::legal(source, &text, position).map(|mv| position.uci_move(mv)))
    });
    let wrong = wrong(table, position.as_ref());
    let faults = some_faults(table);
    let depth = table.number_within("depth", "a depth", &PlayCase::DEPTHS);
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
    let (texts, position) = table.different_texts("wrong").zip(position)?;
    let mut moves = Vec::new();
    // Every move is read before the first error makes the list worthless.
    for text in &texts {
        let mv = table.check(|source| illegal(source, text, position));
        moves.push(mv);
    }
    moves.into_iter().collect()
}

/// A move in UCI notation that is not legal.
fn illegal(
    source: &Source<'_>,
    text: &Text<'_>,
    position: &Position,
) -> Result<UciMove, Diagnostic> {
    let mv = check::readable(source, text)?;
    if position.find(mv).is_ok() {
        let message = format!("{mv} in {position}: a legal move");
        let error = source.error(text.span.clone(), message);
        return Err(error.with_hint("this list holds illegal moves only"));
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
    let names = table.different_texts("faults")?;
    Some(names.iter().map(|name| name.value.to_owned()).collect())
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
