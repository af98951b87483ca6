//! Expected failures: what a list of them makes of the verdicts on an engine, and the list that a result makes.
//!
//! A case that passes although it is listed is an error, and so is an entry for which the suites have no case: lists
//! rot.

use std::fmt::Write;
use std::path::Path;

use passant_judge::check::{CaseResult, Verdict};
use passant_query::{Syntax, escape};
use passant_report::EngineResult;
use passant_suite::Suites;
use passant_suite::expected::{Expectation, Expectations};

use crate::CliError;

/// Returns the list in a file; an empty list without a file.
pub(crate) fn read(path: Option<&Path>, suites: &Suites) -> Result<Expectations, CliError> {
    path.map_or_else(
        || Ok(Expectations::default()),
        |path| Expectations::load(path, suites).map_err(|it| CliError::bad_data(&it)),
    )
}

/// Returns the entries about an engine that these words of the command line name.
#[must_use]
pub(crate) fn about(list: &Expectations, words: &[String]) -> Expectations {
    list.about(word(words))
}

/// Turns failures that are listed into [`Verdict::Xfail`], and listed cases that pass into [`Verdict::Xpass`].
pub(crate) fn apply(list: &Expectations, result: &mut EngineResult) {
    for case in &mut result.cases {
        case.verdict = verdict(list, case);
        case.expected_failure = entry(list, case).map(|entry| entry.reason.clone());
    }
}

/// Returns the verdict on a case in the light of the list.
#[must_use]
pub(crate) fn verdict(list: &Expectations, case: &CaseResult) -> Verdict {
    match (entry(list, case), case.verdict) {
        (None, verdict) | (Some(_), verdict @ (Verdict::Unsupported | Verdict::Nonstrict)) => {
            verdict
        }
        // The failure may be in what was not asked.
        (Some(_), Verdict::Pass) if case.is_asked_in_part() => Verdict::Pass,
        (Some(_), Verdict::Pass) => Verdict::Xpass,
        (Some(_), _) => Verdict::Xfail,
    }
}

/// Tells whether a case fails that is not listed. A listed case that passes is an error in the list.
#[must_use]
pub(crate) fn is_failure(list: &Expectations, case: &CaseResult) -> bool {
    let verdict = verdict(list, case);
    verdict.is_bad() && verdict != Verdict::Xpass
}

fn entry<'l>(list: &'l Expectations, case: &CaseResult) -> Option<&'l Expectation> {
    list.find(&case.address, &case.class)
}

/// Returns the list of everything that went wrong. Where there are several engines, each entry names its own.
#[must_use]
pub(crate) fn write(results: &[EngineResult]) -> String {
    let mut text =
        "# Failures that are expected. A case that passes anyway is an error.\n".to_owned();
    let names_engines = 1 < results.len();
    if names_engines {
        text += "# Each is about one engine, named as on the command line; without engine it would be about all.\n";
    }
    let cases = results
        .iter()
        .flat_map(|result| result.cases.iter().map(move |case| (result, case)));
    let failing = cases.filter(|(_, case)| {
        case.verdict.is_bad() && case.verdict != Verdict::Xpass
            || matches!(case.verdict, Verdict::Unknown | Verdict::Xfail)
    });
    for (result, case) in failing {
        let address = toml_string(&case.address);
        let reason = toml_string(&reason(case));
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n[[expected]]\naddress = {address}\nreason = {reason}\n"
        );
        if let Some(word) = word(&result.words).filter(|_| names_engines) {
            let _ = writeln!(text, "engine = {}", toml_string(word));
        }
    }
    text
}

/// Returns the word that names an engine, among those that also say how it is asked.
fn word(words: &[String]) -> Option<&str> {
    let mut words = words.iter().map(String::as_str);
    words.find(|word| *word != "--script")
}

/// Returns a TOML string.
fn toml_string(text: &str) -> String {
    escape(text, Syntax::Toml)
}

/// Returns the reason of a failure: the listed one, the pattern of the presentations, or the first finding.
fn reason(case: &CaseResult) -> String {
    let first = || {
        let mut findings = case.presentations.iter().flat_map(|it| &it.findings);
        findings.next().map(|finding| finding.text.clone())
    };
    let known = case
        .expected_failure
        .clone()
        .or_else(|| case.pattern.clone());
    known
        .or_else(first)
        .unwrap_or_else(|| case.verdict.to_string())
}

#[cfg(test)]
mod tests {
    use passant_judge::check::{CaseResult, Presentation, PresentationResult, Verdict};
    use passant_query::Channel;
    use passant_rules::Position;
    use passant_suite::Suites;
    use passant_suite::expected::Expectations;

    use super::{is_failure, verdict};

    const ADDRESS: &str = "en-passant/rejected-rank/rook-h5-king-a5-on-c6";

    fn case(passed: Verdict, left_out: &[u32]) -> CaseResult {
        let given = PresentationResult {
            verdict: passed,
            depth: 2,
            left_out: left_out.to_vec(),
            ..PresentationResult::without_answers(Presentation::Fen, None)
        };
        let about = [ADDRESS, "rejected-rank", ""];
        CaseResult::of_case(about, &Position::default(), vec![given], Channel::Divide)
    }

    #[test]
    fn a_failure_that_was_not_reached_is_not_said_to_be_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("expected.toml");
        let text = format!("[[expected]]\naddress = \"{ADDRESS}\"\nreason = \"known\"\n");
        std::fs::write(&path, text).unwrap();
        let list = Expectations::load(&path, &Suites::builtin().unwrap()).unwrap();
        let whole = case(Verdict::Pass, &[]);
        let in_part = case(Verdict::Pass, &[3]);
        assert_eq!(verdict(&list, &whole), Verdict::Xpass);
        assert_eq!(verdict(&list, &in_part), Verdict::Pass);
        assert_eq!(verdict(&list, &case(Verdict::Fail, &[3])), Verdict::Xfail);
        assert!(!is_failure(&list, &whole));
        assert!(is_failure(
            &Expectations::default(),
            &case(Verdict::Fail, &[])
        ));
    }
}
