//! The lines of a case, as they are given to an engine, and the positions that they lead to.

use passant_query::{Line, Step};
use passant_rules::{Position, UciMove};
use passant_suite::{Ask, Line as CaseLine, Ply};

/// The first plies of a line of a case.
pub(super) fn query_line(line: &CaseLine, plies: usize) -> Line {
    let step = |ply: &Ply, position: Position| match *ply {
        Ply::Move(mv) => Step::Move(position.uci_move(mv)),
        Ply::Pass => Step::Move(UciMove::NULL),
    };
    let steps = line.plies().iter().zip(line.positions()).take(plies);
    Line {
        setup: line.setup().clone(),
        steps: steps.map(|(ply, position)| step(ply, position)).collect(),
        is_chess960: line.start().is_chess960(),
    }
}

/// The line of a question. Moves beyond the position in question are played and taken back.
pub(super) fn asked_line(ask: &Ask<'_>) -> Line {
    let mut line = query_line(ask.line, ask.plies + ask.taken_back);
    let takebacks = std::iter::repeat_n(Step::TakeBack, ask.taken_back);
    line.steps.extend(takebacks);
    line
}

/// The position of a question.
pub(super) fn asked_position(ask: &Ask<'_>) -> Position {
    position_after(ask.line, ask.plies)
}

/// The position after the first plies of a line.
pub(super) fn position_after(line: &CaseLine, plies: usize) -> Position {
    let played = line.plies().iter().take(plies);
    played.fold(line.start().clone(), |position, ply| ply.after(&position))
}
