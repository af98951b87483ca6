//! `passant`, the en passant test bench for chess engines.

use std::{process, thread};

use clap::CommandFactory;
use passant::{Arguments, CliError, ExitCode, Verb, command, report};
use passant_engine::guard;

/// The stack of the thread that does the work, in bytes. That of the main thread is what the user's shell allows, and
/// may be smaller than parsing the command line needs.
const STACK: usize = 8 << 20;

/// The exit code of a Rust program that panics.
const PANIC: u8 = 101;

fn main() -> process::ExitCode {
    if let Some(code) = guard::enter() {
        return code;
    }
    report_large_files();
    match thread::Builder::new().stack_size(STACK).spawn(work) {
        // A panic has printed its message.
        Ok(worker) => worker.join().map_or(PANIC.into(), Into::into),
        Err(error) => {
            let message = format!("cannot start a thread: {error}");
            report::failure(&CliError::NoThread(message)).into()
        }
    }
}

/// Makes a file that grows beyond the limit of the process an error, as a full disk is. By default it ends the process
/// with the signal SIGXFSZ.
///
/// The signal is blocked in the calling thread and in those that it starts, not ignored, because engines would inherit
/// that. To be called first.
#[cfg(unix)]
fn report_large_files() {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // Blocking a signal that exists does not fail.
    let _ = signals.thread_block();
}

/// Does nothing: there is no such signal.
#[cfg(not(unix))]
fn report_large_files() {}

fn work() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    if words.len() < 2 {
        return report::first_steps();
    }
    let arguments = match Arguments::read(words) {
        Ok(arguments) => arguments,
        Err(error) => return report::failure(&error),
    };
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
        Verb::Generate(arguments) => command::generate::run(arguments, Arguments::command()),
        Verb::Hunt(arguments) => command::hunt::run(arguments),
        Verb::Judge(arguments) => command::judge::run(arguments),
        Verb::Badge(arguments) => command::badge::run(arguments),
        Verb::Matrix(arguments) => command::matrix::run(arguments),
        Verb::Page(arguments) => command::page::run(arguments),
        Verb::Pgn(arguments) => command::pgn::run(arguments),
        Verb::Perft(arguments) => command::perft::run(arguments),
        Verb::Referee(arguments) => command::referee::run(arguments),
        Verb::Suite(arguments) => command::suite::run(arguments),
        Verb::Uci(arguments) => command::uci::run(arguments),
    }
}
