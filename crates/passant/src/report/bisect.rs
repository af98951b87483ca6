//! What `passant bisect` says.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use passant_rules::{EnPassant, Position};

use super::board;
use super::labelled_list::{WIDTH, wrap};
use passant_engine::Calibration;
use passant_engine::dialect::notation::engine_move;
use passant_judge::check::bisect::{Found, Least, Step};
use passant_judge::check::comparison::{Row, divide, rows};
use passant_judge::check::leaves::Leaves;
use passant_query::Counts;

/// The engine does not count.
pub(crate) fn no_counts(calibration: &Calibration, command: &str) -> String {
    let name = match &calibration.name[..] {
        "" => command,
        name => name,
    };
    format!(
        "error: {name} has no perft ({} is all it can be asked): passant check asks about single positions\n",
        calibration.channel
    )
}

/// The moves whose counts differ.
pub(crate) fn step(step: &Step) -> String {
    let (wanted, got) = step.totals;
    let place = match &step.path[..] {
        [] => String::new(),
        path => format!(" after {}", path.join(" ")),
    };
    let mut text = format!(
        "depth {}{place}: {got} nodes where {wanted} are right\n",
        step.depth
    );
    let differing: Vec<_> = step
        .rows
        .iter()
        .filter(|row| row.wanted != row.got)
        .collect();
    if !differing.is_empty() {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["  move", "wanted", "got", "difference"]);
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

fn cells(row: &Row) -> [String; 4] {
    let shown = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
    let change = i128::from(row.got.unwrap_or(0)) - i128::from(row.wanted.unwrap_or(0));
    [
        format!("  {}", row.mv),
        shown(row.wanted),
        shown(row.got),
        format!("{change:+}"),
    ]
}

/// Where the difference begins, after the last step.
pub(crate) fn found(found: &Found, last: Option<&Step>) -> String {
    let difference = &found.difference;
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
            let _ = writeln!(text, "{what} {} ({})", mv.uci, mv.kind);
        }
    }
    if let Some(miscounted) = &found.miscounted {
        let sentence =
            format!("The moves of the engine are right, and its own count is not: {miscounted}.");
        text += &(wrap(&sentence, WIDTH).join("\n") + "\n");
    } else if difference.is_empty() {
        text += &unseen(last.and_then(|last| last.least));
    }
    let _ = writeln!(text, "\npassant explain '{}'", difference.fen);
    text
}

/// What is known where no move can be named.
fn unseen(least: Option<Least>) -> String {
    match least {
        Some(Least { depth, wanted, got }) if wanted != got => format!(
            "The engine prints no moves here, and counts {got} at depth {depth} where {wanted} is right: its moves in this\n\
             position are not the legal ones. A legal move that it does not have may lead to a wrong count above.\n"
        ),
        _ => "The engine prints no moves here, and no legal move explains the difference: it has moves that are not\n\
              legal, or counts some of its moves wrongly.\n"
            .to_owned(),
    }
}

/// What a divide says whose total is not the sum of its moves. The path leads from the position to the one that was
/// counted.
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
    let wrong: Vec<_> = rows.iter().filter(|row| row.wanted != row.got).collect();
    let place = match path {
        [] => String::new(),
        path => format!(" after {}", path.join(" ")),
    };
    let mut text =
        format!("depth {depth}{place}: the moves add up to {sum}, and the total is {total}\n");
    if wrong.is_empty() {
        text += "Every legal move has the right number of nodes, and there is no other: it is the total that is wrong. It is\n\
                 not made of the moves that are printed: perhaps it counts the position itself, or moves that are not\n\
                 printed, or something else.\n";
    } else {
        text += "Moves whose nodes are not right:\n";
        for row in wrong {
            let [mv, wanted, got, change] = cells(row);
            let _ = writeln!(text, "{mv}  wanted {wanted}, got {got}, {change}");
        }
    }
    text
}

/// The engine's own tally beside ours.
pub(crate) fn leaves(leaves: &Leaves, depth: u32) -> String {
    let columns: Vec<_> = leaves.columns().collect();
    let differing: Vec<_> = columns
        .iter()
        .filter(|(_, wanted, got)| wanted != got)
        .collect();
    let mut text = format!("leaf moves by kind at depth {depth}:\n");
    for (column, wanted, got) in &differing {
        let change = i128::from(*got) - i128::from(*wanted);
        let _ = writeln!(
            text,
            "  {:<34} {change:+} ({got} where {wanted} are right)",
            column.name()
        );
    }
    text += match differing.len() {
        0 => "  every column is equal; what lies below illegal moves is not counted\n\n",
        _ => "  every other column is equal\n\n",
    };
    text
}
