//! Results on disk as they come, so that a run that was stopped goes on where it was.
//!
//! One JSON object a line: the command of the engine and a result. A line that was cut off is asked again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::CaseResult;

/// A file of results.
#[derive(Debug)]
pub struct Journal {
    file: File,
    known: HashMap<String, HashMap<String, CaseResult>>,
}

#[derive(Serialize)]
struct Line<'a> {
    engine: &'a str,
    case: &'a CaseResult,
}

#[derive(Deserialize)]
struct Read {
    engine: String,
    case: CaseResult,
}

impl Journal {
    /// Reads the results that a file holds, and goes on writing to it; makes the file if there is none.
    pub fn open(path: &Path) -> io::Result<Self> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let mut known: HashMap<String, HashMap<String, CaseResult>> = HashMap::new();
        for line in text.lines() {
            if let Ok(read) = serde_json::from_str::<Read>(line) {
                let engine = known.entry(read.engine).or_default();
                engine.insert(read.case.address.clone(), read.case);
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        Ok(Self { file, known })
    }

    /// The results for an engine, by address.
    #[must_use]
    pub fn known(&self, engine: &str) -> HashMap<String, CaseResult> {
        self.known.get(engine).cloned().unwrap_or_default()
    }

    /// Writes a result down.
    pub fn add(&mut self, engine: &str, case: &CaseResult) -> io::Result<()> {
        let line = serde_json::to_string(&Line { engine, case })? + "\n";
        self.file.write_all(line.as_bytes())
    }
}
