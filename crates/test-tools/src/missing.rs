//! Tests that did not run because a tool is not installed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::{env, fmt};

/// The environment variable that names the file to which missing tools are appended. `cargo xtask test` sets it, and
/// prints the file as a table.
pub const REPORT_FILE: &str = "PASSANT_NOT_RUN";

/// Something that did not run because a tool is not installed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Missing {
    /// The tool, such as `stockfish`.
    pub tool: String,
    /// The command that installs it, such as `apt-get install stockfish`.
    pub install: String,
    /// The name of the test or of the check that did not run.
    pub what: String,
}

impl Missing {
    /// Prints the report to standard error, and appends it to [`REPORT_FILE`].
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn report(&self) {
        // A report that cannot be printed must not fail the check.
        let _ = writeln!(io::stderr(), "{self}");
        if let Some(path) = env::var_os(REPORT_FILE) {
            self.append_to(Path::new(&path));
        }
    }

    /// Appends the report to a file.
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn append_to(&self, path: &Path) {
        let Self {
            tool,
            install,
            what,
        } = self;
        let written = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            // One write for one line: test programs may run at the same time.
            .and_then(|mut file| file.write_all(format!("{tool}\t{install}\t{what}\n").as_bytes()));
        assert!(
            written.is_ok(),
            "cannot write {}: {written:?}",
            path.display()
        );
    }

    /// Reads the reports from a file, sorted by tool, each once. A file that does not exist has none.
    #[must_use]
    pub fn read(path: &Path) -> Vec<Self> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut reports: Vec<Self> = text.lines().filter_map(Self::from_line).collect();
        reports.sort();
        reports.dedup();
        reports
    }

    fn from_line(line: &str) -> Option<Self> {
        let mut fields = line.split('\t').map(str::to_owned);
        Some(Self {
            tool: fields.next()?,
            install: fields.next()?,
            what: fields.next()?,
        })
    }
}

impl fmt::Display for Missing {
    /// Says what did not run, and how to change that.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tool,
            install,
            what,
        } = self;
        write!(f, "{what} did not run: {tool} is not installed ({install})")
    }
}

/// Tells whether a missing tool is a failure: `CI` is `true`.
#[must_use]
pub fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|ci| ci == "true")
}
