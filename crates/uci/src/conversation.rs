//! A conversation from its first line to its last.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{fmt, thread};

use passant_query::shorten;

use crate::front_end::{FrontEnd, Next, error};
use crate::uci_engine::Stop;
use crate::uci_engine::UciEngine;

/// The number of lines that are read ahead while a count runs.
const AHEAD: usize = 256;

/// The pause after which to look whether the answers are still read.
const LOOK: Duration = Duration::from_millis(100);

/// The reason why a conversation ended early.
#[derive(Debug)]
pub enum ConversationError {
    /// The system does not give a thread to read lines on, or to look whether the answers are read.
    NoThread(io::Error),
    /// A line cannot be read, or an answer cannot be written.
    InputOutput(io::Error),
}

impl fmt::Display for ConversationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoThread(error) => write!(f, "cannot start a thread: {error}"),
            Self::InputOutput(error) => write!(f, "input or output failed: {error}"),
        }
    }
}

impl std::error::Error for ConversationError {}

impl From<io::Error> for ConversationError {
    fn from(error: io::Error) -> Self {
        Self::InputOutput(error)
    }
}

/// Answers line after line until `quit`, or until there are no more.
///
/// Lines are read on a thread of their own, so that `stop` ends the count that was asked for before it. A line that
/// cannot be used is an `Err` that says why and what would be correct. Whatever was sent before `quit` or the end of the
/// input is answered: `printf 'go perft 6\nquit\n'` counts. Apart from `stop`, a count ends early only if `is_unread`
/// says that the reader of the answers has gone.
///
/// # Errors
///
/// If a line cannot be read, an answer cannot be written, or no thread can be started.
pub fn converse<E: UciEngine>(
    mut front_end: FrontEnd<E>,
    lines: impl Iterator<Item = io::Result<Result<String, String>>> + Send + 'static,
    is_unread: impl Fn() -> bool + Send + 'static,
    out: &mut impl Write,
) -> Result<(), ConversationError> {
    let (sender, receiver) = mpsc::sync_channel(AHEAD);
    let stop = front_end.stop();
    // It is dropped when the conversation is over.
    let _going_on = stop_when(is_unread, stop.clone())?;
    let read = move || {
        for line in lines {
            if matches!(&line, Ok(Ok(text)) if is_stop(text)) {
                stop.raise();
            }
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    let reader = thread::Builder::new().spawn(read);
    reader.map_err(ConversationError::NoThread)?;
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
    Ok(out.flush()?)
}

/// Raises the flag once the answers are not read any more. Polls until the returned sender is dropped.
fn stop_when(
    is_unread: impl Fn() -> bool + Send + 'static,
    stop: Stop,
) -> Result<mpsc::Sender<()>, ConversationError> {
    let (sender, receiver) = mpsc::channel();
    let look = move || {
        while receiver.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if is_unread() {
                stop.raise();
                break;
            }
        }
    };
    let watcher = thread::Builder::new().spawn(look);
    watcher.map_err(ConversationError::NoThread)?;
    Ok(sender)
}

/// Tells whether the front end takes a line for the command `stop`.
fn is_stop(line: &str) -> bool {
    line.split_whitespace().next() == Some("stop")
}

/// The part of an unknown command that is repeated, in characters.
const QUOTED: usize = 80;

fn unknown(command: &str) -> String {
    let quoted = shorten(command, QUOTED);
    format!(
        "unknown command {quoted:?}; expected uci, isready, ucinewgame, setoption, position, go, stop, d or quit"
    )
}
