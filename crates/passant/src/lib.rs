//! The parts of `passant`, the en passant test bench for chess engines: the command line, a `run` for each of its
//! verbs, and what is printed.

mod adapter;
mod arguments;
mod attack;
pub mod check;
pub mod command;
mod descriptors;
pub mod diagnosis;
mod diagnostic;
pub mod engine;
pub mod exit_code;
mod explanation;
mod failure;
mod fen;
mod fen_error;
mod fen_syntax;
mod game;
pub mod minimise;
mod move_error;
mod move_list;
mod progress;
pub mod report;
mod verdict;
mod verification;

pub use arguments::{
    AdapterArguments, AdapterVerb, Arguments, AskingArguments, BisectArguments, CheckArguments,
    CheckForm, DiagnoseArguments, ExplainArguments, FaultsArguments, GenerateArguments, Generated,
    MatrixArguments, MinimiseArguments, ModeName, PerftArguments, PositionArguments,
    SuiteArguments, Verb, VerifyOptions,
};
pub use failure::Failure;
