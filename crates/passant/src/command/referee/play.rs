//! The engine of a match runner.

use std::io::{self, BufReader, Write};

use passant_referee::{ScriptedEngine, Xboard};
use passant_suite::{Lines, Suites};
use passant_uci::{Dialect, FrontEnd, Next, converse};

use crate::command::uci;
use crate::{CliError, report};

/// Plays as an engine, over UCI unless the first command is `xboard`.
pub(super) fn run(suites: &Suites) -> Result<(), CliError> {
    let engine = ScriptedEngine::new(suites);
    let mut input = Lines::new(BufReader::new(io::stdin()), uci::MAX_LINE);
    let mut lines =
        std::iter::from_fn(move || input.next().map(|line| line.map(uci::text)).transpose());
    let Some(first) = lines.next().transpose()? else {
        return Ok(());
    };
    if first.as_ref().is_ok_and(|line| line.trim() == "xboard") {
        return play_xboard(engine, lines);
    }
    let lines = std::iter::once(Ok(first)).chain(lines);
    let front_end = FrontEnd::new(engine, Dialect::STOCKFISH);
    converse(
        front_end,
        lines,
        report::is_output_unread,
        &mut report::output(),
    )
    .map_err(uci::conversation_error)
}

fn play_xboard(
    engine: ScriptedEngine,
    lines: impl Iterator<Item = io::Result<Result<String, String>>>,
) -> Result<(), CliError> {
    let mut xboard = Xboard::new(engine);
    let mut out = report::output();
    for line in lines {
        // A line that is too long, or is not UTF-8, is no command.
        let Ok(line) = line? else { continue };
        if xboard.answer(line.trim(), &mut out)? == Next::Quit {
            break;
        }
        out.flush()?;
    }
    Ok(())
}
