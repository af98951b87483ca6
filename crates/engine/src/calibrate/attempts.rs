//! A record of what was tried, and of the errors.

use passant_query::EngineError;

use crate::calibration::{Conversation, NoChannel};

/// A record of what was tried, and of the errors.
#[derive(Default)]
pub(super) struct Attempts {
    /// A line for each failed attempt.
    tried: Vec<String>,
    /// The last crash or timeout after a handshake.
    error: Option<EngineError>,
    /// The last crash or timeout during a handshake. It counts only if the engine completes no handshake at all.
    handshake_error: Option<EngineError>,
    /// True if the engine has completed a handshake.
    has_handshake: bool,
    /// The conversations of the handshakes.
    handshakes: Vec<Conversation>,
}

impl Attempts {
    /// Records an attempt if it failed. Returns whether it succeeded.
    pub(super) fn note(&mut self, what: &str, outcome: Result<(), EngineError>) -> bool {
        let Err(error) = outcome else {
            return true;
        };
        self.error = self.record(what, error).or(self.error.take());
        false
    }

    /// Records a crash or timeout without an attempt of its own.
    pub(super) fn note_error(&mut self, error: EngineError) {
        self.error = Some(error);
    }

    /// Records a handshake, and returns the engine if it was completed.
    pub(super) fn note_handshake<C>(
        &mut self,
        what: &str,
        outcome: Result<C, EngineError>,
    ) -> Option<C> {
        match outcome {
            Ok(connection) => {
                self.has_handshake = true;
                Some(connection)
            }
            Err(error) => {
                self.note_handshake_error(what, error);
                None
            }
        }
    }

    /// Records a handshake that failed.
    pub(super) fn note_handshake_error(&mut self, what: &str, error: EngineError) {
        self.handshake_error = self.record(what, error).or(self.handshake_error.take());
    }

    /// Keeps the conversations of the handshakes.
    pub(super) fn keep_handshakes(&mut self, handshakes: Vec<Conversation>) {
        self.handshakes = handshakes;
    }

    /// Returns a line for each failed attempt.
    pub(super) fn lines(&self) -> &[String] {
        &self.tried
    }

    /// Returns the last crash or timeout.
    pub(super) fn into_last_error(self) -> Option<EngineError> {
        self.error.or(self.handshake_error)
    }

    /// Returns the error for an engine that no channel reaches.
    pub(super) fn no_channel(&mut self) -> NoChannel {
        let handshake_error = self.handshake_error.take().filter(|_| !self.has_handshake);
        NoChannel {
            tried: std::mem::take(&mut self.tried),
            handshakes: std::mem::take(&mut self.handshakes),
            error: self.error.take().or(handshake_error),
            ran_out_of_time: false,
        }
    }

    /// Keeps a line for the report, and returns the error if it is a crash or a timeout.
    fn record(&mut self, what: &str, error: EngineError) -> Option<EngineError> {
        let text = match &error {
            EngineError::Unsupported(what) | EngineError::Garbled(what) => what.clone(),
            other => other.to_string(),
        };
        self.tried.push(format!("{what}: {text}"));
        let is_answer = matches!(
            error,
            EngineError::Unsupported(_)
                | EngineError::Garbled(_)
                | EngineError::Contradicted { .. }
                | EngineError::Refused(_)
        );
        (!is_answer).then_some(error)
    }
}
