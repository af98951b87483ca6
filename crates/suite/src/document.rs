//! A TOML file: the one way in which this crate reads suites, descriptors and expectations.

use std::collections::BTreeMap;

use toml::de::DeTable;

use crate::source::{Source, Text};
use crate::table::Table;
use crate::{Diagnostic, Diagnostics};

/// Reads a TOML file with a function that takes the keys it knows from the outermost table.
///
/// The error holds everything that is wrong: all errors of syntax, or else what the function has reported, and the
/// keys that it has not asked for. The function returns `None` only after it has reported why.
pub(crate) fn read<T>(
    file: &str,
    text: &str,
    read: impl FnOnce(&mut Table<'_>) -> Option<T>,
) -> Result<T, Diagnostics> {
    let source = Source::new(file, text);
    let (root, errors) = DeTable::parse_recoverable(source.text());
    if !errors.is_empty() {
        // Parts of a text that is not TOML would only lead to more errors.
        let errors = errors
            .iter()
            .map(|error| source.error(error.span().unwrap_or_default(), error.message()));
        return Err(errors.collect::<Diagnostics>().into_sorted());
    }
    let mut table = Table::new(&source, root.get_ref(), 0..0);
    let value = read(&mut table);
    let diagnostics = table.finish();
    match value {
        Some(value) if diagnostics.is_empty() => Ok(value),
        _ => Err(diagnostics.into_sorted()),
    }
}

/// Names that may occur only once in a file, each with its line.
#[derive(Default)]
pub(crate) struct UniqueNames(BTreeMap<String, usize>);

impl UniqueNames {
    /// Adds a name, or says where it is used already.
    pub(crate) fn insert(
        &mut self,
        source: &Source<'_>,
        name: &Text<'_>,
    ) -> Result<(), Diagnostic> {
        let second = source.error(
            name.span.clone(),
            format!("the name {:?} is used twice", name.value),
        );
        let line = second.line().unwrap_or_default();
        match self.0.insert(name.value.to_owned(), line) {
            None => Ok(()),
            Some(first) => Err(second.with_hint(format!(
                "names are unique within a file; the other one is in line {first}"
            ))),
        }
    }
}
