//! Descriptors of engines: a file that says how each is started and asked, so that it need not be detected.
//!
//! ```toml
//! [[engine]]
//! name     = "my-engine"
//! command  = "./my-engine --quiet"
//! protocol = "uci"
//! ```
//!
//! The parts that only the crate that runs engines can judge are passed on unchanged, with their places ([`Located`]): the
//! command, the name of a protocol or a dialect, regular expressions.

use std::path::{Path, PathBuf};

use crate::expected::Expectations;
use crate::source::{self, Text};
use crate::table::Table;
use crate::table::{self, UniqueNames};
use crate::{Diagnostics, Located, Suites};

/// An engine as a file describes it.
///
/// ```
/// use passant_suite::Suites;
/// use passant_suite::descriptor::Descriptor;
///
/// let text = "[[engine]]\nname = \"mine\"\ncommand = \"./mine\"\noptions = { Hash = \"16\" }\n";
/// let engines = Descriptor::parse("engines.toml", text, &Suites::builtin()?)?;
/// assert_eq!(engines[0].command.value, "./mine");
/// assert_eq!(engines[0].options[0].0, "Hash");
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Descriptor {
    /// Its name on the command line and in reports, unique within the file.
    pub name: String,
    /// Program and arguments, as a shell reads them.
    pub command: Located<String>,
    /// The folder where it runs, relative to the folder of the file.
    pub folder: Option<PathBuf>,
    /// The name of the only protocol that it is asked in.
    pub protocol: Option<Located<String>>,
    /// The way in which the engine counts.
    pub dialect: Option<DialectDescriptor>,
    /// Lines to send after the handshake.
    pub setup: Vec<Located<String>>,
    /// Options with their values, by name.
    pub options: Vec<(String, Located<String>)>,
    /// The time for an answer, in seconds; at least 1.
    pub timeout: Option<u64>,
    /// The cases that it is expected to fail.
    pub expected: Expectations,
}

/// The way in which a described engine counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DialectDescriptor {
    /// Like the engines of a known dialect.
    Named(Located<String>),
    /// Like no other engine.
    Described(PerftDescriptor),
}

/// The table `[engine.perft]`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PerftDescriptor {
    /// The command that makes it count, with `{depth}` in it.
    pub command: String,
    /// A regular expression for the line of a move.
    pub move_pattern: Option<Located<String>>,
    /// A regular expression for the line of the total.
    pub total_pattern: Option<Located<String>>,
    /// The least depth that it is asked for, 1 to 3.
    pub least_depth: u32,
}

impl Descriptor {
    /// Reads a file. Every expected failure must match a case of the suites.
    pub fn load(path: impl AsRef<Path>, suites: &Suites) -> Result<Vec<Self>, Diagnostics> {
        let (shown, text) = source::load(path.as_ref())?;
        Self::parse(&shown, &text, suites)
    }

    /// Reads a text; `file` is its name in diagnostics. Every expected failure must match a case of the suites.
    pub fn parse(file: &str, text: &str, suites: &Suites) -> Result<Vec<Self>, Diagnostics> {
        let mut names = UniqueNames::default();
        table::read(file, text, |table| {
            table.tables_with_header("engine", |table| engine(table, &mut names, suites))
        })
    }
}

fn engine(table: &mut Table<'_>, names: &mut UniqueNames, suites: &Suites) -> Option<Descriptor> {
    let name = table.text("name");
    if let Some(name) = &name {
        table.check(|source| names.insert(source, name));
    }
    let command = table.text("command");
    let folder = table.optional_text("folder");
    let protocol = table.optional_text("protocol");
    let dialect = dialect(table);
    let setup = table.optional_texts("setup");
    let options = table.optional_map("options");
    let timeout = timeout(table);
    let expected = Expectations::of_engine(table, suites);
    for line in setup.iter().chain(options.iter().map(|(_, value)| value)) {
        if line.value.contains(['\n', '\r']) {
            let error = table.locate(line).error("expected one line");
            table.report(error);
        }
    }
    let locate = |text: Text<'_>| table.locate(&text);
    Some(Descriptor {
        name: name?.value.to_owned(),
        command: locate(command?),
        folder: folder.map(|folder| folder.value.into()),
        protocol: protocol.map(locate),
        dialect,
        setup: setup.into_iter().map(locate).collect(),
        options: options
            .into_iter()
            .map(|(name, value)| (name, locate(value)))
            .collect(),
        timeout,
        expected: expected?,
    })
}

fn timeout(table: &mut Table<'_>) -> Option<u64> {
    let timeout = table.optional_number("timeout")?;
    if timeout == 0 {
        return table.refuse(table.error_at("timeout", "expected at least one second"));
    }
    Some(timeout)
}

fn dialect(table: &mut Table<'_>) -> Option<DialectDescriptor> {
    let named = table.optional_text("dialect");
    let described = table.optional_table("perft", perft);
    if table.has("dialect") && table.has("perft") {
        let error = table.error_at("perft", "there is a `dialect` already");
        return table.refuse(error.with_hint("write either `dialect` or [engine.perft]"));
    }
    match named {
        Some(name) => Some(DialectDescriptor::Named(table.locate(&name))),
        None => described.map(DialectDescriptor::Described),
    }
}

fn perft(table: &mut Table<'_>) -> Option<PerftDescriptor> {
    let command = table.text("command");
    let move_pattern = table.optional_text("move");
    let total_pattern = table.optional_text("total");
    let least_depth = table.optional_number("least-depth").unwrap_or(1);
    if !(1..=3).contains(&least_depth) {
        table.report(table.error_at("least-depth", "expected 1, 2 or 3"));
    }
    let request = command?.value;
    if !request.contains("{depth}") {
        return table.refuse(table.error_at("command", "expected {depth} in the command"));
    }
    Some(PerftDescriptor {
        command: request.to_owned(),
        move_pattern: move_pattern.map(|pattern| table.locate(&pattern)),
        total_pattern: total_pattern.map(|pattern| table.locate(&pattern)),
        least_depth,
    })
}
