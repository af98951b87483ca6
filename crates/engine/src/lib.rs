//! Other people's engines: starting them, speaking to them, understanding what they print.
//!
//! From below: [`process`] starts a program and bounds what it may do, [`dialect`] understands lines that it prints,
//! [`uci`], [`xboard`] and [`line_protocol`] hold conversations, [`channel`] and [`witness`] are what all of them can be
//! asked, and [`calibration`] finds out which of them an engine answers.

mod by_fen;
pub mod calibration;
pub mod channel;
mod complaints;
mod counting;
pub mod dialect;
pub mod held;
pub mod hints;
mod illegal_move;
pub mod interrupt;
mod keeper;
pub mod launch;
mod line;
pub mod line_protocol;
mod lines;
mod listing;
mod native;
pub mod place;
pub mod process;
pub mod script;
pub mod starter;
pub mod subject;
pub mod transcript;
pub mod trouble;
pub mod uci;
mod unblocked;
pub mod witness;
pub mod xboard;

pub use calibration::{Calibration, Protocol};
pub use channel::{Channel, Rung};
pub use hints::{Dialect, Hints};
pub use interrupt::Interrupt;
pub use launch::Launch;
pub use place::Place;
pub use process::{Limits, Process};
pub use starter::Starter;
pub use subject::{InProcess, Subject};
pub use transcript::Transcript;
pub use trouble::Trouble;
pub use witness::{Read, Times, Witness};
