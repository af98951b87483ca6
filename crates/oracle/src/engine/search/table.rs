//! The hash table.
//!
//! Positions that differ in nothing but the right share a slot. A score is used only if the whole key is equal, but the
//! move of a slot is tried in any position in which a shortcut finds it legal, as engines do with killer moves.

use passant_rules::{Move, PieceType};

use super::score::{LEAST_MATE, Node, Window};
use crate::EngineFault;
use crate::engine::position::EnginePosition;

/// The number of slots.
const SLOTS: usize = 1 << 12;

/// The hash table of a search. It outlives the search, as that of an engine does within a game.
#[derive(Clone, Debug)]
pub struct SearchTable {
    slots: Vec<Option<Entry>>,
}

/// The place of a position in the table. It takes long to compute, and is the same for all questions of the search
/// about a node.
#[derive(Clone, Copy)]
pub(super) struct Place {
    slot: usize,
    key: u64,
}

/// The knowledge about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    key: u64,
    depth: u32,
    /// Mates are counted from the position, not from the root.
    score: i32,
    bound: Bound,
    best: Option<Move>,
}

/// The result of a search of a node.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

/// The meaning of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Default for SearchTable {
    fn default() -> Self {
        Self {
            slots: vec![None; SLOTS],
        }
    }
}

impl Place {
    pub(super) fn of(position: &EnginePosition) -> Self {
        let placement = position.placement_key();
        Self {
            slot: usize::try_from(placement % SLOTS as u64).unwrap_or_default(),
            key: placement ^ position.search_right_key(),
        }
    }
}

impl SearchTable {
    /// Replaces what the slot of a node has.
    pub(super) fn store(&mut self, place: Place, node: &Node<'_>, found: Found) {
        if let Some(slot) = self.slots.get_mut(place.slot) {
            *slot = Some(Entry {
                key: place.key,
                depth: node.depth,
                score: shift_mate(found.score, node.ply.cast_signed()),
                bound: found.bound,
                best: found.best,
            });
        }
    }

    /// The score of a node, if the table knows it well enough.
    pub(super) fn cutoff(&self, place: Place, node: &Node<'_>, window: Window) -> Option<i32> {
        let entry = self.slot(place)?;
        if entry.depth < node.depth || entry.key != place.key {
            return None;
        }
        let score = shift_mate(entry.score, -node.ply.cast_signed());
        let is_known = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => window.beta <= score,
            Bound::AtMost => score <= window.alpha,
        };
        is_known.then(|| score.clamp(window.alpha, window.beta))
    }

    /// The move of the slot, if it is found legal.
    pub(super) fn hint(&self, place: Place, position: &EnginePosition) -> Option<Move> {
        let hint = self.slot(place)?.best?;
        position.is_hint_legal(hint).then_some(hint)
    }

    /// The move of the slot, if the slot is about this position or another one may be meant.
    pub(super) fn continuation(&self, position: &EnginePosition) -> Option<Move> {
        let place = Place::of(position);
        let entry = self.slot(place)?;
        let best = entry.best?;
        let plays_expired = position.has(EngineFault::LinePlaysExpiredRight);
        let is_expired = best.is_en_passant() && position.right.is_none();
        let is_about = entry.key == place.key && position.is_legal_here(best);
        let is_imagined = plays_expired && is_expired && position.looks_like_capture(best);
        (is_about || is_imagined).then_some(best)
    }

    fn slot(&self, place: Place) -> Option<&Entry> {
        self.slots.get(place.slot)?.as_ref()
    }
}

/// The score of a mate some plies nearer to where it is counted from; other scores unchanged.
fn shift_mate(score: i32, plies: i32) -> i32 {
    match score {
        LEAST_MATE.. => score + plies,
        _ if score <= -LEAST_MATE => score - plies,
        _ => score,
    }
}

impl EnginePosition {
    /// Returns what the right contributes to the key of the search: a number if a capture is legal.
    fn search_right_key(&self) -> u64 {
        let counts = !self.has(EngineFault::SearchKeyWithoutRight) && !self.captures().is_empty();
        self.right.filter(|_| counts).map_or(0, Self::file_key)
    }

    /// Tells whether the move of the table can be played: a look at the squares instead of a list of moves.
    fn is_hint_legal(&self, mv: Move) -> bool {
        let is_trusted = mv.is_en_passant() && self.has(EngineFault::HashMoveUnchecked);
        if is_trusted {
            self.looks_like_capture(mv)
        } else {
            self.is_legal_here(mv)
        }
    }

    fn is_legal_here(&self, mv: Move) -> bool {
        self.moves_among(&|it| it == mv).contains(&mv)
    }

    /// Tells whether pawns stand where they stand before an en passant capture, with or without a right.
    fn looks_like_capture(&self, mv: Move) -> bool {
        let pawn = |color, at| self.state.has(color, PieceType::Pawn, at);
        let victim = self.state.victim(mv.to());
        pawn(self.us(), mv.from())
            && self.state.is_empty(mv.to())
            && victim.is_some_and(|at| pawn(!self.us(), at))
    }
}
