//! The results of cases, as reports have them.

use std::fmt;

use passant_query::{Channel, EngineMove, Line, Retries};
use passant_rules::{EnPassantMode, Move, Position, Setup};
use serde::{Deserialize, Serialize};

use super::Doubt;
use super::describe_move::{NamedMove, of_extra, of_legal};
use super::doubt::Incident;
use super::presentation::Presentation;
use super::question_kind::QuestionKind;
use super::questions::ComparedPositions;
use super::verdict::Verdict;

/// The first position in which the moves of an engine differ from the legal ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The moves that lead to it from the position of the case, in UCI notation.
    pub path: Vec<String>,
    /// The position, as a FEN with the en passant square after every double push.
    #[serde(rename = "fen")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub setup: Setup,
    /// The legal moves that the engine leaves out.
    pub missing: Vec<NamedMove>,
    /// The moves of the engine that are illegal.
    pub extra: Vec<NamedMove>,
}

/// An answer that is wrong or missing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The subject.
    pub question: QuestionKind,
    /// The mistake, in a sentence.
    pub text: String,
    /// The depth of a count in plies.
    pub depth: Option<u32>,
    /// The correct count.
    pub expected: Option<u64>,
    /// The count of the engine.
    pub got: Option<u64>,
    /// The first position in which moves differ, if it was found.
    pub difference: Option<Difference>,
    /// The wrong answer to a question about the state of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<WrongAnswer>,
    /// The event that came instead of an answer, without the details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub happened: Option<Incident>,
    /// The commands of UCI that repeat the search, if a search has shown it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<String>,
}

/// A wrong answer to a question about the state of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongAnswer {
    /// The question, and after which ply it was asked.
    pub question: String,
    /// The correct answer.
    pub expected: String,
    /// The answer of the engine.
    pub got: String,
    /// True if it is wrong only because a convention is demanded of the engine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub demanded: bool,
    /// The two positions that the engine had to compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<ComparedPositions>,
}

/// The result of a case for one presentation of its position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresentationResult {
    /// The way the position was given to the engine.
    pub presentation: Presentation,
    /// The worst verdict on any answer.
    pub verdict: Verdict,
    /// The line that the engine was given, as `fen` and the `moves` that followed; an empty FEN if it was given none.
    #[serde(flatten, with = "given_line")]
    #[cfg_attr(feature = "schema", schemars(with = "given_line::Text"))]
    pub line: Option<Line>,
    /// The depth of the deepest count that was compared; 0 if none was.
    pub depth: u32,
    /// The depths of the counts that were not asked for lack of time; 0 stands for a question that is not a count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<u32>,
    /// The answers that are wrong or missing.
    pub findings: Vec<Finding>,
}

/// The smallest position in which an engine fails in the same way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SmallestPosition {
    /// Its FEN.
    pub fen: String,
    /// The moves that follow the FEN.
    pub moves: Vec<String>,
    /// The depth in plies at which the engine is wrong.
    pub depth: u32,
    /// The mistake of the engine.
    pub wrong: Vec<String>,
    /// Why each en passant capture is legal or illegal, a sentence each.
    pub rules: Vec<String>,
    /// True if nothing more can be removed from the position.
    pub is_minimal: bool,
}

/// The result of a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseResult {
    /// The address of the case.
    pub address: String,
    /// Its class.
    pub class: String,
    /// The worst verdict of its presentations.
    pub verdict: Verdict,
    /// The channel through which the engine was asked.
    pub channel: Channel,
    /// Its FEN.
    pub fen: String,
    /// Why the case exists.
    pub why: String,
    /// The rule that gives the expected answer; only for cases about the state of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The source of the case; only for cases about the state of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The common property of the failing presentations, if some fail and some pass.
    pub pattern: Option<String>,
    /// Why the case is expected to fail, if it is.
    pub expected_failure: Option<String>,
    /// The result for each presentation of the position.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub presentations: Vec<PresentationResult>,
    /// The smallest position in which the engine fails in the same way, if one was found.
    #[serde(default)]
    pub smallest: Option<SmallestPosition>,
    /// The crashes after which the engine answered when it was asked again, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retries: Option<Retries>,
    /// The time that the case took, in milliseconds.
    pub milliseconds: u64,
}

impl PresentationResult {
    /// Adds a correct answer.
    pub(super) fn pass(&mut self) {
        self.verdict = self.verdict.max(Verdict::Pass);
    }

    /// Adds a correct answer to a question of this depth.
    pub(super) fn pass_at(&mut self, depth: u32) {
        self.depth = depth;
        self.pass();
    }

    /// Adds a wrong answer.
    pub(super) fn fail(&mut self, finding: Finding) {
        self.add(Verdict::Fail, finding);
    }

