//! The file of settings: where it is, and its keys with their values and places.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use passant_suite::{Diagnostic, Diagnostics, Place};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{CliError, diagnostic};

/// The most bytes of a file that are read.
const MOST: u64 = 1 << 20;

/// The names of files, the first one first, and the table that holds the settings.
const FILES: [(&str, &[&str]); 3] = [
    ("passant.toml", &[]),
    ("pyproject.toml", &["tool", "passant"]),
    ("Cargo.toml", &["package", "metadata", "passant"]),
];

/// A file of settings.
#[derive(Clone, Debug)]
pub(super) struct SettingsFile {
    /// The path, as it is shown.
    pub(super) shown: String,
    /// The folder of the file; paths in it are relative to that.
    pub(super) folder: PathBuf,
    /// The keys with their values, from top to bottom.
    pub(super) entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_span: Range<usize>,
    pub(super) value_span: Range<usize>,
    value: Value,
    /// The file and its text, for errors.
    file: String,
    text: std::sync::Arc<str>,
}

/// A value that an option can have.
#[derive(Clone, Debug)]
enum Value {
    Flag(bool),
    Texts(Vec<String>),
    Other,
}

impl SettingsFile {
    /// Reads the settings of a folder: those of the first file that has any. A file of another tool without them, or one
    /// that cannot be read, is passed over.
    pub(super) fn find_in(folder: &Path) -> Option<Result<Self, CliError>> {
        FILES.into_iter().find_map(|(name, table)| {
            let path = folder.join(name);
            if !path.is_file() {
                return None;
            }
            match (read(&path, table), table) {
                (Ok(None), _) | (Err(_), [_, ..]) => None,
                (Ok(Some(file)), _) => Some(Ok(file)),
                (Err(error), []) => Some(Err(error)),
            }
        })
    }

    /// Reads the settings of a file.
    pub(super) fn load(path: &Path) -> Result<Self, CliError> {
        let name = path.file_name().unwrap_or_default();
        let known = FILES.into_iter().find(|(known, _)| name == *known);
        let table = known.map_or(&[][..], |(_, table)| table);
        read(path, table)?.ok_or_else(|| {
            let (path, table) = (path.display(), table.join("."));
            CliError::bad_input(format!("{path} has no table [{table}]"))
        })
    }
}

/// Reads a text in the place of each kind of file. A result is `None` if the table is not there.
pub(super) fn parse_as_each_file(text: &str) -> [Result<Option<SettingsFile>, CliError>; 3] {
    FILES.map(|(name, table)| parse(name.to_owned(), Path::new("folder"), &text.into(), table))
}

/// Returns a path as it is shown: relative to the current folder if it lies there.
fn shown_path(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&here).unwrap_or(path);
    below.display().to_string()
}

/// Reads the table of a file; `None` if it has no such table.
fn read(path: &Path, table: &[&str]) -> Result<Option<SettingsFile>, CliError> {
    let shown = shown_path(path);
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(MOST + 1).read_to_string(&mut text))
        .map_err(CliError::reading(&path.display()))?;
    if MOST < text.len() as u64 {
        return Err(CliError::bad_input(format!("{shown} has more than 1 MiB")));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(shown, folder, &text.into(), table)
}

/// Reads the table of a text, which is that of a file in a folder; `None` if it has no such table.
fn parse(
    shown: String,
    folder: &Path,
    text: &std::sync::Arc<str>,
    table: &[&str],
) -> Result<Option<SettingsFile>, CliError> {
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let errors = errors.iter().map(|error| {
            let span = error.span().unwrap_or_default();
            error_at(&shown, text, span, error.message())
        });
        let errors: Diagnostics = errors.collect();
        return Err(CliError::BadInput(diagnostic::render_all(&errors)));
    }
    let mut found = root.get_ref();
    for name in table {
        match found.get(*name).map(Spanned::get_ref) {
            Some(DeValue::Table(inner)) => found = inner,
            _ => return Ok(None),
        }
    }
    let mut entries: Vec<_> = found
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            key_span: key.span(),
            value_span: value.span(),
            value: Value::of(value.get_ref()),
            file: shown.clone(),
            text: text.clone(),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    Ok(Some(SettingsFile {
        shown,
        folder: folder.to_owned(),
        entries,
    }))
}

impl Value {
    fn of(value: &DeValue<'_>) -> Self {
        let text = |value: &DeValue<'_>| match value {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.to_string()),
            _ => None,
        };
        match value {
            DeValue::Boolean(flag) => Self::Flag(*flag),
            DeValue::Array(values) => values
                .iter()
                .map(|value| text(value.get_ref()))
                .collect::<Option<_>>()
                .map_or(Self::Other, Self::Texts),
            value => text(value).map_or(Self::Other, |text| Self::Texts(vec![text])),
        }
    }
}

impl Entry {
    /// Returns the value of a switch.
    pub(super) fn flag(&self) -> Result<bool, Diagnostic> {
        match self.value {
            Value::Flag(flag) => Ok(flag),
            Value::Texts(_) | Value::Other => {
                Err(self.error(self.value_span.clone(), "expected true or false"))
            }
        }
    }

    /// Returns the value of an option, or the values in a list.
    pub(super) fn texts(&self) -> Result<Vec<String>, Diagnostic> {
        match &self.value {
            Value::Texts(texts) => Ok(texts.clone()),
            Value::Flag(_) | Value::Other => Err(self.error(
                self.value_span.clone(),
                "expected a string, a number, or a list of them",
            )),
        }
    }

    /// Returns an error that points at a part of the file.
    pub(super) fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        error_at(&self.file, &self.text, span, message)
    }
}

/// Returns an error that points at bytes of a text, as far as they are on one line.
fn error_at(file: &str, text: &str, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    let before = text.get(..span.start).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(start..).unwrap_or_default();
    let line = line.lines().next().unwrap_or_default();
    let within = |at: usize| at.saturating_sub(start).min(line.len());
    Diagnostic::error(message).in_file(file).at(Place {
        line: before.matches('\n').count() + 1,
        text: line.to_owned(),
        span: within(span.start)..within(span.end),
    })
}
