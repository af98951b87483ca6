//! Other people's engines: starting them, speaking to them, understanding what they print.
//!
//! From below: [`process`] starts a program and bounds what it may do, [`dialect`] understands lines that it prints,
//! [`uci`], [`xboard`] and [`line_protocol`] hold conversations. Each channel, and each program that can be asked about a
//! game, is a [`Subject`](passant_query::Subject), and [`calibration`] finds out through which of them an engine answers.

mod by_fen;
pub mod calibration;
mod complaints;
mod counting;
pub mod dialect;
mod game;
pub mod held;
pub mod hints;
mod illegal_move;
mod keeper;
pub mod launch;
mod line;
pub mod line_protocol;
mod lines;
mod listing;
mod native;
pub mod process;
pub mod script;
pub mod starter;
pub mod transcript;
pub mod uci;
mod unblocked;
pub mod xboard;

pub use calibration::{Calibration, Protocol};
pub use hints::{Dialect, Hints};
pub use launch::Launch;
pub use process::{Limits, Process};
pub use starter::Starter;
pub use transcript::Transcript;

use passant_query::{EngineError, Line};

/// A line as UCI and the line protocol write it behind `position`: `fen … moves …`. They have no word for a move that is
/// taken back.
fn position_text(line: &Line) -> Result<String, EngineError> {
    if line.taken_back() != 0 || line.moves().is_none() {
        return Err(EngineError::unsupported("undo"));
    }
    Ok(format!("fen {line}"))
}

/// The line before moves are taken back at its end, and how many are. Nothing is taken back before that.
fn before_takebacks(line: &Line) -> Result<(Line, usize), EngineError> {
    let taken_back = line.taken_back();
    let before = line.take(line.steps.len() - taken_back);
    match before.moves() {
        Some(_) => Ok((before, taken_back)),
        None => Err(EngineError::unsupported("undo between moves")),
    }
}
