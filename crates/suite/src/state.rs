//! Cases that node counts cannot show: FEN after moves, equal positions, repetition, notation, single moves.

mod expect;
mod state_case;

pub use expect::Expect;
pub(crate) use state_case::san;
pub use state_case::{
    AfterMoves, AfterPly, AskedMove, Because, Effect, Game, Notation, Queries, Repetition, Rule,
    SamePosition, StateCase, StateQuestion, Written,
};
