//! The command line.

mod adapter;
mod badge;
mod bisect;
pub(crate) mod check;
mod counting;
mod diagnose;
pub(crate) mod engine;
mod faults;
mod generate;
pub(crate) mod judge;
mod matrix;
mod perft;
mod shards;
mod suite;
mod uci;

use anstream::ColorChoice;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

pub use adapter::{AdapterArguments, AdapterVerb};
pub use badge::BadgeArguments;
pub use bisect::BisectArguments;
pub use check::{CheckArguments, CheckForm};
pub(crate) use counting::CountingOptions;
pub use counting::ModeName;
pub use diagnose::{DiagnoseArguments, MinimizeArguments};
pub use engine::{EngineArguments, EngineMemory};
pub use faults::FaultsArguments;
pub use generate::{GenerateArguments, Generated};
pub use judge::JudgeArguments;
pub use matrix::MatrixArguments;
pub use perft::{PerftArguments, PositionArguments, VerifyOptions};
pub(crate) use shards::{JoinArguments, ShardArguments, ShardCommand, SplitArguments};
pub use suite::SuiteArguments;
pub(crate) use suite::SuiteFormat;
pub use uci::UciArguments;

use crate::ExitCode;

/// Returns the end of `passant --help`.
fn notes() -> String {
    let codes = ExitCode::help();
    format!(
        "Exit codes:\n{codes}The help of each command lists its own exit codes.\n\n\
         By default colors are used on terminals only, and not if NO_COLOR is set."
    )
}

/// The two ways to call `passant explain`.
const EXPLAIN_USAGE: &str = "\
passant explain [--json] <FEN> [MOVES]...
       passant explain --watch [FEN] [MOVES]...";

/// The end of `passant explain --help`.
const EXPLAIN_NOTES: &str = "\
Examples:
  passant explain \"3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1\"
  passant explain startpos 1. e4 a6 2. e5 d5
  passant explain --json startpos e2e4 a7a6 e4e5 d7d5
  passant explain --watch startpos < moves.txt

The three FEN conventions for the en passant square:
  always        after every double push (PGN standard)
  pseudo-legal  only if an enemy pawn stands beside the pushed pawn (X-FEN)
  legal         only if at least one en passant capture is legal

Commands for --watch, one per line:
  e2e4, e4, 1. e4 e5   play these moves
  undo                 take back the last move
  board                draw the board
  fen                  print the FEN, with an en passant square after every
                       double push

Keys of the object that --json prints:
  fen           the FEN as given; startpos is spelled out
  repairs       the faults in the FEN: [{field, fault, remedy}]
                remedy: dropped, or accepted (unchanged)
  game          {san: [...], en_passant: [...], captured: {white, black}}
                en_passant: the plies that are en passant captures, from 1
                captured: the pieces that each side has captured, as FEN letters
  side_to_move  white or black
  right         the en passant right: {target, victim, origin, capturers}, or
                null
                capturers: [{square, uci, san, legal, reason, sentence}]
                reason: null, check, file, diagonal, rank or victim
                san: null if the capture is illegal
  conventions   {always, pseudo_legal, legal}: the FEN in each convention
  outcome       null, checkmate, stalemate, insufficient_material,
                seventy_five_moves, fifty_moves, threefold_repetition or
                fivefold_repetition

Exit codes: 0 the position is explained, 2 the FEN or a move cannot be used (with --watch: at
least one line could not be used), 74 reading or writing failed.";

/// The en passant test bench for chess engines.
#[derive(Parser)]
#[command(name = "passant", version, max_term_width = 100)]
#[command(arg_required_else_help = true, after_help = notes())]
pub struct Arguments {
    /// When to use colors: auto, always or never [default: auto]
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true, hide_possible_values = true, value_parser = colors())]
    pub color: ColorChoice,

    /// The command to run.
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

/// The commands.
#[derive(Subcommand)]
pub enum Verb {
    /// Check an adapter, which connects a library to passant
    Adapter(AdapterArguments),
    /// Follow a wrong perft count down to the first position whose moves differ
    Bisect(BisectArguments),
    /// Test an engine on en passant
    ///
    /// Tests positions for every known way to get en passant wrong. Detects the protocol of the engine.
    Check(CheckArguments),
    /// Explain which en passant captures are legal in a position, and why
    ///
    /// Draws the board. Explains which side has the en passant right or why there is none, which pawns stand ready to
    /// capture, why a capture is illegal, how to write the moves and the FEN, and whether the game is over.
    Explain(ExplainArguments),
    /// Count the leaf nodes of a position, or verify the counts of suites and EPD files
    Perft(PerftArguments),
    /// Name the fault of an engine that fails
    Diagnose(DiagnoseArguments),
    /// Shrink a position in which an engine is wrong
    #[command(alias = "minimise")]
    Minimize(MinimizeArguments),
    /// Give the verdict on what an engine printed, without running it
    ///
    /// Prints a block of questions, and judges what the engine answers to it.
    Judge(JudgeArguments),
    /// List the known faults of engines, or explain one
    Faults(FaultsArguments),
    /// Generate shell completions, man pages, an adapter, an example file of engines, or the schema of reports
    Generate(GenerateArguments),
    /// Make an HTML table of engines and classes from reports of `passant check --json`
    Matrix(MatrixArguments),
    /// Make a badge for a README from reports of `passant check --json`, as shields.io reads it
    Badge(BadgeArguments),
    /// List the built-in suites, or print their cases as text, EPD, CSV or JSON
    Suite(SuiteArguments),
    /// Answer UCI: a reference that counts and explains, or the oracle with a fault
    Uci(UciArguments),
}

/// The arguments of `passant explain`.
#[derive(Args)]
#[command(override_usage = EXPLAIN_USAGE, after_long_help = EXPLAIN_NOTES)]
pub struct ExplainArguments {
    /// The position: a FEN in quotes, or startpos
    ///
    /// Impossible castling rights and en passant squares are dropped, with a warning on standard error.
    #[arg(required_unless_present = "watch")]
    pub fen: Option<String>,

    /// Moves to play first, in UCI (e2e4) or SAN (exd6); move numbers are ignored
    pub moves: Vec<String>,

    /// Print the explanation as a JSON object
    #[arg(long, conflicts_with = "watch")]
    pub json: bool,

    /// Follow a game from standard input, and report each en passant right that arises, is used or expires
    ///
    /// Reads one or more moves per line, at most 4095 bytes. A line that cannot be used is reported on standard error
    /// and skipped; the exit code is then 2.
    #[arg(long)]
    pub watch: bool,
}
