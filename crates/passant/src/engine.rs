//! Other people's engines: starting them, speaking to them, understanding what they print.
//!
//! From below: [`process`] starts a program and bounds what it may do, [`dialect`] understands lines that it prints,
//! [`line_protocol`] speaks `passant 1`.

pub mod dialect;
pub mod interrupt;
pub mod launch;
pub mod line_protocol;
mod lines;
pub mod place;
pub mod process;
pub mod transcript;
pub mod trouble;

pub use interrupt::Interrupt;
pub use launch::Launch;
pub use place::Place;
pub use process::{Limits, Process};
pub use transcript::Transcript;
pub use trouble::Trouble;
