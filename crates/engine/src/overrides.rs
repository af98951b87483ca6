//! The settings of a user for an engine, which replace detection.

use passant_query::Channel;

use crate::calibration::Protocol;
use crate::dialect::CustomPatterns;

/// The settings of a user for an engine. Everything that is left out is detected.
#[derive(Clone, Default, Debug)]
pub struct Overrides {
    /// The words of the command line that name the engine, with the options that say how it is asked.
    pub words: Vec<String>,
    /// The name of the engine in reports; `None` for the name that the engine gives itself.
    pub name: Option<String>,
    /// The only protocol that is tried.
    pub protocol: Option<Protocol>,
    /// The only channel that is tried.
    pub channel: Option<Channel>,
    /// Channels that are not tried, because the engine was seen to ignore them.
    pub withdrawn: Vec<Channel>,
    /// The perft command of the engine, and its output.
    pub dialect: Option<Dialect>,
    /// Lines that are sent after the handshake of UCI or xboard.
    pub setup: Vec<String>,
    /// Options with their values, for UCI and xboard.
    pub options: Vec<(String, String)>,
}

/// The perft command of an engine, and the lines that it prints.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// The name of the dialect; empty if it has none.
    pub name: String,
    /// The only command that is tried, with `{depth}` for the depth; `None` for an engine that cannot count.
    pub command: Option<String>,
    /// The patterns of the lines that the engine prints.
    pub patterns: CustomPatterns,
    /// The least depth in plies that the engine can be asked for.
    pub least_depth: u32,
}

impl Overrides {
    /// Tells whether a channel may be tried.
    #[must_use]
    pub fn allow(&self, channel: Channel) -> bool {
        self.channel.is_none_or(|only| only == channel) && !self.withdrawn.contains(&channel)
    }
}

/// The named dialects: an engine that counts with this command, and the command. The first ones are the most common.
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
    /// Returns an engine that counts with a command, and prints lines of the known patterns.
    pub fn of_command(command: impl Into<String>) -> Self {
        Self {
            name: String::new(),
            command: Some(command.into()),
            patterns: CustomPatterns::default(),
            least_depth: 1,
        }
    }

    /// Returns the perft commands of the named dialects, the most common first.
    #[cfg(feature = "processes")]
    pub(crate) fn common_commands() -> impl Iterator<Item = &'static str> {
        NAMED.iter().filter_map(|(_, command)| *command)
    }

    /// Returns the dialect with a name. The error lists the names.
    pub fn from_name(name: &str) -> Result<Self, String> {
        let found = NAMED.iter().find(|(known, _)| *known == name);
        let (_, command) = found.ok_or_else(|| {
            let names = NAMED.map(|(known, _)| known).join(", ");
            format!("there is no dialect {name}; expected one of {names}")
        })?;
        Ok(Self {
            name: name.to_owned(),
            command: command.map(str::to_owned),
            patterns: CustomPatterns::default(),
            least_depth: 1,
        })
    }
}

impl std::str::FromStr for Dialect {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::from_name(name)
    }
}
