//! Reads the tables of `MATRIX.md`, and the table of diagnoses in `README.md`.

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::article::{self, Span};
use crate::zoo::library::Library;

/// What `MATRIX.md` says.
pub(super) struct Results {
    rows: Vec<Row>,
}

/// What it says about a library.
pub(super) struct Row {
    title: String,
    pub(super) correct: usize,
    pub(super) asked: usize,
    pub(super) conventions: String,
    /// The classes, each with its cell: `=`, `3/7`, or nothing.
    pub(super) classes: Vec<(String, String)>,
}

/// What `passant diagnose` said about a library.
#[derive(Serialize)]
pub(super) struct Diagnosed {
    faults: Vec<Span>,
    evidence: String,
}

impl Results {
    /// Reads both tables. The error says which line is not understood.
    pub(super) fn read(matrix: &str) -> Result<Self> {
        let mut tables = tables(matrix).into_iter();
        let summary = tables.next().context("MATRIX.md has no table")?;
        let by_class = tables.next().context("MATRIX.md has no table of classes")?;
        let mut rows = Vec::new();
        for line in summary.iter().skip(1) {
            let [title, _, share, conventions, _] = &line[..] else {
                bail!("MATRIX.md: {} is not a row of five cells", line.join(" | "));
            };
            let (correct, asked) = share
                .split_once(" of ")
                .with_context(|| format!("MATRIX.md: {share:?} is no share"))?;
            let classes = classes_of(&by_class, title)?;
            rows.push(Row {
                title: title.clone(),
                correct: correct.parse()?,
                asked: asked.parse()?,
                conventions: conventions.clone(),
                classes,
            });
        }
        Ok(Self { rows })
    }

    /// What it says about the library with this title.
    pub(super) fn row(&self, title: &str) -> Result<&Row> {
        let row = self.rows.iter().find(|row| row.title == title);
        row.with_context(|| format!("MATRIX.md has no row {title}; run cargo xtask zoo"))
    }
}

/// The column of a library in the table of classes.
fn classes_of(table: &[Vec<String>], title: &str) -> Result<Vec<(String, String)>> {
    let head = table.first().context("the table of classes is empty")?;
    let column = head.iter().position(|cell| cell == title);
    let column = column.with_context(|| format!("the table of classes has no column {title}"))?;
    let cell = |row: &Vec<String>| {
        let cell = row.get(column).cloned();
        Some((row.first()?.clone(), cell?))
    };
    let cells = table.iter().skip(1).map(cell);
    let cells: Option<Vec<_>> = cells.collect();
    cells.context("a row of the table of classes is too short")
}

/// The row about a library in the table of diagnoses; `None` if it was not diagnosed. A row may be about several versions
/// and several libraries, separated by commas.
pub(super) fn diagnosed(readme: &str, library: &Library) -> Option<Diagnosed> {
    let tables = tables(readme);
    let table = tables
        .iter()
        .find(|table| table[0].get(1).is_some_and(|it| it == "`diagnose`"))?;
    let row = table
        .iter()
        .skip(1)
        .find(|row| names(&row[0]).any(|name| is_about(&name, library)))?;
    Some(Diagnosed {
        faults: article::spans(row.get(1)?),
        evidence: row.get(2)?.clone(),
    })
}

/// The names in a cell such as `chess.js 1.3.0, 1.4.0, kokopu`.
fn names(cell: &str) -> impl Iterator<Item = String> {
    let mut last = "";
    cell.split(", ").map(move |part| {
        let is_version = part.starts_with(|first: char| first.is_ascii_digit());
        if !is_version {
            last = part.split(' ').next().unwrap_or_default();
            return part.to_owned();
        }
        format!("{last} {part}")
    })
}

fn is_about(name: &str, library: &Library) -> bool {
    name == library.name || name == format!("{} {}", library.name, library.version)
}

/// The tables of a page: the cells of each line, without the line below the head.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        let cells = line
            .strip_prefix('|')
            .and_then(|rest| rest.trim_end().strip_suffix('|'));
        if let Some(cells) = cells.filter(|cells| !cells.trim_start().starts_with("---")) {
            if !is_inside {
                tables.push(Vec::new());
            }
            let cells = cells.split('|').map(|cell| cell.trim().to_owned());
            tables
                .last_mut()
                .map(|table| table.push(cells.collect()))
                .unwrap_or_default();
        }
        is_inside = cells.is_some();
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_version_alone_belongs_to_the_name_before() {
        let found: Vec<_> = names("chess.js 1.3.0, 1.4.0, kokopu, js-chess-engine 2.4.6").collect();
        let expected = [
            "chess.js 1.3.0",
            "chess.js 1.4.0",
            "kokopu",
            "js-chess-engine 2.4.6",
        ];
        assert_eq!(found, expected);
    }
}
