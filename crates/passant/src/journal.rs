//! Results on disk, written one by one, so that a run that was stopped can be resumed.
//!
//! Each line is a JSON object with the command of the engine, a [`key`] of everything that its answers depend on, and a
//! result. A case is run again if the engine or the way to query it has changed, or if its line is incomplete.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::CliError;
use passant_engine::{Calibration, EngineSpec};
use passant_engine::{EngineHasher, hash_of};
use passant_judge::check::CaseResult;
use passant_judge::check::plan::Choice;
use passant_judge::check::questions::Conventions;

/// A file of results.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    known: HashMap<String, HashMap<String, CaseResult>>,
    outcome: io::Result<()>,
}

/// How each [`Entry`] begins.
const START: &[u8] = b"{\"engine\":\"";

#[derive(Serialize)]
struct Entry<'a> {
    engine: &'a str,
    key: &'a str,
    case: &'a CaseResult,
}

#[derive(Deserialize)]
struct StoredEntry {
    key: String,
    case: CaseResult,
}

/// A hash of everything that the answers of an engine depend on: its bytes, how it is queried, the depths, and the
/// version of `passant`.
#[must_use]
pub(crate) fn key(
    starter: &EngineSpec,
    calibration: &Calibration,
    conventions: Conventions,
    choice: &Choice,
) -> String {
    let bytes = EngineHasher::for_user().hash(&starter.command);
    // What was tried before may differ from run to run.
    let calibration = Calibration {
        tried: Vec::new(),
        ..calibration.clone()
    };
    let asked = (&starter.overrides, starter.limits, calibration, conventions);
    let asked = format!("{asked:?}");
    let counts = (choice.depth, choice.max_nodes);
    let key = hash_of(&(env!("CARGO_PKG_VERSION"), bytes, counts, asked));
    format!("{key:016x}")
}

impl Journal {
    /// Reads the results in a file, and opens it to append more. Creates the file if it does not exist.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, has other content, or is not a regular file: a device may have no end.
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        let bytes = read(path).map_err(CliError::writing(path))?;
        if !is_journal(&bytes) {
            return Err(CliError::BadInput(format!(
                "error: {} is not a file of results from passant check --resume, and is left unchanged; name another file\n",
                path.display()
            )));
        }
        let mut known: HashMap<String, HashMap<String, CaseResult>> = HashMap::new();
        // As bytes, because a line may have been cut off within a character.
        for line in bytes.split(|byte| *byte == b'\n') {
            if let Ok(read) = serde_json::from_slice::<StoredEntry>(line) {
                let engine = known.entry(read.key).or_default();
                engine.insert(read.case.address.clone(), read.case);
            }
        }
        let begins_anew = bytes.last().is_some_and(|last| *last != b'\n');
        Ok(Self {
            file: append(path, begins_anew).map_err(CliError::writing(path))?,
            known,
            outcome: Ok(()),
        })
    }

    /// The results under a [`key`], by address.
    #[must_use]
    pub(crate) fn known(&self, key: &str) -> HashMap<String, CaseResult> {
        self.known.get(key).cloned().unwrap_or_default()
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
        let line = serde_json::to_string(line)? + "\n";
        self.file.write_all(line.as_bytes())
    }
}

/// The bytes of a file; none if the file does not exist.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "not a regular file",
        )),
        Ok(_) => std::fs::read(path),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Whether some line belongs to a journal, of this version or another, or the text is the beginning of such a line.
fn is_journal(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii();
    let mut lines = text.split(|byte| *byte == b'\n');
    START.starts_with(text) || lines.any(|line| line.starts_with(START))
}

fn append(path: &Path, begins_anew: bool) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if begins_anew {
        file.write_all(b"\n")?;
    }
    Ok(file)
}
