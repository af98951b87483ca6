//! A position of an EPD file.

use std::collections::BTreeMap;

use passant_rules::{Position, Setup, SetupFaults};

/// The longest line that is read, in bytes: ten times the longest known one.
pub const MAX_LINE: usize = 4096;

/// The greatest depth of a count. Nobody counts as deep, and a walk over the tree is as deep as the count.
pub const MAX_DEPTH: u32 = 100;

/// A position of an EPD file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EpdCase {
    /// The number of its line, counted from 1.
    pub line: usize,
    /// The operand of `id`.
    pub name: Option<String>,
    /// The FEN as it is written.
    pub fen: String,
    /// The contents of FEN and clocks, valid or not.
    pub setup: Setup,
    /// The position to play from.
    pub position: Position,
    /// The faults of the FEN that were dropped or accepted for [`position`](EpdCase::position).
    pub repairs: SetupFaults,
    /// The number of leaf nodes at each depth in the line, from 1.
    pub depths: BTreeMap<u32, u64>,
}
