//! The moves that are played in questions, after which a right has expired.

use passant_rules::{
    Color, EnPassant, Move, MoveKind, Piece, PieceType, Position, Square, UciMove,
};

/// The first answer to a capture, castling or promotion that is one too.
pub(super) fn reply_of_its_kind(position: &Position, mv: Move) -> Option<UciMove> {
    let after = position.after(mv);
    let kind_of = |mv: Move| match mv.kind() {
        MoveKind::Capture => Some(0),
        MoveKind::CastleKing | MoveKind::CastleQueen => Some(1),
        kind => kind.promotion().map(|_| 2),
    };
    let kind = kind_of(mv)?;
    let replies = after.legal_moves().into_iter();
    let reply = replies
        .filter(|&reply| kind_of(reply) == Some(kind))
        .min()?;
    Some(after.uci_move(reply))
}

/// The first move of each kind with which a right expires: a single push, another quiet move, a capture, a castling, a
/// promotion, a move of another piece to the target, a single push that ends beside an enemy pawn.
pub(super) fn one_of_each_kind(position: &Position) -> Vec<Move> {
    let kind_of = |mv: Move| {
        let piece = position.piece_at(mv.from())?;
        Some(match mv.kind() {
            MoveKind::Quiet if piece.piece_type() == PieceType::Pawn => 0,
            MoveKind::Quiet => 1,
            MoveKind::Capture => 2,
            MoveKind::CastleKing | MoveKind::CastleQueen => 3,
            kind if kind.promotion().is_some() => 4,
            _ => return None,
        })
    };
    let mut moves: Vec<_> = position.legal_moves().into_iter().collect();
    moves.sort_unstable();
    let target = position.en_passant().map(EnPassant::target);
    let to_target = |mv: &Move| Some(mv.to()) == target && mv.kind() == MoveKind::Quiet;
    let to_target = moves.iter().copied().find(to_target);
    let mut found = [None; 5];
    for &mv in &moves {
        if let Some(kind) = kind_of(mv)
            && let Some(place) = found.get_mut(kind)
        {
            place.get_or_insert(mv);
        }
    }
    let is_pawn = |at: Square, color: Color| {
        position.piece_at(at) == Some(Piece::new(color, PieceType::Pawn))
    };
    let us = position.side_to_move();
    let beside_pawn = |mv: &Move| {
        let mut beside = [mv.to().offset(-1, 0), mv.to().offset(1, 0)]
            .into_iter()
            .flatten();
        mv.kind() == MoveKind::Quiet && is_pawn(mv.from(), us) && beside.any(|at| is_pawn(at, !us))
    };
    let is_new = |mv: &Move| !found.contains(&Some(*mv));
    let beside_pawn = moves.iter().copied().find(beside_pawn);
    let more = to_target.into_iter().chain(beside_pawn).filter(is_new);
    found.into_iter().flatten().chain(more).collect()
}

/// Four quiet moves of non-pawns that restore the board without losing a castling right.
pub(super) fn back_and_forth(position: &Position) -> Option<[Move; 4]> {
    let back = |mv: Move| Move::new(mv.to(), mv.from(), MoveKind::Quiet);
    for there in non_pawn_moves(position) {
        let mut after = position.clone();
        let _ = after.make(there);
        for answer in non_pawn_moves(&after) {
            let mut after = after.clone();
            let _ = after.make(answer);
            if !after.is_legal(back(there)) {
                continue;
            }
            let _ = after.make(back(there));
            if !after.is_legal(back(answer)) {
                continue;
            }
            let _ = after.make(back(answer));
            if after.castling_rights() == position.castling_rights() {
                return Some([there, answer, back(there), back(answer)]);
            }
        }
    }
    None
}

fn non_pawn_moves(position: &Position) -> Vec<Move> {
    let is_non_pawn = |mv: &Move| {
        let piece = position.piece_at(mv.from());
        mv.kind() == MoveKind::Quiet
            && piece.is_some_and(|piece| piece.piece_type() != PieceType::Pawn)
    };
    let mut moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter(is_non_pawn)
        .collect();
    moves.sort_unstable();
    moves
}
