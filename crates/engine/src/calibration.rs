//! The calibration of an engine: its protocol, its channel and its traits.

use passant_query::{Abilities, Channel, EngineError};
use serde::{Deserialize, Serialize};

/// The protocol that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The protocol of xboard (CECP), version 2.
    Xboard,
    /// The line protocol, `passant 1`.
    Line,
    /// No protocol: a script that is run once for each question.
    Script,
}

/// The way to query an engine, as calibration has detected it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is independent of the others"
)]
pub struct Calibration {
    /// The name that the engine gives itself, or its command if it gives none.
    pub name: String,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The most informative channel that it answers.
    pub channel: Channel,
    /// The command that makes it count, with `{depth}` for the depth.
    pub command: Option<String>,
    /// The least depth in plies that it can be asked for.
    #[serde(default = "shallowest")]
    pub least_depth: u32,
    /// True if it prints its counts only when it is asked whether it is ready.
    #[serde(default)]
    pub is_buffered: bool,
    /// Tells whether it is started through `stdbuf`, because it keeps what it prints in a buffer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_stdbuf: bool,
    /// True if it can show its position.
    pub shows_position: bool,
    /// True if it plays the moves that follow a position. Otherwise every position is sent as a FEN.
    #[serde(default = "yes")]
    pub plays_moves: bool,
    /// True if it sets up positions. Otherwise it is asked about games from the initial position only.
    #[serde(default = "yes")]
    pub sets_up: bool,
    /// True if it plays the moves that follow the initial position, although it plays none that follow a FEN.
    #[serde(default)]
    pub plays_games: bool,
    /// True unless it is an adapter that plays illegal moves. It is then not asked whether single moves are legal.
    #[serde(default = "yes")]
    pub checks_moves: bool,
    /// True if it is an xboard engine that expects the word `usermove` before moves.
    #[serde(default)]
    pub has_usermove: bool,
    /// Other observations, a sentence each.
    pub notes: Vec<String>,
    /// The attempts that failed: a line for each, with the reason.
    #[serde(default)]
    pub tried: Vec<String>,
}

/// The error for an engine that cannot be queried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoChannel {
    /// The attempts: a line for each, with the reason.
    pub tried: Vec<String>,
    /// The conversations of the handshakes, if the program could be started.
    pub handshakes: Vec<Conversation>,
    /// The last crash or timeout. `None` if the engine answered every attempt, but did not understand any.
    pub error: Option<EngineError>,
    /// True if the time for the whole check was over before every channel was tried.
    pub ran_out_of_time: bool,
}

/// The beginning of a conversation in one protocol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conversation {
    /// The protocol that was tried.
    pub protocol: Protocol,
    /// True if the program has completed the handshake.
    pub completed: bool,
    /// The first lines: `> ` and what was sent, `< ` and what came back, `! ` and what came on standard error. Long
    /// lines are cut, and what cannot be seen is escaped.
    pub lines: Vec<String>,
    /// The number of lines that were left out.
    pub left_out: usize,
}

fn shallowest() -> u32 {
    1
}

fn yes() -> bool {
    true
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 4] = [Self::Uci, Self::Xboard, Self::Line, Self::Script];

    /// Returns the protocol of a word on the command line.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Returns the name of the protocol, for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uci => "UCI",
            Self::Xboard => "xboard",
            Self::Line => "line protocol",
            Self::Script => "script",
        }
    }

    /// Returns the word for the protocol on the command line.
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
    /// Tells whether an engine is queried in the same way with another calibration. Notes and attempts may differ from
    /// run to run.
    #[must_use]
    pub fn asks_like(&self, other: &Self) -> bool {
        let asks = |it: &Self| Self {
            notes: Vec::new(),
            tried: Vec::new(),
            ..it.clone()
        };
        asks(self) == asks(other)
    }

    /// Returns the abilities of the engine.
    #[must_use]
    pub fn can(&self) -> Abilities {
        Abilities {
            channel: self.channel,
            least_depth: self.least_depth,
            plays_moves: self.plays_moves,
            sets_up: self.sets_up,
            plays_games: self.plays_games,
        }
    }

    /// Returns a channel without a perft command. Everything else has its most common value.
    #[must_use]
    pub fn plain(name: &str, protocol: Protocol, channel: Channel) -> Self {
        Self {
            name: name.to_owned(),
            protocol,
            channel,
            command: None,
            least_depth: 1,
            is_buffered: false,
            has_stdbuf: false,
            shows_position: false,
            plays_moves: true,
            sets_up: true,
            plays_games: false,
            checks_moves: true,
            has_usermove: false,
            notes: Vec::new(),
            tried: Vec::new(),
        }
    }
}
