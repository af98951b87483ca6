//! The data that starts and restarts an engine.

use std::time::Instant;

use passant_query::{EngineError, Interrupt};

use crate::command::Command;
use crate::dialect::CustomPatterns;
use crate::line_protocol::{Adapter, Unanswered};
use crate::overrides::Overrides;
use crate::process::{Limits, Process};
use crate::transcript::Transcript;

/// The command of an engine, its settings and its limits. Cheap to clone.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// The command that starts the engine.
    pub command: Command,
    /// The settings of the user for the engine.
    pub overrides: Overrides,
    /// The limits of time, length and memory.
    pub limits: Limits,
    /// The file that every line to and from the engine is written to.
    pub transcript: Transcript,
    /// The flag that stops everything.
    pub interrupt: Interrupt,
}

impl EngineSpec {
    /// Returns an engine with the default limits, no overrides and no transcript.
    #[must_use]
    pub fn new(command: Command) -> Self {
        Self {
            command,
            overrides: Overrides::default(),
            limits: Limits::default(),
            transcript: Transcript::none(),
            interrupt: Interrupt::default(),
        }
    }

    /// Returns the same engine, stopped at an instant: an answer that has not come by then never comes.
    #[must_use]
    pub fn until(&self, end: Instant) -> Self {
        Self {
            interrupt: self.interrupt.until(end),
            ..self.clone()
        }
    }

    /// Returns the patterns of the engine's lines, where the user gives them.
    pub(crate) fn patterns(&self) -> CustomPatterns {
        let dialect = self.overrides.dialect.as_ref();
        dialect.map_or_else(CustomPatterns::default, |dialect| dialect.patterns.clone())
    }

    /// Starts the program.
    pub fn process(&self) -> Result<Process, EngineError> {
        Process::start(
            &self.command,
            self.limits,
            &self.transcript,
            &self.interrupt,
        )
    }

    /// Starts the program and performs the handshake of the line protocol.
    pub fn adapter(&self) -> Result<Adapter, EngineError> {
        Ok(self.adapter_or_lines()?)
    }

    /// Does the same as [`adapter`](Self::adapter). The error also contains the lines that the program printed.
    pub fn adapter_or_lines(&self) -> Result<Adapter, Unanswered> {
        Adapter::start(
            &self.command,
            self.limits,
            &self.transcript,
            &self.interrupt,
        )
    }
}
