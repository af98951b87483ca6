//! What counts: threads, kernels and their modes.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use passant_kernel::Mode;

/// How a kernel counts the last two plies.
#[derive(ValueEnum, Clone, Copy)]
pub enum ModeName {
    /// Make and count every position before the last ply
    MakeAll,
    /// Skip positions whose count follows from the position before
    Reuse,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::MakeAll => Self::MakeAll,
            ModeName::Reuse => Self::Reuse,
        }
    }
}

/// What counts: how many threads, and which of the counters.
#[derive(Args, Clone)]
pub struct CountingOptions {
    /// Number of threads, at most eight per core [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// The kernel that counts: portable, scalar, neon, avx2, avx512 or rules [default: the fastest on this machine]
    ///
    /// All give the same counts. `rules` is the move generator of the rules crate, which shares no code with the others.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,

    /// How a kernel counts the last two plies [default: reuse; make-all for tallies]
    #[arg(long, value_name = "MODE")]
    pub mode: Option<ModeName>,
}
