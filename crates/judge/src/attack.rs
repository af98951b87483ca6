//! Attackers on a board that need not be a position: after a piece was removed, or after an illegal capture.

use std::fmt;

use passant_rules::{Bitboard, Board, Color, File, Piece, PieceType, Rank, Square};

/// The line that two squares share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SharedLine {
    /// Along a file.
    File(File),
    /// Along a rank.
    Rank(Rank),
    /// The diagonal from one square to the other.
    Diagonal(Square, Square),
}

impl SharedLine {
    /// The line that two different squares share, if any.
    #[must_use]
    pub fn through(one: Square, other: Square) -> Option<Self> {
        match distance(one, other) {
            (0, 0) => None,
            (0, _) => Some(Self::File(one.file())),
            (_, 0) => Some(Self::Rank(one.rank())),
            (files, ranks) if files.abs() == ranks.abs() => Some(Self::Diagonal(one, other)),
            _ => None,
        }
    }
}

impl fmt::Display for SharedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(f, "the {file}-file"),
            Self::Rank(rank) => write!(f, "the {} rank", ordinal(*rank)),
            Self::Diagonal(one, other) => write!(f, "the diagonal {one}-{other}"),
        }
    }
}

/// The pieces of a side that attack a square.
#[must_use]
pub fn attackers(board: &Board, by: Color, target: Square) -> Bitboard {
    board
        .iter()
        .filter(|&(from, piece)| piece.color() == by && attacks(board, piece, from, target))
        .map(|(from, _)| from)
        .collect()
}

/// The squares strictly between two squares of one line; empty if they share no line.
#[must_use]
pub fn between(from: Square, to: Square) -> Bitboard {
    along(from, to).into_iter().collect()
}

/// The squares strictly between two squares of one line, in order; empty if they share no line.
#[must_use]
pub fn along(from: Square, to: Square) -> Vec<Square> {
    if SharedLine::through(from, to).is_none() {
        return Vec::new();
    }
    let (files, ranks) = distance(from, to);
    let step = |at: &Square| at.offset(files.signum(), ranks.signum());
    std::iter::successors(step(&from), step)
        .take_while(|&at| at != to)
        .collect()
}

fn attacks(board: &Board, piece: Piece, from: Square, target: Square) -> bool {
    let (files, ranks) = distance(from, target);
    let is_clear = || {
        let mut squares = between(from, target).into_iter();
        squares.all(|at| board.get(at).is_none())
    };
    let line = SharedLine::through(from, target);
    match (piece.piece_type(), line) {
        (PieceType::Pawn, _) => ranks == piece.color().forward() && files.abs() == 1,
        (PieceType::Knight, _) => files.abs() * ranks.abs() == 2,
        (PieceType::King, _) => files.abs().max(ranks.abs()) == 1,
        (PieceType::Bishop, Some(SharedLine::Diagonal(..)))
        | (PieceType::Rook, Some(SharedLine::File(_) | SharedLine::Rank(_)))
        | (PieceType::Queen, Some(_)) => is_clear(),
        _ => false,
    }
}

/// How many files to the right and how many ranks up, seen from White.
fn distance(from: Square, to: Square) -> (i8, i8) {
    let apart = |from: u8, to: u8| to.cast_signed() - from.cast_signed();
    (
        apart(from.file().index(), to.file().index()),
        apart(from.rank().index(), to.rank().index()),
    )
}

fn ordinal(rank: Rank) -> &'static str {
    match rank {
        Rank::First => "first",
        Rank::Second => "second",
        Rank::Third => "third",
        Rank::Fourth => "fourth",
        Rank::Fifth => "fifth",
        Rank::Sixth => "sixth",
        Rank::Seventh => "seventh",
        Rank::Eighth => "eighth",
    }
}

#[cfg(test)]
mod tests {
    use passant_rules::{Color, Position, Square};

    use super::attackers;

    #[test]
    fn finds_the_same_attackers_as_a_position() {
        for fen in [
            "r3k2r/1bp2pP1/5n2/1P1Q4/1pPq4/5N2/1B1P2p1/R3K2R b KQkq c3 0 1",
            "rk2r3/pn1p1p1p/1p4NB/2pP1K2/4p2N/qP4P1/P1P3PP/R1RB4 w - c6 0 30",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let board = position.board();
            for by in Color::ALL {
                for target in Square::ALL {
                    let found = attackers(&board, by, target);
                    assert_eq!(
                        found,
                        position.attackers(by, target),
                        "{by} {target} in {fen}"
                    );
                }
            }
        }
    }
}
