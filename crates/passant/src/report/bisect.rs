//! The report of `passant bisect`.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use passant_report::command_line;
use passant_rules::{EnPassant, Position};

use super::board;
use super::labelled_list::{WIDTH, wrap};
use passant_engine::Calibration;
use passant_engine::dialect::notation::engine_move;
use passant_judge::check::bisect::{BisectStep, FirstDifference, LeastCount};
use passant_judge::check::comparison::{CountRow, divide, rows};
use passant_judge::check::leaves::Leaves;
use passant_query::Counts;

/// The error for an engine without perft.
pub(crate) fn no_counts(calibration: &Calibration, command: &str) -> String {
    let name = match &calibration.name[..] {
        "" => command,
        name => name,
    };
    format!(
        "error: {name} has no perft, only the channel {}; use passant check to test single positions\n",
        calibration.channel
    )
}

/// The moves whose counts differ.
pub(crate) fn step(step: &BisectStep) -> String {
    let (expected, got) = step.totals;
    let place = match &step.path[..] {
        [] => String::new(),
        path => format!(" after {}", path.join(" ")),
    };
    let mut text = format!(
        "depth {}{place}: expected {expected}, got {got} nodes\n",
        step.depth
    );
    let differing: Vec<_> = step
        .rows
        .iter()
        .filter(|row| row.expected != row.got)
        .collect();
    if !differing.is_empty() {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["  move", "expected", "got", "difference"]);
        for row in differing {
            table.add_row(cells(row));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{table}");
    }
    text + "\n"
}

fn cells(row: &CountRow) -> [String; 4] {
    let text = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
    let change = i128::from(row.got.unwrap_or(0)) - i128::from(row.expected.unwrap_or(0));
    [
        format!("  {}{}", row.mv, if row.is_again { " again" } else { "" }),
        text(row.expected),
        text(row.got),
        format!("{change:+}"),
    ]
}

/// The position in which the difference begins.
pub(crate) fn difference(first: &FirstDifference, last: Option<&BisectStep>) -> String {
    let difference = &first.difference;
    let mut text = String::new();
    if let Ok(position) = Position::from_fen(&difference.fen) {
        let target = position.en_passant().map(EnPassant::target);
        text += &board::draw(&position.board(), target);
    }
    let _ = writeln!(text, "{}\n", difference.fen);
    for (what, moves) in [
        ("missing", &difference.missing),
        ("extra", &difference.extra),
    ] {
        for mv in moves {
            let _ = writeln!(text, "{what} {} ({})", mv.mv, mv.kind);
        }
    }
    if let Some(miscounted) = &first.miscounted {
        let sentence =
            format!("The moves of the engine are correct, but its own count is not: {miscounted}.");
        text += &(wrap(&sentence, WIDTH).join("\n") + "\n");
    } else if difference.is_empty() {
        text += &explain_unseen(last.and_then(|last| last.least));
    }
    let explain = command_line(["passant", "explain", &difference.fen]);
    let _ = writeln!(text, "\n{explain}");
    text
}

/// The explanation if no move can be named.
fn explain_unseen(least: Option<LeastCount>) -> String {
    match least {
        Some(LeastCount {
            depth,
            expected,
            got,
        }) if expected != got => format!(
            "The engine prints no moves here. At depth {depth} expected {expected}, got {got}: its moves in this position are not\n\
             the legal moves. A missing legal move may be the cause of the wrong count.\n"
        ),
        _ => "The engine prints no moves here, and no legal move explains the difference: it generates illegal moves, or\n\
              counts some of its moves wrongly.\n"
            .to_owned(),
    }
}

/// The report on a divide whose total is not the sum of its moves. The path leads from the position to the position
/// that was counted.
pub(crate) fn contradiction(
    position: &Position,
    path: &[String],
    depth: u32,
    moves: &[(String, u64)],
    total: u64,
) -> String {
    let mut position = position.clone();
    for text in path {
        if let Ok(mv) = position.parse_uci(text) {
            let _ = position.make(mv);
        }
    }
    let sum: u128 = moves.iter().map(|(_, nodes)| u128::from(*nodes)).sum();
    let counts = Counts {
        moves: moves
            .iter()
            .map(|(text, nodes)| (engine_move(&position, text), *nodes))
            .collect(),
        total,
    };
    let rows = rows(&position, &divide(&position, depth), &counts);
    let wrong: Vec<_> = rows.iter().filter(|row| row.expected != row.got).collect();
    let place = match path {
        [] => String::new(),
        path => format!(" after {}", path.join(" ")),
    };
    let mut text =
        format!("depth {depth}{place}: the moves add up to {sum}, but the total is {total}\n");
    if wrong.is_empty() {
        text += "Every legal move has the correct count, and there are no other moves, so the total is wrong. Perhaps the\n\
                 engine also counts the position itself, or moves that it does not print.\n";
    } else {
        text += "Moves with a wrong count:\n";
        for row in wrong {
            let [mv, expected, got, change] = cells(row);
            let _ = writeln!(text, "{mv}  expected {expected}, got {got}, {change}");
        }
    }
    text
}

/// The leaf moves of the engine by type, compared with the expected ones.
pub(crate) fn leaves(leaves: &Leaves, depth: u32) -> String {
    let columns: Vec<_> = leaves.columns().collect();
    let differing: Vec<_> = columns
        .iter()
        .filter(|(_, expected, got)| expected != got)
        .collect();
    let mut text = format!("leaf moves by type at depth {depth}:\n");
    for (column, expected, got) in &differing {
        let change = i128::from(*got) - i128::from(*expected);
        let _ = writeln!(
            text,
            "  {:<34} {change:+} (expected {expected}, got {got})",
            column.name()
        );
    }
    text += match differing.len() {
        0 => "  all columns are equal; positions after illegal moves are not counted\n\n",
        _ => "  all other columns are equal\n\n",
    };
    text
}
