//! Verifies everything that `suites/` says.

use anyhow::{Result, anyhow};
use clap::Args;
use passant_suite::Suites;

use super::verifier::Verifier;

/// The suites with something to verify.
const ALL: [&str; 5] = ["perft", "en-passant", "fen", "state", "play"];

/// The cases to verify, and the depth.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Addresses, or their beginnings: `en-passant`, `perft/standard`; default: all cases
    selectors: Vec<String>,
    /// Skip counts larger than this
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000)]
    max_nodes: u64,
}

/// Verifies the selected cases; an error if a program computes something else.
pub(super) fn run(suites: &Suites, arguments: &Arguments) -> Result<()> {
    let selection = if arguments.selectors.is_empty() {
        suites.select(ALL)
    } else {
        suites.select(&arguments.selectors)
    };
    let selection = selection.map_err(|error| anyhow!("{error}"))?;
    let mut verifier = Verifier::new(arguments.max_nodes)?;
    for case in &selection.cases {
        verifier.verify_case(case)?;
    }
    for case in &selection.fen_cases {
        verifier.verify_fen_case(case);
    }
    for case in &selection.state_cases {
        verifier.verify_state_case(case);
        for twin in case.twins() {
            verifier.verify_state_case(&twin);
        }
    }
    for case in &selection.play_cases {
        verifier.verify_play_case(case);
    }
    verifier.report()
}
