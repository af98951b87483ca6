//! `passant perft`: leaf nodes of one position, or the counts of suites and EPD files verified.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use passant_perft::{Runner, Tally};
use passant_rules::Position;
use passant_suite::epd::{self, EpdCase};
use passant_suite::{Ink, Problems, Suites};

use crate::arguments::{PerftArguments, VerifyOptions};
use crate::progress::Bar;
use crate::report::perft::{self as report_perft, Counted};
use crate::verification::{Detail, Task, Verifier};
use crate::{Failure, exit_code, fen, fen_error, report};

/// The suites that are verified where none is named.
const STANDARD: &str = "perft";

/// Counts one position, or verifies what suites and files say.
pub fn run(arguments: &PerftArguments) -> Result<ExitCode, Failure> {
    if let (Some(fen), Some(depth)) = (&arguments.fen, arguments.depth) {
        return count(arguments, fen, depth);
    }
    let mut tasks = suite_tasks(&arguments.suite)?;
    for file in &arguments.epd {
        tasks.extend(epd_tasks(file)?);
    }
    verify_tasks(tasks, &arguments.options)
}

/// Verifies what is named, each name a built-in suite or, where there is one, an EPD file; without names the standard
/// positions.
pub fn verify(names: &[String], options: &VerifyOptions) -> Result<ExitCode, Failure> {
    let mut tasks = Vec::new();
    for name in names {
        if Path::new(name).is_file() || has_ending(name, "epd") {
            tasks.extend(epd_tasks(&PathBuf::from(name))?);
        } else {
            tasks.extend(suite_tasks(std::slice::from_ref(name))?);
        }
    }
    if names.is_empty() {
        tasks = suite_tasks(&[STANDARD.to_owned()])?;
    }
    verify_tasks(tasks, options)
}

fn count(arguments: &PerftArguments, text: &str, depth: u32) -> Result<ExitCode, Failure> {
    let reading = fen::read(text)?;
    report::complain(&fen_error::render_repairs(&reading.text, &reading.repairs));
    let runner = runner(&arguments.options)?;
    let counted = counted(&runner, &reading.position, depth, arguments);
    report::print(&if arguments.options.json {
        report_perft::json(&counted)?
    } else {
        report_perft::text(&counted)
    })?;
    Ok(exit_code::OK)
}

fn counted(
    runner: &Runner,
    position: &Position,
    depth: u32,
    arguments: &PerftArguments,
) -> Counted {
    let bar = Bar::new();
    bar.title(&format!("depth {depth}"));
    let divide: Option<Vec<(_, u64)>> = arguments
        .divide
        .then(|| runner.divide(position, depth, &|progress| bar.show(progress)));
    let tally = || -> Tally { runner.count(position, depth, &|progress| bar.show(progress)) };
    let nodes = match &divide {
        Some(divide) if depth != 0 => divide.iter().map(|(_, nodes)| nodes).sum(),
        _ => runner.count(position, depth, &|progress| bar.show(progress)),
    };
    let tally = arguments.options.tally.then(tally);
    Counted {
        position: position.clone(),
        depth,
        nodes,
        divide,
        tally,
    }
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

fn epd_tasks(file: &Path) -> Result<Vec<Task>, Failure> {
    let cases = epd::load(file).map_err(|problems| bad_data(&problems))?;
    let shown = file.display().to_string();
    for case in &cases {
        report::complain(&repairs(&shown, case));
    }
    Ok(cases
        .into_iter()
        .map(|case| Task::of_line(&shown, case))
        .collect())
}

/// What had to be repaired in a line, in one line for each repair: a file may have thousands.
fn repairs(file: &str, case: &EpdCase) -> String {
    let about = |fault: &passant_rules::Fault| {
        format!(
            "warning: {file}:{}: {fault} ({})\n",
            case.line,
            fen_error::remedy(*fault)
        )
    };
    case.repairs.iter().map(about).collect()
}

fn verify_tasks(tasks: Vec<Task>, options: &VerifyOptions) -> Result<ExitCode, Failure> {
    let detail = if options.tally {
        Detail::Tallies
    } else {
        Detail::Nodes
    };
    let mut verifier = Verifier::new(runner(options)?, options.max_nodes, detail);
    let width = tasks
        .iter()
        .map(|task| task.name.chars().count())
        .max()
        .unwrap_or(0);
    let mut findings = Vec::new();
    for task in tasks {
        let finding = verifier.verify(task);
        if !options.json {
            report::print(&report_perft::line(&finding, width))?;
        }
        findings.push(finding);
    }
    let threads = verifier.threads();
    let summary = verifier.summary;
    report::print(&if options.json {
        report_perft::verified_json(&findings, &summary, threads)?
    } else {
        report_perft::verified(&findings, &summary, threads)
    })?;
    Ok(if summary.different == 0 {
        exit_code::OK
    } else {
        ExitCode::from(exit_code::DIFFERENCE)
    })
}

fn runner(options: &VerifyOptions) -> Result<Runner, Failure> {
    Runner::new(options.threads).map_err(|error| bad_input(&error.to_string()))
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

fn bad_input(message: &str) -> Failure {
    Failure::BadInput(format!("error: {message}\n"))
}

/// Colours are taken off where they do not belong when the text is printed.
fn bad_data(problems: &Problems) -> Failure {
    Failure::BadInput(problems.render(Ink::Colored) + "\n")
}
