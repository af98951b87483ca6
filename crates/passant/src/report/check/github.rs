//! Annotations and the step summary for GitHub Actions.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::parts::{conventions, diagnosis, finding_lines, name};
use crate::engine_report::EngineResult;
use passant_judge::check::Verdict;

/// An annotation for each failure.
pub(crate) fn annotations(results: &[EngineResult]) -> String {
    let mut text = String::new();
    for result in results {
        for case in &result.cases {
            let level = match case.verdict {
                Verdict::Unknown => "warning",
                verdict if verdict.is_bad() => "error",
                _ => continue,
            };
            let title = property(&format!(
                "{}: {} {}",
                name(result),
                case.verdict,
                case.address
            ));
            let message = data(&format!("{}\n{}", case.fen, finding_lines(case)));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "::{level} title={title}::{message}");
        }
    }
    text
}

/// A table of classes for each engine, in Markdown.
pub(crate) fn summary(results: &[EngineResult]) -> String {
    let mut text = String::new();
    for result in results {
        let _ = writeln!(text, "## {}\n", cell(name(result)));
        if result.calibration.is_none() {
            let _ = writeln!(
                text,
                "no channel works; tried:\n\n```text\n{}\n```\n",
                result.tried.join("\n")
            );
            continue;
        }
        if let Some(conventions) = conventions(result) {
            let _ = writeln!(text, "Conventions: {}\n", cell(&conventions));
        }
        if let Some(diagnosis) = diagnosis(result) {
            let _ = writeln!(text, "Diagnosis: {}\n", cell(&diagnosis));
        }
        let mut classes: BTreeMap<&str, BTreeMap<Verdict, usize>> = BTreeMap::new();
        for case in &result.cases {
            *classes
                .entry(&case.class)
                .or_default()
                .entry(case.verdict)
                .or_default() += 1;
        }
        text += "| class | verdicts |\n| --- | --- |\n";
        for (class, verdicts) in classes {
            let counts: Vec<_> = verdicts
                .iter()
                .rev()
                .map(|(verdict, count)| format!("{count} {verdict}"))
                .collect();
            let _ = writeln!(text, "| {} | {} |", cell(class), counts.join(", "));
        }
        text += "\n";
    }
    text
}

/// Escapes the text of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Escapes a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
        .replace(['\n', '\r'], " ")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn escapes_what_would_end_a_command() {
        assert_eq!(data("50 %\nof"), "50 %25%0Aof");
        assert_eq!(property("a: b, c"), "a%3A b%2C c");
    }
}
