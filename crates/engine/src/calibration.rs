//! How an engine can be asked, as it was found out.

use passant_query::{Channel, EngineError};
use serde::{Deserialize, Serialize};

/// What an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
}
