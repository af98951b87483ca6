//! Simple positions with known answers.

use passant_query::Line;
use passant_rules::{Square, UciMove};

use crate::constant_line::constant_line;

/// A position without castling, en passant captures and promotions. Its perft 1 to 3 differ from those of every
/// position that engines start with.
pub(super) const PLAIN: &str = "4k3/2p5/8/3R4/8/8/7P/4K3 b - - 0 1";
/// The position before it, and the move that leads to it.
pub(super) const BEFORE_PLAIN: &str = "4k3/2p5/8/8/3R4/8/7P/4K3 w - - 0 1 moves d4d5";

/// A position with 120 legal moves, none of which mates: more than engines list that limit their lists.
pub(super) const MANY_MOVES: &str = "5rbk/5ppp/RNQ5/5Q2/2BR2KB/8/7Q/2N1Q3 w - - 0 1";

/// A position for the proof that an engine considers only the moves that it is told to consider.
pub(super) struct ChoicePosition {
    /// The position, or the moves that lead to it.
    pub(super) line: &'static str,
    /// A legal move that loses a piece.
    pub(super) bad: UciMove,
    /// Two other legal moves, so that one of them is not what the engine plays by itself.
    pub(super) others: [UciMove; 2],
    /// A move of a piece that does not move like that, and a move of the other side.
    pub(super) illegal: [UciMove; 2],
}

/// Three positions, one of them after a move that is played.
pub(super) const CHOICES: [ChoicePosition; 3] = [
    ChoicePosition {
        line: PLAIN,
        bad: UciMove::new(Square::C7, Square::C5),
        others: [
            UciMove::new(Square::E8, Square::E7),
            UciMove::new(Square::E8, Square::F8),
        ],
        illegal: [
            UciMove::new(Square::E8, Square::E6),
            UciMove::new(Square::H2, Square::H3),
        ],
    },
    ChoicePosition {
        line: "4k3/8/2n5/8/8/8/3Q4/4K3 w - - 0 1",
        bad: UciMove::new(Square::D2, Square::D4),
        others: [
            UciMove::new(Square::E1, Square::F1),
            UciMove::new(Square::D2, Square::C1),
        ],
        illegal: [
            UciMove::new(Square::D2, Square::E4),
            UciMove::new(Square::C6, Square::D4),
        ],
    },
    ChoicePosition {
        line: "4k2r/8/8/8/8/8/3B4/4K3 w - - 0 1 moves d2c3",
        bad: UciMove::new(Square::E8, Square::D8),
        others: [
            UciMove::new(Square::H8, Square::H7),
            UciMove::new(Square::H8, Square::F8),
        ],
        illegal: [
            UciMove::new(Square::H8, Square::G6),
            UciMove::new(Square::C3, Square::D4),
        ],
    },
];

/// A position with moves about which an engine has to be right.
pub(super) struct LegalityPosition {
    /// The position, or the game that leads to it.
    pub(super) line: &'static str,
    /// A legal move, which is illegal in the initial position.
    pub(super) legal: UciMove,
    /// Two moves of pieces that do not move like that, and a move of the other side.
    pub(super) illegal: [UciMove; 3],
}

/// [`PLAIN`], and a position in which White moves.
const POSITIONS: [LegalityPosition; 2] = [
    LegalityPosition {
        line: PLAIN,
        legal: UciMove::new(Square::E8, Square::E7),
        illegal: [
            UciMove::new(Square::E8, Square::E6),
            UciMove::new(Square::C7, Square::C4),
            UciMove::new(Square::H2, Square::H3),
        ],
    },
    LegalityPosition {
        line: "4k3/8/2n5/8/8/8/3Q4/4K3 w - - 0 1",
        legal: UciMove::new(Square::D2, Square::G5),
        illegal: [
            UciMove::new(Square::D2, Square::E4),
            UciMove::new(Square::E1, Square::E3),
            UciMove::new(Square::C6, Square::D4),
        ],
    },
];

/// Games from the initial position, for engines that do not set up positions.
const GAMES: [LegalityPosition; 2] = [
    LegalityPosition {
        line: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 b8c6 f1c4",
        legal: UciMove::new(Square::C6, Square::D4),
        illegal: [
            UciMove::new(Square::C6, Square::C5),
            UciMove::new(Square::A7, Square::A4),
            UciMove::new(Square::D2, Square::D3),
        ],
    },
    LegalityPosition {
        line: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d3 g7g6 c1f4 f8g7",
        legal: UciMove::new(Square::F4, Square::E5),
        illegal: [
            UciMove::new(Square::F4, Square::F5),
            UciMove::new(Square::D3, Square::D5),
            UciMove::new(Square::G7, Square::F6),
        ],
    },
];

/// The positions whose moves an engine has to know: [`PLAIN`] and another one, or games if it does not set up positions.
pub(super) fn legality_positions(sets_up: bool) -> &'static [LegalityPosition; 2] {
    if sets_up { &POSITIONS } else { &GAMES }
}

/// The line whose counts an engine has to know: [`PLAIN`], or a game if it does not set up positions.
pub(super) fn counted_line(sets_up: bool) -> Line {
    constant_line(legality_positions(sets_up)[0].line)
}

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

/// Whether two FENs have the same piece placement.
pub(super) fn has_same_placement(fen: &str, other: &str) -> bool {
    fen.split(' ').next() == other.split(' ').next()
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::{
        BEFORE_ONE_MOVE, BEFORE_PLAIN, CHOICES, FIXED_POSITIONS, MANY_MOVES, ONE_MOVE, PLAIN,
        constant_line, counted_line, legality_positions,
    };

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
    }

    #[test]
    fn the_moves_of_the_known_positions_are_legal_and_illegal_as_stated() {
        for known in [true, false].into_iter().flat_map(legality_positions) {
            let position = constant_line(known.line).position().unwrap();
            assert!(position.find(known.legal).is_ok(), "{}", known.line);
            assert!(Position::initial().find(known.legal).is_err());
            let is_illegal = |mv: &_| position.find(*mv).is_err();
            assert!(known.illegal.iter().all(is_illegal), "{}", known.line);
        }
    }

    #[test]
    fn the_counts_are_those_of_no_position_that_engines_start_with() {
        for sets_up in [true, false] {
            let mut position = counted_line(sets_up).position().unwrap();
            let count = passant_perft::bulk(&mut position, 2);
            assert!(FIXED_POSITIONS.iter().all(|(fixed, _)| *fixed != count));
        }
    }

    /// python-chess counts 120 moves and finds no mate.
    #[test]
    fn the_position_with_many_moves_has_no_mate() {
        let many = constant_line(MANY_MOVES).position().unwrap();
        let legal = many.legal_moves();
        assert_eq!(legal.len(), 120);
        let replies = |mv| many.after(mv).legal_moves().len();
        assert!(legal.iter().all(|&mv| replies(mv) != 0));
    }

    #[test]
    fn the_choices_are_legal_and_the_bad_ones_lose_a_piece() {
        for choice in &CHOICES {
            let position = constant_line(choice.line).position().unwrap();
            let is_legal = |mv| position.find(mv).is_ok();
            assert!(choice.others.into_iter().all(is_legal), "{}", choice.line);
            assert!(!choice.illegal.into_iter().any(is_legal), "{}", choice.line);
            let after = position.after(position.find(choice.bad).unwrap());
            let taken = after.legal_moves().into_iter();
            assert!(
                taken.filter(|mv| mv.is_capture()).count() != 0,
                "{}",
                choice.line
            );
        }
    }
}
