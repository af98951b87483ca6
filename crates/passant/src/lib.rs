//! The parts of `passant`, the en passant test bench for chess engines: the command line, a `run` function for each
//! command, and the reports.

mod adapter;
mod arguments;
mod cli_error;
pub mod command;
mod descriptors;
mod diagnostic;
pub mod engine_report;
pub mod exit_code;
mod expected;
mod explanation;
mod fen;
mod fen_error;
mod game_record;
mod interrupt;
mod journal;
mod judged_text;
mod large_files;
mod move_error;
mod move_list;
mod progress_bar;
#[doc(hidden)]
pub mod readers;
mod reference;
pub mod report;
mod threads;
mod verbosity;
mod verifier;
mod write_file;

pub use arguments::{
    AdapterArguments, AdapterVerb, Arguments, BisectArguments, BlockProtocol, CheckArguments,
    CheckForm, DiagnoseArguments, EngineArguments, EngineMemory, ExplainArguments, FaultsArguments,
    GenerateArguments, Generated, JudgeArguments, MatrixArguments, MinimizeArguments, ModeName,
    PerftArguments, PositionArguments, SuiteArguments, UciArguments, Verb, VerifyOptions,
};
pub use cli_error::CliError;
pub use large_files::report_large_files;
use write_file::write_file;
