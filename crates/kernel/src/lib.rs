//! Fast counting on hosts: bitboards, many positions at a time.
//!
//! All kernels walk the tree in the same way. They make children into a batch, and they count the moves of the
//! positions before the last ply instead of playing them, many positions in a row. A [`Kernel`] is the instruction set
//! that this uses.
//!
//! ```
//! use passant_kernel::{Kernel, Mode};
//! use passant_rules::Position;
//!
//! let nodes = passant_kernel::count(&Position::initial(), 5, Kernel::best(), Mode::MakeAll);
//! assert_eq!(nodes, 4_865_609);
//! ```
//!
//! The move logic here shares nothing with `rules`, so each checks the other.

#![expect(
    clippy::inline_always,
    reason = "code that is not inlined into the function that enables the instructions is compiled without them"
)]
// This is the only folder with code that the compiler cannot check; each block says why it is sound.
#![allow(unsafe_code)]

mod attacks;
mod axes;
mod batch;
mod children;
mod generate;
mod kernel;
mod lanes;
mod machines;
mod planes;
mod registers;
mod reuse;
mod root;
mod setwise;
mod sliders;
mod tally;
mod walk;

pub use batch::Batches;
pub use kernel::{
    Kernel, KernelCount, KernelError, count, count_all, count_in, tally, tally_in, tally_moves_in,
};

pub use root::{Root, Sets};
pub use walk::Mode;
