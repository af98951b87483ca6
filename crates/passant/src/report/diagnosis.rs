//! A diagnosis, as the author of an engine reads it.

use std::fmt::Write;
use std::io;

use anstyle::Style;
use passant_rules::{Setup, Square};

use super::board;
use super::sheet::Sheet;
use passant_judge::diagnosis::report::{FaultDescription, Suspect};
use passant_judge::diagnosis::variants::VariantResult;
use passant_judge::diagnosis::{Counterexample, Diagnosis, DiagnosisOutcome};

const BOLD: Style = Style::new().bold();

/// How many questions without an answer are told.
const UNANSWERED: usize = 5;

/// What is wrong with an engine, by name if it has one, and the answer that shows it best.
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
    let untold = diagnosis.unanswered.len().saturating_sub(UNANSWERED);
    for trouble in diagnosis.unanswered.iter().take(UNANSWERED) {
        let _ = writeln!(text, "not answered: {trouble}");
    }
    if untold != 0 {
        let _ = writeln!(text, "not answered: {untold} more");
    }
    if !diagnosis.is_complete {
        text += "Not all questions were put: time was up, or the engine has failed too often.\n";
    }
    text
}

/// The examination as one JSON object.
pub(crate) fn json(diagnosis: &Diagnosis) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(diagnosis)? + "\n")
}

/// The diagnosis alone: what it is, why, and what to look at.
pub(crate) fn body(diagnosis: &Diagnosis) -> String {
    let mut text = String::new();
    match diagnosis.outcome {
        DiagnosisOutcome::NotAsked => text += "Nothing could be asked: no diagnosis.\n",
        DiagnosisOutcome::Sound => text += "All answers are right: no diagnosis.\n",
        DiagnosisOutcome::Named => {
            for suspect in &diagnosis.suspects {
                text += &named(suspect, diagnosis);
            }
        }
        DiagnosisOutcome::OneOf => {
            text += "It is one of these; the questions that it answers do not tell them apart:\n\n";
            for suspect in &diagnosis.suspects {
                text += &named(suspect, diagnosis);
                text.push('\n');
            }
        }
        DiagnosisOutcome::Nearest => {
            for suspect in &diagnosis.suspects {
                text += &nearest(suspect, diagnosis);
            }
        }
        DiagnosisOutcome::Unknown => {
            text += "No fault that has a name gives any of the wrong answers.\n"
        }
    }
    let mut sheet = Sheet::default();
    for convention in &diagnosis.conventions {
        let names = convention.faults.join(" and ");
        sheet.entry("allowed", BOLD, &format!("{names}: {}", convention.text));
    }
    text + &sheet.finish()
}

fn named(suspect: &Suspect, diagnosis: &Diagnosis) -> String {
    let mut sheet = Sheet::default();
    for fault in &suspect.faults {
        describe(&mut sheet, fault);
    }
    let because = if suspect.only_deep_counts {
        format!(
            "an engine with it gives {} of {} answers; only counts below positions in which a king can be taken differ",
            suspect.agrees, diagnosis.answered
        )
    } else if suspect.only_other_topics {
        format!(
            "an engine with it gives {} of {} answers, and all {} wrong ones; the others are about things that this \
             one has right throughout",
            suspect.agrees, diagnosis.answered, diagnosis.wrong
        )
    } else {
        format!(
            "an engine with it gives all {} answers about {} positions, the {} wrong ones included",
            diagnosis.answered, diagnosis.positions, diagnosis.wrong
        )
    };
    sheet.entry("because", BOLD, &because);
    against(&mut sheet, suspect);
    sheet.finish()
}

fn nearest(suspect: &Suspect, diagnosis: &Diagnosis) -> String {
    let mut sheet = Sheet::default();
    sheet.entry(
        "fault",
        BOLD,
        &format!(
            "none that is known, nor two of them together. The nearest is {}, and it is not that",
            suspect.names()
        ),
    );
    let number = format!(
        "it would give {} of the {} wrong answers, and would have answered {} of {} questions otherwise",
        suspect.explains,
        diagnosis.wrong,
        diagnosis.answered - suspect.agrees,
        diagnosis.answered
    );
    sheet.entry("evidence", BOLD, &number);
    against(&mut sheet, suspect);
    sheet.finish()
}

fn describe(sheet: &mut Sheet, fault: &FaultDescription) {
    sheet.entry(
        "fault",
        BOLD,
        &format!("{}: {}", fault.name, fault.sentence),
    );
    sheet.entry("look at", BOLD, &fault.advice);
    if !fault.reports.is_empty() {
        sheet.entry("seen in", BOLD, &fault.reports.join(", "));
    }
}

fn against(sheet: &mut Sheet, suspect: &Suspect) {
    for against in &suspect.against {
        sheet.lines("against", BOLD, [against.question.clone()]);
        sheet.entry("", BOLD, &format!("came {}", against.got));
        sheet.entry("", BOLD, &format!("it would be {}", against.predicted));
    }
}

/// The board, what was asked, what is right, what came, and what follows from its neighbours.
pub(crate) fn shown(counterexample: &Counterexample) -> String {
    let mut sheet = Sheet::default();
    if let Ok(setup) = Setup::from_fen(&counterexample.fen) {
        let squares = counterexample.squares.iter();
        let marked = squares.filter_map(|name| Square::from_name(name)).collect();
        sheet.plain(&board::draw_marked(&setup.board, setup.en_passant, marked));
        sheet.plain("\n");
    }
    sheet.lines("asked", BOLD, [counterexample.question.clone()]);
    sheet.entry("expected", BOLD, &counterexample.expected);
    sheet.entry("came", BOLD, &counterexample.got);
    for rule in &counterexample.rules {
        sheet.entry("rules", BOLD, rule);
    }
    if counterexample.original_fen != counterexample.fen {
        let end = if counterexample.is_minimal {
            "nothing more can be left out of the position above"
        } else {
            "stopped early: more might be left out of the position above"
        };
        sheet.lines("found in", BOLD, [counterexample.original_fen.clone()]);
        sheet.entry("", BOLD, end);
    }
    for VariantResult {
        change,
        is_correct,
        conclusion,
        ..
    } in &counterexample.variants
    {
        let word = if *is_correct { "right" } else { "wrong" };
        let conclusion = conclusion
            .as_ref()
            .map_or(String::new(), |conclusion| format!(". {conclusion}"));
        sheet.entry("nearby", BOLD, &format!("{change}: {word}{conclusion}"));
    }
    sheet.finish()
}

/// The tests, each under the name of its language.
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
