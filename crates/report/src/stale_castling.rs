//! Castling rights that a FEN kept although king or rook have moved.
//!
//! `KQkq` with a king on g1 may be Chess960 in the spelling of X-FEN, or standard chess from a program that never removes a
//! right. It is read as Chess960 only if all its rights fit one game of Chess960: each has its king and rook, and both
//! sides began on the same files. Names of files, like `HAha`, are always Chess960.

use passant_rules::{
    CastlingRights, CastlingSide, Color, File, Piece, PieceType, Setup, SetupFault, Square,
};

/// Returns the rights that a setup has only in Chess960 and that its FEN does not mean, as faults of standard chess.
pub(crate) fn stale_rights(setup: &Setup, fen: &str) -> Vec<SetupFault> {
    if !is_of_letters(fen) {
        return Vec::new();
    }
    let wrong = setup.faults();
    let is_wrong = |color, side| {
        wrong.iter().any(|fault| match *fault {
            SetupFault::CastlingKing(its, wing) | SetupFault::CastlingRook(its, wing, _) => {
                (its, wing) == (color, side)
            }
            _ => false,
        })
    };
    let fits = setup
        .castling
        .iter()
        .all(|(color, side, _)| !is_wrong(color, side))
        && is_symmetric(setup);
    let rights = setup.castling.iter();
    rights
        .filter(|(color, side, _)| !fits && !is_wrong(*color, *side))
        .filter_map(|(color, side, file)| only_of_chess960(setup, color, side, file))
        .collect()
}

/// Tells whether a FEN has rights of Chess960 that are written like those of standard chess.
pub(crate) fn is_guessed_chess960(setup: &Setup, fen: &str) -> bool {
    let mut rights = setup.castling.iter();
    is_of_letters(fen)
        && rights.any(|(color, side, file)| only_of_chess960(setup, color, side, file).is_some())
}

/// Removes rights that were found to be stale.
pub(crate) fn without(mut rights: CastlingRights, stale: &[SetupFault]) -> CastlingRights {
    for fault in stale {
        if let SetupFault::CastlingKing(color, side) | SetupFault::CastlingRook(color, side, _) =
            *fault
        {
            rights.set(color, side, None);
        }
    }
    rights
}

/// Tells whether the castling field names sides, and no files.
fn is_of_letters(fen: &str) -> bool {
    let field = fen.split_ascii_whitespace().nth(2);
    field.is_some_and(|field| field.bytes().all(|letter| b"KQkq".contains(&letter)))
}

/// The fault that a right is in standard chess.
fn only_of_chess960(
    setup: &Setup,
    color: Color,
    side: CastlingSide,
    rook: File,
) -> Option<SetupFault> {
    let corner = side.standard_rook_file();
    if king_file(setup, color) != Some(File::E) {
        Some(SetupFault::CastlingKing(color, side))
    } else if rook != corner {
        Some(SetupFault::CastlingRook(color, side, corner))
    } else {
        None
    }
}

/// Tells whether both sides, as far as they have rights, began on the same files.
fn is_symmetric(setup: &Setup) -> bool {
    let [white, black] = Color::ALL.map(|color| {
        let mut rights = setup
            .castling
            .iter()
            .filter(|(its, _, _)| *its == color)
            .peekable();
        let king = rights.peek().and_then(|_| king_file(setup, color));
        let [short, long] = CastlingSide::ALL.map(|side| setup.castling.rook_file(color, side));
        [king, short, long]
    });
    let mut pairs = white.into_iter().zip(black);
    pairs.all(|pair| !matches!(pair, (Some(one), Some(other)) if one != other))
}

/// The file of a king on its home rank.
fn king_file(setup: &Setup, color: Color) -> Option<File> {
    let king = Some(Piece::new(color, PieceType::King));
    let is_king = |file: &File| setup.board.get(Square::new(*file, color.home_rank())) == king;
    File::ALL.into_iter().find(is_king)
}

#[cfg(test)]
mod tests {
    use crate::FenReading;

    /// FEN, legal moves, repairs, and whether it is read as Chess960. The counts of standard chess are those of
    /// python-chess 1.11.2, with `chess960=True` for Chess960.
    #[test]
    fn rights_are_of_chess960_only_if_they_fit() {
        for (fen, moves, repairs, is_chess960) in [
            ("2k5/8/8/8/8/8/8/R5K1 w KQkq - 0 1", 17, 4, false),
            ("2k5/8/8/8/8/8/8/R5K1 w A - 0 1", 18, 0, true),
            ("2k5/8/8/8/8/8/8/R5K1 w Q - 0 1", 18, 0, true),
            ("r3k2r/8/8/8/8/8/8/R5K1 w Qkq - 0 1", 15, 1, false),
            ("4k3/8/8/8/8/8/8/1R2K3 w KQ - 0 1", 15, 2, false),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", 25, 0, true),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 26, 0, false),
        ] {
            let reading = FenReading::new(fen).unwrap();
            assert_eq!(reading.position.legal_moves().len(), moves, "{fen}");
            assert_eq!(
                reading.repairs.len(),
                repairs,
                "{fen}: {:?}",
                reading.repairs
            );
            assert_eq!(reading.position.is_chess960(), is_chess960, "{fen}");
        }
    }
}
