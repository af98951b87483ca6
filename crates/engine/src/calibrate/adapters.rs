//! Two things that an adapter need not do: set up positions, and refuse illegal moves.

use passant_query::{EngineError, Line};
use passant_rules::{Position, UciMove};

use super::known_positions::legality_positions;
use crate::constant_line::constant_line;
use crate::line_protocol::{Ability, Adapter, Played};

/// Returns whether an adapter sets up positions. It does not if it refuses simple ones and takes the initial position.
pub(super) fn sets_up(adapter: &mut Adapter) -> bool {
    let is_refused = legality_positions(true).iter().all(|known| {
        let taken = adapter.position(&constant_line(known.line));
        matches!(
            taken,
            Err(EngineError::Refused(_) | EngineError::Unsupported(_))
        )
    });
    let start = Line::at(&Position::initial());
    !(is_refused && adapter.position(&start).is_ok())
}

/// Returns whether the adapter can say that a move is illegal: by `legal`, or by `play` if that refuses moves that are illegal
/// and have nothing to do with en passant. `play` of many libraries takes every move, and some fail at it.
pub(super) fn checks_moves(adapter: &mut Adapter) -> bool {
    let can = &adapter.capabilities().can;
    if can.contains(&Ability::Legal) || !can.contains(&Ability::Play) {
        return true;
    }
    let mut refuses = |line: &str, mv: UciMove| {
        let played = adapter
            .position(&constant_line(line))
            .and_then(|_| adapter.play(mv));
        played == Ok(Played::Illegal)
    };
    let mut known = legality_positions(false).iter();
    known.all(|known| known.illegal.iter().all(|&mv| refuses(known.line, mv)))
}