    /// Adds an answer that is wrong or missing.
    pub(super) fn add(&mut self, verdict: Verdict, finding: Finding) {
        self.verdict = self.verdict.max(verdict);
        self.findings.push(finding);
    }

    /// Adds an answer that proves nothing.
    pub(super) fn doubt(&mut self, question: QuestionKind, doubt: &Doubt) {
        self.add(doubt.verdict(), Finding::of_doubt(question, doubt));
    }

    /// Tells whether the findings can have led to the verdict: what is correct has none, apart from questions that were not asked, and
    /// what is not has one.
    pub(super) fn verdict_follows(&self) -> bool {
        let has_answer = self.findings.iter().any(|it| !it.is_of_no_question());
        match self.verdict {
            Verdict::Unsupported => !self.findings.iter().any(Finding::has_details),
            Verdict::Pass => !has_answer,
            // Only a case as a whole is expected to fail.
            Verdict::Xfail | Verdict::Xpass => false,
            _ => has_answer,
        }
    }
}

impl Finding {
    /// Tells whether a question was not asked, or its answer not waited for.
    fn is_of_no_question(&self) -> bool {
        self.happened.is_some_and(Incident::is_of_no_question) && !self.has_details()
    }

    /// Tells whether an answer is wrong only because a convention is demanded.
    pub(super) fn is_demanded(&self) -> bool {
        self.answer.as_ref().is_some_and(|it| it.demanded)
    }

    /// Tells whether there is more than a sentence, which only an answer has.
    pub(super) fn has_details(&self) -> bool {
        let has_count = self.expected.is_some() || self.got.is_some();
        has_count || self.difference.is_some() || self.answer.is_some()
    }

    /// A finding that is only a sentence.
    #[must_use]
    pub fn text(question: QuestionKind, text: impl Into<String>) -> Self {
        Self {
            question,
            text: text.into(),
            depth: None,
            expected: None,
            got: None,
            difference: None,
            answer: None,
            happened: None,
            commands: Vec::new(),
        }
    }

    /// The same finding with the moves that differ, if there are some.
    pub(super) fn with(self, difference: Difference) -> Self {
        Self {
            difference: Some(difference).filter(|it| !it.is_empty()),
            ..self
        }
    }

    /// A finding about an answer that proves nothing.
    pub(super) fn of_doubt(question: QuestionKind, doubt: &Doubt) -> Self {
        Self {
            happened: Some(doubt.incident()),
            ..Self::text(question, doubt.to_string())
        }
    }

    /// Says what is wrong, without the details: what happened, or what was answered.
    #[must_use]
    pub fn mistake(&self) -> &'static str {
        self.happened.map_or(self.question.wrong(), Incident::word)
    }
}

impl Difference {
    /// The missing legal moves and the extra ones in a position.
    pub(super) fn at<'a>(
        position: &Position,
        missing: impl IntoIterator<Item = Move>,
        extra: impl IntoIterator<Item = &'a EngineMove>,
    ) -> Self {
        let (missing, extra) = (missing.into_iter(), extra.into_iter());
        Self {
            path: Vec::new(),
            setup: position.setup(EnPassantMode::Always),
            missing: missing.map(|mv| of_legal(position, mv)).collect(),
            extra: extra.map(|mv| of_extra(position, mv)).collect(),
        }
    }

    /// Tells whether no move differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}

/// The text of the line that an engine was given.
mod given_line {
    use passant_query::Line;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub(super) struct Text {
        /// The FEN that the engine was given.
        fen: String,
        /// The moves that followed the FEN.
        moves: Vec<String>,
    }

    #[expect(clippy::ref_option, reason = "serde hands over the field")]
    pub(super) fn serialize<S: Serializer>(
        line: &Option<Line>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let fen = line.as_ref().map(|line| line.fen().to_string());
        let text = Text {
            fen: fen.unwrap_or_default(),
            moves: line.as_ref().map(Line::step_texts).unwrap_or_default(),
        };
        text.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Line>, D::Error> {
        let Text { fen, moves } = Text::deserialize(deserializer)?;
        if fen.is_empty() {
            return Ok(None);
        }
        let mut line = Line::from_fen(&fen).map_err(D::Error::custom)?;
        let steps = moves.iter().map(|step| step.parse());
        line.steps = steps.collect::<Result<_, _>>().map_err(D::Error::custom)?;
        Ok(Some(line))
    }
}

impl fmt::Display for Finding {
    /// The sentence, and the moves that differ.
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
        for (index, (what, NamedMove { mv, kind })) in missing.chain(extra).enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(f, "{separator} {what} {mv} ({kind})")?;
        }
        Ok(())
    }
}
