//! xboard engines without perft: they print `Illegal move`.

use passant_query::{Abilities, Answer, Channel, EngineError, Line, Query, Subject};

use crate::calibration::Calibration;
use crate::connection::Connection;
use crate::engine_spec::EngineSpec;
use crate::session::Session;
use crate::xboard::{Xboard, accepts};

/// An xboard engine that is asked about one move at a time.
pub(super) struct IllegalMove {
    session: Session<Xboard>,
    sets_up: bool,
}

impl IllegalMove {
    /// The engine is started with the first question.
    pub(super) fn new(spec: EngineSpec, calibration: &Calibration) -> Self {
        Self {
            sets_up: calibration.sets_up,
            session: Session::new(spec, Xboard::start),
        }
    }
}

impl Subject for IllegalMove {
    fn can(&self) -> Abilities {
        Abilities {
            sets_up: self.sets_up,
            ..Abilities::of(Channel::IllegalMove)
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Legal(mv) => accepts(&mut self.session, line, *mv).map(Answer::Is),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}
