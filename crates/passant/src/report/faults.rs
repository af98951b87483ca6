//! The faults that are known by name, as text and as JSON.

use std::fmt::Write;
use std::io;

use anstyle::Style;
use passant_oracle::{Ask, EngineFault, Family, FaultSet};
use serde_json::{Value, json};

use super::board;
use super::sheet::Sheet;

const BOLD: Style = Style::new().bold();

/// All faults with their sentences, family by family.
pub(crate) fn list() -> String {
    let mut text = String::new();
    for family in Family::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{BOLD}{family}{BOLD:#}: {}", family.sentence());
        for fault in EngineFault::ALL
            .iter()
            .filter(|fault| fault.family() == family)
        {
            let _ = writeln!(text, "  {fault:27} {}", fault.sentence());
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "{} faults; passant faults NAME draws a position that shows one",
        EngineFault::ALL.len()
    );
    text
}

/// What a fault does, a position that shows it, and what to look at.
pub(crate) fn explain(fault: EngineFault) -> String {
    let question = fault.example();
    let setup = &question.line.setup;
    let mut sheet = Sheet::default();
    sheet.plain(&format!("{BOLD}{fault}{BOLD:#}\n\n"));
    sheet.entry("does", BOLD, fault.sentence());
    let family = format!("{}: {}", fault.family(), fault.family().sentence());
    sheet.entry("family", BOLD, &family);
    sheet.plain("\n");
    sheet.plain(&board::draw(&setup.board, setup.en_passant));
    sheet.plain("\n");
    sheet.lines("FEN", BOLD, [setup.fen().to_string()]);
    if !question.line.steps.is_empty() {
        sheet.lines("moves", BOLD, [question.line.steps.join(" ")]);
    }
    sheet.entry("asked", BOLD, &meaning(&question.ask));
    sheet.entry("right", BOLD, &question.answer(FaultSet::NONE));
    sheet.entry("wrong", BOLD, &question.answer(fault.into()));
    sheet.plain("\n");
    sheet.entry("look at", BOLD, fault.advice());
    let reports = fault.reports();
    if !reports.is_empty() {
        sheet.entry("seen in", BOLD, &reports.join(", "));
    }
    sheet.finish()
}

/// An array with an object for each fault.
pub(crate) fn json(faults: &[EngineFault]) -> io::Result<String> {
    let objects: Vec<_> = faults.iter().copied().map(fault_json).collect();
    Ok(serde_json::to_string_pretty(&objects)? + "\n")
}

fn fault_json(fault: EngineFault) -> Value {
    let question = fault.example();
    json!({
        "name": fault.name(),
        "family": fault.family().name(),
        "sentence": fault.sentence(),
        "question": {
            "fen": &question.line.setup.fen()[..],
            "moves": &question.line.steps,
            "ask": question.ask.to_string(),
        },
        "right": question.answer(FaultSet::NONE),
        "wrong": question.answer(fault.into()),
        "advice": fault.advice(),
        "reports": fault.reports(),
    })
}

/// What is asked, as a person would say it.
fn meaning(ask: &Ask) -> String {
    match ask {
        Ask::Moves => "for the legal moves".to_owned(),
        Ask::Count(depth) => format!("for the number of leaf nodes at depth {depth}"),
        Ask::Fen => "for the FEN".to_owned(),
        Ask::Key(line) => format!("whether the key is that of {line}"),
        Ask::Same(line) => format!("whether the position is the same as {line}"),
        Ask::Occurrences => "how many times the position has occurred".to_owned(),
        Ask::San(mv) => format!("for {mv} in SAN"),
        Ask::Read(san) => format!("for the FEN after {san}"),
        Ask::Victim(mv) => format!("where the man stands that {mv} takes"),
    }
}
