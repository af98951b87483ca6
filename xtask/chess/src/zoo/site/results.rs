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
    evidence: Vec<Span>,
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

/// The row about a library in the table of diagnoses; `None` if it was not diagnosed. A row is about one version: a page
/// shows what is known of that version, and nothing else.
pub(super) fn diagnosed(readme: &str, library: &Library) -> Option<Diagnosed> {
    let name = format!("{} {}", library.name, library.version);
    let table = diagnoses(readme)?;
    let row = table.iter().skip(1).find(|row| row[0] == name)?;
    Some(Diagnosed {
        faults: article::spans(row.get(1)?),
        evidence: article::spans(row.get(2)?),
    })
}

/// The table of diagnoses, with its head.
fn diagnoses(readme: &str) -> Option<Vec<Vec<String>>> {
    let mut tables = tables(readme).into_iter();
    tables.find(|table| table[0].get(1).is_some_and(|it| it == "`diagnose`"))
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
    use std::path::Path;

    use super::diagnoses;
    use crate::zoo::library;

    /// A row about several libraries would put the numbers of all of them on the page of each.
    #[test]
    fn every_diagnosed_library_has_one_row_of_its_own() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../zoo");
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
        let libraries = library::read(&folder.join("zoo.toml")).unwrap();
        let mut expected: Vec<_> = libraries
            .iter()
            .map(|it| format!("{} {}", it.name, it.version))
            .collect();
        expected.push("Phalanx XXV".to_owned());
        expected.sort();
        // Modes of a library share its row.
        expected.dedup();
        let table = diagnoses(&readme).unwrap();
        let mut found: Vec<_> = table.iter().skip(1).map(|row| row[0].clone()).collect();
        found.sort();
        assert_eq!(found, expected);
    }
}
