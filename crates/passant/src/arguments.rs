//! The command line.

mod adapter;
pub(crate) mod asking;
mod bisect;
pub(crate) mod check;
mod diagnose;
mod faults;
mod generate;
mod matrix;
mod perft;
mod suite;

use anstream::ColorChoice;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

pub use adapter::{AdapterArguments, AdapterVerb};
pub use asking::AskingArguments;
pub use bisect::BisectArguments;
pub use check::{CheckArguments, CheckForm};
pub use diagnose::{DiagnoseArguments, MinimiseArguments};
pub use faults::FaultsArguments;
pub use generate::{GenerateArguments, Generated};
pub use matrix::MatrixArguments;
pub use perft::{ModeName, PerftArguments, PositionArguments, VerifyOptions};
pub use suite::SuiteArguments;

/// What follows the options in `passant --help`.
const EXIT_CODES: &str = "\
Exit codes:
   0  all went well, nothing found
   1  something differs from what it should be
   2  the input could not be used: a FEN, a move, an option
  74  reading or writing failed
 130  interrupted with Ctrl-C

Colours are used on terminals only, and never where NO_COLOR is set, unless --color says otherwise.";

/// The two ways to call `passant explain`.
const EXPLAIN_USAGE: &str = "\
passant explain [--json] <FEN> [MOVES]...
       passant explain --watch [FEN] [MOVES]...";

/// What follows the options in `passant explain --help`.
const EXPLAIN_NOTES: &str = "\
Examples:
  passant explain '3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1'
  passant explain startpos 1. e4 a6 2. e5 d5
  passant explain --json startpos e2e4 a7a6 e4e5 d7d5
  passant explain --watch startpos < moves.txt

The three FEN conventions for the en passant square:
  always        after every double push (PGN standard)
  pseudo-legal  if a pawn stands beside the one that has moved (X-FEN)
  legal         if at least one capture is legal

Commands for --watch, one on a line:
  e2e4, e4, 1. e4 e5   play these moves
  undo                 take the last move back
  board                draw the board
  fen                  print the FEN, en passant square after every double push

Keys of the object that --json prints:
  fen           the FEN as given; startpos is spelled out
  repairs       what the FEN said wrongly: [{field, fault, remedy}]
                remedy: dropped, or accepted as it is
  game          {san: [...], en_passant: [...], captured: {white, black}}
                en_passant: the numbers of the plies that captured so, from 1
                captured: the men each side has taken, as FEN letters
  side_to_move  white or black
  right         {target, victim, origin, capturers}, or null
                capturers: [{square, uci, san, legal, reason, sentence}]
                reason: null, or check, file, diagonal, rank, victim
                san: null if the capture is illegal
  conventions   {always, pseudo_legal, legal}: the FEN as each has it
  outcome       null, checkmate, stalemate, insufficient_material,
                seventy_five_moves, fifty_moves, threefold_repetition,
                fivefold_repetition";

/// The en passant test bench for chess engines.
#[derive(Parser)]
#[command(name = "passant", version, max_term_width = 100)]
#[command(arg_required_else_help = true, after_help = EXIT_CODES)]
pub struct Arguments {
    /// When to use colours: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true, hide_possible_values = true, value_parser = colors())]
    pub color: ColorChoice,

    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

fn colors() -> impl TypedValueParser<Value = ColorChoice> {
    PossibleValuesParser::new(["auto", "always", "never"]).map(|word| match &word[..] {
        "always" => ColorChoice::Always,
        "never" => ColorChoice::Never,
        _ => ColorChoice::Auto,
    })
}

/// What to do.
#[derive(Subcommand)]
pub enum Verb {
    /// Help to write an adapter, for a library without a front end
    Adapter(AdapterArguments),
    /// Find the first position in which an engine goes wrong, from a count that differs
    Bisect(BisectArguments),
    /// Check an engine: whether it is right about en passant, and if not, where
    ///
    /// Asks about positions of every kind of en passant capture. How the engine can be asked is found out by itself.
    Check(CheckArguments),
    /// Explain who may capture en passant in a position, and why or why not
    ///
    /// Draws the board, and tells whose right it is or why there is none, which pawns could capture, what forbids
    /// it, how moves and FENs are to be written, and how the game ends.
    Explain(ExplainArguments),
    /// Count the leaf nodes of a position, or verify the counts of suites and EPD files
    Perft(PerftArguments),
    /// Name the fault of an engine
    Diagnose(DiagnoseArguments),
    /// Shrink a position in which an engine is wrong
    Minimise(MinimiseArguments),
    /// List the faults that passant knows by name, or explain one
    Faults(FaultsArguments),
    /// Generate completions for shells, man pages, or the schema of reports
    Generate(GenerateArguments),
    /// Draw engines against classes as an HTML page, from reports of `passant check --json`
    Matrix(MatrixArguments),
    /// Show the built-in positions, or print them as EPD for other programs
    Suite(SuiteArguments),
}

/// What to explain.
#[derive(Args)]
#[command(override_usage = EXPLAIN_USAGE, after_long_help = EXPLAIN_NOTES)]
pub struct ExplainArguments {
    /// The position as FEN in quotes, or the word startpos
    ///
    /// Castling rights and en passant squares that cannot be are dropped, with a warning on standard error.
    #[arg(required_unless_present = "watch")]
    pub fen: Option<String>,

    /// Moves to play first, in UCI (e2e4) or SAN (exd6); move numbers are skipped
    pub moves: Vec<String>,

    /// Print the facts as one JSON object
    #[arg(long, conflicts_with = "watch")]
    pub json: bool,

    /// Follow a game from standard input, and tell of each right that arises, is used or expires
    ///
    /// One or more moves on a line of at most 4095 bytes. A line that cannot be used is reported on standard error,
    /// and the game goes on; the exit code is 2 then.
    #[arg(long)]
    pub watch: bool,
}
