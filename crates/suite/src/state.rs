//! What node counts cannot show: FEN after moves, equal positions, repetition, notation, single moves.

mod ask;
mod case;
mod line;
mod rule;
mod twin;

pub use ask::{Ask, What};
pub(crate) use case::san;
pub use case::{
    AfterMoves, AfterPly, Because, Effect, Game, Notation, Queries, Query, Question, Repetition,
    SamePosition, StateCase, Written,
};
pub(crate) use line::passed;
pub use line::{Line, Ply};
pub use rule::Rule;
