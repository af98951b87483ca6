//! What `passant` says if it is called without a command.

use std::process::ExitCode;

use super::warn;
use crate::exit_code;

/// What to do first.
const TEXT: &str = r#"passant tests chess engines and chess libraries on en passant. What to do first:

  passant check ./my-engine           test an engine: UCI, xboard and more, detected automatically
  passant generate adapter python     print an adapter that connects a library without an engine
  passant check "python3 adapter.py"  test that library
  passant explain "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1"   may the pawn capture, and why not?

Usage: passant <COMMAND>; all commands: passant --help; one of them: passant help check
Pages to read: docs/README.md in the archive of a release, crates/passant/docs/README.md in the source
"#;

/// Prints what to do first, to standard error: a script that calls `passant` without a command has a mistake. Returns the
/// exit code for bad input.
#[must_use]
pub fn first_steps() -> ExitCode {
    warn(TEXT);
    ExitCode::from(exit_code::BAD_INPUT)
}
