//! Lists of expected failures, written from what a run has found.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result};
use passant_query::{Syntax, escape};
use passant_suite::expected::Cases;

use crate::library::Library;
use crate::results::Report;

/// Cases whose addresses begin alike become one entry if there are at least this many and all of them fail.
const ALIKE: usize = 3;

/// The cases that a library can be asked about, by their addresses; `true` for those that fail.
type Asked<'a> = BTreeMap<&'a str, bool>;

/// The list of a library's failures; `None` if it has none.
pub(crate) fn list(library: &Library, report: &Report) -> Result<Option<String>> {
    let mut asked = Asked::new();
    for case in report.cases() {
        let fails = case.is_correct().map(|is_correct| !is_correct);
        asked.extend(fails.map(|fails| (&*case.address, fails)));
    }
    let addresses = failing(&asked);
    if addresses.is_empty() {
        return Ok(None);
    }
    let reason = library
        .finding
        .as_ref()
        .context("it fails, but zoo.toml has no finding")?;
    let mut list = format!(
        "# What {} gets wrong, written by `cargo xtask zoo --write-expected`. FINDINGS.md one folder up has the smallest\n\
         # reproduction.\n",
        library.id()
    );
    for address in addresses {
        let (address, reason) = (escape(address, Syntax::Toml), escape(reason, Syntax::Toml));
        write!(
            list,
            "\n[[expected]]\naddress = {address}\nreason = {reason}\n"
        )?;
    }
    Ok(Some(list))
}

/// The addresses of the cases that fail, or what these addresses begin with.
fn failing<'a>(asked: &Asked<'a>) -> Vec<&'a str> {
    let mut addresses = Vec::<&str>::new();
    let failing = asked.iter().filter(|(_, fails)| **fails);
    for (&address, _) in failing {
        if !addresses.last().is_some_and(|last| is_below(address, last)) {
            addresses.push(shortest(address, asked));
        }
    }
    addresses
}

/// The shortest beginning of an address below which every case fails; a suite is never listed as a whole.
fn shortest<'a>(address: &'a str, asked: &Asked<'_>) -> &'a str {
    let starts = address.match_indices('/').skip(1);
    let mut starts = starts.map(|(end, _)| &address[..end]);
    let is_whole = |start: &&str| {
        let mut below = asked.iter().filter(|(other, _)| is_below(other, start));
        let number = below.clone().count();
        number >= ALIKE && below.all(|(_, fails)| *fails)
    };
    starts.find(is_whole).unwrap_or(address)
}

/// Tells whether an entry with the address `start` is about a case.
fn is_below(address: &str, start: &str) -> bool {
    Cases::Address(start.to_owned()).include(address, "")
}

#[cfg(test)]
mod tests {
    use super::{Asked, failing};

    #[test]
    fn cases_that_begin_alike_are_listed_once_if_all_of_them_fail() {
        let asked = Asked::from_iter([
            ("suite/all/a", true),
            ("suite/all/b", true),
            ("suite/all/c/d", true),
            ("suite/all-but-one/a", true),
            ("suite/all-but-one/b", false),
            ("suite/some/group/a", true),
            ("suite/some/group/b", true),
            ("suite/some/group/c", true),
            ("suite/some/passes", false),
            ("suite/two/a", true),
            ("suite/two/b", true),
        ]);
        assert_eq!(
            failing(&asked),
            [
                "suite/all-but-one/a",
                "suite/all",
                "suite/some/group",
                "suite/two/a",
                "suite/two/b",
            ]
        );
    }
}
