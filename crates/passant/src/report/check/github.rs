//! Annotations and the summary of a step, when run by GitHub Actions.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{conventions, diagnosis, name, told};
use crate::engine_report::EngineResult;
use passant_judge::check::Verdict;

/// An annotation for each case that is not as it should be.
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
            let message = data(&format!("{}\n{}", case.fen, told(case)));
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
                "cannot be asked\n\n```text\n{}\n```\n",
                result.tried.join("\n")
            );
            continue;
        }
        if let Some(conventions) = conventions(result) {
            let _ = writeln!(text, "Declares: {}\n", cell(&conventions));
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

/// Text of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
        .replace(['\n', '\r'], " ")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(data("50 %\nof"), "50 %25%0Aof");
        assert_eq!(property("a: b, c"), "a%3A b%2C c");
    }
}
