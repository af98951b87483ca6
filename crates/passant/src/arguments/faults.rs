//! The command line of `passant faults`.

use clap::Args;

/// The end of `passant faults --help`.
const NOTES: &str = "\
Examples:
  passant faults
  passant faults rank-pin-ignored
  passant faults --json > faults.json

Each fault has been found in a public engine, or differs from such a fault in one detail.
The engine passant-oracle can be given any of them: passant-oracle --fault NAME,
or passant uci --fault NAME.

Keys of the objects that --json prints, one for each fault, in an array:
  name, family, sentence
  question  {fen, moves, ask}: a question that an engine with the fault answers wrongly
  expected  the correct answer
  got       the answer of an engine with the fault
  advice    what to look at in such an engine
  reports   public reports: owner/repository#number, or with a commit

Exit codes: 0 the faults are listed, 2 there is no fault of this name, 74 writing failed.";

/// The arguments of `passant faults`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct FaultsArguments {
    /// The fault to explain [default: list all]
    pub name: Option<String>,

    /// Print all facts about each fault as JSON
    #[arg(long)]
    pub json: bool,
}
