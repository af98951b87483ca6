//! Simple positions with known answers.

use passant_rules::{Position, Square, UciMove};

/// A position without castling, en passant captures and promotions. Its perft 1 to 3 differ from those of every
/// position that engines start with.
pub(super) const PLAIN: &str = "4k3/2p5/8/3R4/8/8/7P/4K3 b - - 0 1";
/// The position before it, and the move that leads to it.
pub(super) const BEFORE_PLAIN: &str = "4k3/2p5/8/8/3R4/8/7P/4K3 w - - 0 1 moves d4d5";

/// A legal move of [`PLAIN`].
pub(super) const LEGAL: UciMove = UciMove::new(Square::E8, Square::E7);
/// Illegal moves of [`PLAIN`].
pub(super) const ILLEGAL: [UciMove; 3] = [
    UciMove::new(Square::E8, Square::E6),
    UciMove::new(Square::C7, Square::C4),
    UciMove::new(Square::H2, Square::H3),
];

/// A position with one legal move, and that move.
pub(super) const ONE_MOVE: (&str, UciMove) = (
    "k7/2K5/7p/8/8/8/8/6B1 b - - 0 1",
    UciMove::new(Square::H6, Square::H5),
);
/// The position before it, and the move that leads to it.
pub(super) const BEFORE_ONE_MOVE: &str = "k7/2K5/7p/8/8/8/7B/8 w - - 0 1 moves h2g1";

/// Positions that some engines count instead of the one that they are sent, by their perft 2.
pub(super) const FIXED_POSITIONS: [(u64, &str); 2] =
    [(400, "the initial position"), (2039, "kiwipete")];

#[expect(
    clippy::expect_used,
    reason = "the FEN is constant; every test reads it"
)]
pub(super) fn plain() -> Position {
    Position::from_fen(PLAIN).expect("the text is a position")
}

/// Whether two FENs have the same piece placement.
pub(super) fn has_same_placement(fen: &str, other: &str) -> bool {
    fen.split(' ').next() == other.split(' ').next()
}

#[cfg(test)]
mod tests {
    use super::{BEFORE_ONE_MOVE, BEFORE_PLAIN, ILLEGAL, LEGAL, ONE_MOVE, PLAIN, plain};
    use crate::constant_line::constant_line;

    #[test]
    fn the_known_positions_have_the_known_moves() {
        for (before, end) in [(BEFORE_PLAIN, PLAIN), (BEFORE_ONE_MOVE, ONE_MOVE.0)] {
            let led = constant_line(before).position();
            assert_eq!(led, constant_line(end).position(), "{end}");
        }
        let only = constant_line(ONE_MOVE.0).position().unwrap();
        let legal = only.legal_moves();
        assert_eq!(legal.len(), 1);
        assert_eq!(only.uci_move(legal[0]), ONE_MOVE.1);
        assert!(plain().find(LEGAL).is_ok());
        assert!(ILLEGAL.iter().all(|mv| plain().find(*mv).is_err()));
    }
}
