//! The names of the modes of a kernel.

use clap::ValueEnum;
use passant_perft::kernel::Mode;

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
