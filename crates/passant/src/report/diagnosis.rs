//! A diagnosis, as the author of an engine reads it.

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

/// How many questions without an answer are told.
const UNANSWERED: usize = 5;

/// What is wrong with an engine, by name if it has one, and the answer that shows it best.
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
    let untold = examination.unanswered.len().saturating_sub(UNANSWERED);
    for trouble in examination.unanswered.iter().take(UNANSWERED) {
        let _ = writeln!(text, "not answered: {trouble}");
    }
    if untold != 0 {
        let _ = writeln!(text, "not answered: {untold} more");
    }
    if !examination.is_complete {
        text += "Not all questions were put: time was up, or the engine has failed too often.\n";
    }
    text
}

/// The examination as one JSON object.
pub(crate) fn json(examination: &Examination) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(examination)? + "\n")
}

/// The diagnosis alone: what it is, why, and what to look at.
pub(crate) fn body(examination: &Examination) -> String {
    let mut text = String::new();
    match examination.outcome {
        Outcome::NotAsked => text += "Nothing could be asked: no diagnosis.\n",
        Outcome::Sound => text += "All answers are right: no diagnosis.\n",
        Outcome::Named => {
            for suspect in &examination.suspects {
                text += &named(suspect, examination);
            }
        }
        Outcome::OneOf => {
            text += "It is one of these; the questions that it answers do not tell them apart:\n\n";
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
        Outcome::Unknown => text += "No fault that has a name gives any of the wrong answers.\n",
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
    let because = if suspect.only_deep_counts {
        format!(
            "an engine with it gives {} of {} answers; only counts below positions in which a king can be taken differ",
            suspect.agrees, examination.asked
        )
    } else if suspect.only_elsewhere {
        format!(
            "an engine with it gives {} of {} answers, and all {} wrong ones; the others are about things that this \
             one has right throughout",
            suspect.agrees, examination.asked, examination.wrong
        )
    } else {
        format!(
            "an engine with it gives all {} answers about {} positions, the {} wrong ones included",
            examination.asked, examination.cases, examination.wrong
        )
    };
    list.entry("because", BOLD, &because);
    against(&mut list, suspect);
    list.finish()
}

fn nearest(suspect: &Suspect, examination: &Examination) -> String {
    let mut list = LabelledList::default();
    list.entry(
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
        list.entry("", BOLD, &format!("came {}", against.came));
        list.entry("", BOLD, &format!("it would be {}", against.predicted));
    }
}

/// The board, what was asked, what is right, what came, and what follows from its neighbours.
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
    list.entry("came", BOLD, &exhibit.came);
    for rule in &exhibit.rules {
        list.entry("rules", BOLD, rule);
    }
    if exhibit.found != exhibit.fen {
        let end = if exhibit.is_minimal {
            "nothing more can be left out of the position above"
        } else {
            "stopped early: more might be left out of the position above"
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
        let word = if *is_right { "right" } else { "wrong" };
        let says = says
            .as_ref()
            .map_or(String::new(), |says| format!(". {says}"));
        list.entry("nearby", BOLD, &format!("{change}: {word}{says}"));
    }
    list.finish()
}

/// The tests, each under the name of its language.
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
