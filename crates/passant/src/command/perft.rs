//! `passant perft`: leaf nodes of one position, or the counts of suites and EPD files verified.

mod position;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use passant_perft::{Counter, Runner};
use passant_suite::Suites;
use passant_suite::epd::{self, EpdCase};

use super::{bad_data, bad_input};
use crate::arguments::{PerftArguments, VerifyOptions};
use crate::report::perft as report_perft;
use crate::verification::{Detail, Task, Verifier};
use crate::{Failure, diagnostic, exit_code, fen_error, report};

/// The suites that are verified where none is named.
const STANDARD: &str = "perft";

/// Counts one position, or verifies what suites and EPD files say: the standard positions if none is named.
pub fn run(arguments: &PerftArguments) -> Result<ExitCode, Failure> {
    let PerftArguments {
        names,
        position,
        suite,
        epd,
        options,
    } = arguments;
    if let Some(result) = position::run(position, options) {
        return result;
    }
    let (files, mut suites): (Vec<_>, Vec<_>) =
        names.iter().cloned().partition(|name| is_epd(name));
    suites.extend_from_slice(suite);
    if files.is_empty() && suites.is_empty() && epd.is_empty() {
        suites.push(STANDARD.to_owned());
    }
    let mut plan = Plan {
        tasks: suite_tasks(&suites)?,
        unreadable: 0,
    };
    for file in files
        .iter()
        .map(Path::new)
        .chain(epd.iter().map(PathBuf::as_path))
    {
        plan.add_epd(file);
    }
    plan.run(options)
}

/// Whether a name is that of an EPD file, and not of a suite.
fn is_epd(name: &str) -> bool {
    let path = Path::new(name);
    let ending = path.extension();
    path.is_file() || ending.is_some_and(|ending| ending.eq_ignore_ascii_case("epd"))
}

fn suite_tasks(selectors: &[String]) -> Result<Vec<Task>, Failure> {
    if selectors.is_empty() {
        return Ok(Vec::new());
    }
    let suites = Suites::builtin().map_err(|problems| bad_data(&problems))?;
    let selection = suites
        .select(selectors)
        .map_err(|error| bad_input(&error.to_string()))?;
    if selection.cases.is_empty() {
        return Err(bad_input(&format!(
            "there are no counts in {}",
            selectors.join(", ")
        )));
    }
    Ok(selection.cases.iter().map(Task::from).collect())
}

/// What had to be repaired in a line, in one line for each repair: a file may have thousands.
fn repairs(file: &str, case: &EpdCase) -> String {
    let about = |fault: &passant_rules::SetupFault| {
        format!(
            "warning: {file}:{}: {fault} ({})\n",
            case.line,
            fen_error::remedy(*fault)
        )
    };
    case.repairs.iter().map(about).collect()
}

/// What is to be verified.
struct Plan {
    tasks: Vec<Task>,
    /// Things in EPD files that could not be read.
    unreadable: usize,
}

impl Plan {
    /// Adds the positions of an EPD file. What cannot be read is told at once; the rest is verified all the same.
    fn add_epd(&mut self, file: &Path) {
        let (cases, diagnostics) = epd::load_partly(file);
        let shown = file.display().to_string();
        if !diagnostics.is_empty() {
            report::complain(&(diagnostic::render_all(&diagnostics) + "\n"));
        }
        for case in &cases {
            report::complain(&repairs(&shown, case));
        }
        self.unreadable += diagnostics.len();
        self.tasks
            .extend(cases.into_iter().map(|case| Task::of_line(&shown, case)));
    }

    fn run(self, options: &VerifyOptions) -> Result<ExitCode, Failure> {
        if self.tasks.is_empty() {
            return Err(self
                .unread()
                .unwrap_or_else(|| bad_input("there is no position to verify")));
        }
        let unread = self.unread();
        let detail = if options.tally {
            Detail::Tallies
        } else {
            Detail::Nodes
        };
        let mut verifier = Verifier::new(runner(options)?, counter(options)?, options, detail);
        let names = self.tasks.iter().map(|task| task.name.chars().count());
        let width = names.max().unwrap_or(0);
        let mut findings = Vec::new();
        for task in self.tasks {
            let finding = verifier.verify(task)?;
            if !options.json {
                report::print(&report_perft::line(&finding, width))?;
            }
            findings.push(finding);
        }
        let summary = verifier.summary;
        report::print(&if options.json {
            report_perft::verified_json(&findings, &summary)?
        } else {
            report_perft::verified(&findings, &summary)
        })?;
        match (unread, summary.different) {
            (Some(failure), _) => Err(failure),
            (None, 0) => Ok(exit_code::OK),
            (None, _) => Ok(ExitCode::from(exit_code::DIFFERENCE)),
        }
    }

    /// The failure with which the command ends if something in an EPD file could not be read.
    fn unread(&self) -> Option<Failure> {
        let message = match self.unreadable {
            0 => return None,
            1 => "1 error in EPD files, see above".to_owned(),
            number => format!("{number} errors in EPD files, see above"),
        };
        Some(bad_input(&message))
    }
}

fn runner(options: &VerifyOptions) -> Result<Runner, Failure> {
    Runner::new(options.threads).map_err(|error| bad_input(&error.to_string()))
}

fn counter(options: &VerifyOptions) -> Result<Counter, Failure> {
    let mode = options.mode.map(Into::into);
    Counter::choose(options.kernel.as_deref(), mode).map_err(|error| bad_input(&error.to_string()))
}
