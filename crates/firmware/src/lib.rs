//! Programs for microcontrollers, and what they need of a chip.
//!
//! No allocation, and no code that could panic: an image that contains any does not link. The same programs run on a
//! host, where they print what the chip has to print.

#![cfg_attr(target_os = "none", no_std)]
#![cfg_attr(target_arch = "avr", feature(asm_experimental_arch))]

mod board;
mod chip;
mod flash;
mod line;
mod measure;
mod perft;
#[cfg(not(target_os = "none"))]
mod script;
// The questions alone are longer than an AVR can address.
#[cfg(not(target_arch = "avr"))]
mod state;
mod suite;

pub use board::board;
pub use chip::{Console, finish, measured_from, measured_to, serial_line, stack};
pub use line::{Line, Port, Text};
pub use measure::measure;
pub use perft::perft;
#[cfg(not(target_os = "none"))]
pub use script::{game, script};
#[cfg(not(target_arch = "avr"))]
pub use state::state;
pub use suite::suite;
