//! The report in the Test Anything Protocol, version 13, the latest version that all readers support, including
//! `prove`.

use std::fmt::Write;

use passant_judge::check::{CaseResult, Verdict};
use passant_query::{Syntax, escape};
use passant_report::EngineResult;
use passant_suite::Suites;

use super::parts::{conventions, depth_summary, diagnosis, finding_lines, name};

/// Returns a line for each case of each engine.
pub(crate) fn text(results: &[EngineResult]) -> String {
    let count: usize = results.iter().map(|result| result.cases.len().max(1)).sum();
    let (version, sha256) = (Suites::BUILTIN_VERSION, Suites::BUILTIN_SHA256);
    let mut text = format!("TAP version 13\n1..{count}\n# suites {version}, sha256 {sha256}\n");
    let mut number = 0;
    for result in results {
        let engine = escape_tap(name(result));
        if result.calibration.is_none() {
            number += 1;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "not ok {number} - {engine}: {}",
                result.without_channel()
            );
        }
        if let Some(conventions) = conventions(result) {
            let _ = writeln!(text, "# {engine} conventions: {conventions}");
        }
        if let Some(diagnosis) = diagnosis(result) {
            let _ = writeln!(text, "# {engine}: diagnosis: {}", escape_tap(&diagnosis));
        }
        for case in &result.cases {
            number += 1;
            let ok = if is_ok(case.verdict) || case.verdict == Verdict::Nonstrict {
                "ok"
            } else {
                "not ok"
            };
            let directive = match case.verdict {
                Verdict::Unsupported => " # SKIP the channel cannot test this",
                Verdict::Xfail => " # TODO expected failure",
                _ => "",
            };
            let _ = writeln!(
                text,
                "{ok} {number} - {engine}: {}{directive}",
                escape_tap(&case.address)
            );
            if !is_ok(case.verdict) {
                text += &details(case);
            } else if let Some(asked) = depth_summary(case) {
                let _ = writeln!(text, "# asked: {asked}");
            }
        }
    }
    text
}

/// Returns the findings as YAML. A block without lines would include the end of the document, so it is left out.
fn details(case: &CaseResult) -> String {
    let findings = finding_lines(case);
    let mut text = format!(
        "  ---\n  verdict: {}\n  fen: '{}'\n",
        case.verdict, case.fen
    );
    if !findings.is_empty() {
        text += "  found: |\n";
    }
    for line in findings.lines() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {line}");
    }
    text + "  ...\n"
}

/// Tells whether there are no details to report. An expected failure is `not ok` with a directive.
fn is_ok(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Pass | Verdict::Unsupported)
}

/// Escapes what TAP would read as a directive or the end of a line.
fn escape_tap(text: &str) -> String {
    escape(text, Syntax::Tap)
}
