//! Who attacks a square of a board that is no position: one with a man taken off, or with an illegal capture made.

use std::fmt;

use passant_rules::{Bitboard, Board, Color, File, Piece, PieceType, Rank, Square};

/// The line on which two squares stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Along a file.
    File(File),
    /// Along a rank.
    Rank(Rank),
    /// From one of the squares to the other.
    Diagonal(Square, Square),
}

impl Line {
    /// The line that two different squares share, if they share one.
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

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(f, "the {file}-file"),
            Self::Rank(rank) => write!(f, "the {} rank", ordinal(*rank)),
            Self::Diagonal(one, other) => write!(f, "the diagonal {one}-{other}"),
        }
    }
}

/// The men of a side that attack a square.
pub fn attackers(board: &Board, by: Color, target: Square) -> Bitboard {
    board
        .iter()
        .filter(|&(from, man)| man.color() == by && attacks(board, man, from, target))
        .map(|(from, _)| from)
        .collect()
}

/// The squares strictly between two squares of one line; none if they share no line.
pub fn between(from: Square, to: Square) -> Bitboard {
    if Line::through(from, to).is_none() {
        return Bitboard::EMPTY;
    }
    let (files, ranks) = distance(from, to);
    let step = |at: &Square| at.offset(files.signum(), ranks.signum());
    std::iter::successors(step(&from), step)
        .take_while(|&at| at != to)
        .collect()
}

fn attacks(board: &Board, man: Piece, from: Square, target: Square) -> bool {
    let (files, ranks) = distance(from, target);
    let is_clear = || {
        let mut squares = between(from, target).into_iter();
        squares.all(|at| board.get(at).is_none())
    };
    let line = Line::through(from, target);
    match (man.piece_type(), line) {
        (PieceType::Pawn, _) => ranks == man.color().forward() && files.abs() == 1,
        (PieceType::Knight, _) => files.abs() * ranks.abs() == 2,
        (PieceType::King, _) => files.abs().max(ranks.abs()) == 1,
        (PieceType::Bishop, Some(Line::Diagonal(..)))
        | (PieceType::Rook, Some(Line::File(_) | Line::Rank(_)))
        | (PieceType::Queen, Some(_)) => is_clear(),
        _ => false,
    }
}

/// How many files to the right and how many ranks up, as White sees it.
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
    fn a_position_has_the_attackers_that_its_board_has() {
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
