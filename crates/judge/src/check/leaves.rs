//! The leaf moves of an engine, by kind.
//!
//! The statistics that engines print are not reliable, but their moves are. The engine is asked for its moves at every
//! position before the last ply. Legal moves are classified by the rules, and illegal ones are counted separately.

use passant_count::{Column, ColumnGroup, Count, Tally};
use passant_rules::{PieceType, Position};

use passant_query::{EngineError, EngineMove, Interrupt, Line, Subject};

use super::comparison::legal;
use super::listing::moves_by_counts;
use super::reference_counts::nodes;

/// The maximum number of positions that an engine is asked about.
const POSITIONS: u64 = 20_000;

/// The leaf moves of the rules and of an engine, by kind.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Leaves {
    /// The legal moves.
    pub expected: Tally,
    /// The legal moves that the engine has.
    pub got: Tally,
    /// The illegal en passant captures of the engine.
    pub illegal_en_passant: u64,
    /// Other illegal moves of the engine.
    pub illegal: u64,
}

impl Leaves {
    /// Each column with the expected count and that of the engine. Illegal en passant captures count as captures too.
    pub fn columns(&self) -> impl Iterator<Item = (Column, u64, u64)> + '_ {
        let both = self.expected.columns().zip(self.got.columns());
        // Rejected captures are not moves. An engine that plays them has them in other columns.
        let moves = both.filter(|((column, _), _)| column.group() != ColumnGroup::Rejected);
        moves.map(|((column, expected), (_, got))| {
            let more = match column {
                Column::Nodes => self.illegal + self.illegal_en_passant,
                Column::Captures | Column::EnPassant => self.illegal_en_passant,
                _ => 0,
            };
            (column, expected, got + more)
        })
    }
}

/// Classifies the leaf moves below a position.
///
/// Illegal moves count only in the last ply, because the engine is not asked about positions after an illegal move.
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
            "more than {POSITIONS} positions at depth {}, which is the limit",
            depth - 1
        )));
    }
    let mut leaves = Leaves::default();
    leaves.add_below(channel, line, position, depth)?;
    Ok(leaves)
}

impl Leaves {
    /// Adds the moves of all positions before the last ply.
    fn add_below(
        &mut self,
        channel: &mut dyn Subject,
        line: &Line,
        position: &Position,
        depth: u32,
    ) -> Result<(), EngineError> {
        let moves = position.legal_moves();
        // Answers about positions without legal moves are not reliable.
        if moves.is_empty() {
            return Ok(());
        }
        if 1 < depth {
            for mv in moves {
                let next = line.then(position.uci_move(mv));
                self.add_below(channel, &next, &position.after(mv), depth - 1)?;
            }
            return Ok(());
        }
        let mut scratch = position.clone();
        for mv in moves {
            self.expected += Tally::count_move(&mut scratch, mv, 1);
        }
        let listed = moves_by_counts(channel, line, position)?
            .ok_or_else(|| EngineError::unsupported("the moves at depth 1"))?;
        for mv in &listed {
            match legal(position, mv) {
                Some(mv) => self.got += Tally::count_move(&mut scratch, mv, 1),
                None if is_en_passant(position, mv) => self.illegal_en_passant += 1,
                None => self.illegal += 1,
            }
        }
        Ok(())
    }
}

/// Tells whether a pawn moves to an empty square on another file.
fn is_en_passant(position: &Position, mv: &EngineMove) -> bool {
    let Some(mv) = mv.uci() else {
        return false;
    };
    let is_pawn = |piece: passant_rules::Piece| piece.piece_type() == PieceType::Pawn;
    position.piece_at(mv.from()).is_some_and(is_pawn)
        && mv.from().file() != mv.to().file()
        && position.piece_at(mv.to()).is_none()
}
