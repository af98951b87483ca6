//! The engine of a match runner.

use std::io::{self, Write};

use passant_referee::{ScriptedEngine, Xboard};
use passant_suite::Suites;
use passant_uci::Next;

use crate::command::uci;
use crate::{CliError, report};

/// Plays as an engine, over UCI unless the first command is `xboard`.
pub(super) fn run(suites: &Suites) -> Result<(), CliError> {
    let engine = ScriptedEngine::new(suites);
    let mut lines = uci::lines();
    let Some(first) = lines.next().transpose()? else {
        return Ok(());
    };
    if first.as_ref().is_ok_and(|line| line.trim() == "xboard") {
        return play_xboard(engine, lines);
    }
    uci::speak(engine, std::iter::once(Ok(first)).chain(lines))
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
