//! What shrinks.

use passant_rules::Setup;

/// A position, and how deep the engine is asked about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The position.
    pub setup: Setup,
    /// Depth in half-moves, from 1.
    pub depth: u32,
}
