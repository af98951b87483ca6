//! The command line.

use passant_oracle::uci::{Manner, Quirk};
use passant_oracle::{EngineFault, FaultSet};
use passant_uci::Dialect;

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
pub(crate) struct Options {
    pub(crate) faults: FaultSet,
    pub(crate) manners: Vec<Manner>,
    pub(crate) quirks: Vec<Quirk>,
    pub(crate) dialect: &'static Dialect,
}

/// The action that the command line requests.
pub(crate) enum Action {
    Run(Options),
    Print(String),
}

/// Reads the arguments; the error says what is wrong and what would be correct.
pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Action, String> {
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
