//! A diagnosis, as the author of an engine reads it.

use std::fmt::Write;

use anstyle::Style;
use passant_oracle::{Ask, Fault};

use super::board;
use super::sheet::Sheet;
use crate::diagnosis::naming::{Diagnosis, Evidence, Observation};
use crate::verdict;

const BOLD: Style = Style::new().bold();

/// How many answers that speak against a fault are shown.
const SHOWN: usize = 3;

/// What is wrong with an engine, by name if it has one, and the answer that shows it best.
pub(crate) fn text(
    engine: &str,
    diagnosis: &Diagnosis,
    observations: &[Observation<'_>],
    troubles: &[String],
) -> String {
    let mut text = String::new();
    let wrong = observations
        .iter()
        .filter(|it| it.answer != it.row.right)
        .count();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{engine}: {} questions, {wrong} wrong answers\n",
        observations.len()
    );
    match diagnosis {
        Diagnosis::Sound if observations.is_empty() => {
            text += "Nothing could be asked: no diagnosis.\n";
        }
        Diagnosis::Sound => text += "All answers are right: no diagnosis.\n",
        Diagnosis::Named(evidence) => text += &named(evidence, observations),
        Diagnosis::OneOf(all) => {
            text += "It is one of these; the questions that it answers do not tell them apart:\n\n";
            for evidence in all {
                text += &named(evidence, observations);
                text.push('\n');
            }
        }
        Diagnosis::Nearest(evidence) => text += &nearest(evidence, observations),
        Diagnosis::Unknown => {
            text += "No fault that has a name gives any of these answers.\n";
        }
    }
    text.push('\n');
    text += &first_wrong(observations);
    for trouble in troubles {
        let _ = writeln!(text, "not answered: {trouble}");
    }
    text
}

fn named(evidence: &Evidence, observations: &[Observation<'_>]) -> String {
    let mut sheet = Sheet::default();
    for fault in evidence.faults.iter() {
        describe(&mut sheet, fault);
    }
    let number = format!(
        "an engine with it gives all {} answers, the {} wrong ones included",
        evidence.asked, evidence.wrong
    );
    let all_but = format!(
        "an engine with it gives {} of {} answers; only counts below positions in which a king can be taken differ",
        evidence.asked - evidence.against.len(),
        evidence.asked
    );
    let is_exact = evidence.against.is_empty();
    sheet.entry("because", BOLD, if is_exact { &number } else { &all_but });
    if !is_exact {
        against(&mut sheet, evidence, observations);
    }
    sheet.finish()
}

fn nearest(evidence: &Evidence, observations: &[Observation<'_>]) -> String {
    let mut sheet = Sheet::default();
    sheet.plain(&format!(
        "No known fault, and no two of them, give these answers. The nearest is {}, and it is not that:\n\n",
        evidence.names()
    ));
    let number = format!(
        "it would give {} of the {} wrong answers, and would have answered {} questions otherwise",
        evidence.explains,
        evidence.wrong,
        evidence.against.len()
    );
    sheet.entry("evidence", BOLD, &number);
    against(&mut sheet, evidence, observations);
    sheet.finish()
}

fn describe(sheet: &mut Sheet, fault: Fault) {
    sheet.entry("fault", BOLD, &format!("{fault}: {}", fault.sentence()));
    sheet.entry("look at", BOLD, fault.advice());
    if !fault.reports().is_empty() {
        sheet.entry("seen in", BOLD, &fault.reports().join(", "));
    }
}

fn against(sheet: &mut Sheet, evidence: &Evidence, observations: &[Observation<'_>]) {
    for &number in evidence.against.iter().take(SHOWN) {
        if let Some(it) = observations.get(number) {
            let question = &it.row.question;
            sheet.lines("against", BOLD, [question.to_string()]);
            let predicted = question.answer(evidence.faults);
            sheet.entry("", BOLD, &format!("came {}", it.answer));
            sheet.entry("", BOLD, &format!("it would be {predicted}"));
        }
    }
}

/// The wrong answer with the fewest men on the board, about moves if there is one.
fn first_wrong(observations: &[Observation<'_>]) -> String {
    let wrong = observations.iter().filter(|it| it.answer != it.row.right);
    let first = wrong.min_by_key(|it| {
        let setup = &it.row.question.line.setup;
        let is_about_moves = it.row.question.ask == Ask::Moves;
        (!is_about_moves, setup.board.iter().count())
    });
    let Some(it) = first else {
        return String::new();
    };
    let question = &it.row.question;
    let setup = &question.line.setup;
    let mut sheet = Sheet::default();
    sheet.plain(&board::draw(&setup.board, setup.en_passant));
    sheet.plain("\n");
    sheet.lines("asked", BOLD, [question.to_string()]);
    sheet.entry("expected", BOLD, &it.row.right);
    sheet.entry("came", BOLD, &it.answer);
    if let Ok((position, _)) = setup.repair() {
        for candidate in verdict::candidates(&position) {
            sheet.entry("rules", BOLD, &(candidate.sentence() + "."));
        }
    }
    sheet.finish()
}
