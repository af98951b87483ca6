//! The report of `passant check` on a terminal.

use std::fmt::Write;
use std::time::Duration;

use passant_engine::{Calibration, EngineSpec};
use passant_judge::check::questions::Conventions;
use passant_judge::check::{
    CaseResult, Difference, Finding, NamedMove, Plan, PresentationResult, WrongAnswer,
};
use passant_query::Channel;
use passant_report::{DiagnosisRecord, EngineResult, TextCoverage, command_line, number_of};

use super::closing::{Closing, DOUBTFUL, style};
use super::group::Group;
use super::labelled_list::BOLD;
use super::layout::table;
use super::parts;
use crate::ExitCode;
use crate::report::board::Picture;
use crate::report::{Verbosity, no_channel};

/// The number of failures of a group that are drawn. The others are counted.
const DRAWN: usize = 2;

/// The extent of a check.
pub(crate) struct Extent<'a> {
    /// The cases.
    pub(crate) plan: &'a Plan,
    /// The number of its searches that the engine is asked for.
    pub(crate) searches: usize,
    /// The longest time that the check takes.
    pub(crate) longest: Duration,
}

/// Returns the header of the report: the engine, the channel, and, if there is a plan, what is tested and for how long
/// at most.
pub(crate) fn card(
    spec: &EngineSpec,
    calibration: &Calibration,
    extent: Option<Extent<'_>>,
    conventions: Conventions,
    verbosity: Verbosity,
) -> String {
    let mut card = format!("{BOLD}{}{BOLD:#}\n", calibration.name);
    let command = spec.command.to_string();
    for (label, fact) in parts::approach(&command, calibration, conventions, verbosity) {
        // Writing to a string cannot fail.
        let _ = writeln!(card, "  {label:<9} {fact}");
    }
    if let Some(extent) = extent {
        let _ = writeln!(card, "  tests     {}", tests(&extent, calibration.channel));
    }
    card.push('\n');
    card
}

/// Returns how many cases of each kind are tested, for how long at most, and how many are left out. The numbers add up to
/// that of the verdicts.
fn tests(extent: &Extent<'_>, channel: Channel) -> String {
    let Extent {
        plan,
        searches,
        longest,
    } = extent;
    let positions = plan.items.len() + plan.plays(channel).len();
    let kinds = [
        (positions, "position"),
        (plan.questions(channel).len(), "game"),
        (*searches, "search case"),
    ];
    let named = kinds.iter().filter(|(number, _)| *number != 0);
    let mut tests: Vec<_> = named
        .map(|&(number, kind)| number_of(number, kind))
        .collect();
    if tests.is_empty() {
        tests.push(number_of(0, "position"));
    }
    let left_out = match plan.left_out_counts.len() {
        0 => String::new(),
        number => format!("; {number} left out, because every count is above --max-nodes"),
    };
    format!(
        "{}, at most {} s{left_out}",
        tests.join(", "),
        longest.as_secs()
    )
}

/// Returns the notice that the plan is run again, because the results so far cannot be used.
pub(crate) fn rerun_notice(note: &str) -> String {
    format!("{DOUBTFUL}{note}{DOUBTFUL:#}; asked again\n\n")
}

/// Returns the report on a text: how much it answers, and the result.
pub(crate) fn text(judged: &EngineResult, verbosity: Verbosity) -> String {
    let mut text = String::new();
    if let (Some(found), Some(calibration)) = (judged.text, &judged.calibration)
        && verbosity != Verbosity::Quiet
    {
        let TextCoverage {
            asked,
            answered,
            contradicted,
        } = found;
        let _ = write!(
            text,
            "{BOLD}{}{BOLD:#}: {answered} of {asked} questions answered",
            parts::name(judged)
        );
        if contradicted != 0 {
            let _ = write!(text, ", {contradicted} with contradictions");
        }
        let _ = writeln!(text, "\n  text      {}", judged.command);
        let _ = writeln!(text, "  protocol  {}", calibration.protocol.word());
        let _ = writeln!(text, "  channel   {}\n", calibration.channel);
    }
    text + &result(judged, verbosity)
}

/// Returns the table of classes, the failures, the diagnosis and the summary.
pub(crate) fn result(result: &EngineResult, verbosity: Verbosity) -> String {
    if result.calibration.is_none() {
        return no_channel::text(result, verbosity);
    }
    let mut text = String::new();
    if verbosity != Verbosity::Quiet && !result.cases.is_empty() {
        text += &classes(result);
    }
    for group in Group::of_result(result) {
        text += &failures(&group, result, verbosity);
    }
    if let Some(found) = &result.diagnosis {
        text += &diagnosis(found, result, verbosity);
    }
    let is_passed = || ExitCode::of_results(std::slice::from_ref(result)) == ExitCode::Ok;
    if verbosity != Verbosity::Quiet || !is_passed() {
        text += &Closing::of(result).text();
    }
    text
}

