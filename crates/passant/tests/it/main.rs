//! The tool as its users meet it: every test runs the binary.

mod errors;
mod explain;
mod json;
mod perft;
mod process;
mod run;
mod terminal;
mod watch;
