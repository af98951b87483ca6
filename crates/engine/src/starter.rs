//! Everything that is needed to start an engine, and to start it again.

use std::time::Duration;

use super::dialect::Shapes;
use super::line_protocol::{Adapter, Unanswered};
use super::{Hints, Launch, Limits, Process, Protocol, Transcript};
use passant_query::{EngineError, Interrupt};

/// How to start an engine, within which limits, and who listens. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Starter {
    /// The program.
    pub launch: Launch,
    /// What is said about it.
    pub hints: Hints,
    /// What it may use.
    pub limits: Limits,
    /// Where its lines are written down.
    pub transcript: Transcript,
    /// The wish to stop.
    pub interrupt: Interrupt,
}

impl Starter {
    /// With the usual limits, no transcript, and nobody who interrupts.
    #[must_use]
    pub fn new(launch: Launch) -> Self {
        Self {
            launch,
            hints: Hints::default(),
            limits: Limits::default(),
            transcript: Transcript::none(),
            interrupt: Interrupt::default(),
        }
    }

    /// How its lines look, where that was said.
    pub(super) fn shapes(&self) -> Shapes {
        let dialect = self.hints.dialect.as_ref();
        dialect.map_or_else(Shapes::default, |dialect| dialect.shapes.clone())
    }

    /// How long the program may take to show that it speaks a protocol. While that is only a guess, and nobody has said
    /// that it starts slowly, a wrong guess costs no more than `guess`.
    pub(super) fn patience(&self, protocol: Protocol, guess: Duration) -> Duration {
        let is_known = self.hints.protocol == Some(protocol);
        let is_said_to_be_slow = Limits::default().start < self.limits.start;
        if is_known || is_said_to_be_slow {
            self.limits.start
        } else {
            self.limits.start.min(guess)
        }
    }

    /// Starts the program.
    pub fn process(&self) -> Result<Process, EngineError> {
        Process::start(&self.launch, self.limits, &self.transcript, &self.interrupt)
    }

    /// Starts the program and shakes hands in the line protocol.
    pub fn adapter(&self) -> Result<Adapter, EngineError> {
        Ok(self.adapter_or_lines()?)
    }

    /// The same; if it does not shake hands, with what it says instead.
    pub fn adapter_or_lines(&self) -> Result<Adapter, Unanswered> {
        Adapter::start(&self.launch, self.limits, &self.transcript, &self.interrupt)
    }
}
