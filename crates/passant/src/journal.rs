//! Results on disk as they come, so that a run that was stopped goes on where it was.
//!
//! One JSON object a line: the command of the engine, what its answers depend on as one [`key`], and a result. What
//! was asked of other bytes or in another way is asked again, and so is a line that was cut off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Failure;
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

/// How each [`Line`] begins.
const START: &[u8] = b"{\"engine\":\"";

#[derive(Serialize)]
struct Line<'a> {
    engine: &'a str,
    key: &'a str,
    case: &'a CaseResult,
}

#[derive(Deserialize)]
struct Read {
    key: String,
    case: CaseResult,
}

/// What the answers of an engine depend on: its bytes, how it is asked, to which depths, and who asks.
#[must_use]
pub(crate) fn key(
    starter: &EngineSpec,
    calibration: &Calibration,
    conventions: Conventions,
    choice: &Choice,
) -> String {
    let bytes = EngineHasher::for_user().hash(&starter.command);
    let asked = (&starter.overrides, starter.limits, calibration, conventions);
    let asked = format!("{asked:?}");
    let counts = (choice.depth, choice.max_nodes);
    let key = hash_of(&(env!("CARGO_PKG_VERSION"), bytes, counts, asked));
    format!("{key:016x}")
}

impl Journal {
    /// Reads the results that a file holds, and goes on writing to it; makes the file if there is none.
    ///
    /// # Errors
    ///
    /// If it can not be read or written, is no file but a device, which may have no end, or holds something else.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let bytes = read(path).map_err(Failure::writing(path))?;
        if !is_journal(&bytes) {
            return Err(Failure::BadInput(format!(
                "error: {} holds no results of passant check --resume; nothing was written to it\n",
                path.display()
            )));
        }
        let mut known: HashMap<String, HashMap<String, CaseResult>> = HashMap::new();
        // By bytes: a line may have been cut off within a letter.
        for line in bytes.split(|byte| *byte == b'\n') {
            if let Ok(read) = serde_json::from_slice::<Read>(line) {
                let engine = known.entry(read.key).or_default();
                engine.insert(read.case.address.clone(), read.case);
            }
        }
        let begins_anew = bytes.last().is_some_and(|last| *last != b'\n');
        Ok(Self {
            file: append(path, begins_anew).map_err(Failure::writing(path))?,
            known,
            outcome: Ok(()),
        })
    }

    /// The results that an engine gave under the same [`key`], by address.
    #[must_use]
    pub(crate) fn known(&self, key: &str) -> HashMap<String, CaseResult> {
        self.known.get(key).cloned().unwrap_or_default()
    }

    /// Writes a result down. Once that has failed nothing more is written: [`end`](Self::end) tells.
    pub(crate) fn add(&mut self, engine: &str, key: &str, case: &CaseResult) {
        if self.outcome.is_ok() {
            self.outcome = self.write(&Line { engine, key, case });
        }
    }

    /// Whether everything was written.
    ///
    /// # Errors
    ///
    /// Why it was not.
    pub(crate) fn end(self) -> io::Result<()> {
        self.outcome
    }

    fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        let line = serde_json::to_string(line)? + "\n";
        self.file.write_all(line.as_bytes())
    }
}

/// The bytes of a file; none if there is no file.
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

/// Whether some line is of a journal, of this version or of another, or there is none but the beginning of one.
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
