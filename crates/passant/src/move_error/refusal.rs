//! What is wrong with a move, in one sentence.

use passant_rules::{MoveTextError, Piece, PieceType, Position, Rank, Square};

use super::intended_move::IntendedMove;
use passant_judge::attack;
use passant_judge::explain::{self, Candidate, man_on};

/// The sentence.
pub(super) fn title(position: &Position, intended: &IntendedMove, error: MoveTextError) -> String {
    match error {
        MoveTextError::Illegal => illegal(position, intended),
        MoveTextError::Syntax { .. } => {
            "no move can be read here; expected one like exd6, Nf3 or e2e4".to_owned()
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
            let name = |man: Piece| format!("the {} on {from} is {}'s", man.piece_type(), !us);
            let theirs = position.piece_at(from).map(name);
            theirs.map_or_else(
                || format!("nothing stands on {from}"),
                |theirs| format!("{theirs}, and it is {us}'s turn"),
            )
        }
        (_, None) => format!("{us} may not castle to that side here"),
        (_, Some(to)) => refused_at(position, intended, to),
    }
}

/// Why no man that could be intended may go to a square.
fn refused_at(position: &Position, intended: &IntendedMove, to: Square) -> String {
    let us = position.side_to_move();
    let kind = intended.kind;
    let mut near = intended.pieces.clone();
    near.retain(|from| comes_near(position, *from, to));
    match (intended.pieces.as_slice(), near.as_slice()) {
        ([], _) => format!("{us} has no {kind} that could be intended"),
        ([from], _) | (_, [from]) => refused(position, *from, to),
        _ => format!("no {kind} of {us}'s can go to {to}"),
    }
}

/// Why the man on one square, of the side to move, may not go to another.
fn refused(position: &Position, from: Square, to: Square) -> String {
    let man = man_on(&position.board(), from);
    let attackers = attackers_after(position, from, to);
    if is_legal(position, from, to) {
        format!("{man} may go to {to}, but the move is written otherwise")
    } else if is_en_passant_shape(position, from, to) {
        en_passant_refused(position, from, to)
    } else if !reaches(position, from, to) || attackers.is_empty() {
        format!("{man} cannot go to {to}")
    } else {
        let attackers = attackers.join(" and from ");
        format!("{man} may not go to {to}: the king would be in check from {attackers}")
    }
}

fn en_passant_refused(position: &Position, from: Square, to: Square) -> String {
    let candidates = explain::candidates(position);
    let is_meant =
        |candidate: &&Candidate| (candidate.capture.from(), candidate.capture.to()) == (from, to);
    candidates.iter().find(is_meant).map_or_else(
        || format!("nothing stands on {to}, and no pawn has just passed over it"),
        Candidate::sentence,
    )
}

/// Whether a man could be intended by a move to a square: only its king or the notation forbids it.
fn comes_near(position: &Position, from: Square, to: Square) -> bool {
    is_legal(position, from, to)
        || is_en_passant_shape(position, from, to)
        || reaches(position, from, to)
}

fn is_legal(position: &Position, from: Square, to: Square) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|mv| (mv.from(), mv.to()) == (from, to))
}

/// Whether a pawn of the side to move would go one step diagonally to an empty square.
fn is_en_passant_shape(position: &Position, from: Square, to: Square) -> bool {
    let us = position.side_to_move();
    let sides = [-1, 1].map(|side| from.offset(side, us.forward()));
    is_own_pawn(position, from) && sides.contains(&Some(to)) && position.piece_at(to).is_none()
}

/// Whether a man of the side to move could go to a square if its king did not matter.
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

/// The men that attack the king of the side to move once a man has gone from one square to another.
fn attackers_after(position: &Position, from: Square, to: Square) -> Vec<String> {
    let us = position.side_to_move();
    let mut board = position.board();
    board.set(to, board.get(from));
    board.set(from, None);
    let king = position.king(us);
    let king = if from == king { to } else { king };
    let attackers = attack::attackers(&board, !us, king).into_iter();
    attackers.map(|at| man_on(&board, at)).collect()
}
