//! Expected findings: which of them were found, and the list of all that were.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use passant_pgn::FindingKind;
use passant_query::{Syntax, escape};
use passant_report::pgn_report::ExpectationRecord;
use passant_suite::expected_findings::ExpectedFindings;

use crate::CliError;

/// The most games of a file that a written list names for each kind. Beyond that, an entry stands for all games.
const NAMED: usize = 100;

/// The expected findings, and the findings.
#[derive(Default)]
pub(super) struct NotedFindings {
    list: ExpectedFindings,
    /// For each entry of the list, whether something was found.
    is_found: Vec<bool>,
    /// The games with a finding, by file and kind; one more than are named.
    found: BTreeMap<(String, &'static str), Vec<u64>>,
}

impl NotedFindings {
    /// Reads the list in a file; without a file it is empty.
    pub(super) fn read(path: Option<&Path>) -> Result<Self, CliError> {
        let Some(path) = path else {
            return Ok(Self::default());
        };
        let kinds = FindingKind::ALL.map(FindingKind::word);
        let list =
            ExpectedFindings::load(path, &kinds).map_err(|error| CliError::bad_data(&error))?;
        Ok(Self {
            is_found: vec![false; list.entries().len()],
            list,
            ..Self::default()
        })
    }

    /// Notes a finding. Returns the reason why it is expected.
    pub(super) fn note(&mut self, kind: FindingKind, file: &str, game: u64) -> Option<&str> {
        if kind.is_failure() {
            let key = (file.to_owned(), kind.word());
            let games = self.found.entry(key).or_default();
            if games.len() <= NAMED && games.last() != Some(&game) {
                games.push(game);
            }
        }
        let entry = self.list.find(kind.word(), file, game)?;
        self.is_found[entry] = true;
        Some(&self.list.entries()[entry].reason)
    }

    /// Returns the entries that nothing was found for.
    pub(super) fn unexpected(&self) -> Vec<ExpectationRecord> {
        let entries = self.list.entries().iter().zip(&self.is_found);
        let unexpected = entries.filter(|(_, is_found)| !**is_found);
        unexpected
            .map(|(entry, _)| ExpectationRecord {
                kind: entry.kind.clone(),
                file: entry.file.clone(),
                game: entry.game,
                reason: entry.reason.clone(),
            })
            .collect()
    }

    /// Returns the list of all findings.
    pub(super) fn write(&self) -> String {
        let mut text =
            "# Findings that are expected. One that is not found anymore is an error.\n".to_owned();
        for ((file, kind), games) in &self.found {
            let named: &[u64] = if NAMED < games.len() { &[] } else { games };
            let lines = named.iter().map(|game| format!("game = {game}\n"));
            let lines: Vec<_> = if named.is_empty() {
                vec![String::new()]
            } else {
                lines.collect()
            };
            for game in lines {
                let file = escape(file, Syntax::Toml);
                // Writing to a string cannot fail.
                let _ = write!(
                    text,
                    "\n[[expected]]\nkind = \"{kind}\"\nfile = {file}\n{game}reason = \"known\"\n"
                );
            }
        }
        text
    }
}
