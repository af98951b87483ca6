//! The exit codes, for scripts to rely on. `passant --help` lists them.

use std::process::ExitCode;

/// Everything went well, and no difference was found.
pub const OK: ExitCode = ExitCode::SUCCESS;

/// Something differs from what is expected: a count, an answer of an engine.
pub const DIFFERENCE: u8 = 1;

/// The input cannot be used: a FEN, a move, an option.
///
/// The command line parser uses the same number for usage errors.
pub const BAD_INPUT: u8 = 2;

/// An engine could not be started or tested, crashed, or timed out, and nothing else is wrong.
pub const ENGINE: u8 = 3;

/// Nothing was tested: a file has no counts to verify.
pub const UNTESTED: u8 = 4;

/// The answers of an engine contradict each other.
pub const UNKNOWN: u8 = 6;

/// Nothing is wrong, but most positions could not be asked about.
pub const HARDLY_TESTED: u8 = 7;

/// Reading or writing failed (`EX_IOERR` of `sysexits.h`), or the system gave no thread to work on: no input is to blame.
pub const INPUT_OUTPUT: u8 = 74;

/// Interrupted with Ctrl-C. Shells use the same number: 128 plus the number of the signal.
pub const INTERRUPTED: u8 = 130;
