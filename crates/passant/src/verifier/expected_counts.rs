//! What a position must have.

use std::collections::BTreeMap;

use passant_query::Escaped;
use passant_rules::Position;
use passant_suite::Case;
use passant_suite::epd::EpdCase;

/// The largest tree whose leaf moves are tallied for the totals by move type. Making and classifying a leaf move takes
/// about twenty times as long as counting it.
pub(crate) const TALLY_NODES: u64 = 1_000_000;

/// A position with the number of leaf nodes that it must have at some depths.
pub(crate) struct ExpectedCounts {
    /// The address of a suite case, or file and line of an EPD file.
    pub(crate) name: String,
    pub(crate) position: Position,
    /// Leaf nodes by depth.
    pub(crate) expected: BTreeMap<u32, u64>,
}

impl From<&Case> for ExpectedCounts {
    fn from(case: &Case) -> Self {
        Self {
            name: case.address.clone(),
            position: case.position().clone(),
            expected: case.depths().collect(),
        }
    }
}

impl ExpectedCounts {
    /// The position in a line of an EPD file.
    pub(crate) fn of_line(file: &str, case: EpdCase) -> Self {
        let place = format!("{file}:{}", case.line);
        let name = case
            .name
            .map_or(place.clone(), |name| format!("{place} {name}"));
        let name = Escaped(&name).to_string();
        Self {
            name,
            position: case.position,
            expected: case.depths,
        }
    }
}

/// The depth whose leaf moves are added to the totals by type: the deepest that is not large, up to a depth.
pub(super) fn tally_depth(counts: &ExpectedCounts, deepest: u32) -> Option<u32> {
    let within = |(&depth, &nodes): (&u32, &u64)| {
        (nodes <= TALLY_NODES && depth <= deepest).then_some(depth)
    };
    counts.expected.iter().filter_map(within).next_back()
}
