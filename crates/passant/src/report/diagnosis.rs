//! A diagnosis as text and as JSON.

use std::fmt::Write;

use passant_judge::diagnosis::ExplainedFailures;
use passant_oracle::EngineFault;
use passant_report::VariantRecord;
use passant_report::{
    CounterexampleRecord, DiagnosisOutcome, DiagnosisRecord, FaultDescription, Suspect,
};

use super::board::Picture;
use super::labelled_list::{BOLD, LabelledList};

/// The maximum number of unanswered questions that are listed.
const UNANSWERED: usize = 5;

/// Returns the diagnosis of an engine with its counterexample.
pub(crate) fn text(engine: &str, diagnosis: &DiagnosisRecord) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{engine}: {} questions about {} positions, {} wrong answers\n",
        diagnosis.answered, diagnosis.positions, diagnosis.wrong
    );
    text += &body(diagnosis).finish();
    if let Some(counterexample) = &diagnosis.counterexample {
        text.push('\n');
        text += &self::counterexample(counterexample);
        text.push('\n');
        text += &test_snippets(counterexample);
    }
    let omitted = diagnosis.unanswered.len().saturating_sub(UNANSWERED);
    for error in diagnosis.unanswered.iter().take(UNANSWERED) {
        let _ = writeln!(text, "not answered: {error}");
    }
    if omitted != 0 {
        let _ = writeln!(text, "not answered: {omitted} more");
    }
    text
}

/// Says why not all questions were asked.
pub(super) fn why_incomplete(diagnosis: &DiagnosisRecord) -> String {
    let answers = match diagnosis.answered {
        1 => "one answer".to_owned(),
        number => format!("{number} answers"),
    };
    format!("the time was up, or the engine failed too often, after {answers}")
}

/// Returns the diagnosis without the counterexample: the fault, the evidence, and what to look at.
pub(crate) fn body(diagnosis: &DiagnosisRecord) -> LabelledList {
    let mut list = LabelledList::default();
    match diagnosis.outcome {
        DiagnosisOutcome::NotAsked => list.text("No question could be asked: no diagnosis.\n"),
        DiagnosisOutcome::Sound => list.text(&no_fault(diagnosis)),
        DiagnosisOutcome::Named => {
            for suspect in &diagnosis.suspects {
                name_faults(&mut list, suspect, diagnosis);
            }
        }
        DiagnosisOutcome::OneOf => alternatives(&mut list, diagnosis),
        DiagnosisOutcome::InPart => {
            for suspect in &diagnosis.suspects {
                partial_fit(&mut list, suspect, diagnosis);
            }
        }
        DiagnosisOutcome::Unknown if !diagnosis.is_complete => {
            let why = why_incomplete(diagnosis);
            list.text(&format!("No fault is named: {why}.\n"));
        }
        DiagnosisOutcome::Unknown => {
            list.text("No known fault explains the wrong answers.\n");
        }
    }
    if !diagnosis.is_complete && diagnosis.outcome != DiagnosisOutcome::Unknown {
        let why = why_incomplete(diagnosis);
        list.text(&format!("Not all questions were asked: {why}.\n"));
    }
    if let Some(first) = diagnosis.about_castling.first() {
        let number = match diagnosis.about_castling.len() {
            1 => "one other answer".to_owned(),
            number => format!("{number} other answers"),
        };
        let text = format!(
            "in {number} castling alone is wrong, which says nothing about en passant: {first}"
        );
        list.entry("besides", &text);
    }
    if let (Some(failures), Some(suspect)) = (&diagnosis.failures, diagnosis.suspects.first())
        && failures.failing != 0
    {
        list.entry("check", &failures_sentence(failures, suspect));
    }
    for convention in &diagnosis.conventions {
        let names = convention.faults.join(" and ");
        list.entry("allowed", &format!("{names}: {}", convention.text));
    }
    list
}

/// Says how many failing cases of the check an engine with these faults would fail in the same way, and names others.
fn failures_sentence(failures: &ExplainedFailures, suspect: &Suspect) -> String {
    let ExplainedFailures {
        explained,
        failing,
        unexplained,
    } = failures;
    let engine = format!("an engine with {}", faults_word(suspect));
    let mut text = match (explained, failing) {
        (0, 1) => format!("{engine} does not fail the failing case in the same way"),
        (_, 1) => format!("{engine} fails the failing case in the same way"),
        _ => {
            let number = match explained {
                0 => "none".to_owned(),
                _ if explained == failing => "all".to_owned(),
                some => some.to_string(),
            };
            format!(
                "of {failing} failing cases that were compared, {engine} fails {number} in the same way"
            )
        }
    };
    let more = (failing - explained).saturating_sub(unexplained.len());
    if !unexplained.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, "; not {}", unexplained.join(", "));
        if more != 0 {
            let _ = write!(text, " and {more} more");
        }
    }
    text
}

/// Returns "this fault", or "these 2 faults".
fn faults_word(suspect: &Suspect) -> String {
    match suspect.faults.len() {
        1 => "this fault".to_owned(),
        number => format!("these {number} faults"),
    }
}

