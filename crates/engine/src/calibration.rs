//! Finding out how an engine can be asked.
//!
//! The ladder is climbed down: the first rung that answers what is known already, about positions without en passant
//! and without anything else that is difficult, is taken. Whoever shakes hands in the line protocol is taken at its word:
//! nobody speaks that by chance. Nothing that an engine does here counts against it.

mod cache;
mod contents;
mod known;
mod probes;

pub use cache::Cache;
pub use contents::Contents;
pub use contents::hash_of;
use passant_query::{Channel, EngineError, Subject};
use serde::{Deserialize, Serialize};

pub(crate) use known::known_line;

use super::by_fen::ByFen;
use super::illegal_move::IllegalMove;
use super::line::AdapterChannel;
use super::listing::Search;
use super::native::Native;
use super::script::Script;
use super::starter::Starter;
use super::uci::Uci;
use super::xboard::Xboard;

/// What an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The protocol of xboard (CECP), version 2.
    Xboard,
    /// `passant 1`.
    Line,
    /// None: a script that is run once for each question.
    Script,
}

/// How an engine can be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a habit of its own, and any may come with any other"
)]
pub struct Calibration {
    /// What it calls itself.
    pub name: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// The best channel that it answers.
    #[serde(rename = "rung")]
    pub channel: Channel,
    /// The command that makes it count, `{depth}` for the depth.
    pub command: Option<String>,
    /// The least depth that it can be asked for.
    #[serde(default = "shallowest")]
    pub least_depth: u32,
    /// Whether it keeps its counts to itself until it is asked whether it is ready.
    #[serde(default)]
    pub is_buffered: bool,
    /// Whether it shows the position that it holds.
    pub shows_position: bool,
    /// Whether it plays the moves that follow a position. Otherwise all is told by FEN.
    #[serde(default = "yes")]
    pub plays_moves: bool,
    /// Whether it is an xboard engine that wants the word `usermove` before moves.
    #[serde(default)]
    pub has_usermove: bool,
    /// What else was noticed, a sentence each.
    pub notes: Vec<String>,
}

/// Why an engine cannot be asked: what was tried, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoChannel {
    /// A line for each thing that was tried.
    pub tried: Vec<String>,
    /// The trouble, if the engine has crashed or hung rather than not understood.
    pub trouble: Option<EngineError>,
}

fn shallowest() -> u32 {
    1
}

fn yes() -> bool {
    true
}

impl Protocol {
    /// All of them, with the words for them on the command line.
    pub const ALL: [(&'static str, Self); 4] = [
        ("uci", Self::Uci),
        ("xboard", Self::Xboard),
        ("line", Self::Line),
        ("script", Self::Script),
    ];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Xboard => "xboard",
            Self::Line => "line",
            Self::Script => "script",
        }
    }
}

impl Calibration {
    /// Finds the best rung, within what is [said](super::Hints) about the engine.
    pub fn of(starter: &Starter) -> Result<Self, NoChannel> {
        Self::after_trouble(starter).map(|(found, _)| found)
    }

    /// The same, and the last crash or silence on the way there: without it a better rung might have been found.
    pub fn after_trouble(starter: &Starter) -> Result<(Self, Option<EngineError>), NoChannel> {
        let mut search = probes::Search::new(starter);
        let mut found = search.climb(starter.hints.protocol)?;
        if let Some(name) = &starter.hints.name {
            found.name.clone_from(name);
        }
        Ok((found, search.into_trouble()))
    }

    /// A rung without a command of its own, and nothing else known.
    #[must_use]
    pub fn plain(name: &str, protocol: Protocol, channel: Channel) -> Self {
        Self {
            name: name.to_owned(),
            protocol,
            channel,
            command: None,
            least_depth: 1,
            is_buffered: false,
            shows_position: false,
            plays_moves: true,
            has_usermove: false,
            notes: Vec::new(),
        }
    }

    /// How to start the engine now that it is known what it speaks.
    pub(super) fn speaking(&self, starter: &Starter) -> Starter {
        let mut starter = starter.clone();
        starter.hints.protocol = Some(self.protocol);
        starter
    }

    /// Another channel through which an engine with a perft of its own may list moves: nobody knows yet whether it
    /// answers. `None` if its protocol has none.
    #[must_use]
    pub fn open_cross_check(&self, starter: &Starter) -> Option<Box<dyn Subject>> {
        if !matches!(self.channel, Channel::Divide | Channel::Total) {
            return None;
        }
        let starter = self.speaking(starter);
        match self.protocol {
            Protocol::Uci => Some(Box::new(Search::new(starter, Channel::MultiPv))),
            Protocol::Xboard => Some(Box::new(IllegalMove::new(starter))),
            Protocol::Line | Protocol::Script => None,
        }
    }

    /// Opens the channel; the engine is started when it is asked first.
    #[must_use]
    pub fn open(&self, starter: &Starter) -> Box<dyn Subject> {
        let channel = self.open_channel(self.speaking(starter));
        if self.plays_moves {
            channel
        } else {
            Box::new(ByFen(channel))
        }
    }

    fn open_channel(&self, starter: Starter) -> Box<dyn Subject> {
        match (self.channel, self.protocol) {
            (Channel::Line, _) => Box::new(AdapterChannel::new(starter)),
            (Channel::Script | Channel::Library, _) => Box::new(Script::new(starter)),
            (Channel::Divide | Channel::Total, Protocol::Xboard) => {
                Box::new(Native::<Xboard>::new(starter, self))
            }
            (Channel::Divide | Channel::Total, _) => Box::new(Native::<Uci>::new(starter, self)),
            (Channel::IllegalMove, _) => Box::new(IllegalMove::new(starter)),
            (Channel::MultiPv | Channel::SearchMoves | Channel::BestMove, _) => {
                Box::new(Search::new(starter, self.channel))
            }
        }
    }
}
