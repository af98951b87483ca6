//! The built-in positions as text, EPD and JSON.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use passant_rules::Move;
use passant_suite::{Case, Reach, Suite};
use serde_json::{Value, json};

/// A line for each file of positions.
pub(crate) fn overview(suites: &[Suite]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["suite", "positions", "nodes, deepest counts"]);
    for suite in suites {
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
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt() + "\n"
}

/// A paragraph for each position.
pub(crate) fn cases(cases: &[Case]) -> String {
    let mut text = String::new();
    for case in cases {
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
                let _ = writeln!(text, "  {title} {}", named(moves).join(" "));
            }
        }
        text.push('\n');
    }
    text
}

/// A line for each position, as other perft programs read it.
pub(crate) fn epd<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    cases.map(|case| case.epd() + "\n").collect()
}

/// An array with an object for each position.
pub(crate) fn json(cases: &[Case]) -> Result<String, std::io::Error> {
    let objects: Vec<Value> = cases.iter().map(case_json).collect();
    Ok(serde_json::to_string_pretty(&objects)? + "\n")
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
        "legal": named(&case.legal),
        "illegal": named(&case.illegal),
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

/// The en passant captures in UCI notation, which needs no position for them.
fn named(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.uci().to_string()).collect()
}
