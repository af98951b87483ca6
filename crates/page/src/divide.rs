//! The requests `divide_start` and `divide_next`: perft, one root move at a time; and `printed_divide`: what an engine printed.
//!
//! A worker asks for the moves, then for the counts of each, so that it can report progress and stop in between.

use passant_count::{Column, Count, Tally};
use passant_engine::dialect::notation::engine_move;
use passant_engine::dialect::{Reading, read};
use passant_engine::recorded::PrintedText;
use passant_kernel::{self, Kernel, Mode};
use passant_query::EngineMove;
use passant_report::move_error;
use passant_rules::Position;
use serde::Serialize;

use crate::game::check_length;
use crate::request::{Entries, FieldDiagnostic, Refusal, Request, read_fen};

/// The greatest depth in plies. A count to a greater depth would take years.
const MOST: u32 = 20;

/// The root moves.
#[derive(Serialize)]
pub(crate) struct RootMoves {
    /// In UCI notation.
    moves: Vec<String>,
    /// The counts at the root that belong to no move, to be added to the sum: at depth 1, illegal captures.
    columns: Entries<u64>,
}

/// The counts below one root move, the move included.
#[derive(Serialize)]
pub(crate) struct RootCount {
    nodes: u64,
    columns: Entries<u64>,
}

/// A move of an engine's divide.
#[derive(Serialize)]
pub(crate) struct PrintedCount {
    /// In UCI notation; text that is no move as the engine wrote it, at most 60 characters.
    uci: EngineMove,
    nodes: u64,
}

/// The greatest number of printed lines that are read. A position has at most 218 legal moves.
const MOST_LINES: usize = 4096;

/// Reads the moves that an engine printed with their nodes, in any form that `passant check` understands.
pub(crate) fn printed(request: &Request<'_>) -> Result<Vec<PrintedCount>, Refusal> {
    let position = position(request)?;
    let text = request.text("text")?;
    check_length("text", text)?;
    let printed = PrintedText::from_bytes(text.as_bytes());
    let lines = printed.lines().iter().take(MOST_LINES);
    let counts = lines.filter_map(|line| match read(line) {
        Reading::Move { text, nodes } => Some(PrintedCount {
            uci: engine_move(&position, &text),
            nodes,
        }),
        _ => None,
    });
    Ok(counts.collect())
}

/// Each column of a tally by its name, in the order of the table.
fn columns(tally: &Tally) -> Entries<u64> {
    let columns = tally.columns();
    Entries(
        columns
            .map(|(column, number)| (column.name().to_owned(), number))
            .collect(),
    )
}

/// The root moves of a count.
pub(crate) fn start(request: &Request<'_>) -> Result<RootMoves, Refusal> {
    let mut position = position(request)?;
    let depth = depth(request)?;
    let legal = position.legal_moves();
    let counted = legal.iter().filter(|_| depth != 0);
    let moves = counted.map(|mv| position.uci(*mv).to_string()).collect();
    let mut at_root = Tally::default();
    if depth == 1 {
        at_root = passant_count::tally(&mut position, 1);
    }
    let mut columns = columns(&at_root);
    for (name, number) in &mut columns.0 {
        if !name.starts_with("rejected") {
            *number = 0;
        }
    }
    Ok(RootMoves { moves, columns })
}

/// The counts below one root move.
pub(crate) fn next(request: &Request<'_>) -> Result<RootCount, Refusal> {
    let mut position = position(request)?;
    let depth = depth(request)?;
    if depth == 0 {
        return Err(request.refuse("depth", "at depth 0 no move is played; expected 1 or more"));
    }
    let text = request.text("uci")?;
    let mv = position.parse_uci(text).map_err(|error| {
        let message = move_error::sentence(&position, text, error);
        FieldDiagnostic::error("uci", &message).alone()
    })?;
    let tally = if depth == 1 {
        Tally::count_move(&mut position, mv, 1)
    } else {
        let _ = position.make(mv);
        passant_kernel::tally(&position, depth - 1, Kernel::best(), Mode::Reuse)
    };
    Ok(RootCount {
        nodes: tally[Column::Nodes],
        columns: columns(&tally),
    })
}

fn position(request: &Request<'_>) -> Result<Position, Refusal> {
    let fen = request.text("fen")?;
    Ok(read_fen("fen", fen)?.position)
}

/// The depth in plies, the root move included.
fn depth(request: &Request<'_>) -> Result<u32, Refusal> {
    let depth = request.optional_number("depth", MOST)?;
    depth.ok_or_else(|| request.refuse("depth", &format!("expected a number from 0 to {MOST}")))
}
