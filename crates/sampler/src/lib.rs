//! Fresh positions and lines around en passant, which nobody wrote down.
//!
//! ```
//! use passant_sampler::Sampler;
//!
//! for sample in Sampler::new(2026).take(3) {
//!     println!("{}: {} moves", sample.line, sample.position.count_legal_moves());
//! }
//! ```
//!
//! Samples come from three [sources](Source): games of random moves that are steered towards double pushes beside enemy
//! pawns; kings, sliders and blockers put on the lines of the rule; and cases of the suites, changed. A program is told each in
//! one of several [ways](Telling): as a FEN, by moves, with a capture or moves after it.
//!
//! Every sample is reachable as far as its last move can tell: the position before the double push is a valid one in which
//! the push is legal, and everything after it is a legal move.
//!
//! A sample has [`Features`], such as the reason why a capture is illegal, the file, and how it is told. Samples with
//! [pairs](Coverage) of features that were not seen yet are preferred. No fault of an engine is known here.

mod board;
mod change;
mod construct;
mod coverage;
mod features;
mod push;
mod random;
mod sampler;
mod tell;
mod walk;

pub use coverage::Coverage;
pub use features::Features;
pub use push::Source;
pub use random::draw_seed;
pub use sampler::{Sample, Sampler};
pub use tell::{LineForm, Tellable, Telling};
