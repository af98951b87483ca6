//! The lines of a case as engines are told of them, and the positions that they lead to.

use passant_query::{Line as Asked, Step};
use passant_rules::{Position, UciMove};
use passant_suite::{Ask, Line, Ply};

/// The beginning of a line as engines are told of it.
pub(super) fn told(line: &Line, plies: usize) -> Asked {
    let step = |ply: &Ply, position: Position| match *ply {
        Ply::Move(mv) => Step::Move(position.uci_move(mv)),
        Ply::Pass => Step::Move(UciMove::NULL),
    };
    let steps = line.plies().iter().zip(line.positions()).take(plies);
    Asked {
        setup: line.setup().clone(),
        steps: steps.map(|(ply, position)| step(ply, position)).collect(),
        is_chess960: line.start().is_chess960(),
    }
}

/// What an engine is told before something is asked: moves beyond the position are taken back.
pub(super) fn asked(ask: &Ask<'_>) -> Asked {
    let mut line = told(ask.line, ask.plies + ask.taken_back);
    let takebacks = std::iter::repeat_n(Step::TakeBack, ask.taken_back);
    line.steps.extend(takebacks);
    line
}

/// The position when something is asked.
pub(super) fn position(ask: &Ask<'_>) -> Position {
    at(ask.line, ask.plies)
}

/// The position after the first plies of a line.
pub(super) fn at(line: &Line, plies: usize) -> Position {
    let played = line.plies().iter().take(plies);
    played.fold(line.start().clone(), |position, ply| ply.after(&position))
}
