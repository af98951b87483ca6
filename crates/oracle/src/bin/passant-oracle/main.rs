//! An engine that is correct, or has faults on request, in every protocol that `passant` speaks.
//!
//! It lists, counts and checks moves, and searches a few plies. `passant-oracle --help` lists the options.

mod line;
mod xboard;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use passant_oracle::uci::{Manner, Quirk, UciOracle};
use passant_oracle::{EngineFault, FaultSet};
use passant_uci::{Dialect, FrontEnd, Next};

/// The protocol that the engine speaks.
enum Protocol {
    Uci,
    Xboard(xboard::Xboard),
    Line,
}

fn main() -> ExitCode {
    let options = match parse_options(std::env::args().skip(1)) {
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
                protocol = Protocol::Xboard(xboard::Xboard::new(
                    options.dialect,
                    &options.quirks,
                    &options.manners,
                ));
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

const HELP: &str = "\
An engine that is correct, or has faults on request. It lists, counts and checks moves, and searches a few plies.
It speaks UCI, xboard and the line protocol `passant 1`; its first lines of input select one.

Usage: passant-oracle [--fault NAME]... [--manner NAME]... [--quirk NAME]... [--dialect NAME]

Options:
  --fault NAME    Break a rule; may be repeated; `passant faults` explains the names
  --manner NAME   Search in an odd way that breaks no rule; may be repeated
  --quirk NAME    Ignore or misread a word of a protocol; may be repeated
  --dialect NAME  Count and print leaf nodes like this engine [default: stockfish]
  --faults        Print the names of the faults
  --manners       Print the names of the manners, and what they mean
  --quirks        Print the names of the quirks, and what they mean
  --dialects      Print the names of the dialects
  --help          Print this help
";

/// The behavior of the engine.
struct Options {
    faults: FaultSet,
    manners: Vec<Manner>,
    quirks: Vec<Quirk>,
    dialect: &'static Dialect,
}

/// The action that the command line requests.
enum Action {
    Run(Options),
    Print(String),
}

/// Reads the arguments; the error says what is wrong and what would be correct.
fn parse_options(mut arguments: impl Iterator<Item = String>) -> Result<Action, String> {
    let mut options = Options {
        faults: FaultSet::NONE,
        manners: Vec::new(),
        quirks: Vec::new(),
        dialect: Dialect::STOCKFISH,
    };
    while let Some(argument) = arguments.next() {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        // The value of an option is the text after `=`, or the next argument.
        let mut word = || {
            value
                .clone()
                .or_else(|| arguments.next())
                .unwrap_or_default()
        };
        match name {
            "--fault" => {
                options
                    .faults
                    .insert(find("fault", &word(), EngineFault::from_name)?);
            }
            "--manner" => {
                options
                    .manners
                    .push(find("manner", &word(), Manner::from_name)?);
            }
            "--quirk" => {
                options
                    .quirks
                    .push(find("quirk", &word(), Quirk::from_name)?);
            }
            "--dialect" => {
                options.dialect = find("dialect", &word(), Dialect::from_name)?;
            }
            "--faults" => return Ok(list(EngineFault::ALL.iter().map(|fault| fault.name()))),
            "--manners" => return Ok(explain(Manner::ALL.map(|(_, name, about)| (name, about)))),
            "--quirks" => return Ok(explain(Quirk::ALL.map(|(_, name, about)| (name, about)))),
            "--dialects" => return Ok(list(Dialect::names())),
            "--help" | "-h" => return Ok(Action::Print(HELP.to_owned())),
            _ => return Err(format!("{argument:?} is not an option; --help lists them")),
        }
    }
    Ok(Action::Run(options))
}

/// Returns the thing of a kind that a word names.
fn find<T>(kind: &str, word: &str, from_name: impl Fn(&str) -> Option<T>) -> Result<T, String> {
    from_name(word)
        .ok_or_else(|| format!("there is no {kind} {word:?}; --{kind}s lists their names"))
}

fn explain<const N: usize>(names: [(&str, &str); N]) -> Action {
    let lines = names.map(|(name, about)| format!("{name:20}{about}"));
    list(lines.iter().map(String::as_str))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> Action {
    Action::Print(names.flat_map(|name| [name, "\n"]).collect())
}
