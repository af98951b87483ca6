//! The questions of a stream that are sent ahead.

use std::collections::VecDeque;
use std::iter::Fuse;
use std::ops::ControlFlow;

use passant_query::{Answer, Counts, EngineError, Question};

/// The function that receives the answers of a stream.
pub(super) type Take<'a> =
    dyn FnMut(&Question, Result<Answer, EngineError>) -> ControlFlow<()> + 'a;

/// The length of the questions that an engine is sent ahead, in bytes: less than a pipe holds, and enough for an engine to
/// have work while its output is not read.
const AHEAD: usize = 1 << 15;

/// The questions of a stream whose answers were not handed out.
pub(super) struct QuestionQueue<'a> {
    questions: VecDeque<Question>,
    /// The number of them that were sent, and their length in bytes.
    sent: usize,
    bytes: usize,
    /// The answers to the first of them; `None` for one that contradicts itself.
    answers: VecDeque<Option<Counts>>,
    /// True if an answer contradicts itself.
    has_contradiction: bool,
    rest: Fuse<&'a mut dyn Iterator<Item = Question>>,
}

impl<'a> QuestionQueue<'a> {
    pub(super) fn new(questions: &'a mut dyn Iterator<Item = Question>) -> Self {
        Self {
            questions: VecDeque::new(),
            sent: 0,
            bytes: 0,
            answers: VecDeque::new(),
            has_contradiction: false,
            rest: questions.fuse(),
        }
    }

    /// Sends questions with `send` up to the [limit](AHEAD), if fewer than half of that are sent. Stops at a question that
    /// `send` does not send.
    pub(super) fn refill(
        &mut self,
        mut send: impl FnMut(&Question) -> Result<bool, EngineError>,
    ) -> Result<(), EngineError> {
        if AHEAD / 2 < self.bytes {
            return Ok(());
        }
        while self.bytes < AHEAD
            && let Some(question) = self.unsent()
            && send(question)?
        {
            self.bytes += length(question);
            self.sent += 1;
        }
        Ok(())
    }

    /// Returns the first question that was not sent.
    fn unsent(&mut self) -> Option<&Question> {
        if self.questions.len() == self.sent {
            self.questions.extend(self.rest.next());
        }
        self.questions.get(self.sent)
    }

    /// Returns the first question that was sent and has no answer.
    pub(super) fn first_unanswered(&self) -> Option<&Question> {
        let next = self.answers.len();
        self.questions.get(next).filter(|_| next < self.sent)
    }

    /// Adds the answer to the first question without one; `None` if it contradicts itself.
    pub(super) fn answer(&mut self, counts: Option<Counts>) {
        self.has_contradiction |= counts.is_none();
        self.answers.push_back(counts);
    }

    /// Tells whether an answer contradicts itself.
    pub(super) fn has_contradiction(&self) -> bool {
        self.has_contradiction
    }

    /// Removes the first question with its answer, if it has one.
    pub(super) fn next_answered(&mut self) -> Option<(Question, Option<Counts>)> {
        let Some(counts) = self.answers.pop_front() else {
            self.has_contradiction = false;
            return None;
        };
        Some((self.next()?, counts))
    }

    /// Removes the first question.
    pub(super) fn next(&mut self) -> Option<Question> {
        let Some(question) = self.questions.pop_front() else {
            return self.rest.next();
        };
        if self.sent != 0 {
            self.sent -= 1;
            self.bytes -= length(&question);
        }
        Some(question)
    }

    /// Forgets what was sent and answered, because the engine was ended.
    pub(super) fn take_back(&mut self) {
        (self.sent, self.bytes) = (0, 0);
        self.answers.clear();
        self.has_contradiction = false;
    }
}

/// Returns the approximate length of a question in bytes.
fn length(question: &Question) -> usize {
    const FEN_AND_COMMANDS: usize = 100;
    const MOVE: usize = 6;
    FEN_AND_COMMANDS + MOVE * question.line.steps.len()
}
