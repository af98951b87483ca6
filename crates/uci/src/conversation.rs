//! A conversation from its first line to its last.

use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;

use crate::front_end::{FrontEnd, Next, error};
use crate::uci_engine::UciEngine;

/// How many lines are read ahead while a count runs.
const AHEAD: usize = 256;

/// Answers line after line until `quit`, or until there are no more.
///
/// Lines are read on a thread of their own, so that `stop` ends the count that was asked for before it. A line that
/// cannot be used is an `Err` that says why and what would be right. Whatever was sent before `quit` or the end of the
/// input is answered: `printf 'go perft 6\nquit\n'` counts.
///
/// # Errors
///
/// If a line cannot be read, an answer cannot be written, or no thread can be started.
pub fn converse<E: UciEngine>(
    mut front_end: FrontEnd<E>,
    lines: impl Iterator<Item = io::Result<Result<String, String>>> + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::sync_channel(AHEAD);
    let stop = front_end.stop();
    thread::Builder::new().spawn(move || {
        for line in lines {
            if matches!(&line, Ok(Ok(text)) if is_stop(text)) {
                stop.raise();
            }
            if sender.send(line).is_err() {
                break;
            }
        }
    })?;
    for line in receiver {
        match line? {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => match front_end.answer(line.trim(), out)? {
                Next::Go => {}
                Next::Unknown => error(&unknown(line.trim()), out)?,
                Next::Quit => break,
            },
            Err(why) => error(&why, out)?,
        }
        out.flush()?;
    }
    out.flush()
}

/// Whether the front end takes a line for the command `stop`.
fn is_stop(line: &str) -> bool {
    line.split_whitespace().next() == Some("stop")
}

/// How much of an unknown command is repeated, in characters.
const QUOTED: usize = 80;

fn unknown(command: &str) -> String {
    let mut quoted: String = command.chars().take(QUOTED).collect();
    if quoted.len() < command.len() {
        quoted.push('…');
    }
    format!(
        "unknown command {quoted:?}; expected uci, isready, ucinewgame, setoption, position, go, stop, d or quit"
    )
}
