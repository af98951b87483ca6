//! Says in one sentence what is wrong with a move.

use passant_rules::{MoveTextError, Piece, PieceType, Position, Rank, Square};

use super::intended_move::IntendedMove;
use crate::judged_captures::{JudgedCapture, judged_captures, piece_on};

/// The sentence.
pub(super) fn title(position: &Position, intended: &IntendedMove, error: MoveTextError) -> String {
    match error {
        MoveTextError::Illegal => illegal(position, intended),
        MoveTextError::Syntax { .. } => {
            "not a move; expected one such as exd6, Nf3 or e2e4".to_owned()
        }
        MoveTextError::Ambiguous | MoveTextError::NotEnPassant => error.to_string(),
    }
}

fn illegal(position: &Position, intended: &IntendedMove) -> String {
    let us = position.side_to_move();
    if position.count_legal_moves() == 0 {
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        return format!("the game is over: {}", outcome.unwrap_or_default());
    }
    match (intended.from, intended.to) {
        (Some(from), _) if intended.pieces.is_empty() => {
            let name = |piece: Piece| format!("the {} on {from} is {}'s", piece.piece_type(), !us);
            let theirs = position.piece_at(from).map(name);
            theirs.map_or_else(
                || format!("there is no piece on {from}"),
                |theirs| format!("{theirs}, but it is {us}'s turn"),
            )
        }
        (_, None) => format!("{us} cannot castle to this side here"),
        (_, Some(to)) => explain_no_piece(position, intended, to),
    }
}

/// Why none of the pieces that could be meant can move to a square.
fn explain_no_piece(position: &Position, intended: &IntendedMove, to: Square) -> String {
    let us = position.side_to_move();
    let kind = intended.kind;
    let mut plausible = intended.pieces.clone();
    plausible.retain(|from| is_plausible(position, *from, to));
    match (intended.pieces.as_slice(), plausible.as_slice()) {
        ([], _) => format!("{us} has no {kind} that could be meant"),
        ([from], _) | (_, [from]) => explain_refusal(position, *from, to),
        _ => format!("none of {us}'s {kind}s can move to {to}"),
    }
}

/// Why a piece of the side to move cannot move from one square to another.
fn explain_refusal(position: &Position, from: Square, to: Square) -> String {
    let piece = piece_on(&position.board(), from);
    let attackers = attackers_after(position, from, to);
    if is_legal(position, from, to) {
        format!("{piece} can move to {to}, but the notation is wrong")
    } else if is_en_passant_shape(position, from, to) {
        en_passant_refused(position, from, to)
    } else if !reaches(position, from, to) || attackers.is_empty() {
        format!("{piece} cannot move to {to}")
    } else {
        let attackers = attackers.join(" and ");
        format!("{piece} cannot move to {to}, because the king would be in check from {attackers}")
    }
}

fn en_passant_refused(position: &Position, from: Square, to: Square) -> String {
    let judged_captures = judged_captures(position);
    let is_meant = |candidate: &&JudgedCapture| {
        (candidate.capture.from(), candidate.capture.to()) == (from, to)
    };
    judged_captures.iter().find(is_meant).map_or_else(
        || format!("{to} is empty, and no pawn has just passed over it"),
        JudgedCapture::sentence,
    )
}

/// Tells whether a piece could be meant by a move to a square: only check or the notation rules it out.
fn is_plausible(position: &Position, from: Square, to: Square) -> bool {
    is_legal(position, from, to)
        || is_en_passant_shape(position, from, to)
        || reaches(position, from, to)
}

fn is_legal(position: &Position, from: Square, to: Square) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|mv| (mv.from(), mv.to()) == (from, to))
}

/// Tells whether the move is a diagonal step of an own pawn to an empty square.
fn is_en_passant_shape(position: &Position, from: Square, to: Square) -> bool {
    let us = position.side_to_move();
    let sides = [-1, 1].map(|side| from.offset(side, us.forward()));
    is_own_pawn(position, from) && sides.contains(&Some(to)) && position.piece_at(to).is_none()
}

/// Tells whether a piece of the side to move could move to a square if its king could be left in check.
fn reaches(position: &Position, from: Square, to: Square) -> bool {
    let us = position.side_to_move();
    if is_own_pawn(position, from) && from.file() == to.file() {
        let is_start = from.rank() == Rank::Second.relative_to(us);
        let steps = [1, 2].map(|steps| from.offset(0, steps * us.forward()));
        let is_free = |at: Square| position.piece_at(at).is_none();
        let is_single = steps[0] == Some(to);
        let is_double = is_start && steps[0].is_some_and(is_free) && steps[1] == Some(to);
        return (is_single || is_double) && is_free(to);
    }
    position.attackers(us, to).contains(from) && !position.occupied_by(us).contains(to)
}

fn is_own_pawn(position: &Position, at: Square) -> bool {
    position.piece_at(at) == Some(Piece::new(position.side_to_move(), PieceType::Pawn))
}

/// The pieces that attack the king of the side to move after a move from one square to another.
fn attackers_after(position: &Position, from: Square, to: Square) -> Vec<String> {
    let us = position.side_to_move();
    let mut board = position.board();
    board.set(to, board.get(from));
    board.set(from, None);
    let king = position.king(us);
    let king = if from == king { to } else { king };
    let attackers = passant_oracle::attackers(&board, !us, king).into_iter();
    attackers.map(|at| piece_on(&board, at)).collect()
}
