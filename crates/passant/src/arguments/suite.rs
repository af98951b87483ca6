//! The command line of `passant suite`.

use clap::Args;

/// What follows the options in `passant suite --help`.
const NOTES: &str = "\
Examples:
  passant suite
  passant suite en-passant/rejected-rank
  passant suite en-passant --epd > en-passant.epd
  passant suite state/repetition

Positions that no game reaches, and FENs that deny themselves, are left out of EPD:
engines may differ there, and none is wrong. They are printed where they are named,
as in passant suite en-passant/unreachable --epd.

Keys of the objects that --json prints, one for each position, in an array:
  address, fen, class, legal, illegal, perft, why, source, confirmed, reach
and for each case of state, which has no counts and therefore no EPD:
  address, class, why, rule, source, confirmed, chess960, lines (fen, moves),
  asked (ply, taken_back, question, about, right)";

/// Which positions to show, and how.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct SuiteArguments {
    /// Addresses, or how they begin: `perft`, `en-passant/plain`, `state/repetition`
    pub names: Vec<String>,

    /// Print lines for other perft programs: FEN ;D1 20 ;D2 400
    #[arg(long, conflicts_with = "json")]
    pub epd: bool,

    /// Print everything that is known of each position, as JSON
    #[arg(long)]
    pub json: bool,
}
