//! The command line of `passant matrix`.

use std::path::PathBuf;

use clap::Args;

/// The end of `passant matrix --help`.
const NOTES: &str = "\
Example:
  passant check stockfish phalanx --report report.json
  passant matrix report.json -o matrix.html

The page is one file without scripts, fonts or links to other hosts.

Exit codes: 0 the page was written, 2 a report cannot be read, 74 writing failed.";

/// The arguments of `passant matrix`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct MatrixArguments {
    /// Reports of `passant check --json` or `--report`
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,

    /// Write the page to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Number of failures to draw per class and engine; the others are listed [default: all]
    #[arg(long, value_name = "N")]
    pub drawn: Option<usize>,
}
