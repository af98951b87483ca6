//! Questions about the state of a game: FEN, same position, keys, repetition, notation, single moves.
//!
//! Unsupported questions are skipped. The [`Conventions`] that an engine follows, for example when its FEN names the en
//! passant square, are observed first and not judged. An answer is wrong if it follows no convention, or not the one that
//! the engine follows otherwise. It counts only if the engine repeats it after a restart.

mod answers;
mod ask;
mod case;
mod compared;
mod conventions;

pub use ask::ask;
pub use case::case;
pub use compared::{ComparedPositions, PositionInGame};
pub use conventions::{Convention, Conventions, Tolerance};
