//! Simple positions with known answers.

use passant_query::Line;

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
    pub(super) bad: &'static str,
    /// Two other legal moves, so that one of them is not what the engine plays by itself.
    pub(super) others: &'static str,
    /// A move of a piece that does not move like that, a move of the other side, and a move into check if there is one:
    /// an engine that takes whatever it is told shows nothing about pins.
    pub(super) illegal: &'static str,
}

/// Three positions, one of them after a move that is played.
pub(super) const CHOICES: [ChoicePosition; 3] = [
    ChoicePosition {
        line: PLAIN,
        bad: "c7c5",
        others: "e8e7 e8f8",
        illegal: "e8e6 h2h3 e8d8",
    },
    ChoicePosition {
        line: "4k3/8/2n5/8/8/8/3Q4/4K3 w - - 0 1",
        bad: "d2d4",
        others: "e1f1 d2c1",
        illegal: "d2e4 c6d4",
    },
    ChoicePosition {
        line: "4k2r/8/8/8/8/8/3B4/4K3 w - - 0 1 moves d2c3",
        bad: "e8d8",
        others: "h8h7 h8f8",
        illegal: "h8g6 c3d4",
    },
];

/// A position with moves about which an engine has to be right.
pub(super) struct LegalityPosition {
    /// The position, or the game that leads to it.
    pub(super) line: &'static str,
    /// A legal move, which is illegal in the initial position.
    pub(super) legal: &'static str,
    /// Moves of pieces that do not move like that, a move of the other side, and one that leaves the king in check.
    pub(super) illegal: &'static str,
}

/// [`PLAIN`], and a position in which White moves.
const POSITIONS: [LegalityPosition; 2] = [
    LegalityPosition {
        line: PLAIN,
        legal: "e8e7",
        illegal: "e8e6 c7c4 h2h3 e8d8",
    },
    LegalityPosition {
        line: "4kr2/8/2n5/8/8/8/3Q4/4K3 w - - 0 1",
        legal: "d2g5",
        illegal: "d2e4 e1e3 c6d4 e1f1",
    },
];

/// Games from the initial position, for engines that do not set up positions.
const GAMES: [LegalityPosition; 2] = [
    LegalityPosition {
        line: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e3 d7d6 f1b5",
        legal: "c7c6",
        illegal: "c8c6 a7a4 d2d3 a7a6",
    },
    LegalityPosition {
        line: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d3 g7g6 c1f4 f8g7",
        legal: "f4e5",
        illegal: "f4f5 d3d5 g7f6",
    },
];

/// Returns the positions whose moves an engine has to know: [`PLAIN`] and another one, or games if it does not set up
/// positions.
pub(super) fn legality_positions(sets_up: bool) -> &'static [LegalityPosition; 2] {
    if sets_up { &POSITIONS } else { &GAMES }
}

/// Returns the line whose counts an engine has to know: [`PLAIN`], or a game if it does not set up positions.
pub(super) fn line_to_count(sets_up: bool) -> Line {
    constant_line(legality_positions(sets_up)[0].line)
}

/// A position with one legal move, and that move.
pub(super) const ONE_MOVE: (&str, &str) = ("k7/2K5/7p/8/8/8/8/6B1 b - - 0 1", "h6h5");
/// Lines that lead to it, with one move and with two, and the only legal move.
pub(super) const LEADING_TO_ONE_MOVE: [(&str, &str); 2] = [
    ("k7/2K5/7p/8/8/8/7B/8 w - - 0 1 moves h2g1", ONE_MOVE.1),
    ("8/k1K5/7p/8/8/8/7B/8 b - - 0 1 moves a7a8 h2g1", ONE_MOVE.1),
];
/// A game from the initial position after which a single move is legal, and that move.
pub(super) const GAME_TO_ONE_MOVE: [(&str, &str); 1] = [(
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 f7f5 d1h5",
    "g7g6",
)];

/// Positions of both sides, and the en passant capture that is the only mate in one move: an engine that knows the capture plays
/// it. python-chess finds no other mate.
pub(super) const MATING_CAPTURES: [(&str, &str); 2] = [
    ("6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 2", "e5d6"),
    ("q3k3/8/8/8/3Pp3/8/7B/6BK b - d3 0 2", "e4d3"),
];

/// Lines for the proof that an engine plays all moves after a position: one, and three. The legal move is legal only at
/// the end, and an illegal one is legal before. No FEN has an en passant field, which some engines refuse.
pub(super) const PLAYED: [LegalityPosition; 2] = [
    LegalityPosition {
        line: "4k3/2p5/8/8/3R4/8/7P/4K3 w - - 0 1 moves d4d5",
        legal: "e8e7",
        illegal: "d4d6",
    },
    LegalityPosition {
        line: "4k3/2p5/8/8/3R4/8/7P/4K3 w - - 0 1 moves d4d5 e8f8 d5a5",
        legal: "f8g7",
        illegal: "e8e7 d5d6",
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
    use passant_rules::{Move, Position};

    use super::{
        CHOICES, FIXED_POSITIONS, GAME_TO_ONE_MOVE, LEADING_TO_ONE_MOVE, MANY_MOVES,
        MATING_CAPTURES, ONE_MOVE, PLAYED, constant_line, legality_positions, line_to_count,
    };

    /// Reads a move; `None` if it is illegal.
    fn find(position: &Position, mv: &str) -> Option<Move> {
        position.find(mv.parse().unwrap()).ok()
    }

    #[test]
    fn the_known_positions_have_the_known_moves() {
        let all = LEADING_TO_ONE_MOVE.iter().chain(&GAME_TO_ONE_MOVE);
        for (line, expected) in all.chain([&ONE_MOVE]) {
            let only = constant_line(line).position().unwrap();
            let legal = only.legal_moves();
            assert_eq!(legal.len(), 1, "{line}");
            assert_eq!(only.uci_move(legal[0]).to_string(), *expected);
        }
    }

    #[test]
    fn the_mating_captures_are_the_only_mates() {
        for (line, capture) in MATING_CAPTURES {
            let position = constant_line(line).position().unwrap();
            let is_mate = |mv: &Move| {
                let after = position.after(*mv);
                after.is_check() && after.legal_moves().is_empty()
            };
            let mates: Vec<_> = position.legal_moves().into_iter().filter(is_mate).collect();
            assert_eq!(mates, [find(&position, capture).unwrap()], "{line}");
            assert!(mates[0].is_en_passant(), "{line}");
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
                assert!(find(&before, known.legal).is_none(), "{}", known.line);
            }
        }
    }

    #[test]
    fn the_moves_of_the_known_positions_are_legal_and_illegal_as_stated() {
        let known = [true, false].into_iter().flat_map(legality_positions);
        for known in known.chain(&PLAYED) {
            let position = constant_line(known.line).position().unwrap();
            assert!(find(&position, known.legal).is_some(), "{}", known.line);
            assert!(find(&Position::initial(), known.legal).is_none());
            let is_illegal = |mv| find(&position, mv).is_none();
            assert!(known.illegal.split(' ').all(is_illegal), "{}", known.line);
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
            let is_legal = |mv| find(&position, mv).is_some();
            assert!(choice.others.split(' ').all(is_legal), "{}", choice.line);
            assert!(!choice.illegal.split(' ').any(is_legal), "{}", choice.line);
            let after = position.after(find(&position, choice.bad).unwrap());
            let taken = after.legal_moves().into_iter();
            assert!(
                taken.filter(|mv| mv.is_capture()).count() != 0,
                "{}",
                choice.line
            );
        }
    }
}
