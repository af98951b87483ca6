//! Writes results to standard output and to files, and warnings and errors to standard error.

use std::io;
use std::io::{ErrorKind, Write};
use std::path::Path;

use passant_files::{Links, replace};
use passant_query::{Syntax, escape};

use crate::{CliError, ExitCode, interrupt};

/// Prints why a command ended early, and returns the exit code.
///
/// Prints nothing if the reader of standard output has closed it (`passant … | head -1`): the reader has all it needs.
#[must_use]
pub fn failure(error: &CliError) -> ExitCode {
    let (message, code) = match error {
        CliError::BadInput(message) => (message.clone(), ExitCode::BadInput),
        CliError::Engine(message) => (message.clone(), ExitCode::Engine),
        CliError::Interrupted(message) => (message.clone(), ExitCode::Interrupted),
        CliError::InputOutput(error) | CliError::Writing(_, error)
            if error.kind() == ErrorKind::BrokenPipe =>
        {
            return ExitCode::Ok;
        }
        CliError::InputOutput(error) => (
            format!("error: input or output failed: {error}\n"),
            ExitCode::InputOutput,
        ),
        CliError::Checkpoint(message) => (format!("error: {message}\n"), ExitCode::InputOutput),
        CliError::NoThread(message) => (
            format!(
                "error: {message}; allow the process more memory or threads (ulimit -v, ulimit -u)\n"
            ),
            ExitCode::InputOutput,
        ),
        CliError::Writing(path, error) => (
            format!("error: cannot write {}: {error}\n", path.display()),
            ExitCode::InputOutput,
        ),
    };
    warn(&message);
    code
}

/// Prints a warning or an error to standard error. Ignores a closed standard error, because no other place is left.
pub(crate) fn warn(message: &str) {
    let message = escape(message, Syntax::Log);
    let _ = interrupt::to_reader(|| anstream::stderr().write_all(message.as_bytes()));
}

/// Prints a result to standard output. Whatever it holds, no line of it is a command for a CI runner.
pub(crate) fn print(result: &str) -> io::Result<()> {
    write(&escape(result, Syntax::Log))
}

/// Prints workflow commands, whose parts are escaped already.
pub(crate) fn print_commands(commands: &str) -> io::Result<()> {
    write(commands)
}

/// Standard output, for a conversation. Colors are removed if it is not a terminal.
pub(crate) fn output() -> impl Write {
    anstream::stdout().lock()
}

/// Tells, without writing anything, whether the reader of standard output has closed it or ended.
///
/// Windows has no such test: writing nothing to a pipe looks like its end to the reader.
pub(crate) fn is_output_unread() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;

        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

        // Some systems tell of errors only if they are asked about writing.
        let stdout = io::stdout();
        let mut outputs = [PollFd::new(stdout.as_fd(), PollFlags::POLLOUT)];
        let gone = PollFlags::POLLERR | PollFlags::POLLHUP;
        poll(&mut outputs, PollTimeout::ZERO).is_ok()
            && outputs[0]
                .revents()
                .is_some_and(|found| found.intersects(gone))
    }
    #[cfg(not(unix))]
    {
        false
    }
}

fn write(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    interrupt::to_reader(|| {
        out.write_all(text.as_bytes())?;
        out.flush()
    })
}

/// Prints why the command line is not understood, or the help or version that it asks for. Returns the exit code.
#[must_use]
pub fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        warn(&text);
        return ExitCode::BadInput;
    }
    match print(&text) {
        Ok(()) => ExitCode::Ok,
        Err(error) => failure(&error.into()),
    }
}

/// The length of a report on a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verbosity {
    /// Failures only.
    Quiet,
    /// A summary, and the first failures of each group.
    Normal,
    /// A summary, and every failure.
    Verbose,
}

/// Writes a file. After an error it is the old one.
pub(crate) fn write_file(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    let replace_file = || replace(path, Links::Followed, contents).map_err(CliError::writing(path));
    match path.metadata() {
        Ok(about) if !about.is_file() => interrupt::to_reader(replace_file),
        _ => replace_file(),
    }
}