/// Returns the sentence about correct answers: how much they show. After a check with failures, it says that these
/// answers do not show the failures.
fn no_fault(diagnosis: &DiagnosisRecord) -> String {
    let (ruled_out, all) = (diagnosis.ruled_out, EngineFault::ALL.len());
    let what = format!("these answers rule out {ruled_out} of {all} known faults");
    if let Some(ExplainedFailures { failing, .. }) = &diagnosis.failures {
        let cases = match failing {
            1 => "failing case".to_owned(),
            _ => format!("{failing} failing cases"),
        };
        return format!(
            "No name: none of the {} questions that were asked for naming shows what fails in the {cases} above; {what}.\n",
            diagnosis.answered
        );
    }
    if diagnosis.is_hardly_tested() {
        format!("All answers are correct, but hardly tested: {what}.\n")
    } else {
        format!("All answers are correct: {what}.\n")
    }
}

fn name_faults(list: &mut LabelledList, suspect: &Suspect, diagnosis: &DiagnosisRecord) {
    for fault in &suspect.faults {
        add_fault(list, "fault", fault);
    }
    list.entry("evidence", &evidence(suspect, diagnosis));
    add_contrary_answers(list, suspect);
}

/// Several sets of faults: first what is common to all, then the sets, each with an answer that asks for it.
fn alternatives(list: &mut LabelledList, diagnosis: &DiagnosisRecord) {
    let suspects = &diagnosis.suspects;
    let Some(first) = suspects.first() else {
        return;
    };
    let common = diagnosis.common_faults();
    for fault in &common {
        add_fault(list, "fault", fault);
    }
    let start = if common.is_empty() { "One" } else { "and one" };
    list.text(&format!(
        "{start} of these; the answers of the engine do not distinguish them:\n"
    ));
    for suspect in suspects {
        for fault in suspect.faults.iter().filter(|it| !common.contains(it)) {
            add_fault(list, "either", fault);
        }
    }
    if let Some(answer) = suspects.iter().find_map(|it| it.asked_for_by.as_ref()) {
        list.lines("because", [answer.question.clone()]);
        list.entry("", &format!("got {}", answer.got));
        list.entry(
            "",
            &format!("without them it would be {}", answer.predicted),
        );
    }
    list.entry("evidence", &evidence(first, diagnosis));
}

/// Says how many answers speak for a name, and what kind of answers does not.
fn evidence(suspect: &Suspect, diagnosis: &DiagnosisRecord) -> String {
    let DiagnosisRecord {
        answered,
        positions,
        wrong,
        ..
    } = diagnosis;
    let agrees = suspect.agrees;
    let verb = if suspect.faults.len() == 1 {
        "explains"
    } else {
        "explain"
    };
    let start = format!("{} {verb}", faults_word(suspect));
    let mut text = if suspect.only_deep_counts {
        format!(
            "{start} {agrees} of {answered} answers; the others are counts below positions in which a king can be captured"
        )
    } else if suspect.only_other_topics {
        format!(
            "{start} {agrees} of {answered} answers, including all {wrong} wrong ones; the others are of kinds that \
             this engine always answers correctly"
        )
    } else {
        format!(
            "{start} all {answered} answers to the questions of the diagnosis, about {positions} positions, including the \
             {wrong} wrong ones"
        )
    };
    match suspect.confirmed_by {
        0 => {}
        number => {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                ", and {number} answers to questions that were chosen to refute it"
            );
        }
    }
    text
}

fn partial_fit(list: &mut LabelledList, suspect: &Suspect, diagnosis: &DiagnosisRecord) {
    list.text(
        "No known fault explains the wrong answers. A partial fit, which may not be the fault:\n",
    );
    for fault in &suspect.faults {
        add_fault(list, "fits", fault);
    }
    let which = match suspect.faults.len() {
        1 => "it explains".to_owned(),
        number => format!("these {number} together explain"),
    };
    let (explains, wrong) = (suspect.explains, diagnosis.wrong);
    let evidence = if explains == wrong {
        format!("{which} all {wrong} wrong answers, but no further answer confirms it")
    } else {
        format!(
            "{which} {explains} of the {wrong} wrong answers; {} remain unexplained",
            wrong - explains
        )
    };
    list.entry("evidence", &evidence);
    add_contrary_answers(list, suspect);
}

fn add_fault(list: &mut LabelledList, label: &str, fault: &FaultDescription) {
    list.entry(label, &format!("{}: {}", fault.name, fault.sentence));
    if let Some(sentence) = fault.scope_sentence() {
        list.entry("only", sentence);
    }
    list.entry("look at", &fault.advice);
    if !fault.reports.is_empty() {
        list.reports("seen in", &fault.reports);
    }
}

fn add_contrary_answers(list: &mut LabelledList, suspect: &Suspect) {
    for against in &suspect.against {
        list.lines("against", [against.question.clone()]);
        list.entry("", &format!("got {}", against.got));
        list.entry("", &format!("the fault predicts {}", against.predicted));
    }
}

