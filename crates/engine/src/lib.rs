//! Other people's engines: starting them, speaking to them, understanding what they print.
//!
//! From below: [`process`] starts a program and bounds what it may do, [`dialect`] understands lines that it prints,
//! [`uci`], [`xboard`] and [`line_protocol`] hold conversations. Each channel, and each program that can be asked about a
//! game, is a [`Subject`](passant_query::Subject), and [`calibration`] finds out through which of them an engine answers.

mod by_fen;
pub mod cache;
pub mod calibrate;
pub mod calibration;
mod complaints;
mod contents;
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
mod open;
pub mod process;
pub mod script;
pub mod starter;
mod told;
pub mod transcript;
pub mod uci;
mod unblocked;
mod user_folder;
pub mod xboard;

pub use cache::Cache;
pub use calibrate::{calibrate, calibrate_after_trouble};
pub use calibration::{Calibration, NoChannel, Protocol};
pub use contents::{Contents, hash_of};
pub use hints::{Dialect, Hints};
pub use launch::Launch;
pub use process::{Limits, Process};
pub use starter::Starter;
pub use transcript::Transcript;
