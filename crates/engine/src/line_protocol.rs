//! The client of the line protocol `passant 1`: one request a line, an answer that ends with `ok` or `error`.
//!
//! ```text
//! > passant 1
//! < passant 1 name "Foo 2.1" can=moves,divide,fen chess960=no
//! < ok
//! > position fen 3k4/8/8/3pP3/8/8/8/3K4 w - d6 0 2
//! < fen 3k4/8/8/3pP3/8/8/8/3K4 w - d6 0 2
//! < ok
//! > moves
//! < move e5d6 ep
//! < ok
//! ```
//!
//! Lines of an answer that begin with `#` are for people and are skipped, and so are empty ones. Control characters are
//! spelled out in all others.
//! `adapters/README.md` is the page for those who write the other side.

use std::collections::BTreeSet;

use super::dialect::FLOOD;
use super::process::Deadline;
use super::told::position_text;
use super::transcript::Spelled;
use super::{Launch, Limits, Process, Transcript};
use passant_query::{EngineError, Interrupt, Line};
use passant_rules::UciMove;

mod capabilities;
mod reply;

pub use capabilities::{Ability, Capabilities, Flag};
pub use reply::{Divided, End, ErrorKind, Reply};

/// The version of the protocol that is spoken here.
pub const VERSION: u32 = 1;

/// A program that speaks the line protocol.
#[derive(Debug)]
pub struct Adapter {
    process: Process,
    capabilities: Capabilities,
}

/// What became of a move that was to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// It was played; the FEN afterwards, if the adapter tells it.
    Done(Option<String>),
    /// The adapter says that it is illegal.
    Illegal,
}

/// No answer that can be used, and the lines of it that came before that was known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unanswered {
    /// What came instead.
    pub trouble: EngineError,
    /// Lines of an answer that has not ended.
    pub lines: Vec<String>,
}

impl From<Unanswered> for EngineError {
    fn from(unanswered: Unanswered) -> Self {
        unanswered.trouble
    }
}

impl From<EngineError> for Unanswered {
    fn from(trouble: EngineError) -> Self {
        let lines = Vec::new();
        Self { trouble, lines }
    }
}

impl Adapter {
    /// Starts a program and shakes hands.
    pub fn start(
        launch: &Launch,
        limits: Limits,
        transcript: &Transcript,
        interrupt: &Interrupt,
    ) -> Result<Self, Unanswered> {
        let mut process = Process::start(launch, limits, transcript, interrupt)?;
        let deadline = Deadline::after(limits.start);
        let reply =
            exchange(&mut process, &format!("passant {VERSION}"), deadline)?.into_lines()?;
        let capabilities = match &reply[..] {
            [line] => Capabilities::parse(line)
                .map_err(|why| EngineError::Garbled(format!("{why} in {line:?}")))?,
            lines => {
                let number = lines.len();
                let what =
                    format!("{number} lines in answer to passant {VERSION}, one was expected");
                return Err(EngineError::Garbled(what).into());
            }
        };
        Ok(Self {
            process,
            capabilities,
        })
    }

    /// What the program says of itself.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// The program itself, for what it has printed on standard error.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Asks anything, and gives the answer as it came, as far as it came.
    pub fn ask(&mut self, request: &str) -> Result<Reply, Unanswered> {
        let deadline = self.process.reply_deadline();
        exchange(&mut self.process, request, deadline)
    }

    /// Asks one of several things that have to be answered by the same time.
    pub fn ask_by(&mut self, deadline: Deadline, request: &str) -> Result<Reply, EngineError> {
        Ok(exchange(&mut self.process, request, deadline)?)
    }

    /// Sets up a position. The FEN that the adapter holds then, if it tells it.
    ///
    /// A move of the line that the adapter calls illegal is a refusal too: it says so in the text.
    pub fn position(&mut self, line: &Line) -> Result<Option<String>, EngineError> {
        let deadline = self.process.reply_deadline();
        self.position_by(deadline, line)
    }

    /// The same, to be answered by some time.
    pub(super) fn position_by(
        &mut self,
        deadline: Deadline,
        line: &Line,
    ) -> Result<Option<String>, EngineError> {
        let reply = self.ask_by(deadline, &format!("position {}", position_text(line)?))?;
        reply.into_fen().map_err(|trouble| match trouble {
            // The text is for people, and begins with the move or does not.
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

    /// The legal moves as the adapter writes them, in its order.
    pub fn moves(&mut self) -> Result<Vec<String>, EngineError> {
        self.require(Ability::Moves)?;
        self.ask("moves")?.into_moves()
    }

    /// Leaf nodes below each move.
    pub fn divide(&mut self, depth: u32) -> Result<Divided, EngineError> {
        self.require(Ability::Divide)?;
        self.ask(&format!("divide {depth}"))?.into_divide()
    }

    /// Whether the adapter calls one move legal.
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

    /// Takes the last move back. The FEN afterwards, if the adapter tells it.
    pub fn undo(&mut self) -> Result<Option<String>, EngineError> {
        self.require(Ability::Undo)?;
        self.ask("undo")?.into_fen()
    }

    /// The key of the position, as the adapter writes it.
    pub fn key(&mut self) -> Result<String, EngineError> {
        self.require(Ability::Key)?;
        self.ask("key")?.into_key()
    }

    /// [`EngineError::Unsupported`] unless the adapter has named the ability.
    pub(super) fn require(&self, ability: Ability) -> Result<(), EngineError> {
        let can: &BTreeSet<Ability> = &self.capabilities.can;
        if can.contains(&ability) {
            Ok(())
        } else {
            Err(EngineError::Unsupported(ability.word().to_owned()))
        }
    }
}

fn exchange(process: &mut Process, request: &str, deadline: Deadline) -> Result<Reply, Unanswered> {
    process.send(request)?;
    let mut lines = Vec::new();
    loop {
        let line = match process.line(deadline) {
            Ok(line) => line,
            Err(trouble) => return Err(Unanswered { trouble, lines }),
        };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // What an adapter calls itself, its library and its moves ends in reports, on terminals and in files.
        let line = Spelled(line).to_string();
        match End::parse(&line) {
            Some(end) => return Ok(Reply { lines, end }),
            None => lines.push(line),
        }
        if FLOOD < lines.len() {
            let what = format!("more than {FLOOD} lines in one answer");
            let trouble = EngineError::Flooded(what);
            return Err(Unanswered { trouble, lines });
        }
    }
}
