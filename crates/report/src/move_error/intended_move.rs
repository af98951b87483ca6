//! The move that a text was probably meant to be.

use passant_rules::{File, Piece, PieceType, Position, Square};

/// The parts of a move that a text contains.
pub(super) struct IntendedMove {
    /// The square from which the piece moves, if the text is in UCI notation.
    pub(super) from: Option<Square>,
    /// The square to which it moves; `None` for castling.
    pub(super) to: Option<Square>,
    /// The type of the piece.
    pub(super) kind: PieceType,
    /// The squares of the matching pieces of the side to move; empty if the text contains too little.
    pub(super) pieces: Vec<Square>,
}

impl IntendedMove {
    /// Reads the parts that can be recognized.
    pub(super) fn read(position: &Position, text: &str) -> Self {
        let (from, to) = (square_at(text, 0), square_at(text, 2));
        match (from, to) {
            (Some(from), Some(_)) => Self::by_squares(position, from, to),
            _ => Self::by_name(position, text),
        }
    }

    fn by_squares(position: &Position, from: Square, to: Option<Square>) -> Self {
        let piece = position.piece_at(from);
        let ours = piece.filter(|piece| piece.color() == position.side_to_move());
        Self {
            from: Some(from),
            to,
            kind: piece.map_or(PieceType::Pawn, Piece::piece_type),
            pieces: ours.map(|_| from).into_iter().collect(),
        }
    }

    fn by_name(position: &Position, text: &str) -> Self {
        let first = text.chars().next().unwrap_or_default();
        let is_castling = matches!(first, 'O' | '0');
        let named = PieceType::from_letter(first).filter(|_| first.is_ascii_uppercase());
        let kind = if is_castling {
            Some(PieceType::King)
        } else {
            named
        };
        let kind = kind.unwrap_or(PieceType::Pawn);
        let to = (0..text.len()).rev().find_map(|at| square_at(text, at));
        // `cxd6` is a capture by a pawn on the c-file.
        let file = File::from_letter(first).filter(|_| text.get(1..2) == Some("x"));
        let us = position.side_to_move();
        let fits = |from: &Square| {
            position.piece_at(*from) == Some(Piece::new(us, kind))
                && (to.is_some() || is_castling)
                && file.is_none_or(|file| from.file() == file || kind != PieceType::Pawn)
        };
        Self {
            from: None,
            to,
            kind,
            pieces: position.occupied_by(us).into_iter().filter(fits).collect(),
        }
    }
}

/// The square that a text names at a byte offset.
fn square_at(text: &str, at: usize) -> Option<Square> {
    text.get(at..at + 2).and_then(Square::from_name)
}
