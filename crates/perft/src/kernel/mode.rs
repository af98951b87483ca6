//! How a kernel counts the last plies.

/// How the last two plies are counted. Both ways are exact and need no memory of positions met before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Every position before the last ply is made and counted. This is the reference.
    MakeAll,
    /// A position is not made if it provably has as many moves as its parent would have after passing, give or take
    /// what can be told from the two squares of the move.
    #[default]
    Reuse,
}
