//! Writes results to standard output and to files, and warnings and errors to standard error.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use passant_files::{Links, replace};
use passant_query::{Syntax, escape};

use crate::installed::find_pages;
use crate::{CliError, ExitCode, interrupt};

/// Prints why a command ended early, and returns the exit code.
///
/// Prints nothing if the reader of standard output has closed it (`passant … | head -1`): the reader has all it needs.
#[must_use]
pub fn failure(error: &CliError) -> ExitCode {
    let (message, code) = match error {
        CliError::Usage(error) => return usage(error),
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
fn usage(error: &clap::Error) -> ExitCode {
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

/// Writes a file that can be started as a program.
pub(crate) fn write_program(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    write_file(path, contents)?;
    make_executable(path).map_err(CliError::writing(path))
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// Does nothing: there is no such permission.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn make_executable(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// The commands to try first.
const TEXT: &str = r#"passant tests chess engines and chess libraries on en passant. What to do first:

  passant check ./my-engine           test an engine: UCI, xboard and more, detected automatically
  passant generate adapter python     print an adapter that connects a library without an engine
  passant check "python3 adapter.py"  test that library
  passant explain "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1"   may the pawn capture, and why not?

Usage: passant <COMMAND>; all commands: passant --help; one of them: passant help check
"#;

/// The places of the pages, for a program that does not find them.
const PLACES: &str =
    "docs/README.md, in the archive of a release, in share/doc/passant of the wheel,
               in passant-cli of npm, or in crates/passant of the source";

/// Prints what to do first, to standard error: a script that calls `passant` without a command has a mistake. Returns
/// the exit code for bad input.
#[must_use]
pub fn first_steps() -> ExitCode {
    let pages = match find_pages() {
        Some(path) => path.display().to_string(),
        None => PLACES.to_owned(),
    };
    warn(&format!("{TEXT}Pages to read: {pages}\n"));
    ExitCode::BadInput
}
