//! The command line of `passant matrix`.

use std::path::PathBuf;

use clap::Args;

/// What follows the options in `passant matrix --help`.
const NOTES: &str = "\
Example:
  passant check stockfish phalanx --json > report.json
  passant matrix report.json -o matrix.html

The page needs nothing else: no network, no script, no font.";

/// Which reports to draw.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct MatrixArguments {
    /// Reports of `passant check --json`
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,

    /// Where to write the page; standard output if it is not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// How many failures of a class are drawn for each engine, the others being named; all if it is not given
    #[arg(long, value_name = "N")]
    pub drawn: Option<usize>,
}
