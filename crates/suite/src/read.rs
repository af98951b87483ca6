//! Reads the files of a folder of suites.
//!
//! A file is a list of `[[case]]`. Each case is read key by key, and what the keys say is compared ([`check`]).

mod case;
mod check;
mod line;
mod play;
mod search;
mod state;

use crate::document::{self, UniqueNames};
use crate::folder::{StateKind, SuiteFile};
use crate::source::Text;
use crate::table::Table;
use crate::{Case, Diagnostics, FenCase, PlayCase, SearchCase, StateCase};

/// Reads a file of cases with counts.
pub(crate) fn cases(file: &SuiteFile) -> Result<Vec<Case>, Diagnostics> {
    all(file, |name, table| case::case(file, name, table))
}

/// Reads a file of cases with en passant squares.
pub(crate) fn fen_cases(file: &SuiteFile) -> Result<Vec<FenCase>, Diagnostics> {
    all(file, |name, table| case::fen_case(file, name, table))
}

/// Reads a file of questions about state.
pub(crate) fn state_cases(
    file: &SuiteFile,
    kind: StateKind,
) -> Result<Vec<StateCase>, Diagnostics> {
    all(file, |name, table| state::case(file, kind, name, table))
}

/// Reads a file of cases about the move that is played.
pub(crate) fn play_cases(file: &SuiteFile) -> Result<Vec<PlayCase>, Diagnostics> {
    all(file, |name, table| play::case(file, name, table))
}

/// Reads a file of cases about what a search finds.
pub(crate) fn search_cases(file: &SuiteFile) -> Result<Vec<SearchCase>, Diagnostics> {
    all(file, |name, table| search::case(file, name, table))
}

/// Reads a file with a function for each case, which is told the name if there is one.
fn all<T>(
    file: &SuiteFile,
    read: impl Fn(Option<Text<'_>>, &mut Table<'_>) -> Option<T>,
) -> Result<Vec<T>, Diagnostics> {
    let mut names = UniqueNames::default();
    document::read(&file.shown, &file.text, |table| {
        table.tables_with_header("case", |table| {
            let name = table.kebab("name");
            if let Some(name) = &name {
                table.check(|source| names.insert(source, name));
            }
            read(name, table)
        })
    })
}
