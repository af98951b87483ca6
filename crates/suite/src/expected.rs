//! Expected failures: a file of cases that an engine is known to fail, each with a reason.
//!
//! ```toml
//! [[expected]]
//! address = "en-passant/rejected-rank"
//! reason  = "https://example.org/my-engine/issues/7"
//! ```
//!
//! An address stands for all cases that begin with it; `class` in its place names all cases of a class. An entry with
//! `engine` applies to that engine alone.

use std::collections::BTreeSet;
use std::path::Path;

use crate::source::{self, Text};
use crate::table::Table;
use crate::{Diagnostics, Suites, propose, similar, table};

/// A list of expected failures.
///
/// ```
/// use passant_suite::Suites;
/// use passant_suite::expected::Expectations;
///
/// let suites = Suites::builtin()?;
/// let text = "[[expected]]\nclass = \"rejected-rank\"\nreason = \"issue 7\"\n";
/// let list = Expectations::parse("expected.toml", text, &suites)?;
/// let found = list.find("en-passant/rejected-rank/rook-far-side", "rejected-rank");
/// assert_eq!(found.unwrap().reason, "issue 7");
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Expectations(Vec<Expectation>);

/// An entry of a list of expected failures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The cases that fail.
    pub cases: Cases,
    /// The reason why the cases fail, or a link.
    pub reason: String,
    /// The word that names the only engine that this is about.
    pub engine: Option<String>,
}

/// The cases that an [`Expectation`] is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cases {
    /// The cases with this address, or below it.
    Address(String),
    /// The cases of this class.
    Class(String),
}

impl Expectations {
    /// Reads a file. Every entry must match a case of the suites.
    pub fn load(path: impl AsRef<Path>, suites: &Suites) -> Result<Self, Diagnostics> {
        let (shown, text) = source::load(path.as_ref())?;
        Self::parse(&shown, &text, suites)
    }

    /// Reads a text; `file` is its name in diagnostics. Every entry must match a case of the suites.
    pub fn parse(file: &str, text: &str, suites: &Suites) -> Result<Self, Diagnostics> {
        table::read(file, text, |table| {
            let entries = table.optional_tables("expected", |table| {
                let entry = expectation(table, suites);
                let engine = table
                    .optional_text("engine")
                    .map(|engine| engine.value.to_owned());
                Some(Expectation { engine, ..entry? })
            });
            entries.map(Self)
        })
    }

    /// Reads the entries `[[engine.expected]]` of an engine's descriptor.
    pub(crate) fn of_engine(table: &mut Table<'_>, suites: &Suites) -> Option<Self> {
        let entries = table.optional_tables("expected", |table| {
            if table.has("engine") {
                let message = "this entry belongs to its engine already; leave out `engine`";
                table.report(table.error_at("engine", message));
            }
            expectation(table, suites)
        });
        entries.map(Self)
    }

    /// The entries about an engine that this word names, and those about any engine.
    #[must_use]
    pub fn about(&self, engine: Option<&str>) -> Self {
        let is_about =
            |entry: &&Expectation| entry.engine.is_none() || entry.engine.as_deref() == engine;
        Self(self.0.iter().filter(is_about).cloned().collect())
    }

    /// The entries of both lists.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.0.extend(other.0.iter().cloned());
        self
    }

    /// The first entry about a case.
    #[must_use]
    pub fn find(&self, address: &str, class: &str) -> Option<&Expectation> {
        self.0
            .iter()
            .find(|entry| entry.cases.include(address, class))
    }
}

impl Cases {
    /// Tells whether these cases include one with this address and class.
    #[must_use]
    pub fn include(&self, address: &str, class: &str) -> bool {
        match self {
            Self::Class(name) => name == class,
            Self::Address(start) => address
                .strip_prefix(start.trim_end_matches('/'))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
        }
    }
}

/// The keys of an entry but `engine`.
fn expectation(table: &mut Table<'_>, suites: &Suites) -> Option<Expectation> {
    let address = table.optional_text("address");
    let class = table.optional_text("class");
    let reason = table.text("reason");
    if table.has("address") == table.has("class") {
        let message = "an expected failure has either `address` or `class`";
        return table.refuse(table.error_at("address", message));
    }
    let cases = match (address, class) {
        (Some(address), _) => address_of(table, suites, &address)?,
        (None, class) => class_of(table, suites, class?.value)?,
    };
    Some(Expectation {
        cases,
        reason: reason?.value.to_owned(),
        engine: None,
    })
}

/// An address that engines are asked about.
fn address_of(table: &mut Table<'_>, suites: &Suites, text: &Text<'_>) -> Option<Cases> {
    let cases = Cases::Address(text.value.to_owned());
    let error = |message| table.error_at("address", message);
    let selection = match suites.select([text.value.trim_end_matches('/')]) {
        Ok(selection) => selection,
        Err(unknown) => return table.refuse(error(unknown.to_string())),
    };
    let counted = selection.cases.iter().map(|case| &case.address);
    let asked = selection.state_cases.iter().map(|case| &case.address);
    let played = selection.play_cases.iter().map(|case| &case.address);
    let searched = selection.search_cases.iter().map(|case| &case.address);
    let mut all = counted.chain(asked).chain(played).chain(searched);
    if all.any(|address| cases.include(address, "")) {
        return Some(cases);
    }
    let message = "there is no case with this address that an engine is asked about";
    table.refuse(error(message.to_owned()))
}

/// A class of cases.
fn class_of(table: &mut Table<'_>, suites: &Suites, name: &str) -> Option<Cases> {
    let of_state = suites.state_cases().map(|case| case.question.class());
    let of_play = suites.play_cases().map(|case| &*case.class);
    let of_cases = suites.cases().map(|case| &*case.class);
    let of_search = suites.search_cases().map(|case| &*case.class);
    let all: BTreeSet<_> = of_cases
        .chain(of_state)
        .chain(of_play)
        .chain(of_search)
        .chain(["lines"])
        .collect();
    if all.contains(name) {
        return Some(Cases::Class(name.to_owned()));
    }
    let error = table.error_at("class", "there is no class of this name");
    table.refuse(match propose(&similar(name, all)) {
        Some(hint) => error.with_hint(hint),
        None => error,
    })
}
