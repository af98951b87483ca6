//! Verifies everything that `suites/` says.

use anyhow::{Result, anyhow};
use clap::Args;
use passant_suite::Suites;

use super::verifier::Verifier;

/// Which cases to verify, and how deep.
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
    let selectors = if arguments.selectors.is_empty() {
        vec![
            "perft".to_owned(),
            "en-passant".to_owned(),
            "fen".to_owned(),
            "state".to_owned(),
            "play".to_owned(),
        ]
    } else {
        arguments.selectors.clone()
    };
    let selection = suites
        .select(&selectors)
        .map_err(|error| anyhow!("{error}"))?;
    let mut verifier = Verifier::new(arguments.max_nodes)?;
    for case in &selection.cases {
        verifier.case(case)?;
    }
    for case in &selection.fen_cases {
        verifier.fen_case(case);
    }
    for case in &selection.state_cases {
        verifier.state_case(case);
        for twin in case.twins() {
            verifier.state_case(&twin);
        }
    }
    for case in &selection.play_cases {
        verifier.play_case(case);
    }
    verifier.report()
}