/// Returns the diagnosis and its counterexample. The tests are printed only in a verbose report.
fn diagnosis(diagnosis: &DiagnosisRecord, result: &EngineResult, verbosity: Verbosity) -> String {
    let mut text = format!("{BOLD}Diagnosis{BOLD:#}\n\n");
    text += &crate::report::diagnosis::body(diagnosis).finish();
    if let Some(counterexample) = &diagnosis.counterexample {
        text.push('\n');
        text += &crate::report::diagnosis::counterexample(counterexample);
        if verbosity == Verbosity::Verbose {
            text.push('\n');
            text += &crate::report::diagnosis::test_snippets(counterexample);
        } else if result.text.is_some() {
            text += "tests     --verbose prints the tests\n";
        } else {
            let command = command_line(["passant", "diagnose", &result.command]);
            let _ = writeln!(text, "tests     {command} prints the tests");
        }
    }
    text + "\n"
}

/// Returns a group of failures: the first are drawn, the others are counted by class.
fn failures(group: &Group, result: &EngineResult, verbosity: Verbosity) -> String {
    let count = group.cases.len();
    let drawn = match verbosity {
        Verbosity::Verbose => count,
        Verbosity::Quiet | Verbosity::Normal => count.min(DRAWN),
    };
    let mut text = String::new();
    if count != 1 {
        let _ = writeln!(
            text,
            "{BOLD}{}{BOLD:#} {}\n",
            group.heading(),
            group.mistake
        );
    }
    for case in &group.cases[..drawn] {
        text += &failure(case, result);
    }
    if drawn < count {
        let classes = Group::classes(&group.cases[drawn..]);
        let _ = writeln!(
            text,
            "and {} more: {classes} (--verbose draws all)\n",
            count - drawn
        );
    }
    text
}

/// Returns a line for each class.
fn classes(result: &EngineResult) -> String {
    let rows = parts::class_counts(result).map(|(class, counts)| {
        let cells = counts.map(|count| match count {
            0 => "-".to_owned(),
            count => count.to_string(),
        });
        std::iter::once(class.to_owned()).chain(cells)
    });
    let table = table(parts::CLASS_COLUMNS, rows, 1);
    format!("{table}\n\n")
}

/// Returns a failure, drawn.
fn failure(case: &CaseResult, result: &EngineResult) -> String {
    let style = style(case.verdict);
    let mut text = format!("{style}{}{style:#} {}\n", case.verdict, case.address);
    if let Some(picture) = Picture::of_fen(&case.fen) {
        for line in picture.text().lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    let _ = writeln!(text, "  fen      {}", case.fen);
    let _ = writeln!(text, "  why      {}", case.why);
    for (label, value) in [("rule", &case.rule), ("source", &case.source)] {
        if let Some(value) = value {
            let _ = writeln!(text, "  {label:<8} {value}");
        }
    }
    let _ = writeln!(text, "  channel  {}", case.channel);
    if let Some(pattern) = &case.pattern {
        let _ = writeln!(text, "  pattern  {pattern}");
    }
    for presentation in case
        .presentations
        .iter()
        .filter(|presentation| !presentation.findings.is_empty())
    {
        for finding in &presentation.findings {
            text += &finding_text(presentation, finding);
        }
    }
    if let Some(left_out) = parts::depth_summary(case) {
        let _ = writeln!(text, "  asked    {left_out}");
    }
    if let Some(smallest) = &case.smallest {
        let _ = writeln!(text, "  smallest {}", parts::smallest(smallest));
        for rule in &smallest.rules {
            let _ = writeln!(text, "           {rule}");
        }
    }
    let _ = writeln!(text, "  rerun    {}", parts::check_command(case, result));
    if let Some(bisect) = parts::bisect_command(case, &result.words) {
        let _ = writeln!(text, "           {bisect}");
    }
    text + "\n"
}

fn finding_text(presentation: &PresentationResult, finding: &Finding) -> String {
    let head = finding
        .answer
        .as_ref()
        .map_or(&finding.text, |answer| &answer.question);
    let mut text = format!(
        "  {:<14} {}: {head}\n",
        presentation.presentation.word(),
        presentation.verdict
    );
    if let Some(answer) = &finding.answer {
        text += &answer_lines(answer);
    }
    if let Some(line) = &presentation.line
        && !line.steps.is_empty()
    {
        let _ = writeln!(
            text,
            "                 line: {} {}",
            line.fen(),
            line.steps_text()
        );
    }
    if let Some(difference) = &finding.difference {
        text += &moves(difference);
    }
    for (number, command) in finding.commands.iter().enumerate() {
        let label = if number == 0 { "replay:" } else { "" };
        let _ = writeln!(text, "                 {label:<7} {command}");
    }
    text
}

/// Returns the expected answer and the answer, and the positions that the question compares.
fn answer_lines(answer: &WrongAnswer) -> String {
    let mut text = String::new();
    for (label, value) in [("expected:", &answer.expected), ("got:", &answer.got)] {
        let _ = writeln!(text, "                 {label:<9} {value}");
    }
    let positions = answer.positions.iter().map(ToString::to_string);
    for line in positions.collect::<String>().lines() {
        let _ = writeln!(text, "                 {line}");
    }
    text
}

fn moves(difference: &Difference) -> String {
    let mut text = String::new();
    if !difference.path.is_empty() {
        let _ = writeln!(
            text,
            "                 after {}: {}",
            difference.path.join(" "),
            difference.setup.fen()
        );
    }
    for (what, list) in [
        ("missing", &difference.missing),
        ("extra", &difference.extra),
    ] {
        for NamedMove { mv, kind } in list {
            let _ = writeln!(text, "                 {what} {mv} ({kind})");
        }
    }
    text
}
