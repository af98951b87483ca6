//! The parts of `passant`, the en passant test bench for chess engines: the command line, a `run` for each of its
//! verbs, and what is printed.

mod adapter;
mod arguments;
pub mod command;
mod descriptors;
mod diagnostic;
pub mod engine_report;
pub mod exit_code;
mod expected;
mod explanation;
mod failure;
mod fen;
mod fen_error;
mod fen_syntax;
mod game;
mod interrupt;
mod journal;
mod move_error;
mod move_list;
mod progress;
pub mod report;
mod verification;

pub use arguments::{
    AdapterArguments, AdapterVerb, Arguments, AskingArguments, BisectArguments, CheckArguments,
    CheckForm, DiagnoseArguments, ExplainArguments, FaultsArguments, GenerateArguments, Generated,
    MatrixArguments, MinimiseArguments, ModeName, PerftArguments, PositionArguments,
    SuiteArguments, Verb, VerifyOptions,
};
pub use failure::Failure;
