//! The results of the libraries: found in the reports of `passant check --json`, and kept in `crates/zoo/results.json`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use chrono::{DateTime, Utc};
use passant_judge::check::Verdict;
use passant_judge::check::questions::Conventions;
use passant_report::describe_conventions;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::library::{Library, ZooPaths};

/// The file of the results, in the folder of the zoo.
const FILE: &str = "results.json";

/// The results of all libraries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Results {
    pub(crate) last_run: LastRun,
    pub(crate) libraries: Vec<LibraryResult>,
}

/// The last run over all libraries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LastRun {
    /// The day in UTC, such as 2026-11-23.
    date: String,
    suites: SuitesUsed,
}

/// The suites that a report names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SuitesUsed {
    version: String,
    /// In hexadecimal, as `passant check --json` writes it.
    sha256: String,
}

/// The result of a library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LibraryResult {
    /// The [id](Library::id) of the library.
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) all: Counts,
    /// The conventions that its answers show, in the words of `passant check`.
    pub(crate) conventions: String,
    pub(crate) classes: BTreeMap<String, Counts>,
}

/// The number of correct positions, of those asked about.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) correct: usize,
    pub(crate) asked: usize,
}

/// The report of a library's run.
#[derive(Deserialize)]
pub(crate) struct Report {
    suites: SuitesUsed,
    engines: [ReportedEngine; 1],
}

/// The library in its report.
#[derive(Deserialize)]
struct ReportedEngine {
    conventions: Option<Conventions>,
    cases: Vec<ReportedCase>,
}

/// A position in a report.
#[derive(Deserialize)]
pub(crate) struct ReportedCase {
    pub(crate) address: String,
    class: String,
    verdict: Value,
}

impl Counts {
    fn add(&mut self, is_correct: bool) {
        self.correct += usize::from(is_correct);
        self.asked += 1;
    }
}

impl fmt::Display for Counts {
    /// Writes `53 of 57`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.correct, self.asked)
    }
}

impl Results {
    /// Reads the committed results.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        read_json(&folder.join(FILE))
    }

    /// Writes the results, with a line for each library.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string(self)?.replace("{\"id\":", "\n{\"id\":");
        Ok(std::fs::write(folder.join(FILE), text + "\n")?)
    }

    /// Sums up the reports on these libraries. The date is that of the oldest report. The error says which report was made
    /// with other suites than the first.
    pub(crate) fn from_reports(zoo: &ZooPaths, libraries: &[Library]) -> Result<Self> {
        let mut dates = Vec::new();
        let mut suites = None;
        let mut results = Vec::new();
        for library in libraries {
            let path = zoo.report(library);
            let written = path.metadata().and_then(|file| file.modified());
            dates.push(written.with_context(|| format!("cannot read {}", path.display()))?);
            let report = Report::read(zoo, library)?;
            results.push(LibraryResult::new(library, &report));
            if *suites.get_or_insert_with(|| report.suites.clone()) != report.suites {
                let id = library.id();
                bail!("{id} was checked with other suites; run cargo xtask zoo {id}");
            }
        }
        Ok(Self {
            last_run: LastRun {
                date: format_date(dates.into_iter().min().context("no reports")?),
                suites: suites.context("no reports")?,
            },
            libraries: results,
        })
    }

    /// Returns the result of a library.
    pub(crate) fn of(&self, library: &Library) -> Result<&LibraryResult> {
        let (mut all, id) = (self.libraries.iter(), library.id());
        let found = all.find(|result| result.id == id);
        found.with_context(|| format!("{FILE} has no result of {id}; run cargo xtask zoo"))
    }
}

impl LibraryResult {
    fn new(library: &Library, report: &Report) -> Self {
        let mut classes = BTreeMap::<String, Counts>::new();
        for case in report.cases() {
            let Some(is_correct) = case.is_correct() else {
                continue;
            };
            classes
                .entry(case.class.clone())
                .or_default()
                .add(is_correct);
        }
        let conventions = report.engines[0].conventions;
        Self {
            id: library.id(),
            all: report.counts(),
            conventions: describe_conventions(conventions.unwrap_or_default()),
            classes,
        }
    }
}

impl Report {
    /// Reads the report of a library's run.
    pub(crate) fn read(zoo: &ZooPaths, library: &Library) -> Result<Self> {
        read_json(&zoo.report(library))
    }

    /// Reads a report that `passant check --json` has printed.
    pub(crate) fn parse(text: &[u8]) -> Result<Self> {
        Ok(serde_json::from_slice(text)?)
    }

