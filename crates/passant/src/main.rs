//! `passant`, the en passant test bench for chess engines.

use std::process::ExitCode;

use clap::Parser;
use passant::{Arguments, CliError, Verb, command, report};
use passant_engine::guard;

fn main() -> ExitCode {
    if let Some(code) = guard::enter() {
        return code;
    }
    passant::report_large_files();
    let arguments = Arguments::parse();
    arguments.color.write_global();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => report::failure(&error),
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    match &arguments.verb {
        Verb::Adapter(arguments) => command::adapter::run(arguments),
        Verb::Bisect(arguments) => command::bisect::run(arguments),
        Verb::Check(arguments) => command::check::run(arguments),
        Verb::Explain(arguments) => command::explain::run(arguments),
        Verb::Diagnose(arguments) => command::diagnose::run(arguments),
        Verb::Minimize(arguments) => command::minimize::run(arguments),
        Verb::Faults(arguments) => command::faults::run(arguments),
        Verb::Generate(arguments) => command::generate::run(arguments),
        Verb::Matrix(arguments) => command::matrix::run(arguments),
        Verb::Perft(arguments) => command::perft::run(arguments),
        Verb::Suite(arguments) => command::suite::run(arguments),
    }
}
