//! Decides whether something illegal that an engine does is a fault of en passant. Other faults are not judged.

use passant_oracle::{EngineFault, Family, Oracle, State};
use passant_query::{EngineMove, Line, Subject};
use passant_rules::{
    EnPassant, EnPassantMode, MoveKind, PieceType, Position, Rank, Square, UciMove,
};

/// Tells whether an illegal move in the position at the end of a line is a fault of en passant: it looks like an en passant
/// capture, is legal after another treatment of the double push or en passant capture before it, or is legal for an engine that
/// breaks one rule of en passant, which may have another right or a victim that still stands.
pub(crate) fn is_of_en_passant(line: &Line, position: &Position, mv: UciMove) -> bool {
    looks_like_capture(position, mv)
        || answers_en_passant(line, mv)
        || is_done_by_fault(line, |moves| moves.contains(&EngineMove::Uci(mv)))
}

/// Tells whether an engine that sees no move where there are some may break a rule of en passant.
pub(super) fn is_blind_to_en_passant(line: &Line) -> bool {
    is_done_by_fault(line, <[EngineMove]>::is_empty)
}

/// Tells whether a pawn leaves its file towards the rank of the target, without a piece that it could capture, or onto a pawn
/// beside it.
fn looks_like_capture(position: &Position, mv: UciMove) -> bool {
    let us = position.side_to_move();
    let is_pawn = position
        .piece_at(mv.from())
        .is_some_and(|piece| piece.piece_type() == PieceType::Pawn && piece.color() == us);
    let fifth = Rank::Fifth.relative_to(us);
    let victim = position.piece_at(mv.to());
    let is_onto_target = mv.to().rank() == Rank::Sixth.relative_to(us) && victim.is_none();
    let is_onto_victim = mv.to().rank() == fifth
        && victim.is_some_and(|it| it.piece_type() == PieceType::Pawn && it.color() != us);
    is_pawn
        && mv.from().rank() == fifth
        && mv.from().file() != mv.to().file()
        && (is_onto_target || is_onto_victim)
}

/// Tells whether the last move was a double push or an en passant capture, and the reply would be legal if the pawn stood where
/// it came from, where it passed, or nowhere.
fn answers_en_passant(line: &Line, mv: UciMove) -> bool {
    let Some((before, last)) = line.split_last() else {
        return false;
    };
    let Some((position, last)) = before
        .position()
        .and_then(|position| Some((position.clone(), position.find(last).ok()?)))
    else {
        return false;
    };
    let passed = match last.kind() {
        MoveKind::DoublePush => position.after(last).en_passant().map(EnPassant::target),
        MoveKind::EnPassant => None,
        _ => return false,
    };
    let mut untouched = position.setup(EnPassantMode::Legal);
    untouched.side_to_move = !untouched.side_to_move;
    untouched.en_passant = None;
    let pawn = untouched.board.get(last.from());
    let moved_to = |at: Option<Square>| {
        let mut setup = untouched.clone();
        setup.board.set(last.from(), None);
        if let Some(at) = at {
            setup.board.set(at, pawn);
        }
        setup
    };
    [untouched.clone(), moved_to(passed), moved_to(None)]
        .iter()
        .flat_map(|setup| State::new(setup).moves())
        .any(|it| it.uci_move() == mv)
}

/// Tells whether an engine that breaks one rule of en passant does something with its moves.
fn is_done_by_fault(line: &Line, does: impl Fn(&[EngineMove]) -> bool) -> bool {
    let mut faults = EngineFault::ALL.iter().filter(|it| changes_moves(**it));
    faults.any(|&fault| {
        let moves = Oracle::with(fault).moves(line);
        moves.is_ok_and(|moves| does(&moves))
    })
}

/// Tells whether a fault changes which moves an engine has. An engine that ignores the moves of a line is at another place.
fn changes_moves(fault: EngineFault) -> bool {
    let is_elsewhere = fault == EngineFault::MovesIgnored;
    let family = fault.family();
    let shows_elsewhere = matches!(
        family,
        Family::FenOut | Family::Key | Family::Repetition | Family::Search
    );
    !is_elsewhere && !shows_elsewhere
}

#[cfg(test)]
mod tests {
    use passant_query::Line;

    use super::{is_blind_to_en_passant, is_of_en_passant};

    /// python-chess 1.11.2 says which moves are illegal.
    #[test]
    fn tells_moves_of_en_passant_from_others() {
        for (line, mv, expected) in [
            // Both pawns leave the rank.
            ("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1", "c5d6", true),
            // The right has expired, or there was none.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", true),
            // The pawn that was captured moves on.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves e5d6", "d5d4", true),
            // The push has uncovered a check, and the reply ignores it.
            ("5b2/4p3/8/8/8/K7/7P/7k b - - 0 1 moves e7e5", "h2h3", true),
            ("5b2/4p3/8/8/8/K7/7P/7k b - - 0 1 moves e7e5", "h2h5", false),
            // Nothing here has to do with en passant.
            ("7R/8/8/8/8/8/5p2/6k1 w - - 0 1", "g3g2", false),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e1e3", false),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5e7", false),
        ] {
            let line: Line = line.parse().unwrap();
            let position = line.position().unwrap_or_default();
            let mv = mv.parse().unwrap();
            assert_eq!(
                is_of_en_passant(&line, &position, mv),
                expected,
                "{line} {mv}"
            );
        }
    }

    /// Counted by python-chess 1.11.2: the capture is the only legal move in the first position, and one of several in the
    /// second.
    #[test]
    fn an_engine_without_moves_may_be_blind_to_the_only_one() {
        for (fen, expected) in [
            ("8/4B3/8/8/2pP4/2B5/k1K5/8 b - d3 0 1", true),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false),
        ] {
            let line = Line::from_fen(fen).unwrap();
            assert_eq!(is_blind_to_en_passant(&line), expected, "{fen}");
        }
    }
}
