//! The output of an engine as a subject: nothing is run.
//!
//! A [`Block`] holds questions in the words of a protocol, to be given to an engine by any means: a pipe, a terminal, a
//! browser. Between the questions stand *markers*, numbered questions with answers that no other question has. What the
//! engine prints is read line by line, whatever stands around it: the answer to a question is what stands between its
//! marker and the next one. Where either is missing, so is the answer. [`Recorded`] gives the answers that were found,
//! and [`EngineError::Unsupported`](passant_query::EngineError::Unsupported) for all others.
//!
//! ```
//! use passant_engine::recorded::{Block, Form, PrintedText};
//! use passant_query::{Question, Subject};
//!
//! let question: Question = "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1: count 2".parse()?;
//! let block = Block::new(Form::Fen, vec![question.clone()])?;
//! assert_eq!(block.to_string().lines().nth(1), Some("8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1"));
//!
//! // The program has printed nothing but a banner.
//! let mut recorded = block.read(&PrintedText::from_bytes(b"My Engine 1.0\n"));
//! assert_eq!(recorded.coverage().answered, 0);
//! assert!(recorded.count(&question.line, 2).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "processes")]
pub(crate) use markers::fnv_1a;
mod answers;
mod block;
mod markers;
mod printed_text;

pub use block::{Block, Form, TooManyQuestions};
pub use printed_text::PrintedText;

use std::collections::HashMap;
use std::sync::Arc;

use passant_query::{
    Abilities, Answer, Asks, Channel, EngineError, Line, Query, Question, Subject,
};

/// An answer, or why it says nothing.
pub(super) type Recording = Result<Answer, EngineError>;

/// An engine that gives the answers that were found in a text, and no others. Clones share them.
#[derive(Clone, Debug)]
pub struct Recorded {
    answers: Arc<HashMap<Question, Recording>>,
    abilities: Abilities,
    found: Found,
}

/// The part of a block that a text answers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Found {
    /// The questions of the block.
    pub asked: usize,
    /// The questions with an answer.
    pub answered: usize,
    /// The questions with answers that contradict themselves or each other.
    pub contradicted: usize,
    /// The markers of the block in the text. Some counts of any text look like markers.
    pub markers: usize,
    /// True if the markers come in the order of the block. Otherwise the text answers another one.
    pub is_in_order: bool,
}

impl Recorded {
    /// Returns the answers that were found, of which several may be to the same question.
    pub(super) fn new(
        found: Vec<(&Question, Recording)>,
        abilities: Abilities,
        coverage: Found,
    ) -> Self {
        let mut answers: HashMap<Question, Recording> = HashMap::new();
        for (question, answer) in found {
            let known = answers
                .entry(question.clone())
                .or_insert_with(|| answer.clone());
            if *known != answer {
                let what = "the text has several answers to this question, and they differ";
                *known = Err(EngineError::Garbled(what.to_owned()));
            }
        }
        let answered = answers.values().filter(|answer| answer.is_ok()).count();
        let has_moves = |answer: &Recording| match answer {
            Ok(Answer::Counts(counts)) => !counts.moves.is_empty(),
            Err(EngineError::Contradicted { .. }) => true,
            _ => false,
        };
        let channel = match abilities.channel {
            channel if channel.asks() != Asks::Counts => channel,
            _ if answers.values().any(has_moves) => Channel::Divide,
            _ => Channel::Total,
        };
        Self {
            found: Found {
                answered,
                contradicted: answers.len() - answered,
                ..coverage
            },
            abilities: Abilities {
                channel,
                ..abilities
            },
            answers: Arc::new(answers),
        }
    }

    /// Returns the part of the block that the text answers.
    #[must_use]
    pub fn coverage(&self) -> Found {
        self.found
    }
}

impl Subject for Recorded {
    fn can(&self) -> Abilities {
        self.abilities
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let question = Question {
            line: line.clone(),
            query: query.clone(),
        };
        let missing = || Err(EngineError::unsupported("what the text does not answer"));
        self.answers.get(&question).cloned().unwrap_or_else(missing)
    }
}
