//! Everything that is printed: results on standard output, what went wrong on standard error.
//!
//! Colours are taken off where the output is no terminal or `NO_COLOR` is set.

pub(crate) mod adapter;
pub(crate) mod bisect;
pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod diagnosis;
pub(crate) mod explanation;
pub(crate) mod faults;
pub(crate) mod json;
pub(crate) mod matrix;
pub(crate) mod minimise;
pub(crate) mod perft;
mod sheet;
pub(crate) mod suite;
pub(crate) mod watch;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use passant_rules::Color;

use crate::{Failure, exit_code};

/// Tells why a command has ended early, and gives the exit code for it.
///
/// A reader that has gone away (`passant … | head -1`) has what it wanted: nothing is said.
#[must_use]
pub fn failure(failure: &Failure) -> ExitCode {
    match failure {
        Failure::BadInput(message) => {
            complain(message);
            ExitCode::from(exit_code::BAD_INPUT)
        }
        Failure::Engine(message) => {
            complain(message);
            ExitCode::from(exit_code::ENGINE)
        }
        Failure::Interrupted(message) => {
            complain(message);
            ExitCode::from(exit_code::INTERRUPTED)
        }
        Failure::InputOutput(error) | Failure::Writing(_, error)
            if error.kind() == ErrorKind::BrokenPipe =>
        {
            exit_code::OK
        }
        Failure::InputOutput(error) => {
            complain(&format!("error: input or output failed: {error}\n"));
            ExitCode::from(exit_code::INPUT_OUTPUT)
        }
        Failure::Writing(path, error) => {
            complain(&format!(
                "error: cannot write {}: {error}\n",
                path.display()
            ));
            ExitCode::from(exit_code::INPUT_OUTPUT)
        }
    }
}

/// Prints a message to standard error; where that is closed, there is nobody left to tell.
pub(crate) fn complain(message: &str) {
    let _ = anstream::stderr().write_all(message.as_bytes());
}

/// Prints a result to standard output.
pub(crate) fn print(result: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(result.as_bytes())?;
    out.flush()
}

/// The colour as it stands before a noun: `a white pawn`.
fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
