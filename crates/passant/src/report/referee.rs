//! The report of `passant referee`: text for people, and `JUnit` XML.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::time::Duration;

use passant_judge::check::Verdict;
use passant_query::{Syntax, escape};
use passant_report::referee_report::{EndRecord, RefereeRecord, RefereeReport};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::labelled_list::{BAD, LabelledList};
use super::layout::table;

/// Returns the run, a table of classes, each game that is not right, and the summary.
pub(crate) fn text(report: &RefereeReport, is_quiet: bool) -> String {
    let mut list = LabelledList::default();
    if let Some(run) = report.run.as_ref().filter(|_| !is_quiet) {
        list.entry("runner", &run.command);
        let seconds = Duration::from_millis(run.milliseconds).as_secs_f64();
        list.entry("run", &format!("{seconds:.1} s; {}", run.end));
        list.text("\n");
    }
    if !is_quiet {
        list.text(&(classes(&report.cases) + "\n"));
    }
    for case in report.cases.iter().filter(|case| is_shown(case, is_quiet)) {
        add_case(&mut list, case);
        list.text("\n");
    }
    for (label, is_listed) in [
        ("no game", is_missing as fn(&_) -> _),
        ("untested", is_untested),
    ] {
        let listed = report.cases.iter().filter(|case| is_listed(case));
        let addresses: Vec<_> = listed.map(|case| &case.address[..]).collect();
        if !addresses.is_empty() && !is_quiet {
            list.entry(label, &addresses.join(" "));
            list.text("\n");
        }
    }
    list.text(&(summary(&report.cases) + "\n"));
    list.finish()
}

/// Tells whether a case has no game, and none in its place.
fn is_missing(case: &RefereeRecord) -> bool {
    case.got.is_none() && case.verdict != Verdict::Refused
}

/// Tells whether the game of a case shows nothing.
fn is_untested(case: &RefereeRecord) -> bool {
    case.got.is_some() && case.verdict == Verdict::Unsupported
}

fn is_shown(case: &RefereeRecord, is_quiet: bool) -> bool {
    let is_detailed = !is_missing(case) && !is_untested(case) && case.verdict != Verdict::Pass;
    is_detailed && (case.verdict.is_bad() || !is_quiet)
}

/// Returns a line for each class.
fn classes(cases: &[RefereeRecord]) -> String {
    let mut classes: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for case in cases {
        let counts = classes.entry(&case.class).or_default();
        counts[column(case)] += 1;
    }
    let rows = classes.into_iter().map(|(class, counts)| {
        let cells = counts.map(|count| match count {
            0 => "-".to_owned(),
            count => count.to_string(),
        });
        std::iter::once(class.to_owned()).chain(cells)
    });
    let header = ["class", "right", "wrong", "other"];
    format!(
        "{}\n",
        table(header, rows.map(Iterator::collect::<Vec<_>>), 1).trim_fmt()
    )
}

/// Returns the column of a case in the table of classes.
fn column(case: &RefereeRecord) -> usize {
    match case.verdict {
        Verdict::Pass => 0,
        Verdict::Fail | Verdict::Refused => 1,
        _ => 2,
    }
}

fn add_case(list: &mut LabelledList, case: &RefereeRecord) {
    list.text(&format!("{BAD}{}{BAD:#} {}\n", case.ruling, case.address));
    list.lines("fen", [case.fen.clone()]);
    let tried = case.illegal.iter().map(|mv| format!("{mv} (illegal)"));
    let moves: Vec<_> = case.moves.iter().cloned().chain(tried).collect();
    list.entry("moves", &moves.join(" "));
    list.entry("expected", &describe_end(&case.expected));
    let got = case.got.as_ref().map(describe_end);
    let parts: Vec<_> = got.into_iter().chain([case.found.clone()]).collect();
    list.entry("got", &parts.join("; "));
    if !case.explanation.is_empty() {
        list.entry("it says", &case.explanation);
    }
    list.entry("why", &case.why);
}

fn describe_end(end: &EndRecord) -> String {
    let result = end.result.unwrap_or("no result");
    match end.plies {
        1 => format!("{result} after 1 ply"),
        plies => format!("{result} after {plies} plies"),
    }
}

/// Returns how many cases have each verdict of the runner, the most frequent first.
fn summary(cases: &[RefereeRecord]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases {
        *counts.entry(case.ruling).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut text = String::new();
    for (ruling, count) in counts {
        let comma = if text.is_empty() { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{count} {ruling}");
    }
    text
}

/// Returns the report as `JUnit` XML: a test case for each game.
pub(crate) fn junit(report: &RefereeReport) -> io::Result<String> {
    let name = report.run.as_ref().map_or("games", |run| &run.command);
    let mut suite = TestSuite::new(escape(name, Syntax::Log));
    suite.add_test_cases(report.cases.iter().map(test_case));
    let mut whole = Report::new("passant referee");
    whole.add_test_suite(suite);
    whole.to_string().map_err(io::Error::other)
}

fn test_case(case: &RefereeRecord) -> TestCase {
    let mut status = match case.verdict {
        Verdict::Pass => TestCaseStatus::success(),
        Verdict::Unsupported => TestCaseStatus::skipped(),
        Verdict::Fail | Verdict::Refused => TestCaseStatus::non_success(NonSuccessKind::Failure),
        _ => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    if case.verdict != Verdict::Pass {
        status.set_message(escape(
            &format!("{}: {}", case.ruling, case.found),
            Syntax::Log,
        ));
    }
    if case.verdict != Verdict::Pass && case.verdict != Verdict::Unsupported {
        let mut list = LabelledList::default();
        add_case(&mut list, case);
        let plain = anstream::adapter::strip_str(&list.finish()).to_string();
        status.set_description(escape(&plain, Syntax::Log));
    }
    let mut found = TestCase::new(escape(&case.address, Syntax::Log), status);
    found.set_classname(escape(&case.class, Syntax::Log));
    found
}
