//! The errors that end a command early.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use passant_suite::{Diagnostics, Suites};

use crate::diagnostic;

/// A reason to stop, which [`report::failure`](crate::report::failure) prints and turns into an exit code.
#[derive(Debug)]
pub enum CliError {
    /// The command line is not understood, or asks for help or the version.
    Usage(Box<clap::Error>),
    /// The input cannot be used. The text shows where, and what would be right.
    BadInput(String),
    /// An engine cannot be tested. The text lists what was tried.
    Engine(String),
    /// Ctrl-C. The text says whether the work so far is kept.
    Interrupted(String),
    /// Standard input cannot be read, or standard output cannot be written.
    InputOutput(io::Error),
    /// The system does not give a thread to work on. The text says what cannot be done.
    NoThread(String),
    /// A file or a folder cannot be read or written.
    Writing(PathBuf, io::Error),
    /// A checkpoint cannot be read or written. The text names it.
    Checkpoint(String),
}

impl CliError {
    /// Input that cannot be used, described in one line.
    pub(crate) fn bad_input(message: impl fmt::Display) -> Self {
        Self::BadInput(format!("error: {message}\n"))
    }

    /// Data that cannot be used, shown line by line. The colors are removed on printing if standard error is no
    /// terminal.
    pub(crate) fn bad_data(diagnostics: &Diagnostics) -> Self {
        Self::BadInput(diagnostic::render_all(diagnostics))
    }

    /// Reads the built-in suites.
    pub(crate) fn builtin_suites() -> Result<Suites, Self> {
        Suites::builtin().map_err(|diagnostics| Self::bad_data(&diagnostics))
    }

    /// Ctrl-C before there was any result.
    pub(crate) fn interruption() -> Self {
        Self::Interrupted("interrupted\n".to_owned())
    }

    /// Turns an error in reading a source, such as the path of a file, into an error of the command.
    pub(crate) fn reading(source: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::bad_input(format!("cannot read {source}: {error}"))
    }

    /// Turns an error in writing to a path into an error of the command.
    pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        |error| Self::Writing(path, error)
    }
}

impl From<clap::Error> for CliError {
    fn from(error: clap::Error) -> Self {
        Self::Usage(Box::new(error))
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::InputOutput(error)
    }
}
