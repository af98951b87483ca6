//! The pages about the libraries: MATRIX.md and FINDINGS.md, and a folder of web pages with badges for the README of a library.
//!
//! All of them are made from what is committed: `zoo.toml` and `results.json`. No library is run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use minijinja::value::Serde;
use minijinja::{Environment, escape_formatter};
use passant_query::{Syntax, escape};
use passant_report::badge::{Badge, Share};
use serde::Serialize;

use crate::library::Library;
use crate::results::{Counts, LastRun, LibraryResult, Results};

const STYLE: &str = include_str!("pages/style.css");

/// The templates by their names. The ending of a name decides whether values are escaped.
const TEMPLATES: [(&str, &str); 6] = [
    ("MATRIX.md", include_str!("pages/matrix.md")),
    ("FINDINGS.md", include_str!("pages/findings.md")),
    ("layout.html", include_str!("pages/layout.html")),
    ("sentence.html", include_str!("pages/sentence.html")),
    ("index.html", include_str!("pages/index.html")),
    ("library.html", include_str!("pages/library.html")),
];

/// The values of all templates.
#[derive(Serialize)]
pub(crate) struct Pages<'a> {
    run: &'a LastRun,
    /// The classes of all libraries.
    classes: BTreeSet<&'a str>,
    entries: Vec<Entry<'a>>,
}

/// A library, as the templates see it.
#[derive(Serialize)]
struct Entry<'a> {
    title: String,
    share: Share,
    #[serde(flatten)]
    library: &'a Library,
    #[serde(flatten)]
    result: &'a LibraryResult,
}

impl<'a> Pages<'a> {
    /// Joins the libraries with their results.
    pub(crate) fn new(libraries: &'a [Library], results: &'a Results) -> Result<Self> {
        let mut entries = Vec::new();
        for library in libraries {
            let result = results.of(library)?;
            entries.push(Entry {
                title: library.title(),
                share: Share::of(result.all.correct, result.all.asked),
                library,
                result,
            });
        }
        let classes = entries.iter().flat_map(|entry| entry.result.classes.keys());
        Ok(Self {
            run: &results.last_run,
            classes: classes.map(String::as_str).collect(),
            entries,
        })
    }

    /// Writes MATRIX.md and FINDINGS.md.
    pub(crate) fn write_markdown(&self, folder: &Path) -> Result<()> {
        for name in ["MATRIX.md", "FINDINGS.md"] {
            save(&folder.join(name), &render(name, self)?)?;
        }
        Ok(())
    }

    /// Writes all web pages into a folder, which is made if it is not there.
    pub(crate) fn write_site(&self, folder: &Path) -> Result<()> {
        let badges = folder.join("badge");
        fs::create_dir_all(&badges).with_context(|| format!("cannot make {}", badges.display()))?;
        save(&folder.join("style.css"), STYLE)?;
        save(&folder.join("index.html"), &render("index.html", self)?)?;
        for entry in &self.entries {
            self.write_entry(entry, folder)?;
        }
        eprintln!("==> {}", folder.join("index.html").display());
        Ok(())
    }

    /// Writes the page and the badge of a library.
    fn write_entry(&self, entry: &Entry<'_>, folder: &Path) -> Result<()> {
        #[derive(Serialize)]
        struct Values<'a> {
            pages: &'a Pages<'a>,
            entry: &'a Entry<'a>,
        }
        let values = Values { pages: self, entry };
        let page = render("library.html", &values)?;
        let id = &entry.result.id;
        save(&folder.join(format!("{id}.html")), &page)?;
        let Counts { correct, asked } = entry.result.all;
        let badge = Badge::of_counts(correct, asked).text()?;
        save(&folder.join(format!("badge/{id}.json")), &badge)
    }
}

fn save(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Fills in a template.
fn render(name: &str, values: &impl Serialize) -> Result<String> {
    let mut environment = Environment::new();
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => {
            // Code has several lines.
            let lines: Vec<_> = text
                .split('\n')
                .map(|line| escape(line, Syntax::Line))
                .collect();
            escape_formatter(out, state, &lines.join("\n").into())
        }
        _ => escape_formatter(out, state, value),
    });
    environment.add_function("share", |correct: usize, asked: usize| {
        format!("{:?}", Share::of(correct, asked)).to_lowercase()
    });
    for (name, template) in TEMPLATES {
        environment.add_template(name, template)?;
    }
    Ok(environment.get_template(name)?.render(Serde(values))?)
}

#[cfg(test)]
mod tests;
