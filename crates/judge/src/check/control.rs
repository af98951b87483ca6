//! Controls of a channel: whether an engine does what its answers are trusted for.

use passant_query::{Channel, EngineError, EngineMove, is_distinguishing};
use passant_rules::{Bitboard, EnPassant, Move, Position, UciMove};

use super::hearing::Hearing;
use super::presentation::Prompt;

/// The number of control moves, which have nothing to do with en passant, that must be accepted before an engine fails.
pub(super) const CONTROL_MOVES: usize = 4;

/// The number of moves that an engine must ignore before its channel is doubted. It may not know one of them.
const IGNORED: usize = 2;

/// The outcome of a control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Control {
    /// The engine does what it is told, or its channel needs no control.
    Held,
    /// The engine holds the position and ignores what it is told, in this way.
    Ignored(String),
    /// Nothing, because the position has no suitable move.
    Nothing,
}

impl Hearing<'_> {
    /// Controls a search that is restricted to one move. An engine that ignores the restriction plays its own choice, so
    /// only another legal move shows anything.
    pub(super) fn ask_control(&mut self) -> Result<Control, EngineError> {
        if self.subject.can().channel != Channel::SearchMoves {
            return Ok(Control::Held);
        }
        let Prompt { line, position, .. } = self.prompt;
        let own = self.subject.best_move(line, 1)?;
        let holds_position = own.uci().is_some_and(|mv| is_distinguishing(position, mv));
        let mut others = ordinary(position, |mv| own != EngineMove::Uci(mv));
        others.truncate(IGNORED);
        if !holds_position || others.is_empty() {
            return Ok(Control::Nothing);
        }
        for &mv in &others {
            if self.subject.is_legal(line, mv)? {
                return Ok(Control::Held);
            }
        }
        let others: Vec<_> = others.iter().map(ToString::to_string).collect();
        let others = others.join(" or only ");
        Ok(Control::Ignored(format!(
            "plays {own} also if it may only consider {others}"
        )))
    }
}

/// A few legal moves that have nothing to do with en passant, each of a different piece.
pub(super) fn ordinary(position: &Position, is_suitable: impl Fn(UciMove) -> bool) -> Vec<UciMove> {
    let target = position.en_passant().map(EnPassant::target);
    let mut seen = Bitboard::EMPTY;
    let mut moves: Vec<UciMove> = Vec::new();
    let legal = position.legal_moves();
    let is_plain = |mv: &Move| {
        Some(mv.to()) != target && mv.promotion().is_none() && mv.kind().castling_side().is_none()
    };
    for mv in legal.iter().filter(|mv| is_plain(mv)) {
        let text = position.uci_move(*mv);
        if moves.len() < CONTROL_MOVES && !seen.contains(mv.from()) && is_suitable(text) {
            seen.insert(mv.from());
            moves.push(text);
        }
    }
    moves
}
