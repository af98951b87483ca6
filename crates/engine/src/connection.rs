//! A running engine of any protocol: the data that start it, its connection, and the session that restarts it.

use std::time::Instant;

use passant_query::{EngineError, Interrupt, Line, RetryLog};

use crate::command::Command;
use crate::dialect::{CustomPatterns, PerftOutput};
use crate::line_protocol::{Adapter, Unanswered};
use crate::overrides::Overrides;
use crate::process::{Deadline, Limits, Process};
use crate::reported_position::find_reported_fen;
use crate::transcript::Transcript;

/// A running engine that has completed the handshake of a protocol.
pub(crate) trait Connection: Send + Sized {
    /// Starts an engine. Fails with [`EngineError::Unsupported`] if the engine does not speak the protocol.
    fn start(spec: &EngineSpec) -> Result<Self, EngineError>;
    /// Sends a position.
    fn position(&mut self, line: &Line) -> Result<(), EngineError>;

    /// Sends a position before the answers to earlier commands have come. Returns `false`, and sends nothing, if that is
    /// not possible.
    fn position_ahead(&mut self, _line: &Line) -> Result<bool, EngineError> {
        Ok(false)
    }

    /// Returns the program.
    fn process(&mut self) -> &mut Process;
    /// Asks the engine to answer when it has processed all earlier commands.
    fn ask_ready(&mut self) -> Result<(), EngineError>;
    /// Tells whether a line is the answer to [`ask_ready`](Self::ask_ready), or the last line of it.
    fn is_ready(&mut self, line: &str) -> bool;
    /// Asks the engine to show its position, and returns the lines.
    fn show(&mut self) -> Result<Vec<String>, EngineError>;

    /// Waits until the engine has processed all commands, and returns the lines that it printed until then.
    fn ready(&mut self, deadline: Deadline) -> Result<Vec<String>, EngineError> {
        self.ask_ready()?;
        let mut lines = Vec::new();
        loop {
            let line = self.process().line(deadline)?;
            if self.is_ready(&line) {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    /// Tells whether a command may be tried for counting. Some commands mean something else in this protocol.
    fn may_count(_command: &str) -> bool {
        true
    }

    /// Tells whether the engine sets up positions. Otherwise it can be asked about games from the initial position
    /// only.
    fn sets_up(&self) -> bool {
        true
    }

    /// Stops a search that was started by accident, and reads its output.
    fn stop(&mut self, _output: &mut PerftOutput) -> Result<(), EngineError> {
        Ok(())
    }
}

/// Starts an engine, including the handshake of its protocol.
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

    /// Tells whether the engine has been started, and has not been ended since.
    pub(crate) fn is_running(&self) -> bool {
        self.connection.is_some()
    }

    /// Ends the engine. The next question starts it again.
    pub(crate) fn restart(&mut self) {
        self.connection = None;
    }
}

impl<C: Connection> Session<C> {
    /// Returns the FEN that the engine reports after it was sent a line.
    pub(crate) fn fen(&mut self, line: &Line) -> Result<String, EngineError> {
        self.ask(|engine| {
            engine.position(line)?;
            find_reported_fen(&engine.show()?, line).ok_or_else(|| EngineError::unsupported("fen"))
        })
    }
}

/// A property of an engine that is probed when it is first needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Probed<T> {
    NotYet,
    Absent,
    Found(T),
}

impl<T> From<Option<T>> for Probed<T> {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Absent, Self::Found)
    }
}

impl<T: Clone> Probed<T> {
    /// Returns the property. Without it the engine cannot answer the question that the word names.
    pub(crate) fn of(&self, question: &str) -> Result<T, EngineError> {
        match self {
            Self::Found(found) => Ok(found.clone()),
            Self::NotYet | Self::Absent => Err(EngineError::unsupported(question)),
        }
    }
}

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
    /// The number of times that a question is asked again, of a restarted program, after a crash.
    pub retries: u32,
    /// The record of the questions that were answered when they were asked again.
    pub retry_log: RetryLog,
}

impl EngineSpec {
    /// Returns an engine with the default limits, no overrides, no transcript and no retries.
    #[must_use]
    pub fn new(command: Command) -> Self {
        Self {
            command,
            overrides: Overrides::default(),
            limits: Limits::default(),
            transcript: Transcript::none(),
            interrupt: Interrupt::default(),
            retries: 0,
            retry_log: RetryLog::default(),
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

    /// Returns the same engine with a new record of the questions that are asked again.
    #[must_use]
    pub fn with_own_retry_log(&self) -> Self {
        Self {
            retry_log: RetryLog::default(),
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
