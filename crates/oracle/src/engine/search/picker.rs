//! A staged move picker: the move of the table, captures, then the others. Each stage is generated when it is reached.

use std::collections::VecDeque;

use passant_rules::{Move, MoveKind};

use super::score::captures_first;
use crate::EngineFault;
use crate::engine::position::EnginePosition;

/// The moves of a position, one after the other.
pub(super) struct Picker<'a> {
    position: &'a EnginePosition,
    hint: Option<Move>,
    stage: Stage,
    moves: VecDeque<Move>,
}

#[derive(Clone, Copy)]
enum Stage {
    Hint,
    Captures,
    QuietMoves,
    /// All answers to a check, instead of captures and quiet moves.
    Evasions,
    End,
}

impl<'a> Picker<'a> {
    pub(super) fn new(position: &'a EnginePosition, hint: Option<Move>) -> Self {
        Self {
            position,
            hint,
            stage: Stage::Hint,
            moves: VecDeque::new(),
        }
    }

    /// The moves of a stage, and the stage after it.
    fn generate(&self) -> (Vec<Move>, Stage) {
        match self.stage {
            Stage::Hint if self.position.state.is_check() => (self.hint_moves(), Stage::Evasions),
            Stage::Hint => (self.hint_moves(), Stage::Captures),
            Stage::Captures => (self.among(&is_capture), Stage::QuietMoves),
            Stage::QuietMoves => (self.among(&|mv| !is_capture(mv)), Stage::End),
            Stage::Evasions => (self.among(&|_| true), Stage::End),
            Stage::End => (Vec::new(), Stage::End),
        }
    }

    fn hint_moves(&self) -> Vec<Move> {
        self.hint.into_iter().collect()
    }

    /// The moves of a kind without the hint.
    fn among(&self, is_of_stage: &dyn Fn(Move) -> bool) -> Vec<Move> {
        let misses = self.misses(matches!(self.stage, Stage::Evasions));
        let is_picked = |mv| is_of_stage(mv) && !misses(mv) && Some(mv) != self.hint;
        let mut moves = self.position.moves_among(&is_picked);
        captures_first(self.position, &mut moves);
        moves
    }

    /// Tells whether there is a move at all. To list the moves takes much longer.
    pub(super) fn has_move(&self) -> bool {
        let misses = self.misses(self.position.state.is_check());
        self.position.has_move_among(&|mv| !misses(mv))
    }

    /// Returns the test for the moves that are missed among the answers to a check, or among captures and quiet moves.
    fn misses(&self, is_check: bool) -> impl Fn(Move) -> bool + use<> {
        let misses = self.position.has(if is_check {
            EngineFault::StagedEvasionsMiss
        } else {
            EngineFault::StagedCapturesMiss
        });
        move |mv| misses && mv.is_en_passant()
    }
}

impl Iterator for Picker<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(mv) = self.moves.pop_front() {
                return Some(mv);
            }
            if matches!(self.stage, Stage::End) {
                return None;
            }
            let (moves, next) = self.generate();
            (self.moves, self.stage) = (moves.into(), next);
        }
    }
}

fn is_capture(mv: Move) -> bool {
    mv.kind() == MoveKind::EnPassant || mv.is_capture()
}
