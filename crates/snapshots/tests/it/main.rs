//! All snapshot tests, in one binary.

mod classes;
mod counters;
mod faults;
mod identities;
mod play;
mod published;
mod tables;

use std::sync::LazyLock;

use passant_count::{Tally, tally};
use passant_suite::{Case, Suites};

/// The suites of this repository.
pub(crate) static SUITES: LazyLock<Suites> = LazyLock::new(|| match Suites::builtin() {
    Ok(suites) => suites,
    Err(problems) => panic!("{problems}"),
});

/// The greatest stored depth with at most this many nodes; at least 1.
pub(crate) fn depth_within(case: &Case, most_nodes: u64) -> u32 {
    case.depths()
        .take_while(|(_, nodes)| *nodes <= most_nodes)
        .last()
        .map_or(1, |(depth, _)| depth)
}

/// The tally of a case.
pub(crate) fn tally_of(case: &Case, depth: u32) -> Tally {
    tally(&mut case.position().clone(), depth)
}
