//! A position that shrinks.

use passant_rules::Setup;

/// A position, and the depth to which the engine is asked about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The position.
    pub setup: Setup,
    /// Depth in plies, at least 1.
    pub depth: u32,
}
