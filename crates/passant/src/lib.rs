//! The parts of `passant`, the en passant test bench for chess engines: the command line, a `run` function for each
//! command, and the reports.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod adapter;
mod arguments;
mod cli_error;
pub mod command;
mod descriptors;
mod diagnostic;
mod engine_results;
mod exit_code;
mod expected;
mod fen;
mod interrupt;
mod journal;
mod language;
mod large_files;
mod perft_engine;
mod progress_bar;
#[doc(hidden)]
pub mod readers;
pub mod report;
mod threads;
mod verbosity;
mod verifier;
mod write_file;

pub use arguments::{
    AdapterArguments, AdapterVerb, Arguments, BadgeArguments, BisectArguments, CheckArguments,
    CheckForm, DiagnoseArguments, EngineArguments, EngineMemory, ExplainArguments, FaultsArguments,
    GenerateArguments, Generated, JudgeArguments, MatrixArguments, MinimizeArguments, ModeName,
    PerftArguments, PositionArguments, SuiteArguments, UciArguments, Verb, VerifyOptions,
};
pub use cli_error::CliError;
pub use exit_code::ExitCode;
pub use language::Language;
pub use large_files::report_large_files;
use write_file::write_file;
