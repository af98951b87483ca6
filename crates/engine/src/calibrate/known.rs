//! Positions in which it is known what an engine should answer: nothing in them is difficult.

use passant_query::Line;
use passant_rules::{Position, Square, UciMove};

/// No castling, no double push that could be answered en passant, no promotion: perft 1 to 3 are those of no position
/// that engines begin with.
pub(super) const PLAIN: &str = "4k3/2p5/8/3R4/8/8/7P/4K3 b - - 0 1";
/// The position before it, and the move that leads there.
pub(super) const BEFORE_PLAIN: &str = "4k3/2p5/8/8/3R4/8/7P/4K3 w - - 0 1 moves d4d5";

/// A legal move there, and moves that are not.
pub(super) const LEGAL: UciMove = UciMove::new(Square::E8, Square::E7);
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
/// The position before it, and the move that leads there.
pub(super) const BEFORE_ONE_MOVE: &str = "k7/2K5/7p/8/8/8/7B/8 w - - 0 1 moves h2g1";

/// The positions that engines count instead of the one they are told, with the depth-2 counts that give them away.
pub(super) const PRIVATE: [(u64, &str); 2] = [(400, "the initial position"), (2039, "kiwipete")];

/// A line that is written in this crate.
#[expect(
    clippy::expect_used,
    reason = "the text is constant; every test reads it"
)]
pub(crate) fn known_line(text: &str) -> Line {
    text.parse().expect("the probe is a line")
}

#[expect(
    clippy::expect_used,
    reason = "the FEN is constant; every test reads it"
)]
pub(super) fn plain() -> Position {
    Position::from_fen(PLAIN).expect("the probe is a position")
}

/// Whether two FENs place the same men.
pub(super) fn is_placement_of(fen: &str, other: &str) -> bool {
    fen.split(' ').next() == other.split(' ').next()
}

#[cfg(test)]
mod tests {
    use super::{
        BEFORE_ONE_MOVE, BEFORE_PLAIN, ILLEGAL, LEGAL, ONE_MOVE, PLAIN, known_line, plain,
    };

    #[test]
    fn the_probes_are_what_they_are_said_to_be() {
        for (before, end) in [(BEFORE_PLAIN, PLAIN), (BEFORE_ONE_MOVE, ONE_MOVE.0)] {
            let led = known_line(before).position();
            assert_eq!(led, known_line(end).position(), "{end}");
        }
        let only = known_line(ONE_MOVE.0).position().unwrap();
        let legal = only.legal_moves();
        assert_eq!(legal.len(), 1);
        assert_eq!(only.uci_move(legal[0]), ONE_MOVE.1);
        assert!(plain().find(LEGAL).is_ok());
        assert!(ILLEGAL.iter().all(|mv| plain().find(*mv).is_err()));
    }
}
