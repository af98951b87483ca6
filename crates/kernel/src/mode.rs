//! The way in which a kernel counts the last plies.

/// The way in which a kernel counts the last two plies. Both modes are exact, and neither remembers positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Makes and counts every position before the last ply. This is the reference.
    MakeAll,
    /// Does not make a position if the number of its moves follows from the number after a null move of its parent and
    /// from the two squares of the move.
    #[default]
    Reuse,
}
