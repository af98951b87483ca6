//! Positions in which it is known what an engine should answer: nothing in them is difficult.

use passant_rules::Position;

/// No castling, no double push that could be answered en passant, no promotion: perft 1 to 3 are those of no position
/// that engines begin with.
pub(super) const PLAIN: &str = "4k3/2p5/8/3R4/8/8/7P/4K3 b - - 0 1";
/// The position before it, and the move that leads there.
pub(super) const BEFORE_PLAIN: (&str, &str) = ("4k3/2p5/8/8/3R4/8/7P/4K3 w - - 0 1", "d4d5");

/// A legal move there, and moves that are not.
pub(super) const LEGAL: &str = "e8e7";
pub(super) const ILLEGAL: [&str; 3] = ["e8e6", "c7c4", "h2h3"];

/// A position with one legal move, and that move.
pub(super) const ONE_MOVE: (&str, &str) = ("k7/2K5/7p/8/8/8/8/6B1 b - - 0 1", "h6h5");
/// The position before it, and the move that leads there.
pub(super) const BEFORE_ONE_MOVE: (&str, &str) = ("k7/2K5/7p/8/8/8/7B/8 w - - 0 1", "h2g1");

/// The positions that engines count instead of the one they are told, with the depth-2 counts that give them away.
pub(super) const PRIVATE: [(u64, &str); 2] = [(400, "the initial position"), (2039, "kiwipete")];

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
    use super::{BEFORE_ONE_MOVE, BEFORE_PLAIN, ILLEGAL, LEGAL, ONE_MOVE, PLAIN, plain};
    use crate::Place;

    #[test]
    fn the_probes_are_what_they_are_said_to_be() {
        for ((fen, mv), end) in [(BEFORE_PLAIN, PLAIN), (BEFORE_ONE_MOVE, ONE_MOVE.0)] {
            let led = Place::new(fen).after(mv).position();
            assert_eq!(led, Place::new(end).position(), "{end}");
        }
        let only = Place::new(ONE_MOVE.0).position().unwrap();
        let legal = only.legal_moves();
        assert_eq!(legal.len(), 1);
        assert_eq!(&only.uci(legal[0])[..], ONE_MOVE.1);
        assert!(plain().parse_uci(LEGAL).is_ok());
        assert!(ILLEGAL.iter().all(|mv| plain().parse_uci(mv).is_err()));
    }
}
