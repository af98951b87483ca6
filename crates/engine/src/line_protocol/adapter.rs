//! The client of the line protocol.

use std::collections::BTreeSet;

use passant_query::{EngineError, Escaped, Interrupt, Line, Step};
use passant_rules::UciMove;

use super::capabilities::{Ability, Capabilities, VERSION};
use super::reply::{Divided, End, ErrorKind, Reply};
use crate::command::Command;
use crate::dialect::MAX_LINES;
use crate::position_command::position_text;
use crate::process::{Deadline, Limits, Process};
use crate::transcript::Transcript;

/// The most bytes in a line of an answer. The longest one names the abilities, in some 300 bytes.
const MAX_LINE: usize = 8192;

/// A program that speaks the line protocol.
#[derive(Debug)]
pub struct Adapter {
    process: Process,
    capabilities: Capabilities,
}

/// The result of playing a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// The move was played; the FEN afterwards, if the adapter prints it.
    Done(Option<String>),
    /// The adapter says that the move is illegal.
    Illegal,
}

/// An error, and the lines of the answer that came before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unanswered {
    /// The error.
    pub error: EngineError,
    /// The lines of the incomplete answer.
    pub lines: Vec<String>,
}

impl From<Unanswered> for EngineError {
    fn from(unanswered: Unanswered) -> Self {
        unanswered.error
    }
}

impl From<EngineError> for Unanswered {
    fn from(error: EngineError) -> Self {
        let lines = Vec::new();
        Self { error, lines }
    }
}

impl Adapter {
    /// Starts a program and performs the handshake.
    pub fn start(
        command: &Command,
        limits: Limits,
        transcript: &Transcript,
        interrupt: &Interrupt,
    ) -> Result<Self, Unanswered> {
        let mut process = Process::start(command, limits, transcript, interrupt)?;
        let deadline = Deadline::after(limits.start);
        let reply =
            exchange(&mut process, &format!("passant {VERSION}"), deadline)?.into_lines()?;
        let capabilities = match &reply[..] {
            [line] => Capabilities::parse(line)
                .map_err(|why| EngineError::Garbled(format!("{why} in {line:?}")))?,
            lines => {
                let number = lines.len();
                let what = format!("{number} lines in answer to passant {VERSION}, expected one");
                return Err(EngineError::Garbled(what).into());
            }
        };
        Ok(Self {
            process,
            capabilities,
        })
    }

    /// Returns the capabilities that the program announces in the handshake.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// Returns the program.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Sends a request, and returns the answer. The error contains the lines that came before it.
    pub fn ask(&mut self, request: &str) -> Result<Reply, Unanswered> {
        let deadline = self.process.reply_deadline();
        exchange(&mut self.process, request, deadline)
    }

    /// Sends one of several requests with the same deadline.
    pub fn ask_by(&mut self, deadline: Deadline, request: &str) -> Result<Reply, EngineError> {
        Ok(exchange(&mut self.process, request, deadline)?)
    }

    /// Sets up a position. Returns the FEN that the adapter then holds, if it prints one.
    ///
    /// Fails with [`EngineError::Illegal`] if the adapter refuses a move of the line.
    pub fn position(&mut self, line: &Line) -> Result<Option<String>, EngineError> {
        let deadline = self.process.reply_deadline();
        self.position_by(deadline, line)
    }

    /// Does the same as [`position`](Self::position), with a deadline.
    pub(crate) fn position_by(
        &mut self,
        deadline: Deadline,
        line: &Line,
    ) -> Result<Option<String>, EngineError> {
        let reply = self.ask_by(deadline, &format!("position {}", position_text(line)?))?;
        reply.into_fen().map_err(|error| match error {
            // The text is meant for people, and need not start with the move.
            EngineError::Illegal { mv, why }
                if !line.steps.iter().any(|step| step.to_string() == mv) =>
            {
                EngineError::Illegal {
                    mv: line
                        .steps
                        .last()
                        .map(ToString::to_string)
                        .unwrap_or_default(),
                    why: format!("{mv} {why}").trim().to_owned(),
                }
            }
            other => other,
        })
    }

