//! An engine that is correct, or has faults on request, in every protocol that `passant` speaks.
//!
//! It lists, counts and checks moves, and searches a few plies. `passant-oracle --help` lists the options.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

mod line;
mod options;
mod xboard;

use options::{Action, Options};
use passant_oracle::uci::UciOracle;
use passant_uci::{FrontEnd, Next};

/// The protocol that the engine speaks.
enum Protocol {
    Uci,
    Xboard(xboard::Xboard),
    Line,
}

fn main() -> ExitCode {
    let options = match options::parse(std::env::args().skip(1)) {
        Ok(Action::Run(options)) => options,
        Ok(Action::Print(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        // A reader that closes the pipe has what it needs.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Answers line by line, in the protocol that the first lines select; UCI until then.
fn run(options: &Options) -> io::Result<()> {
    let engine = UciOracle::new(options.faults, &options.quirks).with_manners(&options.manners);
    let mut uci = FrontEnd::new(engine, options.dialect);
    let mut protocol = Protocol::Uci;
    let mut out = io::stdout().lock();
    for result in io::stdin().lock().split(b'\n') {
        let bytes = result?;
        let line = String::from_utf8_lossy(&bytes);
        let command = line.trim();
        match command {
            "" => continue,
            "xboard" => {
                protocol = Protocol::Xboard(xboard::Xboard::new(options));
            }
            _ if command.starts_with("passant ") => protocol = Protocol::Line,
            _ => {}
        }
        let next = match &mut protocol {
            Protocol::Uci => uci.answer(command, &mut out)?,
            Protocol::Xboard(xboard) => {
                xboard.answer(&mut uci.engine.session, command, &mut out)?
            }
            Protocol::Line => line::answer(&mut uci.engine.session, command, &mut out)?,
        };
        match next {
            Next::Go => {}
            Next::Unknown => unknown(&protocol, command, &mut out)?,
            Next::Quit => return Ok(()),
        }
        out.flush()?;
    }
    Ok(())
}

fn unknown(protocol: &Protocol, command: &str, out: &mut impl Write) -> io::Result<()> {
    match protocol {
        Protocol::Uci => writeln!(out, "Unknown command: '{command}'."),
        Protocol::Xboard(_) => writeln!(out, "Error (unknown command): {command}"),
        Protocol::Line => writeln!(out, "error unsupported {command}"),
    }
}
