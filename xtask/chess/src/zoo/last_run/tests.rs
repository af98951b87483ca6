use std::fs::{self, File};
use std::time::{Duration, UNIX_EPOCH};

use serde_json::json;

use super::{LastRun, date};
use crate::zoo::library::{self, Library};
use crate::zoo::paths::ZooPaths;

/// The dates are those that `date --utc +%F` of GNU coreutils prints for these seconds.
#[test]
fn names_the_day_in_utc() {
    for (seconds, expected) in [
        (0, "1970-01-01"),
        (951_782_400, "2000-02-29"),
        (951_868_799, "2000-02-29"),
        (951_868_800, "2000-03-01"),
        (1_735_689_599, "2024-12-31"),
        (1_740_787_200, "2025-03-01"),
        (1_795_478_399, "2026-11-23"),
        (4_107_542_400, "2100-03-01"),
    ] {
        let time = UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(date(time).unwrap(), expected, "{seconds}");
    }
}

/// A folder with a report for each library, written a day after the one before.
struct Reports {
    libraries: Vec<Library>,
    zoo: ZooPaths,
    _folder: tempfile::TempDir,
}

impl Reports {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("zoo.toml");
        let library = |name: &str| {
            format!(
                "[[library]]\nname = \"{name}\"\nversion = \"1\"\nneeds = [\"x\"]\nadapter = \"x\"\nlicense = \"x\"\n"
            )
        };
        fs::write(&list, ["a", "b"].map(library).concat()).unwrap();
        let reports = Self {
            libraries: library::read(&list).unwrap(),
            zoo: ZooPaths {
                folder: folder.path().to_owned(),
                target: folder.path().to_owned(),
                passant: folder.path().join("passant"),
            },
            _folder: folder,
        };
        reports.write(0, "2.0.0", 1_795_478_399 + 86_400);
        reports.write(1, "2.0.0", 1_795_478_399);
        reports
    }

    fn write(&self, library: usize, suites: &str, seconds: u64) {
        let report =
            json!({ "suites": { "version": suites, "sha256": "ab".repeat(32) }, "engines": [] });
        let path = self.zoo.report(&self.libraries[library]);
        fs::write(&path, report.to_string()).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        let time = UNIX_EPOCH + Duration::from_secs(seconds);
        file.set_modified(time).unwrap();
    }

    fn last_run(&self) -> anyhow::Result<LastRun> {
        let libraries: Vec<_> = self.libraries.iter().collect();
        LastRun::of_reports(&self.zoo, &libraries)
    }
}

#[test]
fn takes_the_date_of_the_oldest_report_and_reads_its_own_line() {
    let run = Reports::new().last_run().unwrap();
    let sha256 = "ab".repeat(32);
    let expected = format!("Last run: 2026-11-23, suites 2.0.0, SHA-256 `{sha256}`");
    assert_eq!(run.to_string(), expected);
    assert_eq!(LastRun::read(&format!("# A\n\n{run}\n")).unwrap(), run);
}

#[test]
fn refuses_reports_with_different_suites() {
    let reports = Reports::new();
    reports.write(1, "2.0.1", 0);
    let error = reports.last_run().unwrap_err().to_string();
    assert!(
        error.contains("b-1 was checked with other suites"),
        "{error}"
    );
}

#[test]
fn refuses_a_line_that_is_incomplete() {
    let sha256 = "ab".repeat(32);
    for line in [
        String::new(),
        "Last run: 2026-11-23".to_owned(),
        format!("Last run: yesterday, suites 2.0.0, SHA-256 `{sha256}`"),
        format!("Last run: 2026-11-23, suites 2.0.0, SHA-256 `{sha256}0`"),
    ] {
        let error = LastRun::read(&line).unwrap_err().to_string();
        assert!(error.contains("MATRIX.md"), "{line}: {error}");
    }
}
