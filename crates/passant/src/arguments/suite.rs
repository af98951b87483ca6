//! The command line of `passant suite`.

use clap::Args;

/// The end of `passant suite --help`.
const NOTES: &str = "\
Examples:
  passant suite
  passant suite en-passant/rejected-rank
  passant suite en-passant --epd > en-passant.epd
  passant suite state/repetition
  passant suite play/bait-rank --json

Positions that no game reaches, and FENs that contradict themselves, are left out of EPD, because
engines may differ there without being wrong. They are included if they are named, for example
passant suite en-passant/unreachable --epd.

Keys of the objects that --json prints, one for each position, in an array:
  address, fen, class, legal, illegal, perft, why, source, confirmed, reach
and for each case of state, which has no counts and therefore no EPD:
  address, class, why, rule, source, confirmed, chess960, lines (fen, moves),
  asked (ply, taken_back, question, about, expected)
and for each case of play:
  address, class, fen, moves, best, wrong, faults, depth, why, source, confirmed

Exit codes: 0 the cases are listed, 2 there is no such address, 74 writing failed.";

/// The arguments of `passant suite`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct SuiteArguments {
    /// Addresses or the beginnings of addresses, for example `perft`, `en-passant/plain` or `state/repetition`
    /// [default: list the suites]
    pub names: Vec<String>,

    /// Print EPD lines for other perft programs: FEN ;D1 20 ;D2 400
    #[arg(long, conflicts_with = "json")]
    pub epd: bool,

    /// Print all facts about each case as JSON
    #[arg(long)]
    pub json: bool,
}
