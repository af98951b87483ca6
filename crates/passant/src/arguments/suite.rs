//! The command line of `passant suite`.

use clap::{Args, ValueEnum};

/// The end of `passant suite --help`.
const NOTES: &str = "\
Examples:
  passant suite
  passant suite en-passant/rejected-rank
  passant suite en-passant --format perft > en-passant.epd
  passant suite play search --format epd > tactics.epd
  passant suite state --format jsonl > state.jsonl
  passant generate case-schema > case-1.json

`passant generate case-schema` prints the JSON schema of the objects. The addresses of cases stay
the same from version to version. The data is in the public domain (CC0 1.0).

The formats perft and EPD leave out what engines may read differently without being wrong:
positions that no game reaches, FENs that contradict themselves, and Chess960. They are included if
they are named, for example passant suite en-passant/unreachable perft/chess960 --format epd.

Exit codes: 0 the cases are printed, 2 there is no such address, or the format has no room for what
it names, 74 writing failed.";

/// The arguments of `passant suite`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct SuiteArguments {
    /// Addresses or the beginnings of addresses, for example `perft`, `en-passant/plain` or `state/repetition`
    /// [default: list the suites; in a format for programs, all positions with counts]
    pub names: Vec<String>,

    /// How to print the cases
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        conflicts_with = "json"
    )]
    pub format: SuiteFormat,

    /// The same as --format json
    #[arg(long)]
    pub json: bool,
}

/// How cases are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum SuiteFormat {
    /// For people
    Text,
    /// Counts, as every perft program reads them: FEN ;D1 20 ;D2 400
    Perft,
    /// Counts, and the best moves of play and search, with the address as id
    Epd,
    /// A table of the same, with a header
    Csv,
    /// All facts about every case, an object on each line
    Jsonl,
    /// The same as an array
    Json,
}

impl SuiteArguments {
    /// The chosen format.
    #[must_use]
    pub fn output_format(&self) -> SuiteFormat {
        if self.json {
            SuiteFormat::Json
        } else {
            self.format
        }
    }
}
