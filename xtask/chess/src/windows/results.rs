//! What the tests found, and what they did not show.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Result, ensure};
use passant_test_tools::Missing;
use xtask::missing_tools;

use super::gaps::{GAPS, UNSEEN};

/// What a program printed.
pub(super) struct Outcome {
    pub(super) title: String,
    pub(super) text: String,
    pub(super) messages: String,
    pub(super) missing: Vec<Missing>,
    pub(super) took: Duration,
    pub(super) has_succeeded: bool,
}

/// The results of all programs.
#[derive(Default)]
pub(super) struct Results {
    rows: Vec<Row>,
    missing: Vec<Missing>,
    failed: Vec<String>,
}

struct Row {
    title: String,
    passed: usize,
    failed: usize,
    seconds: f64,
}

impl Results {
    /// Adds what a program printed. If a test failed, it is shown.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        let count = |end: &str| {
            let is_test = |line: &&str| line.starts_with("test ") && line.ends_with(end);
            outcome.text.lines().filter(is_test).count()
        };
        let row = Row {
            title: outcome.title.clone(),
            passed: count(" ... ok"),
            failed: count(" ... FAILED"),
            seconds: outcome.took.as_secs_f64(),
        };
        if !outcome.has_succeeded {
            eprintln!("{}\n{}", outcome.text, outcome.messages);
            self.failed.push(outcome.title.clone());
        }
        self.rows.push(row);
        self.missing.extend(outcome.missing.iter().cloned());
    }

    /// The counts of each program, and what did not run.
    pub(super) fn table(&self) -> String {
        let mut text = "passed failed       s  tests\n".to_owned();
        for row in self.rows.iter().filter(|row| 0 < row.passed + row.failed) {
            let Row {
                title,
                passed,
                failed,
                seconds,
            } = row;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{passed:6} {failed:6} {seconds:7.1}  {title}");
        }
        if !self.missing.is_empty() {
            text += &missing_tools::table(&self.missing);
        }
        text += "not shown by Wine:\n";
        for gap in &GAPS {
            let _ = writeln!(text, "  {}: {}", gap.test, gap.reason);
        }
        for unseen in &UNSEEN {
            let _ = writeln!(text, "  {unseen}");
        }
        text
    }

    /// Fails if a program did.
    pub(super) fn check(&self) -> Result<()> {
        let failed = &self.failed;
        ensure!(failed.is_empty(), "failed in Wine: {}", failed.join(", "));
        Ok(())
    }
}
