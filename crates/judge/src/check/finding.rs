//! What was found, in the words of the report.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::describe_move::NamedMove;
use super::presentation::Way;
use super::questions::Compared;
use super::verdict::Verdict;
use passant_query::Channel;

/// What an engine was asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// How many leaf nodes there are.
    Count,
    /// Which moves are legal.
    Moves,
    /// Whether one move is legal.
    Legal,
    /// The position after an en passant capture.
    After,
    /// The position after the capture was taken back.
    Back,
    /// The only legal move.
    Best,
    /// Anything about the state of a game.
    State,
    /// The FEN.
    Fen,
    /// Whether two positions are the same.
    Same,
    /// Whether two keys are equal.
    Key,
    /// How many times the position has occurred.
    Occurrences,
    /// The text of a move.
    San,
    /// The move that a text means.
    Parse,
    /// What a move takes.
    Victim,
    /// Whether a move is a capture, or one en passant.
    Capture,
    /// Whether a move gives check.
    Check,
}

/// The first position in which an engine's moves are not those of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Difference {
    /// The moves that lead there from the position that was asked about, UCI.
    pub path: Vec<String>,
    /// The position there, with the en passant square after every double push.
    pub fen: String,
    /// Legal moves that the engine does not have.
    pub missing: Vec<NamedMove>,
    /// Moves of the engine that are not legal.
    pub extra: Vec<NamedMove>,
}

/// An answer that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What was asked.
    pub question: Question,
    /// What is wrong, in a sentence.
    pub text: String,
    /// Depth in half-moves, where nodes were counted.
    pub depth: Option<u32>,
    /// What the rules say.
    pub wanted: Option<u64>,
    /// What the engine says.
    pub got: Option<u64>,
    /// Where the difference begins, if that could be found.
    pub difference: Option<Difference>,
    /// What was asked about the state of a game, and what was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
}

/// A wrong answer to a question about the state of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// What was asked, and after which ply.
    pub asked: String,
    /// What the engine says.
    pub said: String,
    /// What would be right.
    pub right: String,
    /// The two positions that had to be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Compared>,
}

/// What became of one way to tell the position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WayResult {
    /// How it was told.
    pub way: Way,
    /// The gravest verdict on any of its answers.
    pub verdict: Verdict,
    /// The FEN that was told.
    pub fen: String,
    /// The moves that were told with it.
    pub moves: Vec<String>,
    /// The deepest count that was compared.
    pub depth: u32,
    /// What is not as it should be; or why there is no answer.
    pub findings: Vec<Finding>,
}

/// A failure, in the smallest position that shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Smallest {
    /// The position.
    pub fen: String,
    /// The moves that are told with it; empty if the FEN is enough.
    pub moves: Vec<String>,
    /// At which depth in half-moves the engine is wrong about it.
    pub depth: u32,
    /// In what way it is, in a few words each.
    pub wrong: Vec<String>,
    /// What the rules say of each capture there, with the squares.
    pub rules: Vec<String>,
    /// Whether nothing more can be left out.
    pub is_minimal: bool,
}

/// What became of a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CaseResult {
    /// The address of the case.
    pub address: String,
    /// Its class.
    pub class: String,
    /// The gravest verdict of its ways.
    pub verdict: Verdict,
    /// The rung through which it was asked.
    pub rung: Channel,
    /// Its FEN.
    pub fen: String,
    /// Why the case exists.
    pub why: String,
    /// The rule that the answer follows from, where a case is about the state of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where such a case is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What the difference between the ways says, where they differ.
    pub pattern: Option<String>,
    /// Why it is expected to fail, if it is.
    pub expected: Option<String>,
    /// Each way.
    pub ways: Vec<WayResult>,
    /// The smallest position in which the engine fails in the same way, if one was looked for and found.
    #[serde(default)]
    pub smallest: Option<Smallest>,
    /// Time in milliseconds.
    pub milliseconds: u64,
}

impl Question {
    /// What is wrong with an answer to it, without a reason.
    #[must_use]
    pub fn wrong(self) -> &'static str {
        match self {
            Self::Count => "a wrong count",
            Self::Moves => "a wrong list of moves",
            Self::Legal => "a wrong word on the legality of a move",
            Self::After => "a wrong position after a capture",
            Self::Back => "a wrong position after a move is taken back",
            Self::Best => "a move other than the only one",
            Self::State => "no sure answer about a game",
            Self::Fen => "a wrong FEN after moves",
            Self::Same => "positions wrongly taken for the same, or for others",
            Self::Key => "keys wrongly equal or different",
            Self::Occurrences => "a repetition that is counted wrongly",
            Self::San => "a move that is written wrongly",
            Self::Parse => "a text that is read wrongly",
            Self::Victim => "a wrong victim",
            Self::Capture => "a capture that is called none, or the other way round",
            Self::Check => "a check that is called none, or the other way round",
        }
    }
}

impl WayResult {
    /// Adds an answer that is right.
    pub(super) fn pass(&mut self) {
        self.verdict = self.verdict.max(Verdict::Pass);
    }

    /// Adds an answer that is not as it should be.
    pub(super) fn add(&mut self, verdict: Verdict, finding: Finding) {
        self.verdict = self.verdict.max(verdict);
        self.findings.push(finding);
    }
}

impl Finding {
    /// A finding that is a sentence and nothing more.
    pub(super) fn said(question: Question, text: impl Into<String>) -> Self {
        Self {
            question,
            text: text.into(),
            depth: None,
            wanted: None,
            got: None,
            difference: None,
            answer: None,
        }
    }
}

impl Difference {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}

impl fmt::Display for Finding {
    /// The sentence, and the moves it is about.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        let Some(difference) = self
            .difference
            .as_ref()
            .filter(|difference| !difference.is_empty())
        else {
            return Ok(());
        };
        f.write_str(":")?;
        if !difference.path.is_empty() {
            write!(f, " after {}", difference.path.join(" "))?;
        }
        let missing = difference.missing.iter().map(|mv| ("missing", mv));
        let extra = difference.extra.iter().map(|mv| ("extra", mv));
        for (index, (what, NamedMove { uci, kind })) in missing.chain(extra).enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(f, "{separator} {what} {uci} ({kind})")?;
        }
        Ok(())
    }
}
