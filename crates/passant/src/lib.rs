//! The parts of `passant`, the en passant test bench for chess engines: the command line, a `run` function for each
//! command, and the reports.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod adapter_check;
mod arguments;
mod cli_error;
pub mod command;
mod descriptors;
mod detection;
mod diagnostic;
mod engine_results;
mod exit_code;
mod expected;
mod fen;
mod input;
mod installed;
mod interrupt;
mod journal;
mod language;
mod perft_engine;
mod progress_bar;
#[doc(hidden)]
pub mod readers;
pub mod report;
mod settings;
mod threads;
mod verifier;

pub use arguments::{Arguments, Verb};
pub use cli_error::CliError;
pub use exit_code::ExitCode;
