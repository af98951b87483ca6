//! Cases that node counts cannot show: FEN after moves, equal positions, repetition, notation, single moves.

mod case;
mod expect;
mod rule;
mod twin;

pub(crate) use case::san;
pub use case::{
    AfterMoves, AfterPly, AskedMove, Because, Effect, Game, Notation, Queries, Repetition,
    SamePosition, StateCase, StateQuestion, Written,
};
pub use expect::Expect;
pub use rule::Rule;
