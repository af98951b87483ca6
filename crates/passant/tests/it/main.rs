//! The tool as its users meet it: every test runs the binary.

mod adapters;
mod browser;
mod check;
mod describing;
mod diagnosis;
mod engines;
mod errors;
mod explain;
mod faults;
mod hostile;
mod installed;
mod json;
mod long_run;
mod minimise;
mod oracle;
mod perft;
mod process;
mod questions;
mod rules_state;
mod run;
mod score;
mod shrink;
mod state;
mod subject;
mod terminal;
mod watch;
