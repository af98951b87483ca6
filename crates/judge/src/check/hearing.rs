//! An engine that is asked about one prompt, and what its answers show.

use passant_query::{EngineError, Line, Subject};

use super::pace::Pace;
use super::presentation::Prompt;
use super::retry::ask_twice;
use super::{Doubt, PresentationResult, QuestionKind};

/// An engine that is asked about one prompt. Its functions ask, and return a [`Doubt`] where an answer proves nothing.
pub(super) struct Hearing<'a> {
    /// The engine.
    pub(super) subject: &'a mut dyn Subject,
    /// Its pace.
    pub(super) pace: &'a mut Pace,
    /// The prompt that it is given.
    pub(super) prompt: &'a Prompt,
    /// The result of its answers until now.
    pub(super) result: PresentationResult,
}

impl<'a> Hearing<'a> {
    /// Begins to ask an engine about a prompt.
    pub(super) fn new(
        subject: &'a mut dyn Subject,
        pace: &'a mut Pace,
        prompt: &'a Prompt,
    ) -> Self {
        Self {
            subject,
            pace,
            prompt,
            result: PresentationResult::before_answers(prompt),
        }
    }

    /// The same engine, which is asked about another prompt.
    pub(super) fn about<'b>(&'b mut self, prompt: &'b Prompt) -> Hearing<'b> {
        Hearing::new(self.subject, self.pace, prompt)
    }

    /// Asks a question, and asks it once more after an error and a restart.
    pub(super) fn ask<T>(
        &mut self,
        mut question: impl FnMut(&mut dyn Subject, &Line) -> Result<T, EngineError>,
    ) -> Result<T, Doubt> {
        ask_twice(self.subject, |subject| question(subject, &self.prompt.line))
    }

    /// Asks a question in a new process.
    pub(super) fn ask_again<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Subject, &Line) -> Result<T, EngineError>,
    ) -> Result<T, Doubt> {
        self.subject.restart();
        Ok(question(self.subject, &self.prompt.line)?)
    }

    /// Returns the result, with the doubt about a question if there is one.
    pub(super) fn conclude(
        mut self,
        question: QuestionKind,
        outcome: Result<(), Doubt>,
    ) -> PresentationResult {
        if let Err(doubt) = outcome {
            self.result.doubt(question, &doubt);
        }
        self.result
    }
}
