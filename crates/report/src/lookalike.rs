//! Positions that look the same and are not, because an en passant capture was possible in one of them.

use passant_rules::{Move, Position};

use crate::game_record::GameRecord;

/// Why the current position is not the same as an earlier one with the same pieces, the same side to move and the same
/// castling rights; `None` if there is no such position.
///
/// Positions are the same if the same moves are possible (FIDE Laws of Chess 9.2.3).
#[must_use]
pub fn sentence(game: &GameRecord) -> Option<String> {
    let now = game.position();
    let (number, earlier) = game
        .earlier()
        .find(|(_, earlier)| looks_like(earlier, now) && earlier != now)?;
    let captures: Vec<_> = earlier
        .legal_moves()
        .iter()
        .filter(|mv| mv.is_en_passant())
        .map(|mv| name(*mv))
        .collect();
    let when = match number
        .checked_sub(1)
        .and_then(|last| game.plies().get(last))
    {
        Some(ply) => format!("after {} {}", ply.number_text(), ply.san),
        None => "at the start".to_owned(),
    };
    let were = if captures.len() == 1 { "was" } else { "were" };
    Some(format!(
        "not the same position as {when}: {} {were} possible then",
        captures.join(" and ")
    ))
}

fn looks_like(one: &Position, other: &Position) -> bool {
    one.board() == other.board()
        && one.side_to_move() == other.side_to_move()
        && one.castling_rights() == other.castling_rights()
}

fn name(capture: Move) -> String {
    format!("{}x{}", capture.from(), capture.to())
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::sentence;
    use crate::GameRecord;

    fn after(fen: &str, moves: &str) -> Option<String> {
        let mut game = GameRecord::new(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv);
        }
        sentence(&game)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn names_the_capture_that_was_possible_the_first_time() {
        let moves = "e2e4 e7e6 e4e5 d7d5 b1c3 b8c6 c3b1 c6b8";
        assert_eq!(
            after(START, moves).unwrap(),
            "not the same position as after 2... d5: e5xd6 was possible then"
        );
        assert_eq!(
            after("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "e1e2 e8e7 e2e1 e7e8").unwrap(),
            "not the same position as at the start: c5xd6 and e5xd6 were possible then"
        );
        // The second return is still compared with the first occurrence.
        let twice = format!("{moves} b1c3 b8c6 c3b1 c6b8");
        assert!(after(START, &twice).unwrap().contains("2... d5"));
    }

    #[test]
    fn says_nothing_about_positions_that_are_the_same_or_that_look_different() {
        for (fen, moves) in [
            (START, ""),
            (START, "g1f3 g8f6 f3g1 f6g8"),
            // No pawn could capture.
            (START, "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8"),
            // Both pawns would leave the rank: the capture was illegal the first time.
            ("7k/8/8/K1Pp3r/8/8/8/8 w - d6 0 1", "a5b5 h8g8 b5a5 g8h8"),
            // Castling rights differ too.
            ("4k3/8/8/2Pp4/8/8/8/4K2R w K d6 0 2", "e1e2 e8e7 e2e1 e7e8"),
        ] {
            assert_eq!(after(fen, moves), None, "{fen} {moves}");
        }
    }
}
