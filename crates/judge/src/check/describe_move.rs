//! What kind of move a move is, in words.

use passant_rules::{EnPassantVerdict, IllegalReason, Move, MoveKind, PieceType, Position, Square};

use serde::{Deserialize, Serialize};

/// A move by its name, and what kind of move it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedMove {
    /// UCI notation, or the engine's text where that names no two squares.
    pub uci: String,
    /// What kind of move it is, or why it is illegal.
    pub kind: String,
}

/// A legal move with its kind.
pub(super) fn of_legal(position: &Position, mv: Move) -> NamedMove {
    let kind = match mv.kind() {
        MoveKind::EnPassant => "en passant capture".to_owned(),
        kind if kind.castling_side().is_some() => "castling".to_owned(),
        MoveKind::DoublePush => "double push".to_owned(),
        kind if kind.promotion().is_some() => "promotion".to_owned(),
        kind => {
            let man = position
                .piece_at(mv.from())
                .map_or("piece", |man| name(man.piece_type()));
            let verb = if kind.is_capture() { "capture" } else { "move" };
            format!("{man} {verb}")
        }
    };
    NamedMove {
        uci: position.uci(mv).to_string(),
        kind,
    }
}

/// A move of an engine that is not legal, with the reason as far as it is one of en passant.
pub(super) fn of_extra(position: &Position, text: &str) -> NamedMove {
    NamedMove {
        uci: text.to_owned(),
        kind: why_illegal(position, text).unwrap_or_else(|| "illegal move".to_owned()),
    }
}

fn why_illegal(position: &Position, text: &str) -> Option<String> {
    let from = Square::from_name(text.get(..2)?)?;
    let to = Square::from_name(text.get(2..4)?)?;
    let man = position.piece_at(from)?;
    if man.piece_type() != PieceType::Pawn || man.color() != position.side_to_move() {
        return None;
    }
    let is_capture = from.file() != to.file();
    if let Some(right) = position.en_passant()
        && right.target() == to
        && is_capture
    {
        return Some(match position.judge_en_passant(from) {
            Some(EnPassantVerdict::Illegal(reason)) => {
                format!("illegal en passant capture: {}", because(reason))
            }
            _ => "en passant capture by a pawn that does not stand beside the victim".to_owned(),
        });
    }
    (is_capture && position.piece_at(to).is_none())
        .then(|| "pawn captures on an empty square, and there is no right to".to_owned())
}

/// Why an en passant capture is illegal, in words.
pub(super) fn because(reason: IllegalReason) -> &'static str {
    match reason {
        IllegalReason::Check => "the king stays in check",
        IllegalReason::File => "the capturer is pinned on its file",
        IllegalReason::Diagonal => "the capturer is pinned on a diagonal",
        IllegalReason::Rank => "both pawns leave the rank and uncover the king",
        IllegalReason::Victim => "the victim shielded the king on a diagonal",
    }
}

/// The word for a kind of man.
pub fn name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}
