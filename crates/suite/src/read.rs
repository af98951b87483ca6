//! Reads the files of a folder of suites.
//!
//! A file is a list of `[[case]]`. Each case is read key by key, and what the keys say is compared ([`check`]).

mod check;
mod keys;
mod line;
mod state_keys;

use crate::folder::{StateKind, SuiteFile};
use crate::source::Text;
use crate::table::{self, Table, UniqueNames};
use crate::{Case, Diagnostics, FenCase, PlayCase, SearchCase, StateCase};

/// Reads a file of cases with counts.
pub(crate) fn cases(file: &SuiteFile) -> Result<Vec<Case>, Diagnostics> {
    all(file, |name, table| keys::read_case(file, name, table))
}

/// Reads a file of cases with en passant squares.
pub(crate) fn fen_cases(file: &SuiteFile) -> Result<Vec<FenCase>, Diagnostics> {
    all(file, |name, table| keys::read_fen_case(file, name, table))
}

/// Reads a file of questions about state.
pub(crate) fn state_cases(
    file: &SuiteFile,
    kind: StateKind,
) -> Result<Vec<StateCase>, Diagnostics> {
    all(file, |name, table| {
        state_keys::read_state_case(file, kind, name, table)
    })
}

/// Reads a file of cases about the move that is played.
pub(crate) fn play_cases(file: &SuiteFile) -> Result<Vec<PlayCase>, Diagnostics> {
    all(file, |name, table| keys::read_play_case(file, name, table))
}

/// Reads a file of cases about what a search finds.
pub(crate) fn search_cases(file: &SuiteFile) -> Result<Vec<SearchCase>, Diagnostics> {
    all(file, |name, table| {
        keys::read_search_case(file, name, table)
    })
}

/// Reads a file with a function for each case, which is told the name if there is one.
fn all<T>(
    file: &SuiteFile,
    read: impl Fn(Option<Text<'_>>, &mut Table<'_>) -> Option<T>,
) -> Result<Vec<T>, Diagnostics> {
    let mut names = UniqueNames::default();
    table::read(&file.shown, &file.text, |table| {
        table.tables_with_header("case", |table| {
            let name = table.kebab("name");
            if let Some(name) = &name {
                table.check(|source| names.insert(source, name));
            }
            read(name, table)
        })
    })
}
