//! What is said about an engine, instead of being found out.

use super::Protocol;
use super::dialect::Shapes;

/// How an engine is to be asked, as far as somebody has said so.
#[derive(Clone, Default, Debug)]
pub struct Hints {
    /// The words that name it on the command line, with the options that say how it is asked.
    pub words: Vec<String>,
    /// What it is called in reports; what it calls itself if there is none.
    pub name: Option<String>,
    /// The only protocol that is spoken.
    pub protocol: Option<Protocol>,
    /// How it counts.
    pub dialect: Option<Dialect>,
    /// Lines that it is told after the handshake of UCI or xboard.
    pub setup: Vec<String>,
    /// Options with their values, for UCI and xboard.
    pub options: Vec<(String, String)>,
}

/// How an engine counts.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// What it is called; empty if it has no name.
    pub name: String,
    /// The only command that is tried, `{depth}` for the depth; none for an engine that cannot count.
    pub command: Option<String>,
    /// How its lines look.
    pub shapes: Shapes,
    /// The least depth that it can be asked for.
    pub least_depth: u32,
}

/// The dialects that have a name: that of an engine which counts so, and the command.
const NAMED: [(&str, Option<&str>); 9] = [
    ("stockfish", Some("go perft {depth}")),
    ("ethereal", Some("perft {depth}")),
    ("lynx", Some("divide {depth}")),
    ("stormphrax", Some("splitperft {depth}")),
    ("viridithas", Some("perft divide {depth}")),
    ("reckless", Some("simpleperft {depth}")),
    ("sjaakii", Some("perft {depth} 1")),
    ("jet", Some("perft depth {depth}")),
    ("none", None),
];

impl Dialect {
    /// An engine that counts on a command, and prints in one of the known ways.
    pub fn of_command(command: impl Into<String>) -> Self {
        Self {
            name: String::new(),
            command: Some(command.into()),
            shapes: Shapes::default(),
            least_depth: 1,
        }
    }

    /// The dialect with a name. The error lists the names.
    pub fn named(name: &str) -> Result<Self, String> {
        let found = NAMED.iter().find(|(known, _)| *known == name);
        let (_, command) = found.ok_or_else(|| {
            let names = NAMED.map(|(known, _)| known).join(", ");
            format!("there is no dialect {name}; expected one of {names}")
        })?;
        Ok(Self {
            name: name.to_owned(),
            command: command.map(str::to_owned),
            shapes: Shapes::default(),
            least_depth: 1,
        })
    }
}

impl std::str::FromStr for Dialect {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::named(name)
    }
}
