//! Tests with real programs: shell scripts, the engine `passant-oracle`, and chess engines that are installed.

mod engines;
mod process;
mod slow;
