//! Describes a move in words.

use passant_query::EngineMove;
use passant_rules::{EnPassantVerdict, IllegalReason, Move, MoveKind, PieceType, Position};

use serde::{Deserialize, Serialize};

/// A move and its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedMove {
    /// UCI notation, or the text of the engine if that is not a move.
    #[serde(rename = "uci")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub mv: EngineMove,
    /// The kind of move, or why it is illegal.
    pub kind: String,
}

/// A legal move and its kind.
pub(super) fn of_legal(position: &Position, mv: Move) -> NamedMove {
    let kind = match mv.kind() {
        MoveKind::EnPassant => "en passant capture".to_owned(),
        kind if kind.castling_side().is_some() => "castling".to_owned(),
        MoveKind::DoublePush => "double push".to_owned(),
        kind if kind.promotion().is_some() => "promotion".to_owned(),
        kind => {
            let piece = position.piece_at(mv.from());
            let piece = piece.map_or_else(|| "piece".to_owned(), |it| it.piece_type().to_string());
            let verb = if kind.is_capture() { "capture" } else { "move" };
            format!("{piece} {verb}")
        }
    };
    NamedMove {
        mv: position.uci_move(mv).into(),
        kind,
    }
}

/// A move that an engine has too many: a legal one is printed twice. An illegal one gets the reason if it looks like an en passant
/// capture.
pub(super) fn of_extra(position: &Position, mv: &EngineMove) -> NamedMove {
    NamedMove {
        mv: mv.clone(),
        kind: why_extra(position, mv).unwrap_or_else(|| "illegal move".to_owned()),
    }
}

fn why_extra(position: &Position, mv: &EngineMove) -> Option<String> {
    let mv = mv.uci()?;
    if position.find(mv).is_ok() {
        return Some("printed twice".to_owned());
    }
    let (from, to) = (mv.from(), mv.to());
    let piece = position.piece_at(from)?;
    if piece.piece_type() != PieceType::Pawn || piece.color() != position.side_to_move() {
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
        .then(|| "pawn captures on an empty square without an en passant right".to_owned())
}

/// Why an en passant capture is illegal.
pub(super) fn because(reason: IllegalReason) -> &'static str {
    match reason {
        IllegalReason::Check => "the king stays in check",
        IllegalReason::File => "the capturer is pinned on its file",
        IllegalReason::Diagonal => "the capturer is pinned on a diagonal",
        IllegalReason::Rank => "both pawns leave the rank and uncover the king",
        IllegalReason::Victim => "the victim shielded the king on a diagonal",
    }
}
