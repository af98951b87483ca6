//! Detects the form of a file by its start.

use std::sync::Arc;

use passant_rules::{Position, Setup};

use super::entry::{Cell, Field, FileLine};
use super::line_forms::{Form, SEPARATORS, cells, column_pair, is_assignments, split_columns};
use super::numbers::{Meaning, Pair, meaning};
use crate::Diagnostic;
use crate::lines::Lines;
use crate::source::{Text, without_mark};

/// Number of bytes of a file that are looked at.
pub(super) const PEEK: usize = 1 << 16;

/// Number of lines that are looked at.
const LINES: usize = 10;

/// The form of a file that begins with these bytes. An error if the meaning of its numbers is unclear.
pub(super) fn detect(file: &str, start: &[u8]) -> Result<Form, Diagnostic> {
    let lines = first_lines(file, start);
    let Some(first) = lines.first() else {
        return Ok(Form::Epd);
    };
    let text = first.text.trim_ascii();
    if text.starts_with('[') || text.starts_with('{') {
        return Ok(json_form(&lines));
    }
    if is_assignments(first) {
        return Ok(Form::Assignments);
    }
    if let Some(form) = SEPARATORS.into_iter().find_map(|it| header(first, it)) {
        return Ok(form);
    }
    if let Some(separator) = SEPARATORS
        .into_iter()
        .find(|it| numbers(first, *it).is_some())
    {
        return detect_unnamed(&lines, separator);
    }
    Ok(if are_columns(&lines) {
        Form::Columns
    } else {
        Form::Epd
    })
}

/// The first lines that are neither empty nor comments; none if the first of them is no text.
fn first_lines(file: &str, start: &[u8]) -> Vec<Arc<FileLine>> {
    let mut found = Vec::new();
    let mut lines = Lines::new(without_mark(start), start.len());
    let mut end = 0;
    while let Ok(Some(line)) = lines.next() {
        end += line.length + 1;
        // The last line may go on where the start ends.
        let is_cut = PEEK <= end && !found.is_empty();
        let Ok(text) = String::from_utf8(line.bytes) else {
            break;
        };
        if LINES <= found.len() || is_cut {
            break;
        }
        if !text.trim_ascii().is_empty() && !text.trim_ascii().starts_with('#') {
            found.push(Arc::new(FileLine {
                file: file.into(),
                number: line.number,
                text,
            }));
        }
    }
    found
}

/// Tells whether each line is an object of its own.
fn json_form(lines: &[Arc<FileLine>]) -> Form {
    let is_object = |line: &Arc<FileLine>| {
        let text = line.text.trim_ascii();
        text.starts_with('{') && text.ends_with('}')
    };
    if lines.iter().all(is_object) {
        Form::JsonLines
    } else {
        Form::Json
    }
}

/// The table whose header this line is, if it is one.
fn header(line: &Arc<FileLine>, separator: char) -> Option<Form> {
    let names = cells(line, separator).ok()?;
    let is_fen = |cell: &Cell| {
        matches!(Field::of(&cell.value), Field::Fen | Field::Position) && cell.value.len() <= 24
    };
    if names.len() < 2 || !names.iter().any(is_fen) {
        return None;
    }
    let columns = names.into_iter().map(|cell| cell.value).collect();
    Some(Form::Table { separator, columns })
}

/// The position and the numbers of a line that has nothing else.
fn numbers(line: &Arc<FileLine>, separator: char) -> Option<(Position, Vec<u64>)> {
    let cells = cells(line, separator).ok()?;
    let (fen, numbers) = cells.split_first()?;
    let (position, _) = Setup::from_fen(&fen.value).ok()?.repair().ok()?;
    let read = |cell: &Cell| cell.value.parse().ok();
    let filled = numbers.iter().filter(|cell| !cell.value.is_empty());
    let numbers = filled.map(read).collect::<Option<Vec<u64>>>()?;
    (!numbers.is_empty()).then_some((position, numbers))
}

/// The form of lines of a FEN and numbers.
fn detect_unnamed(lines: &[Arc<FileLine>], separator: char) -> Result<Form, Diagnostic> {
    let read: Vec<_> = lines
        .iter()
        .filter_map(|line| numbers(line, separator))
        .collect();
    match meaning(&read) {
        Some(Meaning::DepthAndNodes) => Ok(Form::DepthAndNodes(separator)),
        Some(Meaning::CountsByDepth) => Ok(Form::CountsByDepth(separator)),
        None => {
            let line = &lines[0];
            let start = line.text.find(separator).unwrap_or(0);
            let message = "it is unclear what the numbers after the FEN mean";
            let error = line.error(start..line.text.len(), message);
            let names = ["fen", "depth", "nodes"].join(&separator.to_string());
            let hint = format!("write a first line that names the columns, like {names}");
            Err(error.with_hint(hint))
        }
    }
}

/// Tells whether the lines are a FEN, a depth and its nodes: some numbers cannot be clocks, or all are correct counts.
fn are_columns(lines: &[Arc<FileLine>]) -> bool {
    let split = |line: &'_ Arc<FileLine>| {
        let text = Text::at(&line.text, 0);
        let parts = split_columns(text.value)?;
        Some(if parts.has_clocks {
            Pair::OnlyCounts
        } else {
            column_pair(&parts).unwrap_or(Pair::Neither)
        })
    };
    let Some(pairs) = lines.iter().map(split).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let has = |pair| pairs.contains(&pair);
    has(Pair::OnlyCounts) || (has(Pair::Counts) && !has(Pair::Clocks))
}
