//! A diagnosis as text and as JSON.

use std::fmt::Write;
use std::io;

use anstyle::Style;
use passant_rules::{Setup, Square};

use super::board;
use super::labelled_list::LabelledList;
use passant_judge::diagnosis::examination::{Described, Suspect};
use passant_judge::diagnosis::neighbours::Neighbour;
use passant_judge::diagnosis::{Examination, Exhibit, Outcome};

const BOLD: Style = Style::new().bold();

/// The maximum number of unanswered questions that are listed.
const UNANSWERED: usize = 5;

/// The diagnosis of an engine with its counterexample.
pub(crate) fn text(engine: &str, examination: &Examination) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{engine}: {} questions about {} positions, {} wrong answers\n",
        examination.asked, examination.cases, examination.wrong
    );
    text += &body(examination);
    if let Some(exhibit) = &examination.exhibit {
        text.push('\n');
        text += &shown(exhibit);
        text.push('\n');
        text += &pasted(exhibit);
    }
    let omitted = examination.unanswered.len().saturating_sub(UNANSWERED);
    for trouble in examination.unanswered.iter().take(UNANSWERED) {
        let _ = writeln!(text, "not answered: {trouble}");
    }
    if omitted != 0 {
        let _ = writeln!(text, "not answered: {omitted} more");
    }
    if !examination.is_complete {
        text += "Not all questions were asked: the time was up, or the engine failed too often.\n";
    }
    text
}

/// The diagnosis as a JSON object.
pub(crate) fn json(examination: &Examination) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(examination)? + "\n")
}

/// The diagnosis without the counterexample: the fault, the evidence, and what to look at.
pub(crate) fn body(examination: &Examination) -> String {
    let mut text = String::new();
    match examination.outcome {
        Outcome::NotAsked => text += "No question could be asked: no diagnosis.\n",
        Outcome::Sound => text += "All answers are correct: no diagnosis.\n",
        Outcome::Named => {
            for suspect in &examination.suspects {
                text += &named(suspect, examination);
            }
        }
        Outcome::OneOf => {
            text += "One of these faults; the answers of the engine do not distinguish them:\n\n";
            for suspect in &examination.suspects {
                text += &named(suspect, examination);
                text.push('\n');
            }
        }
        Outcome::Nearest => {
            for suspect in &examination.suspects {
                text += &nearest(suspect, examination);
            }
        }
        Outcome::Unknown => text += "No known fault explains any of the wrong answers.\n",
    }
    let mut list = LabelledList::default();
    for habit in &examination.habits {
        let names = habit.faults.join(" and ");
        list.entry("allowed", BOLD, &format!("{names}: {}", habit.says));
    }
    text + &list.finish()
}

fn named(suspect: &Suspect, examination: &Examination) -> String {
    let mut list = LabelledList::default();
    for fault in &suspect.faults {
        describe(&mut list, fault);
    }
    let evidence = if suspect.only_deep_counts {
        format!(
            "this fault explains {} of {} answers; the others are counts below positions in which a king can be captured",
            suspect.agrees, examination.asked
        )
    } else if suspect.only_elsewhere {
        format!(
            "this fault explains {} of {} answers, including all {} wrong ones; the others are of kinds that this engine \
             always answers correctly",
            suspect.agrees, examination.asked, examination.wrong
        )
    } else {
        format!(
            "this fault explains all {} answers about {} positions, including the {} wrong ones",
            examination.asked, examination.cases, examination.wrong
        )
    };
    list.entry("evidence", BOLD, &evidence);
    against(&mut list, suspect);
    list.finish()
}

fn nearest(suspect: &Suspect, examination: &Examination) -> String {
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
        examination.wrong,
        examination.asked - suspect.agrees,
        examination.asked
    );
    list.entry("evidence", BOLD, &number);
    against(&mut list, suspect);
    list.finish()
}

fn describe(list: &mut LabelledList, fault: &Described) {
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
        list.entry("", BOLD, &format!("got {}", against.came));
        list.entry(
            "",
            BOLD,
            &format!("the fault predicts {}", against.predicted),
        );
    }
}

/// The counterexample: the board, the question, the expected answer and the answer, the rules, and the variants.
pub(crate) fn shown(exhibit: &Exhibit) -> String {
    let mut list = LabelledList::default();
    if let Ok(setup) = Setup::from_fen(&exhibit.fen) {
        let squares = exhibit.squares.iter();
        let marked = squares.filter_map(|name| Square::from_name(name)).collect();
        list.plain(&board::draw_marked(&setup.board, setup.en_passant, marked));
        list.plain("\n");
    }
    list.lines("asked", BOLD, [exhibit.question.clone()]);
    list.entry("expected", BOLD, &exhibit.expected);
    list.entry("got", BOLD, &exhibit.came);
    for rule in &exhibit.rules {
        list.entry("rules", BOLD, rule);
    }
    if exhibit.found != exhibit.fen {
        let end = if exhibit.is_minimal {
            "the position above is minimal"
        } else {
            "stopped early: the position above may not be minimal"
        };
        list.lines("found in", BOLD, [exhibit.found.clone()]);
        list.entry("", BOLD, end);
    }
    for Neighbour {
        change,
        is_right,
        says,
        ..
    } in &exhibit.neighbours
    {
        let word = if *is_right { "correct" } else { "wrong" };
        let says = says
            .as_ref()
            .map_or(String::new(), |says| format!(". {says}"));
        list.entry("variant", BOLD, &format!("{change}: {word}{says}"));
    }
    list.finish()
}

/// The counterexample as a test in each language.
pub(crate) fn pasted(exhibit: &Exhibit) -> String {
    let tests = &exhibit.tests;
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
