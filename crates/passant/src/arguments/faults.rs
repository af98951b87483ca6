//! The command line of `passant faults`.

use clap::Args;

/// What follows the options in `passant faults --help`.
const NOTES: &str = "\
Examples:
  passant faults
  passant faults rank-pin-ignored
  passant faults --json > faults.json

Each fault is a rule that public engines have broken, or one slip away from such a rule.
The engine passant-oracle has any of them on request: passant-oracle --fault NAME.

Keys of the objects that --json prints, one for each fault, in an array:
  name, family, sentence
  question      {fen, moves, ask}: what an engine with the fault answers wrongly
  right, wrong  what is right, and what an engine with the fault answers
  advice        what to look at in such an engine
  reports       public reports: owner/repository#number, or with a commit";

/// Which faults to show, and how.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct FaultsArguments {
    /// The fault to explain; all are listed by default
    pub name: Option<String>,

    /// Print everything that is known of each fault, as JSON
    #[arg(long)]
    pub json: bool,
}
