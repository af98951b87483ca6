//! A node of the tree, and the scores that matter there.

use super::evaluation::MATE;
use crate::engine::position::EnginePosition;

/// A node of the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) position: &'a EnginePosition,
    /// Plies from the root.
    pub(super) ply: u32,
    /// Plies that are left.
    pub(super) depth: u32,
}

impl Node<'_> {
    /// The score if there is no move: mate or stalemate.
    pub(super) fn end(&self) -> i32 {
        if self.position.state.is_check() {
            self.ply.cast_signed() - MATE
        } else {
            0
        }
    }
}

/// The scores between which a search is interested.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The window of the other side.
    pub(super) fn reverse(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
