//! The built-in cases as text, EPD and JSON.

mod play;
mod state;

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use passant_report::pretty_json;
use passant_rules::Move;
use passant_suite::{Case, Reach, Selection, Suites};
use serde_json::{Value, json};

/// A table with a line for each file: first the positions, then the questions about games and the moves to play.
pub(crate) fn overview(suites: &Suites) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["suite", "cases", "nodes at maximum depth"]);
    for suite in suites.suites() {
        let nodes: u64 = suite
            .cases
            .iter()
            .filter_map(|case| case.perft.last())
            .sum();
        table.add_row([
            suite.name.clone(),
            suite.cases.len().to_string(),
            nodes.to_string(),
        ]);
    }
    for suite in suites.state_suites() {
        let cases = suite.cases.len().to_string();
        table.add_row([suite.name.clone(), cases, "-".to_owned()]);
    }
    for suite in suites.play_suites() {
        let cases = suite.cases.len().to_string();
        table.add_row([suite.name.clone(), cases, "-".to_owned()]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt() + "\n"
}

/// A paragraph for each case.
pub(crate) fn cases(selection: &Selection) -> String {
    let mut text = String::new();
    for case in &selection.cases {
        let reach = match case.reach {
            Reach::Reachable => "",
            Reach::Unreachable => " (unreachable)",
            Reach::Bogus => " (bogus)",
        };
        let _ = writeln!(
            text,
            "{}{reach}\n  {}\n  {}\n  perft {}",
            case.address,
            case.fen,
            case.why,
            perft(case)
        );
        for (title, moves) in [("legal", &case.legal), ("illegal", &case.illegal)] {
            if !moves.is_empty() {
                let _ = writeln!(text, "  {title} {}", uci_moves(moves).join(" "));
            }
        }
        text.push('\n');
    }
    text + &state::cases(&selection.state_cases) + &play::cases(&selection.play_cases)
}

/// An EPD line for each position, for other perft programs.
pub(crate) fn epd<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    cases.map(|case| case.epd() + "\n").collect()
}

/// A JSON array with an object for each case.
pub(crate) fn json(selection: &Selection) -> Result<String, std::io::Error> {
    let positions = selection.cases.iter().map(case_json);
    let questions = selection.state_cases.iter().map(state::case_json);
    let played = selection.play_cases.iter().map(play::case_json);
    let objects: Vec<Value> = positions.chain(questions).chain(played).collect();
    pretty_json(&objects)
}

fn case_json(case: &Case) -> Value {
    let reach = match case.reach {
        Reach::Reachable => "reachable",
        Reach::Unreachable => "unreachable",
        Reach::Bogus => "bogus",
    };
    json!({
        "address": case.address,
        "fen": case.fen,
        "class": case.class,
        "legal": uci_moves(&case.legal),
        "illegal": uci_moves(&case.illegal),
        "perft": case.perft,
        "why": case.why,
        "source": case.source,
        "confirmed": case.confirmed,
        "reach": reach,
    })
}

fn perft(case: &Case) -> String {
    let counts: Vec<_> = case.perft.iter().map(u64::to_string).collect();
    counts.join(" ")
}

/// The moves in UCI notation.
fn uci_moves(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.uci().to_string()).collect()
}
