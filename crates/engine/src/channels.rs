//! The channels of an engine that has been calibrated.

mod adapter_subject;
mod line_search;
mod native_perft;
mod question_queue;
mod retrying;
mod script;
mod search;
mod uci_game;
mod xboard_game;
mod xboard_search;

pub use script::check_placeholders;
pub(crate) use script::takes_moves;

use passant_query::{Abilities, Answer, Channel, EngineError, Feature, Line, Query, Subject};

use crate::calibration::{Calibration, Protocol};
use crate::connection::{Connection, EngineSpec, Session};
use crate::uci::Uci;
use crate::xboard::{Xboard, accepts};
use adapter_subject::AdapterSubject;
use line_search::LineSearch;
use native_perft::NativePerft;
use retrying::Retrying;
use script::Script;
use search::Search;
use uci_game::UciGame;
use xboard_game::XboardGame;
use xboard_search::XboardSearch;

impl Calibration {
    /// Returns the engine with the protocol that calibration has found.
    fn own_spec(&self, spec: &EngineSpec) -> EngineSpec {
        let mut own = spec.clone();
        own.overrides.protocol = Some(self.protocol);
        if let Some(command) = spec.command.line_buffered().filter(|_| self.has_stdbuf) {
            own.command = command;
        }
        own
    }

    /// Another channel through which an engine with a perft of its own may list its moves. `None` if its protocol has
    /// none. The channel is not tested, so the engine may not answer.
    #[must_use]
    pub fn open_cross_check(&self, spec: &EngineSpec) -> Option<Box<dyn Subject>> {
        if !matches!(self.channel, Channel::Divide | Channel::Total) {
            return None;
        }
        let spec = self.own_spec(spec);
        match self.protocol {
            Protocol::Uci => Some(retrying(&spec, Search::new(spec.clone(), Channel::MultiPv))),
            Protocol::Xboard => Some(retrying(&spec, IllegalMove::new(spec.clone(), self))),
            Protocol::Line | Protocol::Script => None,
        }
    }

    /// Opens the channel. The engine is started with the first question.
    #[must_use]
    pub fn open(&self, spec: &EngineSpec) -> Box<dyn Subject> {
        let channel = self.open_channel(self.own_spec(spec));
        if self.plays_moves {
            retrying(spec, channel)
        } else {
            let fen_only = FenOnly {
                subject: channel,
                plays_games: self.plays_games,
            };
            retrying(spec, fen_only)
        }
    }

    fn open_channel(&self, spec: EngineSpec) -> Box<dyn Subject> {
        match (self.channel, self.protocol) {
            (Channel::Line, _) => Box::new(AdapterSubject::new(spec, self)),
            (Channel::Script | Channel::Library, _) => Box::new(Script::new(spec)),
            (Channel::Divide | Channel::Total, Protocol::Xboard) => {
                Box::new(NativePerft::<Xboard>::new(spec, self))
            }
            (Channel::Divide | Channel::Total, _) => Box::new(NativePerft::<Uci>::new(spec, self)),
            (Channel::IllegalMove, _) => Box::new(IllegalMove::new(spec, self)),
            (Channel::MultiPv | Channel::SearchMoves | Channel::BestMove, _) => {
                Box::new(Search::new(spec, self.channel))
            }
        }
    }

    /// Opens a subject that searches and returns what it prints; `None` if the protocol has no searches. The engine is
    /// started with the first question, and may have no search.
    #[must_use]
    pub fn open_search(&self, spec: &EngineSpec) -> Option<Box<dyn Subject>> {
        let spec = self.own_spec(spec);
        match self.protocol {
            Protocol::Uci => Some(retrying(&spec, LineSearch::new(spec.clone()))),
            Protocol::Xboard => Some(retrying(&spec, XboardSearch::new(spec.clone()))),
            Protocol::Line | Protocol::Script => None,
        }
    }

    /// Opens a subject that answers questions about a game, such as its keys and repetitions; `None` for a script.
    #[must_use]
    pub fn open_game(&self, spec: &EngineSpec) -> Option<Box<dyn Subject>> {
        let spec = self.own_spec(spec);
        match self.protocol {
            Protocol::Line => Some(retrying(&spec, AdapterSubject::new(spec.clone(), self))),
            Protocol::Uci => Some(retrying(&spec, UciGame::new(spec.clone()))),
            Protocol::Xboard => Some(retrying(&spec, XboardGame::new(spec.clone()))),
            Protocol::Script => None,
        }
    }
}

/// Returns a subject that asks again after a crash, as often as the specification of the engine says.
fn retrying(spec: &EngineSpec, subject: impl Subject + 'static) -> Box<dyn Subject> {
    let log = spec.retry_log.clone();
    Box::new(Retrying::new(subject, spec.retries, log))
}

/// A subject that receives every position as a FEN without moves.
struct FenOnly {
    subject: Box<dyn Subject>,
    /// It plays moves after the initial position, so that games from there are sent unchanged.
    plays_games: bool,
}

impl FenOnly {
    /// Returns the line that is sent.
    fn line_to_send(&self, line: &Line) -> Result<Line, EngineError> {
        if self.plays_games && line.is_from_initial_position() {
            return Ok(line.clone());
        }
        match line.steps.iter().find(|step| step.is_round_trip()) {
            Some(trip) => Err(EngineError::unsupported(trip)),
            None => without_moves(line),
        }
    }
}

/// Returns the position at the end of a line, without the moves that lead to it.
fn without_moves(line: &Line) -> Result<Line, EngineError> {
    line.without_history()
        .ok_or_else(|| EngineError::unsupported("moves that are not legal"))
}

impl Subject for FenOnly {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let line = self.line_to_send(line)?;
        self.subject.ask(&line, query)
    }

    fn can(&self) -> Abilities {
        Abilities {
            plays_moves: false,
            plays_games: self.plays_games,
            ..self.subject.can()
        }
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        self.subject.supports(feature)
    }

    fn start(&mut self) -> Result<(), EngineError> {
        self.subject.start()
    }

    fn restart(&mut self) {
        self.subject.restart();
    }
}

/// An xboard engine that is asked about one move at a time.
struct IllegalMove {
    session: Session<Xboard>,
    sets_up: bool,
}

impl IllegalMove {
    /// Creates the subject. The engine is started with the first question.
    fn new(spec: EngineSpec, calibration: &Calibration) -> Self {
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

#[cfg(test)]
mod tests {
    use super::{Line, without_moves};

    #[test]
    fn a_line_without_its_moves_keeps_the_right() {
        let played: Line = "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1 moves a2a4"
            .parse()
            .unwrap();
        let end = Line::from_fen("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1").unwrap();
        assert_eq!(without_moves(&played), Ok(end));
        let illegal: Line = format!("{played} a2a4").parse().unwrap();
        assert!(without_moves(&illegal).is_err());
    }
}
