//! A node of the tree, and the scores that matter there.

use crate::engine::position::EnginePosition;

/// A node of the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) position: &'a EnginePosition,
    /// The key in the table.
    pub(super) key: u64,
    /// Plies from the root.
    pub(super) ply: u32,
    /// Plies that are left.
    pub(super) depth: u32,
}

/// The scores between which a search is interested.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The window of the other side.
    pub(super) fn reversed(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
