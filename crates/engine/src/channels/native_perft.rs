//! The engine's own perft, over UCI or xboard.

use std::time::Duration;

use passant_query::{Abilities, Answer, Channel, Counts, EngineError, Line, Query, Subject};

use crate::calibration::Calibration;
use crate::connection::{Connection, Session};
use crate::dialect::{CustomPatterns, counts};
use crate::engine_spec::EngineSpec;
use crate::perft_request::{AskReady, PerftRequest, command_to};
use crate::process::Deadline;
use crate::reported_position::find_reported_fen;

/// An engine that counts with a command of its own.
pub(super) struct NativePerft<C> {
    session: Session<C>,
    command: String,
    patterns: CustomPatterns,
    channel: Channel,
    least_depth: u32,
    sets_up: bool,
    ask: AskReady,
    reply: Duration,
}

impl<C: Connection> NativePerft<C> {
    pub(super) fn new(spec: EngineSpec, calibration: &Calibration) -> Self {
        Self {
            reply: spec.limits.reply,
            patterns: spec.patterns(),
            session: Session::new(spec, C::start),
            command: calibration.command.clone().unwrap_or_default(),
            channel: calibration.channel,
            least_depth: calibration.least_depth,
            sets_up: calibration.sets_up,
            ask: if calibration.is_buffered {
                AskReady::AtOnce
            } else {
                AskReady::WhenDone
            },
        }
    }

    fn counts(&mut self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        let mut request = PerftRequest {
            command: &command_to(&self.command, depth),
            depth,
            patterns: &self.patterns,
            ask: self.ask,
        };
        let reply = self.reply;
        self.session.ask(|engine| {
            let deadline = Deadline::after(reply);
            engine.position(line)?;
            let output = request.count(engine, deadline)?;
            if !output.has_total()
                && let Some(message) = &output.error_message
            {
                return Err(EngineError::Refused(message.clone()));
            }
            counts(&output, line)
        })
    }

    fn fen(&mut self, line: &Line) -> Result<String, EngineError> {
        self.session.ask(|engine| {
            engine.position(line)?;
            find_reported_fen(&engine.show()?, line).ok_or_else(|| EngineError::unsupported("fen"))
        })
    }
}

impl<C: Connection> Subject for NativePerft<C> {
    fn can(&self) -> Abilities {
        Abilities {
            least_depth: self.least_depth,
            sets_up: self.sets_up,
            ..Abilities::of(self.channel)
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Count(depth) => self.counts(line, *depth).map(Answer::Counts),
            Query::Fen => self.fen(line).map(Answer::Fen),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn start(&mut self) -> Result<(), EngineError> {
        self.session.start()
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}
