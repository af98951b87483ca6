//! Annotations and the step summary for GitHub Actions.

use std::collections::BTreeMap;
use std::fmt::Write;

use passant_judge::check::{CaseResult, NamedMove, Verdict};
use passant_query::{Syntax, escape};
use passant_report::{EngineResult, describe_retries};

use super::parts::{check_command, conventions, diagnosis, finding_lines, findings, name};

/// The number of failures of an engine that the summary lists. The log has all.
const LISTED: usize = 10;

/// Returns an annotation for each failure, and for each engine that could not be asked.
pub(crate) fn annotations(results: &[EngineResult]) -> String {
    let mut text = String::new();
    for result in results {
        if result.calibration.is_none() {
            let title = format!("{}: {}", name(result), result.without_channel());
            text += &annotation("error", &title, &result.tried.join("\n"));
        }
        for case in &result.cases {
            let level = match case.verdict {
                Verdict::Unknown => "warning",
                verdict if verdict.is_bad() => "error",
                _ => continue,
            };
            let title = format!("{}: {} {}", name(result), case.verdict, case.address);
            let message = format!("{}\n{}", case.fen, finding_lines(case));
            text += &annotation(level, &title, &message);
        }
    }
    text
}

/// Returns a line with a workflow command, in which the words of others are text.
fn annotation(level: &str, title: &str, message: &str) -> String {
    let title = escape(title, Syntax::WorkflowProperty);
    let message = escape(message, Syntax::WorkflowText);
    format!("::{level} title={title}::{message}\n")
}

/// Returns the verdicts on each engine, and a table of classes, in Markdown.
pub(crate) fn summary(results: &[EngineResult]) -> String {
    let mut text = String::new();
    for result in results {
        let _ = writeln!(text, "## {}\n", cell(name(result)));
        if result.calibration.is_none() {
            let tried = result
                .tried
                .iter()
                .map(|line| format!("- {}\n", cell(line)));
            let _ = writeln!(
                text,
                "{}; tried:\n\n{}\n",
                result.without_channel(),
                tried.collect::<String>()
            );
            continue;
        }
        if let Some(conventions) = conventions(result) {
            let _ = writeln!(text, "Conventions: {}\n", cell(&conventions));
        }
        if let Some(diagnosis) = diagnosis(result) {
            let _ = writeln!(text, "Diagnosis: {}\n", cell(&diagnosis));
        }
        if let Some(retries) = &result.retries {
            let _ = writeln!(text, "Unstable: {}\n", cell(&describe_retries(retries)));
        }
        let all = verdicts(&result.cases);
        let mut classes: BTreeMap<&str, Vec<&CaseResult>> = BTreeMap::new();
        for case in &result.cases {
            classes.entry(&case.class).or_default().push(case);
        }
        let _ = writeln!(text, "{all}\n\n| class | verdicts |\n| --- | --- |");
        for (class, cases) in classes {
            let _ = writeln!(text, "| {} | {} |", cell(class), verdicts(cases));
        }
        text += "\n";
        text += &failures(result);
    }
    text
}

/// Returns a table of the first failures: the position, the move that differs, and the command that repeats the case.
fn failures(result: &EngineResult) -> String {
    let failed: Vec<_> = result
        .cases
        .iter()
        .filter(|it| it.verdict.is_bad())
        .collect();
    if failed.is_empty() {
        return String::new();
    }
    let mut text =
        "| verdict | position | answer | rerun |\n| --- | --- | --- | --- |\n".to_owned();
    for case in failed.iter().take(LISTED) {
        let cells = [
            cell(&case.fen),
            cell(&mistake(case)),
            cell(&check_command(case, result)),
        ];
        let _ = writeln!(text, "| {} | {} |", case.verdict, cells.join(" | "));
    }
    if LISTED < failed.len() {
        let _ = writeln!(text, "\nand {} more", failed.len() - LISTED);
    }
    text + "\n"
}

/// Returns the moves that differ in the first wrong answer about a case, or else what is wrong.
fn mistake(case: &CaseResult) -> String {
    let Some((_, finding)) = findings(case).next() else {
        return String::new();
    };
    let Some(difference) = finding.difference.as_ref().filter(|it| !it.is_empty()) else {
        return finding.text.clone();
    };
    let named = |what: &'static str, moves: &[NamedMove]| {
        let texts = moves.iter().map(move |it| format!("{what} {}", it.mv));
        texts.collect::<Vec<_>>()
    };
    let moves = [
        named("missing", &difference.missing),
        named("extra", &difference.extra),
    ];
    moves.concat().join(", ")
}

/// Counts the cases with each verdict, the worst first.
fn verdicts<'a>(cases: impl IntoIterator<Item = &'a CaseResult>) -> String {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for case in cases {
        *counts.entry(case.verdict).or_default() += 1;
    }
    let counts = counts
        .iter()
        .rev()
        .map(|(verdict, count)| format!("{count} {verdict}"));
    counts.collect::<Vec<_>>().join(", ")
}

/// Words of others in the summary.
fn cell(text: &str) -> String {
    escape(text, Syntax::Markdown)
}

#[cfg(test)]
mod tests {
    use passant_query::{Syntax, escape};

    #[test]
    fn escapes_what_would_end_a_command() {
        assert_eq!(escape("50 %\nof", Syntax::WorkflowText), "50 %25%0Aof");
        assert_eq!(escape("a: b, c", Syntax::WorkflowProperty), "a%3A b%2C c");
    }
}
