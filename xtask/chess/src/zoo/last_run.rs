//! When all libraries were checked, and with which suites: a line of `MATRIX.md`, which the web pages show.

use std::fmt::{Display, Formatter};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::Value;

use super::library::Library;
use super::paths::ZooPaths;
use super::report;

/// What the line begins with.
const START: &str = "Last run: ";

/// The last run over all libraries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct LastRun {
    /// The day in UTC, such as 2026-11-23.
    date: String,
    suites: SuitesUsed,
}

/// The suites that a report names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct SuitesUsed {
    version: String,
    /// In hexadecimal, as `passant check --json` writes it.
    sha256: String,
}

impl LastRun {
    /// What the reports on these libraries say. Its date is that of the oldest report. The error says which report was made
    /// with other suites than the first.
    pub(super) fn of_reports(zoo: &ZooPaths, libraries: &[&Library]) -> Result<Self> {
        let mut oldest = None;
        let mut suites = None;
        for library in libraries {
            let path = zoo.report(library);
            let written = path.metadata().and_then(|file| file.modified());
            let written = written.with_context(|| format!("cannot read {}", path.display()))?;
            oldest = Some(oldest.map_or(written, |time: SystemTime| time.min(written)));
            let used = SuitesUsed::of(&report::whole(zoo, library)?)?;
            if *suites.get_or_insert_with(|| used.clone()) != used {
                let id = library.id();
                bail!("{id} was checked with other suites; run cargo xtask zoo {id}");
            }
        }
        Ok(Self {
            date: date(oldest.context("no reports")?)?,
            suites: suites.context("no reports")?,
        })
    }

    /// Finds the line in `MATRIX.md`.
    pub(super) fn read(matrix: &str) -> Result<Self> {
        let line = matrix.lines().find_map(|line| line.strip_prefix(START));
        let line = line.context("MATRIX.md does not say when it was made; run cargo xtask zoo")?;
        Self::parse(line).with_context(|| {
            format!("MATRIX.md: expected a date, a version and a SHA-256, got {START}{line}")
        })
    }

    fn parse(line: &str) -> Option<Self> {
        let (date, suites) = line.split_once(", suites ")?;
        let (version, sha256) = suites.split_once(", SHA-256 `")?;
        let sha256 = sha256.strip_suffix('`')?;
        let is_shape = |(index, byte): (usize, u8)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        let is_date = date.len() == 10 && date.bytes().enumerate().all(is_shape);
        let is_sha256 = sha256.len() == 64 && sha256.bytes().all(|it| it.is_ascii_hexdigit());
        (is_date && is_sha256).then(|| Self {
            date: date.to_owned(),
            suites: SuitesUsed {
                version: version.to_owned(),
                sha256: sha256.to_owned(),
            },
        })
    }
}

/// The line of `MATRIX.md`, without its end.
impl Display for LastRun {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        let SuitesUsed { version, sha256 } = &self.suites;
        write!(
            to,
            "{START}{}, suites {version}, SHA-256 `{sha256}`",
            self.date
        )
    }
}

impl SuitesUsed {
    /// The suites of a report of `passant check --json`.
    fn of(report: &Value) -> Result<Self> {
        let text = |key: &str| {
            let text = report["suites"][key].as_str().map(str::to_owned);
            text.with_context(|| format!("a report does not name the {key} of its suites"))
        };
        Ok(Self {
            version: text("version")?,
            sha256: text("sha256")?,
        })
    }
}

/// The day of a time, in UTC.
fn date(time: SystemTime) -> Result<String> {
    let seconds = time.duration_since(UNIX_EPOCH)?.as_secs();
    let (mut year, mut days) = (1970, seconds / (24 * 60 * 60));
    while days_of_year(year) <= days {
        days -= days_of_year(year);
        year += 1;
    }
    let february = days_of_year(year) - 337;
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    Ok(format!("{year}-{month:02}-{:02}", days + 1))
}

fn days_of_year(year: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if is_leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests;
