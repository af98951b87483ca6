//! The results of the zoo as a folder of pages for any web server, and badges for the README of a library.
//!
//! The pages are made from what is committed: `MATRIX.md`, `README.md` and `zoo.toml`. No library is run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, escape_formatter};
use passant_query::{Syntax, escape};
use passant_report::badge::{Badge, Share};
use serde::Serialize;

use super::last_run::LastRun;
use super::library::Library;

mod article;
mod results;

use article::{Block, Span};
use results::{Diagnosed, Results};

const STYLE: &str = include_str!("site/style.css");
const INDEX: &str = include_str!("site/index.html");
const PAGE: &str = include_str!("site/library.html");

/// What the pages are made from, as text.
pub(super) struct Sources<'a> {
    pub(super) libraries: &'a [Library],
    pub(super) matrix: &'a str,
    pub(super) readme: &'a str,
}

/// A library, as the templates see it.
#[derive(Serialize)]
struct Entry {
    id: String,
    title: String,
    license: String,
    needs: Vec<String>,
    correct: usize,
    asked: usize,
    /// `all`, `most` or `some`: how many positions are correct.
    share: Share,
    conventions: String,
    finding: Option<Vec<Span>>,
    diagnosis: Option<Diagnosed>,
    classes: Vec<ClassRow>,
    reproduction: Vec<Block>,
    run: LastRun,
}

/// The positions of a class.
#[derive(Serialize)]
struct ClassRow {
    class: String,
    /// `all`, or how many of how many are correct; `None` if it cannot be asked.
    correct: Option<String>,
    share: Option<Share>,
}

/// Writes all pages into a folder, which is made if it is not there.
pub(super) fn write(sources: &Sources<'_>, folder: &Path) -> Result<()> {
    let run = LastRun::read(sources.matrix)?;
    let entries = entries(sources, &run)?;
    let badges = folder.join("badge");
    fs::create_dir_all(&badges).with_context(|| format!("cannot make {}", badges.display()))?;
    let save = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    save("style.css", STYLE)?;
    save("index.html", &index(&entries, &run)?)?;
    for entry in &entries {
        save(&format!("{}.html", entry.id), &page(entry)?)?;
        let badge = Badge::of_counts(entry.correct, entry.asked);
        save(&format!("badge/{}.json", entry.id), &badge.text()?)?;
    }
    Ok(())
}

fn entries(sources: &Sources<'_>, run: &LastRun) -> Result<Vec<Entry>> {
    let results = Results::read(sources.matrix)?;
    let libraries = sources.libraries.iter();
    let entry = |library: &Library| -> Result<Entry> {
        let title = library.title();
        let row = results.row(&title)?;
        let classes = row
            .classes
            .iter()
            .map(|(class, cell)| ClassRow::new(class, cell));
        let section = format!("### {} {}", library.name, library.version);
        Ok(Entry {
            id: library.id(),
            license: library.license.clone(),
            needs: library.needs.clone(),
            correct: row.correct,
            asked: row.asked,
            share: Share::of(row.correct, row.asked),
            conventions: row.conventions.clone(),
            finding: library.finding.as_deref().map(article::spans),
            diagnosis: results::diagnosed(sources.readme, library),
            classes: classes.collect::<Result<_>>()?,
            reproduction: reproduction(sources.readme, &section, library.finding.as_deref()),
            run: run.clone(),
            title,
        })
    };
    libraries.map(entry).collect()
}

/// The section about a library, without the finding, which the page has shown already.
fn reproduction(readme: &str, heading: &str, finding: Option<&str>) -> Vec<Block> {
    let mut blocks = article::section(readme, heading);
    let finding = finding.map(|finding| Block::Text(article::spans(finding)));
    if finding.is_some() && blocks.first() == finding.as_ref() {
        blocks.remove(0);
    }
    blocks
}

fn index(entries: &[Entry], run: &LastRun) -> Result<String> {
    #[derive(Serialize)]
    struct Index<'a> {
        entries: &'a [Entry],
        wrong: usize,
        run: &'a LastRun,
    }
    let names = |entry: &&Entry| entry.finding.is_some();
    let wrong: BTreeSet<_> = entries
        .iter()
        .filter(names)
        .map(|entry| &entry.title)
        .collect();
    let index = Index {
        entries,
        wrong: wrong.len(),
        run,
    };
    render(INDEX, &index)
}

fn page(entry: &Entry) -> Result<String> {
    render(PAGE, entry)
}

/// A template with values, all of which are escaped.
fn render(template: &str, values: &impl Serialize) -> Result<String> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => {
            // Code has several lines.
            let lines = text.split('\n').map(|line| escape(line, Syntax::Line));
            let lines: Vec<_> = lines.collect();
            escape_formatter(out, state, &lines.join("\n").into())
        }
        _ => escape_formatter(out, state, value),
    });
    Ok(environment.render_str(template, Serde(values))?)
}

impl ClassRow {
    fn new(class: &str, cell: &str) -> Result<Self> {
        let share = match cell {
            "" => None,
            "=" => Some(Share::All),
            _ => {
                let (correct, asked) = cell
                    .split_once('/')
                    .with_context(|| format!("{class}: {cell:?} is no share"))?;
                Some(Share::of(correct.parse()?, asked.parse()?))
            }
        };
        let correct = share.map(|_| match cell {
            "=" => "all".to_owned(),
            cell => cell.replace('/', " of "),
        });
        Ok(Self {
            class: class.to_owned(),
            correct,
            share,
        })
    }
}

#[cfg(test)]
mod tests;
