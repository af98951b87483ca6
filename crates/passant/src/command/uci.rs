//! `passant uci`: an engine for test tools, which counts, explains, and breaks rules on demand.

use std::io;
use std::io::BufReader;

use clap::Args;
use passant_oracle::FaultSet;
use passant_oracle::uci::{Manner, UciOracle};
use passant_suite::{Lines, RawLine};
use passant_uci::{ConversationError, Dialect, FrontEnd, UciEngine, converse};

use super::faults::find_fault;
use crate::perft_engine::PerftEngine;
use crate::{CliError, ExitCode, report};

/// The end of `passant uci --help`.
const NOTES: &str = "\
Commands:
  uci, isready, ucinewgame, quit
  setoption name NAME value VALUE
      Threads       number of threads [default: 1]
      Hash          size of the hash table in MiB, 0 for none [default: 0]
      Kernel        auto, or as passant perft --kernel [default: auto]
      Mode          make-all or reuse, as passant perft --mode [default: reuse]
      Merge         near the root, count transpositions once and multiply
                    [default: true]; false as in passant perft --unmerged
      UCI_Chess960  castling is always written as king takes rook [default:
                    false: only where the position is one of Chess960]
  position startpos|fen FEN [moves MOVES]
      A FEN or a move that cannot be used is an error, and the position before
      it stays. Repairs of a FEN are notes.
  go perft N
      Prints e2e4: 600 for each move, an empty line, and Nodes searched: 8902.
  go perft N typed
      Counts leaf moves by kind: info string COLUMN COUNT for each column of the
      README, then Nodes searched.
  go depth|nodes|movetime|infinite ... [searchmoves MOVES]
      Plays the first legal move: this is no search, and a note says so.
  d   Explains the position as passant explain does, then prints the FEN, the
      key, the Polyglot key and the pieces that give check.
  stop
      Ends a count. Commands are answered in order, also after quit or the end
      of the input was read; only stop is obeyed at once. A count also ends when
      the reader of the answers has gone (not on Windows).
Errors are lines that begin with info string error: and say what would be right. A line has at
most 131072 bytes.

A script for perftree, which is called with the depth, the FEN and the moves:
  #!/bin/sh
  printf 'position fen %s moves %s\\ngo perft %s\\n' \"$2\" \"$3\" \"$1\" | passant uci |
  while read -r move count total; do
    case \"$move $total\" in
      'info error: '*) printf '%s\\n' \"$total\" >&2; exit 1;;
      'Nodes '*) printf '\\n%s\\n' \"$total\";;
      [a-h][1-8]*) printf '%s %s\\n' \"${move%:}\" \"$count\";;
    esac
  done

A program called stockfish, first in the PATH of perftree, to compare with passant instead.
perftree skips the line that Stockfish begins with:
  #!/bin/sh
  echo passant
  exec passant uci

A program for perftcheck --engine:
  #!/bin/sh
  exec passant uci

A descriptor for the leaderboard of The Grand Chess Tree:
  {
    \"name\": \"passant\",
    \"modes\": {
      \"single-no-cache\": {
        \"launch\": \"passant uci\",
        \"setup\": [\"setoption name Threads value 1\", \"setoption name Hash value 0\",
                  \"setoption name Merge value false\"],
        \"case\": \"position fen {fen}\\ngo perft {depth}\",
        \"end_re\": \"^Nodes searched: \\\\d+$\",
        \"quit\": \"quit\"
      }
    }
  }

With --fault it is the oracle of this project, which is slow and breaks a rule on demand: a known
bug for a test tool to find. With --manner it searches in an odd way and breaks no rule, so that a
test tool must find nothing. Its options are MultiPV and UCI_Chess960.

Exit codes: 0 after quit or the end of the input, 2 there is no fault or manner of this name, 74 reading or
writing failed, or no thread could be started.";

/// The arguments of `passant uci`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct UciArguments {
    /// Break this rule; may be repeated; `passant faults` lists the names
    #[arg(long, value_name = "NAME")]
    pub fault: Vec<String>,

    /// Search in this odd way that breaks no rule; may be repeated: random-lines, stale-line-ends,
    /// forgets-game, move-after-end, late-first-move
    #[arg(long, value_name = "NAME", value_parser = manner)]
    pub manner: Vec<Manner>,
}

/// Reads the name of a manner.
fn manner(name: &str) -> Result<Manner, String> {
    let names = || Manner::ALL.map(|(_, name, _)| name).join(", ");
    Manner::from_name(name).ok_or_else(|| format!("expected one of {}", names()))
}

/// The longest command, in bytes: a FEN with the 17,697 plies of the longest game under the 75-move rule.
const MAX_LINE: usize = 1 << 17;

/// Answers commands until `quit` or the end of the input.
pub fn run(arguments: &UciArguments) -> Result<ExitCode, CliError> {
    let mut faults = FaultSet::NONE;
    for name in &arguments.fault {
        faults.insert(find_fault(name)?);
    }
    if faults == FaultSet::NONE && arguments.manner.is_empty() {
        speak(PerftEngine::new()?, lines())?;
    } else {
        let oracle = UciOracle::new(faults, &[]).with_manners(&arguments.manner);
        speak(oracle, lines())?;
    }
    Ok(ExitCode::Ok)
}

/// The lines of standard input. An error in place of a line says why it is skipped.
pub(super) fn lines() -> impl Iterator<Item = io::Result<Result<String, String>>> + Send {
    let mut input = Lines::new(BufReader::new(io::stdin()), MAX_LINE);
    std::iter::from_fn(move || input.next().map(|line| line.map(text)).transpose())
}

/// Answers lines as an engine that speaks UCI.
pub(super) fn speak(
    engine: impl UciEngine,
    lines: impl Iterator<Item = io::Result<Result<String, String>>> + Send + 'static,
) -> Result<(), CliError> {
    let front_end = FrontEnd::new(engine, Dialect::STOCKFISH);
    let is_unread = report::is_output_unread;
    converse(front_end, lines, is_unread, &mut report::output()).map_err(|error| match error {
        ConversationError::NoThread(_) => CliError::NoThread(error.to_string()),
        ConversationError::InputOutput(error) => error.into(),
    })
}

fn text(line: RawLine) -> Result<String, String> {
    if MAX_LINE < line.length {
        let length = line.length;
        return Err(format!(
            "expected a line of at most {MAX_LINE} bytes, got {length}; the line is skipped"
        ));
    }
    let expected = |_| "expected a line in UTF-8; the line is skipped".to_owned();
    String::from_utf8(line.bytes).map_err(expected)
}
