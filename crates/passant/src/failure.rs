//! Why a command ends before it is done.

use std::io;
use std::path::{Path, PathBuf};

/// A reason to stop, which [`report::failure`](crate::report::failure) tells and turns into an exit code.
#[derive(Debug)]
pub enum Failure {
    /// The input cannot be used; the text shows where, and what would be right.
    BadInput(String),
    /// An engine cannot be asked; the text says what was tried.
    Engine(String),
    /// Ctrl-C; the text says what becomes of what was done.
    Interrupted(String),
    /// Standard input cannot be read, or standard output cannot be written.
    InputOutput(io::Error),
    /// A file or a folder cannot be written.
    Writing(PathBuf, io::Error),
}

impl Failure {
    /// What becomes of an error in writing to a path.
    pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        |error| Self::Writing(path, error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::InputOutput(error)
    }
}
