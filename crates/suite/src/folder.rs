//! The files of a folder of suites, on disk or built in.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::load;
use crate::{Diagnostic, Diagnostics};

/// The files of `suites/` as they were when this library was built: path within the folder, and text.
const BUILTIN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// A file of a folder of suites.
pub(crate) struct SuiteFile {
    /// The name to show in messages.
    pub(crate) shown: String,
    /// Folder and name, like `perft/standard`.
    pub(crate) suite: String,
    pub(crate) kind: Kind,
    pub(crate) text: Cow<'static, str>,
}

/// The kind of a file's contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Counts, `perft/*.toml`.
    Perft,
    /// Counts and en passant captures, `en-passant/*.toml`.
    EnPassant,
    /// En passant squares after moves, `fen/after-push.toml`.
    AfterPush,
    /// En passant squares after reading, `fen/fields.toml`.
    Fields,
    /// Cases that perft cannot see, `state/<kind>/*.toml`.
    State(StateKind),
    /// Moves that are played, `play/*.toml`.
    Play,
    /// Cases of searches, `search/*.toml`.
    Search,
    /// Games for match runners, `referee/*.toml`.
    Referee,
}

/// The kind of the questions in a file below `state/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StateKind {
    AfterMoves,
    SamePosition,
    Repetition,
    Text,
    Queries,
    Games,
    RoundTrip,
}

impl StateKind {
    /// All of them, with the names of their folders.
    pub(crate) const ALL: [(&'static str, Self); 7] = [
        ("after-moves", Self::AfterMoves),
        ("same-position", Self::SamePosition),
        ("repetition", Self::Repetition),
        ("text", Self::Text),
        ("queries", Self::Queries),
        ("games", Self::Games),
        ("round-trip", Self::RoundTrip),
    ];

    /// The kind of a folder.
    fn of(folder: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(name, _)| *name == folder);
        found.map(|&(_, kind)| kind)
    }
}

/// The built-in files.
pub(crate) fn builtin(diagnostics: &mut Diagnostics) -> Vec<SuiteFile> {
    let files = BUILTIN.iter().filter_map(|&(path, text)| {
        let file = suite_file(format!("<builtin>/{path}"), path, || Ok(text.into()));
        diagnostics.keep(file)
    });
    files.collect()
}

/// Files of a folder that are at hand: path within the folder, and text.
pub(crate) fn texts<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
    diagnostics: &mut Diagnostics,
) -> Vec<SuiteFile> {
    files
        .into_iter()
        .filter_map(|(path, text)| {
            let file = suite_file(path.to_owned(), path, || Ok(text.to_owned().into()));
            diagnostics.keep(file)
        })
        .collect()
}

/// The files of a folder on disk, by name.
pub(crate) fn files(root: &Path, diagnostics: &mut Diagnostics) -> Vec<SuiteFile> {
    let mut paths = Vec::new();
    toml_files(root, &mut paths, diagnostics);
    let mut files = Vec::new();
    for path in &paths {
        let below_root = path.strip_prefix(root).unwrap_or(path);
        let address = below_root.to_string_lossy().replace('\\', "/");
        let file = suite_file(path.display().to_string(), &address, || {
            load(path).map(|(_, text)| text.into())
        });
        files.extend(diagnostics.keep(file));
    }
    if files.is_empty() && diagnostics.is_empty() {
        let shown = root.display().to_string();
        let error = Diagnostic::error("there are no suites in this folder").in_file(shown);
        diagnostics.push(error.with_hint(EXPECTED));
    }
    files
}

/// The files that a folder of suites may hold.
const EXPECTED: &str = "a folder of suites holds perft/*.toml, en-passant/*.toml, fen/after-push.toml, \
     fen/fields.toml, play/*.toml, search/*.toml, referee/*.toml and state/<kind>/*.toml, where <kind> is after-moves, same-position, repetition, \
     text, queries, games or round-trip";

fn suite_file(
    shown: String,
    path: &str,
    read: impl FnOnce() -> Result<Cow<'static, str>, Diagnostic>,
) -> Result<SuiteFile, Diagnostic> {
    let suite = path.strip_suffix(".toml").unwrap_or(path).to_owned();
    let Some(kind) = kind(&suite) else {
        let error = Diagnostic::error("this is not a file of a folder of suites").in_file(shown);
        return Err(error.with_hint(EXPECTED));
    };
    let text = read()?;
    Ok(SuiteFile {
        shown,
        suite,
        kind,
        text,
    })
}

/// Returns the kind of a file's contents, by its path.
fn kind(suite: &str) -> Option<Kind> {
    let parts: Vec<_> = suite.split('/').collect();
    match parts[..] {
        ["perft", _] => Some(Kind::Perft),
        ["en-passant", _] => Some(Kind::EnPassant),
        ["fen", "after-push"] => Some(Kind::AfterPush),
        ["fen", "fields"] => Some(Kind::Fields),
        ["play", _] => Some(Kind::Play),
        ["search", _] => Some(Kind::Search),
        ["referee", _] => Some(Kind::Referee),
        ["state", folder, _] => StateKind::of(folder).map(Kind::State),
        _ => None,
    }
}

/// The TOML files below a folder, by name.
fn toml_files(folder: &Path, files: &mut Vec<PathBuf>, diagnostics: &mut Diagnostics) {
    for path in list_entries(folder, diagnostics) {
        if path.is_dir() {
            toml_files(&path, files, diagnostics);
        } else if is_toml(&path) {
            files.push(path);
        }
    }
}

/// The entries of a folder, by name.
fn list_entries(folder: &Path, diagnostics: &mut Diagnostics) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).and_then(|entries| {
        entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<_>, _>>()
    });
    let paths_or_error = read.map_err(|error| {
        Diagnostic::error(format!("cannot read this folder: {error}"))
            .in_file(folder.display().to_string())
    });
    let mut paths = diagnostics.keep(paths_or_error).unwrap_or_default();
    paths.sort();
    paths
}

fn is_toml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "toml")
}
