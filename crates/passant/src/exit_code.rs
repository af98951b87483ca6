//! The exit codes, for scripts to rely on. `passant --help` lists them.

use std::process::ExitCode;

/// All went well, and nothing was found to differ.
pub const OK: ExitCode = ExitCode::SUCCESS;

/// Something differs from what it should be: a count, an engine's answer.
pub const DIFFERENCE: u8 = 1;

/// The input could not be used: a FEN, a move, an option.
///
/// The same number as that of the command line parser for usage errors.
pub const BAD_INPUT: u8 = 2;

/// An engine could not be started or asked, crashed, or timed out, and nothing else is wrong.
pub const ENGINE: u8 = 3;

/// An engine's answers contradict themselves.
pub const UNKNOWN: u8 = 6;

/// Reading or writing failed (`EX_IOERR` of `sysexits.h`).
pub const INPUT_OUTPUT: u8 = 74;

/// Interrupted with Ctrl-C, as shells number it: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;
