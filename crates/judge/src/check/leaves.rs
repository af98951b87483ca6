//! The engine's own tally: the moves of its divides, sorted by kind.
//!
//! Statistics that engines print are not to be trusted; their moves are. At every position before the last half-move
//! the engine is asked for its moves, legal ones are classified by the rules, and others are counted by themselves.

use passant_perft::{Column, Count, Tally};
use passant_rules::{PieceType, Position};

use passant_query::{EngineError, EngineMove, Interrupt, Line, Subject};

use super::comparison::{Meant, divide, meant_by_all};
use super::listing::listed;
use super::reference_counts::nodes;

/// How many positions an engine is asked about.
const POSITIONS: u64 = 20_000;

/// Leaf moves of the rules and of an engine, by kind.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Leaves {
    /// What the rules have.
    pub wanted: Tally,
    /// Legal moves that the engine has.
    pub got: Tally,
    /// Moves of the engine that capture en passant and are not legal.
    pub illegal_en_passant: u64,
    /// Other moves of the engine that are not legal.
    pub illegal: u64,
}

impl Leaves {
    /// Each column with what the rules and what the engine have. Illegal en passant captures are captures, too.
    pub fn columns(&self) -> impl Iterator<Item = (Column, u64, u64)> + '_ {
        let both = self.wanted.columns().zip(self.got.columns());
        // Refused captures are no moves: an engine has none of them, or has them as moves.
        let moves = both.filter(|((column, _), _)| !column.name().starts_with("rejected"));
        moves.map(|((column, wanted), (_, got))| {
            let more = match column {
                Column::Nodes => self.illegal + self.illegal_en_passant,
                Column::Captures | Column::EnPassant => self.illegal_en_passant,
                _ => 0,
            };
            (column, wanted, got + more)
        })
    }
}

/// Sorts the leaf moves below a position.
///
/// Illegal moves are counted where they are last moves; what an engine would do after one is not asked.
pub fn leaves(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    depth: u32,
    interrupt: &Interrupt,
) -> Result<Leaves, EngineError> {
    let mut scratch = position.clone();
    if nodes(&mut scratch, depth - 1, POSITIONS, interrupt).is_none() {
        if interrupt.is_raised() {
            return Err(EngineError::Interrupted);
        }
        return Err(EngineError::Unsupported(format!(
            "more than {POSITIONS} positions at depth {}; that many are asked at most",
            depth - 1
        )));
    }
    let mut leaves = Leaves::default();
    walk(channel, line, position, depth, &mut leaves)?;
    Ok(leaves)
}

fn walk(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    depth: u32,
    leaves: &mut Leaves,
) -> Result<(), EngineError> {
    if depth == 1 {
        return at(channel, line, position, leaves);
    }
    for mv in position.legal_moves() {
        let next = line.then(position.uci_move(mv));
        let mut after = position.clone();
        let _ = after.make(mv);
        walk(channel, &next, &after, depth - 1, leaves)?;
    }
    Ok(())
}

/// The moves of one position.
fn at(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    leaves: &mut Leaves,
) -> Result<(), EngineError> {
    let mut scratch = position.clone();
    for mv in position.legal_moves() {
        leaves.wanted += Tally::count_move(&mut scratch, mv, 1);
    }
    // What an engine says of a position without moves tells nothing.
    if position.legal_moves().is_empty() {
        return Ok(());
    }
    let listed = listed(channel, line, position)?;
    let printed: Vec<_> = listed.into_iter().map(|mv| (mv, 1)).collect();
    for (meant, _) in meant_by_all(position, &printed, &divide(position, 1)) {
        match meant {
            Meant::Legal(mv) => leaves.got += Tally::count_move(&mut scratch, mv, 1),
            Meant::Extra(mv) if is_en_passant(position, &mv) => leaves.illegal_en_passant += 1,
            Meant::Extra(_) => leaves.illegal += 1,
        }
    }
    Ok(())
}

/// Whether a pawn goes to another file and an empty square.
fn is_en_passant(position: &Position, mv: &EngineMove) -> bool {
    let Some(mv) = mv.uci() else {
        return false;
    };
    let is_pawn = |man: passant_rules::Piece| man.piece_type() == PieceType::Pawn;
    position.piece_at(mv.from()).is_some_and(is_pawn)
        && mv.from().file() != mv.to().file()
        && position.piece_at(mv.to()).is_none()
}
