//! Results on disk, written one by one, so that a run that was stopped can be resumed.
//!
//! Each line is a JSON object with the command of the engine, a [`key()`] of everything that its answers depend on, and
//! a result. A case is run again if the engine or the way to query it has changed, or if its line is damaged or
//! incomplete: each line is a [`record`] with a checksum.

mod key;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(crate) use key::key;
use passant_files::record::{self, RecordError};
use passant_files::{Links, read};
use passant_judge::check::CaseResult;
use passant_query::{Syntax, escape};
use serde::{Deserialize, Serialize};

use crate::CliError;

/// A file of results.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    stored: Stored,
    /// The engines whose results were looked up.
    looked_up: HashSet<String>,
    outcome: io::Result<()>,
}

/// The results that the lines of a journal hold.
#[derive(Default, Debug)]
pub(crate) struct Stored {
    /// By the key.
    known: HashMap<String, StoredResults>,
    /// The lines that are not used, by their numbers.
    unused: Vec<(usize, RecordError)>,
}

/// The results of an engine that was asked in one way.
#[derive(Default, Debug)]
struct StoredResults {
    /// The command of the engine.
    engine: String,
    /// By the address of the case. Of several results for a case the last one counts.
    cases: HashMap<String, CaseResult>,
}

/// The first key of each [`Entry`].
const FIRST_KEY: &str = "engine";

/// The number of unused lines that are named. The others are counted.
const NAMED: usize = 5;

#[derive(Serialize)]
struct Entry<'a> {
    engine: &'a str,
    key: &'a str,
    case: &'a CaseResult,
}

#[derive(Deserialize)]
struct StoredEntry {
    engine: String,
    key: String,
    case: CaseResult,
}

impl Journal {
    /// Reads the results in a file, and opens it to append more. Creates the file if it does not exist.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, has other content, or is not a regular file: a device may have no end.
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        let bytes = read(path, Links::Followed)
            .map_err(CliError::writing(path))?
            .unwrap_or_default();
        if !is_journal(&bytes) {
            return Err(CliError::BadInput(format!(
                "error: {} is not a file of results from passant check --resume, and is left unchanged; name another file\n",
                path.display()
            )));
        }
        let begins_anew = bytes.last().is_some_and(|last| *last != b'\n');
        Ok(Self {
            file: append(path, begins_anew).map_err(CliError::writing(path))?,
            path: path.to_owned(),
            stored: Stored::read(&bytes),
            looked_up: HashSet::new(),
            outcome: Ok(()),
        })
    }

    /// Returns a warning about each line that is not used.
    #[must_use]
    pub(crate) fn warnings(&self) -> String {
        let mut text = String::new();
        let file = self.path.display();
        for (number, error) in self.stored.unused.iter().take(NAMED) {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "warning: {file}:{number}: {error}; the line is not used: its case is asked again, unless another line has it"
            );
        }
        if let more @ 1.. = self.stored.unused.len().saturating_sub(NAMED) {
            let _ = writeln!(text, "warning: {file}: {more} more such lines are not used");
        }
        text
    }

    /// Returns a warning about results that do not fit their cases, by address; empty if there is none.
    #[must_use]
    pub(crate) fn warning_about(&self, addresses: &[String]) -> String {
        let file = self.path.display();
        let Some((first, more)) = addresses.split_first() else {
            return String::new();
        };
        let more = match more.len() {
            0 => String::new(),
            more => format!(", nor do {more} more"),
        };
        format!(
            "warning: {file}: the result of {first} does not fit the case{more}; what does not fit was asked again\n"
        )
    }

    /// Returns the results of an engine under a [`key()`], by address, and a warning if there are only results under
    /// other keys. The warning comes once: an engine is asked in other ways later, which an earlier run need not have
    /// reached.
    #[must_use]
    pub(crate) fn find_results(
        &mut self,
        engine: &str,
        key: &str,
    ) -> (HashMap<String, CaseResult>, String) {
        let is_first = self.looked_up.insert(engine.to_owned());
        if let Some(found) = self.stored.known.get(key) {
            return (found.cases.clone(), String::new());
        }
        let stored = self.stored.known.values();
        let others = stored.filter(|results| results.engine == engine);
        let warning = match others.map(|results| results.cases.len()).sum() {
            number @ 1_usize.. if is_first => self.warning_about_keys(engine, number),
            _ => String::new(),
        };
        (HashMap::new(), warning)
    }

    fn warning_about_keys(&self, engine: &str, number: usize) -> String {
        let file = self.path.display();
        let (results, are) = if number == 1 {
            ("result", "is")
        } else {
            ("results", "are")
        };
        format!(
            "warning: {file}: {number} {results} of {engine} {are} not used: the engine, an option or passant has changed since; \
             its cases are asked again\n"
        )
    }

    /// Writes a result. After the first error nothing more is written, and [`end`](Self::end) returns that error.
    pub(crate) fn add(&mut self, engine: &str, key: &str, case: &CaseResult) {
        if self.outcome.is_ok() {
            self.outcome = self.write(&Entry { engine, key, case });
        }
    }

    /// Ends the journal.
    ///
    /// # Errors
    ///
    /// The first error in writing a result.
    pub(crate) fn end(self) -> io::Result<()> {
        self.outcome
    }

    fn write(&mut self, line: &Entry<'_>) -> io::Result<()> {
        self.file.write_all(line.text()?.as_bytes())
    }
}

impl Entry<'_> {
    fn text(&self) -> io::Result<String> {
        record::with_checksum(&escape(&serde_json::to_string(self)?, Syntax::Json))
    }
}

impl Stored {
    /// Reads all lines of a file.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut stored = Self::default();
        // As bytes, because a line may have been cut off within a character.
        let lines = bytes.split(|byte| *byte == b'\n');
        for (line, number) in lines.zip(1..).filter(|(line, _)| !line.is_empty()) {
            match record::of_line::<StoredEntry>(line) {
                Ok(read) => {
                    let results = stored.known.entry(read.key).or_default();
                    results.engine = read.engine;
                    results.cases.insert(read.case.address.clone(), read.case);
                }
                Err(error) => stored.unused.push((number, error)),
            }
        }
        stored
    }

    /// Returns the number of lines that are not used.
    pub(crate) fn count_unused(&self) -> usize {
        self.unused.len()
    }

    /// Returns the results as lines of a journal, sorted.
    pub(crate) fn text(&self) -> io::Result<String> {
        let mut lines = Vec::new();
        for (key, StoredResults { engine, cases }) in &self.known {
            for case in cases.values() {
                lines.push(Entry { engine, key, case }.text()?);
            }
        }
        lines.sort_unstable();
        Ok(lines.concat())
    }
}

/// Tells whether some line belongs to a journal of any version, or the text is the beginning of such a line.
fn is_journal(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii();
    let mut lines = text.split(|byte| *byte == b'\n');
    record::is_beginning(text, FIRST_KEY) || lines.any(|line| record::begins_with(line, FIRST_KEY))
}

fn append(path: &Path, begins_anew: bool) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if begins_anew {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests;
