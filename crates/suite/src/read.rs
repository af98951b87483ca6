//! Reads the files of a folder of suites.
//!
//! A file is a list of `[[case]]`. Each case is read key by key, and what the keys say is compared ([`check`]).

mod check;
mod keys;
mod referee_keys;
mod state_keys;

pub(crate) use keys::{read_case, read_fen_case, read_play_case, read_search_case};
pub(crate) use referee_keys::read_referee_case;
pub(crate) use state_keys::read_state_case;

use crate::folder::SuiteFile;
use crate::table::{self, Table, UniqueNames};
use crate::{Diagnostics, Suite};

/// Reads a file with a function for each case, which is told the address of the case if that has a name.
pub(crate) fn suite<T>(
    file: &SuiteFile,
    read: impl Fn(&SuiteFile, Option<String>, &mut Table<'_>) -> Option<T>,
) -> Result<Suite<T>, Diagnostics> {
    let mut names = UniqueNames::default();
    let cases = table::read(&file.shown, &file.text, |table| {
        table.tables_with_header("case", |table| {
            let name = table.kebab("name");
            if let Some(name) = &name {
                table.check(|source| names.insert(source, name));
            }
            let address = name.map(|name| format!("{}/{}", file.suite, name.value));
            read(file, address, table)
        })
    });
    Ok(Suite {
        name: file.suite.clone(),
        cases: cases?,
    })
}
