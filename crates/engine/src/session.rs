//! An engine that is started when it is first asked, and restarted after it fails.

use passant_query::EngineError;

use crate::engine_spec::EngineSpec;

/// How an engine is started, including the handshake of its protocol.
type Connect<C> = fn(&EngineSpec) -> Result<C, EngineError>;

/// An engine together with everything that is needed to start it again.
pub(crate) struct Session<C> {
    spec: EngineSpec,
    connect: Connect<C>,
    /// `None` while the engine does not run.
    connection: Option<C>,
}

impl<C> Session<C> {
    pub(crate) fn new(spec: EngineSpec, connect: Connect<C>) -> Self {
        Self {
            spec,
            connect,
            connection: None,
        }
    }

    /// Asks a question. The engine is started first if it does not run, and ended if the error
    /// [needs a restart](EngineError::needs_restart).
    pub(crate) fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut C) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            empty => empty.insert((self.connect)(&self.spec)?),
        };
        let answer = question(connection);
        if answer.as_ref().is_err_and(EngineError::needs_restart) {
            self.connection = None;
        }
        answer
    }

    /// Starts the engine if it does not run.
    pub(crate) fn start(&mut self) -> Result<(), EngineError> {
        self.ask(|_| Ok(()))
    }

    /// Ends the engine. The next question starts it again.
    pub(crate) fn restart(&mut self) {
        self.connection = None;
    }
}
