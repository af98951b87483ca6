//! What each verb of the command line does: one module, one `run`.

pub mod adapter;
mod asking;
pub mod bisect;
pub mod check;
pub mod diagnose;
pub mod explain;
pub mod faults;
pub mod generate;
pub mod matrix;
pub mod minimise;
pub mod perft;
pub mod suite;

use passant_suite::Diagnostics;

use crate::{Failure, diagnostic};

/// Input that cannot be used, in one line.
fn bad_input(message: &str) -> Failure {
    Failure::BadInput(format!("error: {message}\n"))
}

/// A data file that cannot be used.
fn bad_data(diagnostics: &Diagnostics) -> Failure {
    Failure::BadInput(diagnostic::render_all(diagnostics))
}

/// Ctrl-C before anything was found.
fn interrupted() -> Failure {
    Failure::Interrupted("interrupted\n".to_owned())
}
