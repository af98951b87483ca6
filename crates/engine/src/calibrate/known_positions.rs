//! Simple positions with known answers.

use passant_query::Line;
use passant_rules::{Square, UciMove};

use crate::position_command::constant_line;

/// A position without castling, en passant captures and promotions. Its perft 1 to 3 differ from those of every
/// position that engines start with.
pub(super) const PLAIN: &str = "4k3/2p5/8/3R4/8/8/7P/4K3 b - - 0 1";
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
    /// A move of a piece that does not move like that, a move of the other side, and a move into check if there is one:
    /// an engine that takes whatever it is told shows nothing about pins.
    pub(super) illegal: &'static [UciMove],
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
        illegal: &[
            UciMove::new(Square::E8, Square::E6),
            UciMove::new(Square::H2, Square::H3),
            UciMove::new(Square::E8, Square::D8),
        ],
    },
    ChoicePosition {
        line: "4k3/8/2n5/8/8/8/3Q4/4K3 w - - 0 1",
        bad: UciMove::new(Square::D2, Square::D4),
        others: [
            UciMove::new(Square::E1, Square::F1),
            UciMove::new(Square::D2, Square::C1),
        ],
        illegal: &[
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
        illegal: &[
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
    /// Moves of pieces that do not move like that, a move of the other side, and one that leaves the king in check.
    pub(super) illegal: &'static [UciMove],
}

/// [`PLAIN`], and a position in which White moves.
const POSITIONS: [LegalityPosition; 2] = [
    LegalityPosition {
        line: PLAIN,
        legal: UciMove::new(Square::E8, Square::E7),
        illegal: &[
            UciMove::new(Square::E8, Square::E6),
            UciMove::new(Square::C7, Square::C4),
            UciMove::new(Square::H2, Square::H3),
            UciMove::new(Square::E8, Square::D8),
        ],
    },
    LegalityPosition {
        line: "4kr2/8/2n5/8/8/8/3Q4/4K3 w - - 0 1",
        legal: UciMove::new(Square::D2, Square::G5),
        illegal: &[
            UciMove::new(Square::D2, Square::E4),
            UciMove::new(Square::E1, Square::E3),
            UciMove::new(Square::C6, Square::D4),
            UciMove::new(Square::E1, Square::F1),
        ],
    },
];

/// Games from the initial position, for engines that do not set up positions.
const GAMES: [LegalityPosition; 2] = [
    LegalityPosition {
        line: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e3 d7d6 f1b5",
        legal: UciMove::new(Square::C7, Square::C6),
        illegal: &[
            UciMove::new(Square::C8, Square::C6),
            UciMove::new(Square::A7, Square::A4),
            UciMove::new(Square::D2, Square::D3),
            UciMove::new(Square::A7, Square::A6),
        ],
    },
    LegalityPosition {
        line: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d3 g7g6 c1f4 f8g7",
        legal: UciMove::new(Square::F4, Square::E5),
        illegal: &[
            UciMove::new(Square::F4, Square::F5),
            UciMove::new(Square::D3, Square::D5),
            UciMove::new(Square::G7, Square::F6),
        ],
    },
];

/// The positions whose moves an engine has to know: [`PLAIN`] and another one, or games if it does not set up
/// positions.
pub(super) fn legality_positions(sets_up: bool) -> &'static [LegalityPosition; 2] {
    if sets_up { &POSITIONS } else { &GAMES }
}

/// The line whose counts an engine has to know: [`PLAIN`], or a game if it does not set up positions.
pub(super) fn line_to_count(sets_up: bool) -> Line {
    constant_line(legality_positions(sets_up)[0].line)
}

/// A position with one legal move, and that move.
pub(super) const ONE_MOVE: (&str, UciMove) = (
    "k7/2K5/7p/8/8/8/8/6B1 b - - 0 1",
    UciMove::new(Square::H6, Square::H5),
);
/// Lines that lead to it, with one move and with two, and the only legal move.
pub(super) const LEADING_TO_ONE_MOVE: [(&str, UciMove); 2] = [
    ("k7/2K5/7p/8/8/8/7B/8 w - - 0 1 moves h2g1", ONE_MOVE.1),
    ("8/k1K5/7p/8/8/8/7B/8 b - - 0 1 moves a7a8 h2g1", ONE_MOVE.1),
];
/// A game from the initial position after which a single move is legal, and that move.
pub(super) const GAME_TO_ONE_MOVE: [(&str, UciMove); 1] = [(
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 f7f5 d1h5",
    UciMove::new(Square::G7, Square::G6),
)];

/// Lines for the proof that an engine plays all moves after a position: one, and three. The legal move is legal only at
/// the end, and an illegal one is legal before. No FEN has an en passant field, which some engines refuse.
pub(super) const PLAYED: [LegalityPosition; 2] = [
    LegalityPosition {
        line: "4k3/2p5/8/8/3R4/8/7P/4K3 w - - 0 1 moves d4d5",
        legal: UciMove::new(Square::E8, Square::E7),
        illegal: &[UciMove::new(Square::D4, Square::D6)],
    },
    LegalityPosition {
        line: "4k3/2p5/8/8/3R4/8/7P/4K3 w - - 0 1 moves d4d5 e8f8 d5a5",
        legal: UciMove::new(Square::F8, Square::G7),
        illegal: &[
            UciMove::new(Square::E8, Square::E7),
            UciMove::new(Square::D5, Square::D6),
        ],
    },
];

/// Positions that some engines count instead of the one that they are sent, by their perft 2.
pub(super) const FIXED_POSITIONS: [(u64, &str); 2] =
    [(400, "the initial position"), (2039, "kiwipete")];

/// Tells whether two FENs have the same piece placement.
pub(super) fn has_same_placement(fen: &str, other: &str) -> bool {
    fen.split(' ').next() == other.split(' ').next()
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::{
        CHOICES, FIXED_POSITIONS, GAME_TO_ONE_MOVE, LEADING_TO_ONE_MOVE, MANY_MOVES, ONE_MOVE,
        PLAYED, constant_line, legality_positions, line_to_count,
    };

    #[test]
    fn the_known_positions_have_the_known_moves() {
        let all = LEADING_TO_ONE_MOVE.iter().chain(&GAME_TO_ONE_MOVE);
        for (line, expected) in all.chain([&ONE_MOVE]) {
            let only = constant_line(line).position().unwrap();
            let legal = only.legal_moves();
            assert_eq!(legal.len(), 1, "{line}");
            assert_eq!(only.uci_move(legal[0]), *expected);
        }
    }

    /// An engine that leaves out a move at the beginning or the end answers otherwise.
    #[test]
    fn the_played_lines_show_each_of_their_moves() {
        for known in &PLAYED {
            let mut positions = constant_line(known.line).positions().unwrap();
            let mut end = positions.pop().unwrap();
            let count = passant_count::bulk(&mut end, 2);
            for mut before in positions {
                assert_ne!(passant_count::bulk(&mut before, 2), count, "{}", known.line);
                assert!(before.find(known.legal).is_err(), "{}", known.line);
            }
        }
    }

    #[test]
    fn the_moves_of_the_known_positions_are_legal_and_illegal_as_stated() {
        let known = [true, false].into_iter().flat_map(legality_positions);
        for known in known.chain(&PLAYED) {
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
            let mut position = line_to_count(sets_up).position().unwrap();
            let count = passant_count::bulk(&mut position, 2);
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
            assert!(
                !choice.illegal.iter().any(|mv| is_legal(*mv)),
                "{}",
                choice.line
            );
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
