//! Measuring.

use anyhow::Result;

use crate::steps::{Step, run_all};

/// Compares with cozy-chess in pairs, then times the pieces with criterion.
pub(crate) fn run() -> Result<()> {
    run_all(&mut [
        Step::cargo(
            "speed in pairs against cozy-chess",
            "bench --quiet -p passant-perft --bench pairs",
        ),
        Step::cargo("counters", "bench --quiet -p passant-perft --bench count"),
        Step::cargo("rules", "bench --quiet -p passant-rules --bench rules"),
    ])
}
