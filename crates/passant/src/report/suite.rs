//! The built-in cases as text.

mod fen;
mod play;
mod search;
mod state;

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use passant_rules::Move;
use passant_suite::{Case, Reach, Selection, Suite, Suites};

/// A table with a line for each file: first the positions, then everything without counts.
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
    let fens = suites.fen_suites().iter().map(size);
    let games = suites.state_suites().iter().map(size);
    let played = suites.play_suites().iter().map(size);
    let searched = suites.search_suites().iter().map(size);
    for (name, cases) in fens.chain(games).chain(played).chain(searched) {
        table.add_row([name, cases.to_string(), "-".to_owned()]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt() + "\n"
}

fn size<T>(suite: &Suite<T>) -> (String, usize) {
    (suite.name.clone(), suite.cases.len())
}

/// A paragraph for each case.
pub(crate) fn cases(selection: &Selection) -> String {
    let mut text = String::new();
    for case in &selection.cases {
        let reach = match case.reach {
            Reach::Reachable => String::new(),
            other => format!(" ({})", other.word()),
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
    text + &fen::cases(&selection.fen_cases)
        + &state::cases(&selection.state_cases)
        + &play::cases(&selection.play_cases)
        + &search::cases(&selection.search_cases)
}

fn perft(case: &Case) -> String {
    let counts: Vec<_> = case.perft.iter().map(u64::to_string).collect();
    counts.join(" ")
}

/// The moves in UCI notation.
fn uci_moves(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.uci().to_string()).collect()
}