    /// Counts the positions.
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for is_correct in self.cases().iter().filter_map(ReportedCase::is_correct) {
            counts.add(is_correct);
        }
        counts
    }

    /// Returns the positions.
    pub(crate) fn cases(&self) -> &[ReportedCase] {
        &self.engines[0].cases
    }
}

impl ReportedCase {
    /// Tells whether the library is correct; `None` if it cannot be asked.
    pub(crate) fn is_correct(&self) -> Option<bool> {
        // A verdict that this version does not know is not correct.
        Verdict::deserialize(&self.verdict).map_or(Some(false), Verdict::is_correct)
    }
}

fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T> {
    let context = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(path).with_context(context)?;
    serde_json::from_str(&text).with_context(context)
}

/// Returns the day of a time, in UTC.
fn format_date(time: SystemTime) -> String {
    DateTime::<Utc>::from(time).format("%F").to_string()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, UNIX_EPOCH};

    use serde_json::json;

    use super::{Counts, Results};
    use crate::library::{self, Library, ZooPaths};

    /// A folder with a report for each library, written a day after the one before.
    struct Reports {
        libraries: Vec<Library>,
        zoo: ZooPaths,
        _folder: tempfile::TempDir,
    }

    impl Reports {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let library = |name: &str| {
                format!(
                    "[[library]]\nname = \"{name}\"\nversion = \"1\"\nneeds = [\"x\"]\nadapter = \"x\"\nlicense = \"x\"\n\
                     diagnosis = {{ faults = \"x\", answers = \"x\", by_hand = \"x\" }}\n"
                )
            };
            let list = ["a", "b"].map(library).concat();
            fs::write(folder.path().join("zoo.toml"), list).unwrap();
            let reports = Self {
                libraries: library::read(folder.path()).unwrap(),
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
            let case = |class: &str, verdict: &str| json!({ "address": "x/y", "class": class, "verdict": verdict });
            let observed = json!({
                "fen": "always", "key": "legal", "suffix": "refused", "without_file": "read",
                "halfmove_clock": true, "fullmove_number": false,
            });
            let cases = [
                case("plain", "pass"),
                case("plain", "fail"),
                case("plain", "later"),
                case("mate", "pass"),
                case("bogus", "unsupported"),
            ];
            let report = json!({
                "suites": { "version": suites, "sha256": "ab".repeat(32) },
                "engines": [{ "conventions": observed, "cases": cases }],
            });
            let path = self.zoo.report(&self.libraries[library]);
            fs::write(&path, report.to_string()).unwrap();
            let file = File::options().write(true).open(&path).unwrap();
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            file.set_modified(time).unwrap();
        }

        fn sum_up(&self) -> anyhow::Result<Results> {
            Results::from_reports(&self.zoo, &self.libraries)
        }
    }

    /// The date is that which `date --utc +%F` of GNU coreutils prints for these seconds.
    #[test]
    fn takes_the_date_of_the_oldest_report_and_reads_what_it_writes() {
        let reports = Reports::new();
        let results = reports.sum_up().unwrap();
        assert_eq!(results.last_run.date, "2026-11-23");
        results.write(&reports.zoo.folder).unwrap();
        assert_eq!(Results::read(&reports.zoo.folder).unwrap(), results);
    }

    #[test]
    fn counts_what_could_be_asked_and_names_every_convention() {
        let reports = Reports::new();
        let results = reports.sum_up().unwrap();
        let result = results.of(&reports.libraries[1]).unwrap();
        let counts = |correct, asked| Counts { correct, asked };
        assert_eq!(result.all, counts(2, 4));
        let classes = [("mate", counts(1, 1)), ("plain", counts(1, 3))];
        assert!(
            result
                .classes
                .iter()
                .map(|(class, it)| (&**class, *it))
                .eq(classes)
        );
        assert_eq!(
            result.conventions,
            "FEN always, key legal, e.p. refused, captures without file read, no move numbers"
        );
    }

    #[test]
    fn refuses_reports_with_different_suites_and_unknown_conventions() {
        let reports = Reports::new();
        reports.write(1, "2.0.1", 0);
        let error = reports.sum_up().unwrap_err().to_string();
        assert!(
            error.contains("b-1 was checked with other suites"),
            "{error}"
        );
        let path = reports.zoo.report(&reports.libraries[1]);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("\"always\"", "\"perhaps\"")).unwrap();
        assert!(reports.sum_up().is_err());
    }
}
