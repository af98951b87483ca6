//! Tests with real programs: shell scripts, the engine `passant-oracle`, and chess engines that are installed.

// The engines are scripts for `sh`. Tests of the command `passant` ask the same of programs of this workspace, on every system.
#[cfg(unix)]
mod calibration;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod search;
#[cfg(unix)]
mod slow;
#[cfg(unix)]
mod streams;
#[cfg(target_os = "linux")]
mod unbuffered;
