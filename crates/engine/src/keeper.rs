//! An engine that is started when it is needed, and again when it has failed.

use passant_query::EngineError;

use super::starter::Starter;

/// How to begin a conversation with an engine.
type Begin<S> = fn(&Starter) -> Result<S, EngineError>;

/// A conversation that is begun when it is needed.
pub(super) struct Keeper<S> {
    starter: Starter,
    begin: Begin<S>,
    session: Option<S>,
}

impl<S> Keeper<S> {
    pub(super) fn new(starter: Starter, begin: Begin<S>) -> Self {
        Self {
            starter,
            begin,
            session: None,
        }
    }

    /// Asks something. After trouble that an engine does not survive the next question meets a new one.
    pub(super) fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut S) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let session = match &mut self.session {
            Some(session) => session,
            empty => empty.insert((self.begin)(&self.starter)?),
        };
        let answer = question(session);
        if answer.as_ref().is_err_and(EngineError::needs_restart) {
            self.session = None;
        }
        answer
    }

    /// Begins the conversation, unless that has been done.
    pub(super) fn start(&mut self) -> Result<(), EngineError> {
        self.ask(|_| Ok(()))
    }

    pub(super) fn restart(&mut self) {
        self.session = None;
    }
}