    /// Sets up a line with steps of every kind: from the first that is not a move on, each is a request of its own.
    pub(crate) fn go_to(&mut self, deadline: Deadline, line: &Line) -> Result<(), EngineError> {
        let moves = line.steps.iter().take_while(|step| step.is_move()).count();
        let steps = line.steps.iter().skip(moves);
        steps
            .clone()
            .try_for_each(|step| self.require(Ability::of_step(*step)))?;
        self.position_by(deadline, &line.take(moves))?;
        for step in steps {
            let reply = self.ask_by(deadline, &request_of_step(*step))?;
            if matches!(reply.end, End::Error(ErrorKind::Illegal, _)) {
                return Err(EngineError::illegal(step));
            }
            reply.into_fen()?;
        }
        Ok(())
    }

    /// Returns the legal moves as the adapter writes them, in its order.
    pub fn moves(&mut self) -> Result<Vec<String>, EngineError> {
        self.require(Ability::Moves)?;
        self.ask("moves")?.into_moves()
    }

    /// Returns leaf nodes below each move.
    pub fn divide(&mut self, depth: u32) -> Result<Divided, EngineError> {
        self.require(Ability::Divide)?;
        self.ask(&format!("divide {depth}"))?.into_divide()
    }

    /// Tells whether the adapter says that a move is legal.
    pub fn is_legal(&mut self, mv: UciMove) -> Result<bool, EngineError> {
        self.require(Ability::Legal)?;
        self.ask(&format!("legal {mv}"))?.into_yes_or_no()
    }

    /// Plays a move.
    pub fn play(&mut self, mv: UciMove) -> Result<Played, EngineError> {
        self.require(Ability::Play)?;
        let reply = self.ask(&format!("play {mv}"))?;
        if matches!(&reply.end, End::Error(ErrorKind::Illegal, _)) {
            return Ok(Played::Illegal);
        }
        reply.into_fen().map(Played::Done)
    }

    /// Takes the last move back. Returns the FEN afterwards, if the adapter prints it.
    pub fn undo(&mut self) -> Result<Option<String>, EngineError> {
        self.require(Ability::Undo)?;
        self.ask("undo")?.into_fen()
    }

    /// Returns the key of the position, as the adapter writes it.
    pub fn key(&mut self) -> Result<String, EngineError> {
        self.require(Ability::Key)?;
        self.ask("key")?.into_key()
    }

    /// Fails with [`EngineError::Unsupported`] unless the adapter has named the ability.
    pub(crate) fn require(&self, ability: Ability) -> Result<(), EngineError> {
        let can: &BTreeSet<Ability> = &self.capabilities.can;
        if can.contains(&ability) {
            Ok(())
        } else {
            Err(EngineError::Unsupported(ability.word().to_owned()))
        }
    }
}

/// Returns the request that takes a step.
fn request_of_step(step: Step) -> String {
    match step {
        Step::Move(mv) => format!("play {mv}"),
        other => other.to_string(),
    }
}

fn exchange(process: &mut Process, request: &str, deadline: Deadline) -> Result<Reply, Unanswered> {
    process.send(request)?;
    let mut lines = Vec::new();
    loop {
        let line = match process.line(deadline) {
            Ok(line) => line,
            Err(error) => return Err(Unanswered { error, lines }),
        };
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        // Names and moves of an adapter are shown in reports and on terminals.
        let escaped = Escaped(trimmed).to_string();
        match End::parse(&escaped) {
            Some(end) => return Ok(Reply { lines, end }),
            None => lines.push(escaped),
        }
        let flood = if MAX_LINES < lines.len() {
            format!("more than {MAX_LINES} lines in one answer")
        } else if MAX_LINE < trimmed.len() {
            format!("a line of {} bytes; the most are {MAX_LINE}", trimmed.len())
        } else {
            continue;
        };
        let error = EngineError::Flooded(flood);
        return Err(Unanswered { error, lines });
    }
}