/// Returns the picture of the counterexample, with the squares to look at.
pub(crate) fn counterexample_picture(counterexample: &CounterexampleRecord) -> Option<Picture> {
    Some(Picture::of_fen(&counterexample.fen)?.mark(&counterexample.squares))
}

/// Returns the counterexample: the board, and what is to be said about it.
pub(crate) fn counterexample(counterexample: &CounterexampleRecord) -> String {
    let board = counterexample_picture(counterexample);
    let board = board.map_or_else(String::new, |it| it.text() + "\n");
    board + &counterexample_facts(counterexample).finish()
}

/// Returns the question of the counterexample, the expected answer and the answer, the rules, and the variants.
pub(crate) fn counterexample_facts(counterexample: &CounterexampleRecord) -> LabelledList {
    let mut list = LabelledList::default();
    list.lines("asked", [counterexample.question.clone()]);
    list.entry("expected", &counterexample.expected);
    list.entry("got", &counterexample.got);
    for rule in &counterexample.rules {
        list.entry("rules", rule);
    }
    if counterexample.original_fen != counterexample.fen {
        let end = if counterexample.is_minimal {
            "the position above is minimal"
        } else {
            "stopped early: the position above may not be minimal"
        };
        list.lines("found in", [counterexample.original_fen.clone()]);
        list.entry("", end);
    }
    for VariantRecord {
        change,
        is_correct,
        conclusion,
        ..
    } in &counterexample.variants
    {
        let word = if *is_correct { "correct" } else { "wrong" };
        let conclusion = conclusion
            .as_ref()
            .map_or(String::new(), |text| format!(". {text}"));
        list.entry("variant", &format!("{change}: {word}{conclusion}"));
    }
    list
}

/// Returns the counterexample as a test, with the name of each language.
pub(crate) fn tests(counterexample: &CounterexampleRecord) -> [(&'static str, &str); 3] {
    let tests = &counterexample.tests;
    [
        ("Rust", &tests.rust),
        ("C++", &tests.cpp),
        ("Python", &tests.python),
    ]
}

/// Returns the counterexample as a test in each language.
pub(crate) fn test_snippets(counterexample: &CounterexampleRecord) -> String {
    let mut text = String::new();
    for (language, test) in tests(counterexample) {
        let _ = writeln!(text, "{BOLD}As a test in {language}{BOLD:#}\n\n{test}");
    }
    text
}

#[cfg(test)]
mod tests {
    use passant_report::DiagnosisRecord;

    use super::body;

    /// A known fault may still explain the answers if few questions were asked.
    #[test]
    fn questions_that_were_not_asked_rule_nothing_out() {
        let mut diagnosis: DiagnosisRecord = serde_json::from_value(serde_json::json!({
            "answered": 11, "positions": 2, "wrong": 4, "outcome": "unknown", "suspects": [],
            "conventions": [], "counterexample": null, "unanswered": [], "is_complete": false
        }))
        .unwrap();
        let text = body(&diagnosis).finish();
        assert!(
            text.starts_with("No fault is named: the time was up"),
            "{text}"
        );
        assert!(text.contains("after 11 answers"), "{text}");
        diagnosis.is_complete = true;
        assert!(
            body(&diagnosis)
                .finish()
                .starts_with("No known fault explains")
        );
    }

    #[test]
    fn counts_the_failing_cases_that_no_answer_shows() {
        for (failing, said) in [
            (1, "in the failing case above"),
            (2, "in the 2 failing cases above"),
        ] {
            let diagnosis: DiagnosisRecord = serde_json::from_value(serde_json::json!({
                "answered": 90, "positions": 9, "wrong": 0, "outcome": "sound", "conventions": [],
                "counterexample": null, "unanswered": [], "is_complete": true, "suspects": [],
                "failures": {"explained": 0, "failing": failing, "unexplained": []},
            }))
            .unwrap();
            let text = super::no_fault(&diagnosis);
            assert!(text.contains(said), "{text}");
        }
    }

    /// What one of two faults explains is not what both do.
    #[test]
    fn failing_cases_that_are_not_explained_are_named() {
        let fault = |name: &str| serde_json::json!({"name": name, "sentence": "", "advice": "", "reports": []});
        let diagnosis: DiagnosisRecord = serde_json::from_value(serde_json::json!({
            "answered": 90, "positions": 9, "wrong": 4, "outcome": "named", "conventions": [], "counterexample": null,
            "unanswered": [], "is_complete": true,
            "failures": {"explained": 46, "failing": 49, "unexplained": ["a/b/c", "a/b/d"]},
            "suspects": [{"faults": [fault("one"), fault("two")], "agrees": 90, "explains": 4, "against": [],
                          "only_deep_counts": false, "only_other_topics": false, "confirmed_by": 0, "asked_for_by": null}]
        }))
        .unwrap();
        let text = body(&diagnosis).finish();
        for said in [
            "these 2 faults explain all 90 answers",
            "of 49 failing cases that were compared, an engine with these 2 faults",
            "fails 46 in the same way; not a/b/c, a/b/d and 1 more",
        ] {
            assert!(text.contains(said), "{said} in:\n{text}");
        }
    }
}
