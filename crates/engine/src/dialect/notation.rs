//! The notations in which engines write moves.

use passant_query::EngineMove;
use passant_rules::{Piece, PieceType, Position, Square, UciMove};

/// Reads a move in any notation that engines print.
///
/// A legal move is returned in UCI notation. If the text does not denote a legal move, the result consists of the two
/// squares in the text or of a capture by a pawn that stands there, or else of the text itself.
///
/// ```
/// use passant_engine::dialect::notation::engine_move;
/// use passant_rules::Position;
///
/// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
/// for text in ["e1g1", "e1h1", "O-O", "0-0", "Ke1-g1"] {
///     assert_eq!(engine_move(&position, text).to_string(), "e1g1", "{text}");
/// }
/// assert_eq!(engine_move(&position, "Ke1-e3").to_string(), "e1e3");
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[must_use]
pub fn engine_move(position: &Position, text: &str) -> EngineMove {
    let squares = match text.parse::<UciMove>() {
        // Nearly all engines write nearly all moves in this notation.
        Ok(mv) if !is_own_rook_taken(position, mv) => return EngineMove::Uci(mv),
        Ok(mv) => Some(mv),
        Err(_) => squares(text),
    };
    let legal = if let Some(mv) = squares {
        position.find(mv)
    } else {
        // Promotions are written `e8=Q`, `e8/Q` and `e8(Q)`.
        let letters = text.replace('0', "O").replace('/', "=");
        position.parse_san(&letters.replace(['(', ')'], ""))
    };
    match (legal, squares) {
        (Ok(mv), _) => EngineMove::Uci(position.uci_move(mv)),
        (Err(_), Some(mv)) => EngineMove::Uci(mv),
        (Err(_), None) => match pawn_capture(position, text) {
            Some(mv) => EngineMove::Uci(mv),
            None => EngineMove::unreadable(text),
        },
    }
}

/// Returns the squares of a capture that is not legal, such as `exd6`, if a pawn of the side to move stands on the
/// first one.
fn pawn_capture(position: &Position, text: &str) -> Option<UciMove> {
    let text = text.trim_end_matches(['+', '#']);
    let (file, to) = text.split_once('x')?;
    let to = Square::from_name(to)?;
    let side = position.side_to_move();
    let pawn = Piece::new(side, PieceType::Pawn);
    let beside = [-1, 1].map(|files| to.offset(files, -side.forward()));
    let is_meant = |from: &Square| {
        position.piece_at(*from) == Some(pawn)
            && file.len() == 1
            && from.to_string().starts_with(file)
    };
    let from = beside.into_iter().flatten().find(is_meant)?;
    Some(UciMove::new(from, to))
}

/// Does the same as [`engine_move`] if there is a position. Otherwise only the squares in the text are read.
#[must_use]
pub fn engine_move_in(position: Option<&Position>, text: &str) -> EngineMove {
    match position {
        Some(position) => engine_move(position, text),
        None => squares(text).map_or_else(|| EngineMove::unreadable(text), EngineMove::Uci),
    }
}

/// Tells whether a move ends on a rook of the same side, which is how some engines write castling.
fn is_own_rook_taken(position: &Position, mv: UciMove) -> bool {
    let rook = Piece::new(position.side_to_move(), PieceType::Rook);
    !mv.is_null() && position.piece_at(mv.to()) == Some(rook)
}

/// Two squares and perhaps a promotion in UCI notation: `Pe7xd8=Q` and `e7d8(Q)` are `e7d8q`.
fn squares(text: &str) -> Option<UciMove> {
    let text = text.trim_end_matches(['+', '#']);
    let text = text
        .strip_prefix(['K', 'Q', 'R', 'B', 'N', 'P'])
        .unwrap_or(text);
    let from = text.get(..2)?;
    let rest = text[2..]
        .strip_prefix(['-', 'x', ':'])
        .unwrap_or(&text[2..]);
    let to = rest.get(..2)?;
    let promotion = rest[2..]
        .trim_matches(['=', '/', '(', ')'])
        .to_ascii_lowercase();
    let mv: UciMove = format!("{from}{to}{promotion}").parse().ok()?;
    (!mv.is_null()).then_some(mv)
}

#[cfg(test)]
mod tests {
    use passant_query::EngineMove;
    use passant_rules::Position;

    use super::engine_move;

    /// The example position of the engine Roce, which prints promotions without letters.
    const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

    #[test]
    fn all_notations_of_a_move_are_read_alike() {
        let position = Position::from_fen(PROMOTIONS).unwrap();
        for text in [
            "g2h1q", "g2h1Q", "g2xh1=Q", "Pg2xh1Q", "gxh1=Q", "g2h1(Q)", "g2-h1/Q", "gxh1(Q)",
            "gxh1/Q",
        ] {
            assert_eq!(engine_move(&position, text).to_string(), "g2h1q", "{text}");
        }
        for text in ["g2h1k", "Zz", "(none)", "O-O"] {
            let unreadable = EngineMove::unreadable(text);
            assert_eq!(engine_move(&position, text), unreadable);
        }
        assert_eq!(engine_move(&position, "g2g1").to_string(), "g2g1");
    }

    #[test]
    fn a_capture_by_a_pawn_without_a_right_names_its_squares() {
        let position = Position::from_fen("4k3/8/8/3pP3/8/8/4P3/4K3 w - - 0 1").unwrap();
        for (text, expected) in [
            ("exd6", "e5d6"),
            ("exd6+", "e5d6"),
            ("exf3", "e2f3"),
            ("exc6", "exc6"),
            ("exd5", "exd5"),
            ("dxe4", "dxe4"),
            ("xd6", "xd6"),
            ("Kxd6", "Kxd6"),
        ] {
            assert_eq!(engine_move(&position, text).to_string(), expected, "{text}");
        }
    }
}
