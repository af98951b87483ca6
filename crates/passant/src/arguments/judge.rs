//! The command line of `passant judge`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use passant_report::block_protocol::{self, BlockProtocol};

use super::CheckForm;

/// The end of `passant judge --help`.
const NOTES: &str = "\
Examples:
  passant judge --ask > block.txt
  stockfish < block.txt > printed.txt
  passant judge printed.txt

For engines that cannot be started here. --ask prints a block of questions;
give it to the engine by any means, and pass what the engine prints: from a pipe,
pasted from a terminal, or from the log of a GUI. Banners, prompts and what was
typed do not matter. Use the same --suite, --class, --filter and
--no-diagnosis as with --ask.

Protocols:
  uci     position and `go perft` (--perft-command for another command), and `d`
  xboard  setboard and moves, of which the engine rejects the illegal ones; with
          --perft-command, setboard and that command
  fen     a FEN in each line, for a program that prints the divide of each to
          depth 2, or only the number of leaf nodes

An engine that prints its counts in its own way is read with patterns, such as
--move-pattern '^(?<move>\\S+) has (?<nodes>\\d+)$' and
--total-pattern '^(?<nodes>\\d+) in all'.

The answer to a question stands between two numbered marker positions. Where a
marker or an answer is missing, the case is not testable; where the text has
several answers that differ, the case is unknown. An engine that stops when its
input ends needs it kept open: (cat block.txt; sleep 5) | ./my-engine
GNU Chess crashes when it finds more than 2000 bytes to read: give it a few lines
at a time.

A failure is reported after a single wrong answer, because nothing can be asked
again; passant check asks twice. The diagnosis is made even if all cases pass: it
also judges the FENs that `d` prints. It is no failure beside failures that are
all expected. Verdicts are those of passant check.

Exit codes:
   0  all cases pass
   1  at least one case is fail or refused, or the answers show a fault
   2  the command line cannot be used, or the text has no answers to the block
   4  no case was tested
   5  a case passes that is listed as an expected failure, and nothing worse
   6  at least one case is unknown, and nothing worse
   7  nothing is wrong, but less than half of the questions have an answer
  74  reading or writing failed";

/// The arguments of `passant judge`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct JudgeArguments {
    /// What engines printed, a file for each; - is standard input [default: -]
    #[arg(value_name = "FILE", conflicts_with = "ask")]
    pub files: Vec<PathBuf>,

    /// Print the block of questions to give to the engine
    #[arg(long)]
    pub ask: bool,

    /// The words of the questions: uci, xboard or fen [default: uci; for a text, what it answers]
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = protocols())]
    pub protocol: Option<BlockProtocol>,

    /// The command of the engine that counts, with {depth} for the depth [default for uci: go perft {depth}]
    #[arg(long, value_name = "COMMAND", requires = "ask", value_parser = block_protocol::perft_command)]
    pub perft_command: Option<String>,

    /// The lines with a move, as a regular expression with groups named `move` and `nodes` [default: known patterns]
    #[arg(long, value_name = "REGEX", conflicts_with = "ask")]
    pub move_pattern: Option<String>,

    /// The line with the total, as a regular expression with a group named `nodes` [default: known patterns]
    #[arg(long, value_name = "REGEX", conflicts_with = "ask")]
    pub total_pattern: Option<String>,

    /// Ask about the built-in cases of this address, for example `en-passant/plain` [default: quick]
    #[arg(long, value_name = "NAME")]
    pub suite: Vec<String>,

    /// Ask only about cases of this class
    #[arg(long, value_name = "CLASS")]
    pub class: Vec<String>,

    /// Ask only about cases whose address contains this text
    #[arg(long, value_name = "TEXT")]
    pub filter: Vec<String>,

    /// Leave out the questions from which a fault is named, and do not name it
    #[arg(long)]
    pub no_diagnosis: bool,

    /// Read expected failures from this file, as for passant check; a case that is listed and passes is an error
    #[arg(long, value_name = "FILE", conflicts_with = "ask")]
    pub expected: Option<PathBuf>,

    /// Write a list of all failures, for use with --expected
    #[arg(long, value_name = "FILE", conflicts_with = "ask")]
    pub write_expected: Option<PathBuf>,

    /// The form of the report.
    #[command(flatten)]
    pub form: CheckForm,
}

fn protocols() -> impl TypedValueParser<Value = BlockProtocol> {
    let words = BlockProtocol::ALL.map(BlockProtocol::word);
    PossibleValuesParser::new(words)
        .try_map(|word| BlockProtocol::from_word(&word).ok_or("not a protocol"))
}
