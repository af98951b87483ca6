//! A diagnosis as text and as JSON.

use std::fmt::Write;
use std::io;

use anstyle::Style;
use passant_oracle::EngineFault;
use passant_report::pretty_json;
use passant_rules::{Setup, Square};

use super::board;
use super::labelled_list::LabelledList;
use passant_judge::diagnosis::report::{FaultDescription, Suspect};
use passant_judge::diagnosis::variants::VariantResult;
use passant_judge::diagnosis::{Counterexample, Diagnosis, DiagnosisOutcome, ExplainedFailures};

const BOLD: Style = Style::new().bold();

/// The maximum number of unanswered questions that are listed.
const UNANSWERED: usize = 5;

/// The diagnosis of an engine with its counterexample.
pub(crate) fn text(engine: &str, diagnosis: &Diagnosis) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{engine}: {} questions about {} positions, {} wrong answers\n",
        diagnosis.answered, diagnosis.positions, diagnosis.wrong
    );
    text += &body(diagnosis);
    if let Some(counterexample) = &diagnosis.counterexample {
        text.push('\n');
        text += &shown(counterexample);
        text.push('\n');
        text += &pasted(counterexample);
    }
    let omitted = diagnosis.unanswered.len().saturating_sub(UNANSWERED);
    for trouble in diagnosis.unanswered.iter().take(UNANSWERED) {
        let _ = writeln!(text, "not answered: {trouble}");
    }
    if omitted != 0 {
        let _ = writeln!(text, "not answered: {omitted} more");
    }
    if !diagnosis.is_complete {
        text += "Not all questions were asked: the time was up, or the engine failed too often.\n";
    }
    text
}

/// The diagnosis as a JSON object.
pub(crate) fn json(diagnosis: &Diagnosis) -> io::Result<String> {
    pretty_json(diagnosis)
}

/// The diagnosis without the counterexample: the fault, the evidence, and what to look at.
pub(crate) fn body(diagnosis: &Diagnosis) -> String {
    let mut text = String::new();
    match diagnosis.outcome {
        DiagnosisOutcome::NotAsked => text += "No question could be asked: no diagnosis.\n",
        DiagnosisOutcome::Sound => text += &sound(diagnosis),
        DiagnosisOutcome::Named => {
            for suspect in &diagnosis.suspects {
                text += &named(suspect, diagnosis);
            }
        }
        DiagnosisOutcome::OneOf => {
            text += "One of these faults; the answers of the engine do not distinguish them:\n\n";
            for suspect in &diagnosis.suspects {
                text += &named(suspect, diagnosis);
                text.push('\n');
            }
        }
        DiagnosisOutcome::InPart => {
            for suspect in &diagnosis.suspects {
                text += &in_part(suspect, diagnosis);
            }
        }
        DiagnosisOutcome::Nearest => {
            for suspect in &diagnosis.suspects {
                text += &nearest(suspect, diagnosis);
            }
        }
        DiagnosisOutcome::Unknown => text += "No known fault explains any of the wrong answers.\n",
    }
    let mut list = LabelledList::default();
    if let Some(ExplainedFailures { explained, failing }) = diagnosis.failures {
        let text =
            format!("the fault explains {explained} of the {failing} failures that were compared");
        list.entry("check", BOLD, &text);
    }
    for convention in &diagnosis.conventions {
        let names = convention.faults.join(" and ");
        list.entry("allowed", BOLD, &format!("{names}: {}", convention.text));
    }
    text + &list.finish()
}

/// All answers are correct: how much they show.
fn sound(diagnosis: &Diagnosis) -> String {
    let (ruled_out, all) = (diagnosis.ruled_out, EngineFault::ALL.len());
    let what = format!("these answers rule out {ruled_out} of {all} known faults");
    if diagnosis.is_hardly_tested() {
        format!("All answers are correct, but hardly tested: {what}.\n")
    } else {
        format!("All answers are correct: {what}.\n")
    }
}

