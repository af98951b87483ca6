//! Questions about the state of a game: FEN, sameness, keys, repetition, notation, single moves.
//!
//! What a program does not offer is not asked, and nothing is held against it. [`Declared`] says which convention it
//! follows for the en passant field, and which for its key: that is found out first and not judged. An answer is wrong
//! when no convention has it, or not the one that the program follows otherwise; and only if the program gives it
//! again after it was started afresh.

mod answers;
mod ask;
mod case;
mod compared;
mod conventions;
mod lines;

pub use ask::ask;
pub use case::{case, not_asked};
pub use compared::{Compared, Stood};
pub use conventions::{Convention, Declared, Tolerance};
