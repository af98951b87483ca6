//! What the tests found, and what they did not show.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::gaps::{GAPS, UNSEEN};

/// What a program printed.
pub(super) struct Outcome {
    pub(super) title: String,
    pub(super) text: String,
    pub(super) messages: String,
    pub(super) took: Duration,
    pub(super) has_succeeded: bool,
}

/// The results of all programs.
#[derive(Default)]
pub(super) struct Results {
    rows: Vec<Row>,
    failed: Vec<String>,
}

struct Row {
    title: String,
    passed: usize,
    failed: usize,
    ignored: usize,
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
            ignored: count_ignored(&outcome.text),
            seconds: outcome.took.as_secs_f64(),
        };
        if !outcome.has_succeeded {
            eprintln!("{}\n{}", outcome.text, outcome.messages);
            self.failed.push(outcome.title.clone());
        }
        self.rows.push(row);
    }

    /// Returns the counts of each program, and what Wine does not show.
    pub(super) fn table(&self) -> String {
        let mut text = "passed failed ignored       s  tests\n".to_owned();
        for row in self.rows.iter().filter(|row| 0 < row.passed + row.failed) {
            let Row {
                title,
                passed,
                failed,
                ignored,
                seconds,
            } = row;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{passed:6} {failed:6} {ignored:7} {seconds:7.1}  {title}"
            );
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

/// Returns the number of tests that need a tool which no test for Windows looks for.
fn count_ignored(text: &str) -> usize {
    let is_ignored =
        |line: &&str| line.starts_with("test ") && line.contains(" ... ignored, needs ");
    text.lines().filter(is_ignored).count()
}
