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

use passant_suite::{Ink, Problems};

use crate::Failure;

/// Input that cannot be used, in one line.
fn bad_input(message: &str) -> Failure {
    Failure::BadInput(format!("error: {message}\n"))
}

/// Data that cannot be used, drawn line by line; colours are taken off where they do not belong when it is printed.
fn bad_data(problems: &Problems) -> Failure {
    Failure::BadInput(problems.render(Ink::Colored) + "\n")
}

/// Ctrl-C before anything was found.
fn interrupted() -> Failure {
    Failure::Interrupted("interrupted\n".to_owned())
}
