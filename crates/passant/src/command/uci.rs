//! `passant uci`: an engine for test tools, which counts, explains, and breaks rules on demand.

use std::io::{self, BufReader};

use passant_oracle::FaultSet;
use passant_oracle::uci::UciOracle;
use passant_suite::{Lines, RawLine};
use passant_uci::{ConversationError, Dialect, FrontEnd, UciEngine, converse};

use super::faults::find_fault;
use crate::perft_engine::PerftEngine;
use crate::{CliError, ExitCode, UciArguments, report};

/// The longest command, in bytes: a FEN with the 17,697 plies of the longest game under the 75-move rule.
const MAX_LINE: usize = 1 << 17;

/// Answers commands until `quit` or the end of the input.
pub fn run(arguments: &UciArguments) -> Result<ExitCode, CliError> {
    let mut faults = FaultSet::NONE;
    for name in &arguments.fault {
        faults.insert(find_fault(name)?);
    }
    if faults == FaultSet::NONE && arguments.manner.is_empty() {
        speak(PerftEngine::new()?)?;
    } else {
        speak(UciOracle::new(faults, &[]).with_manners(&arguments.manner))?;
    }
    Ok(ExitCode::Ok)
}

fn speak(engine: impl UciEngine) -> Result<(), CliError> {
    let mut input = Lines::new(BufReader::new(io::stdin()), MAX_LINE);
    let lines = std::iter::from_fn(move || input.next().map(|line| line.map(text)).transpose());
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