fn named(suspect: &Suspect, diagnosis: &Diagnosis) -> String {
    let mut list = LabelledList::default();
    for fault in &suspect.faults {
        describe(&mut list, fault);
    }
    let evidence = if suspect.only_deep_counts {
        format!(
            "this fault explains {} of {} answers; the others are counts below positions in which a king can be captured",
            suspect.agrees, diagnosis.answered
        )
    } else if suspect.only_other_topics {
        format!(
            "this fault explains {} of {} answers, including all {} wrong ones; the others are of kinds that this engine \
             always answers correctly",
            suspect.agrees, diagnosis.answered, diagnosis.wrong
        )
    } else {
        format!(
            "this fault explains all {} answers about {} positions, including the {} wrong ones",
            diagnosis.answered, diagnosis.positions, diagnosis.wrong
        )
    };
    list.entry("evidence", BOLD, &evidence);
    against(&mut list, suspect);
    list.finish()
}

fn in_part(suspect: &Suspect, diagnosis: &Diagnosis) -> String {
    let mut list = LabelledList::default();
    for fault in &suspect.faults {
        describe(&mut list, fault);
    }
    let which = match suspect.faults.len() {
        1 => "this fault explains".to_owned(),
        number => format!("these {number} faults together explain"),
    };
    let evidence = format!(
        "{which} {} of the {} wrong answers; {} remain unexplained",
        suspect.explains,
        diagnosis.wrong,
        diagnosis.wrong - suspect.explains
    );
    list.entry("evidence", BOLD, &evidence);
    against(&mut list, suspect);
    list.finish()
}

fn nearest(suspect: &Suspect, diagnosis: &Diagnosis) -> String {
    let mut list = LabelledList::default();
    list.entry(
        "fault",
        BOLD,
        &format!(
            "unknown; neither one known fault nor two together. The nearest is {}, but answers contradict it",
            suspect.names()
        ),
    );
    let number = format!(
        "the nearest fault explains {} of the {} wrong answers; {} of all {} answers contradict it",
        suspect.explains,
        diagnosis.wrong,
        diagnosis.answered - suspect.agrees,
        diagnosis.answered
    );
    list.entry("evidence", BOLD, &number);
    against(&mut list, suspect);
    list.finish()
}

fn describe(list: &mut LabelledList, fault: &FaultDescription) {
    list.entry(
        "fault",
        BOLD,
        &format!("{}: {}", fault.name, fault.sentence),
    );
    list.entry("look at", BOLD, &fault.advice);
    if !fault.reports.is_empty() {
        list.entry("seen in", BOLD, &fault.reports.join(", "));
    }
}

fn against(list: &mut LabelledList, suspect: &Suspect) {
    for against in &suspect.against {
        list.lines("against", BOLD, [against.question.clone()]);
        list.entry("", BOLD, &format!("got {}", against.got));
        list.entry(
            "",
            BOLD,
            &format!("the fault predicts {}", against.predicted),
        );
    }
}

/// The counterexample: the board, the question, the expected answer and the answer, the rules, and the variants.
pub(crate) fn shown(counterexample: &Counterexample) -> String {
    let mut list = LabelledList::default();
    if let Ok(setup) = Setup::from_fen(&counterexample.fen) {
        let squares = counterexample.squares.iter();
        let marked = squares.filter_map(|name| Square::from_name(name)).collect();
        list.plain(&board::draw_marked(&setup.board, setup.en_passant, marked));
        list.plain("\n");
    }
    list.lines("asked", BOLD, [counterexample.question.clone()]);
    list.entry("expected", BOLD, &counterexample.expected);
    list.entry("got", BOLD, &counterexample.got);
    for rule in &counterexample.rules {
        list.entry("rules", BOLD, rule);
    }
    if counterexample.original_fen != counterexample.fen {
        let end = if counterexample.is_minimal {
            "the position above is minimal"
        } else {
            "stopped early: the position above may not be minimal"
        };
        list.lines("found in", BOLD, [counterexample.original_fen.clone()]);
        list.entry("", BOLD, end);
    }
    for VariantResult {
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
        list.entry("variant", BOLD, &format!("{change}: {word}{conclusion}"));
    }
    list.finish()
}

/// The counterexample as a test in each language.
pub(crate) fn pasted(counterexample: &Counterexample) -> String {
    let tests = &counterexample.tests;
    let mut text = String::new();
    for (language, test) in [
        ("Rust", &tests.rust),
        ("C++", &tests.cpp),
        ("Python", &tests.python),
    ] {
        let _ = writeln!(text, "{BOLD}As a test in {language}{BOLD:#}\n\n{test}");
    }
    text
}
