//! The answers in a text, as a subject.

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
