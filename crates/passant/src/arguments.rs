//! The command line.

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::command::adapter::AdapterArguments;
use crate::command::badge::BadgeArguments;
use crate::command::bisect::BisectArguments;
use crate::command::check_arguments::CheckArguments;
use crate::command::diagnose::DiagnoseArguments;
use crate::command::explain::ExplainArguments;
use crate::command::faults::FaultsArguments;
use crate::command::generate::GenerateArguments;
use crate::command::hunt::HuntArguments;
use crate::command::judge::JudgeArguments;
use crate::command::matrix::MatrixArguments;
use crate::command::minimize::MinimizeArguments;
use crate::command::page::PageArguments;
use crate::command::perft::PerftArguments;
use crate::command::pgn::PgnArguments;
use crate::command::referee::RefereeArguments;
use crate::command::suite::SuiteArguments;
use crate::command::uci::UciArguments;
use crate::{CliError, ExitCode, settings};

/// Returns the end of `passant --help`.
fn notes() -> String {
    let codes = ExitCode::help();
    format!(
        "Exit codes:\n{codes}The help of each command lists its own exit codes.\n\n\
         By default colors are used on terminals only, and not if NO_COLOR is set."
    )
}

/// The en passant test bench for chess engines.
#[derive(Parser)]
#[command(name = "passant", version, max_term_width = 100)]
#[command(arg_required_else_help = true, after_help = notes())]
pub struct Arguments {
    /// Use colors: auto, always or never [default: auto]
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true, hide_possible_values = true, value_parser = colors())]
    pub color: ColorChoice,

    /// The command to run.
    #[command(subcommand)]
    pub verb: Verb,
}

impl Arguments {
    /// Reads a command line. For `passant check`, the settings of the project are added to it.
    ///
    /// # Errors
    ///
    /// If the command line or the settings cannot be used, or help is asked for.
    pub fn read(words: Vec<OsString>) -> Result<Self, CliError> {
        let command = Self::command();
        let matches = command.clone().try_get_matches_from(&words)?;
        match matches.subcommand() {
            Some((settings::VERB, given)) => {
                let (words, used) = settings::add(&command, given, words)?;
                let mut arguments = Self::try_parse_from(words)?;
                if let Verb::Check(check) = &mut arguments.verb {
                    check.settings = used;
                    check.demand_engine(command)?;
                }
                Ok(arguments)
            }
            _ => Ok(Self::from_arg_matches(&matches)?),
        }
    }
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
    /// Ask an engine about fresh positions that nobody wrote down
    ///
    /// Makes positions and lines around en passant, those with new combinations of features first, and stops at the first
    /// wrong answer, which is confirmed, shrunk and named as by `passant check`.
    Hunt(HuntArguments),
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
    /// List the known faults of engines, or explain some
    Faults(FaultsArguments),
    /// Generate shell completions, man pages, an adapter, an example file of engines, or the schema of reports
    Generate(GenerateArguments),
    /// Make an HTML table of engines and classes from reports of `passant check --json`
    Matrix(MatrixArguments),
    /// Make a badge for a README from reports of `passant check --json`, as shields.io reads it
    Badge(BadgeArguments),
    /// Serve the page about the rule on this machine, for a browser
    Page(PageArguments),
    /// Test a match runner: does it know en passant?
    ///
    /// Runs games between two scripted engines, and compares the results that the runner saves with the rules: captures, refused
    /// captures, repetition, mate and stalemate.
    Referee(RefereeArguments),
    /// Find illegal captures, marks, FENs and results in games in PGN
    ///
    /// Plays every game of the files by the rules, and reports illegal moves, en passant captures above all, marks such as `e.p.` by
    /// which other programs lose the move, impossible en passant squares, and ends that the rules contradict.
    Pgn(PgnArguments),
    /// List the built-in suites, or print their cases as text, EPD, CSV or JSON
    Suite(SuiteArguments),
    /// Answer UCI as an engine that counts and explains, or as the oracle with a fault
    Uci(UciArguments),
}
