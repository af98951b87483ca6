//! The Test Anything Protocol, version 13: the latest that all who read it know, `prove` of Perl among them.

use std::fmt::Write;

use super::{conventions, diagnosis, name, told};
use crate::engine_report::EngineResult;
use passant_judge::check::{CaseResult, Verdict};

/// A line for each case of each engine.
pub(crate) fn text(results: &[EngineResult]) -> String {
    let count: usize = results.iter().map(|result| result.cases.len().max(1)).sum();
    let mut text = format!("TAP version 13\n1..{count}\n");
    let mut number = 0;
    for result in results {
        let engine = escaped(name(result));
        if result.calibration.is_none() {
            number += 1;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "not ok {number} - {engine}: cannot be asked");
        }
        if let Some(conventions) = conventions(result) {
            let _ = writeln!(text, "# {engine} declares: {conventions}");
        }
        if let Some(diagnosis) = diagnosis(result) {
            let _ = writeln!(text, "# {engine}: diagnosis: {}", escaped(&diagnosis));
        }
        for case in &result.cases {
            number += 1;
            let ok = if is_ok(case.verdict) || case.verdict == Verdict::Nonstrict {
                "ok"
            } else {
                "not ok"
            };
            let directive = match case.verdict {
                Verdict::Unsupported => " # SKIP not testable through this channel",
                Verdict::Xfail => " # TODO expected to fail",
                _ => "",
            };
            let _ = writeln!(
                text,
                "{ok} {number} - {engine}: {}{directive}",
                escaped(&case.address)
            );
            if !is_ok(case.verdict) {
                text += &details(case);
            }
        }
    }
    text
}

/// What was found, as YAML. A block without lines would take in the end of the document.
fn details(case: &CaseResult) -> String {
    let told = told(case);
    let mut text = format!(
        "  ---\n  verdict: {}\n  fen: '{}'\n",
        case.verdict, case.fen
    );
    if !told.is_empty() {
        text += "  found: |\n";
    }
    for line in told.lines() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {line}");
    }
    text + "  ...\n"
}

/// Whether nothing has to be told. An expected failure is `not ok` with its directive.
fn is_ok(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Pass | Verdict::Unsupported)
}

/// A description without what TAP takes for a directive or a line end.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('#', "\\#")
        .replace(['\n', '\r'], " ")
}
