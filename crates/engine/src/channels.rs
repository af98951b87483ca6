//! The channels of an engine that has been calibrated.

use passant_query::{Channel, Subject};

use crate::calibration::{Calibration, Protocol};
use crate::engine_spec::EngineSpec;
use crate::game::{AdapterSubject, UciGame, XboardGame};
use crate::uci::Uci;
use crate::xboard::Xboard;

mod fen_only;
mod illegal_move;
mod line_search;
mod mate_scores;
mod native_perft;
mod printed_moves;
mod script;
mod search;
mod xboard_search;

use fen_only::FenOnly;
use illegal_move::IllegalMove;
use line_search::LineSearch;
use native_perft::NativePerft;
use script::Script;
use search::Search;
use xboard_search::XboardSearch;

pub use script::check_placeholders;

impl Calibration {
    /// The engine with the protocol that calibration has found.
    fn spec(&self, spec: &EngineSpec) -> EngineSpec {
        let mut spec = spec.clone();
        spec.overrides.protocol = Some(self.protocol);
        if let Some(command) = spec.command.line_buffered().filter(|_| self.has_stdbuf) {
            spec.command = command;
        }
        spec
    }

    /// Another channel through which an engine with a perft of its own may list its moves. `None` if its protocol has
    /// none. The channel is not tested, so the engine may not answer.
    #[must_use]
    pub fn open_cross_check(&self, spec: &EngineSpec) -> Option<Box<dyn Subject>> {
        if !matches!(self.channel, Channel::Divide | Channel::Total) {
            return None;
        }
        let spec = self.spec(spec);
        match self.protocol {
            Protocol::Uci => Some(Box::new(Search::new(spec, Channel::MultiPv))),
            Protocol::Xboard => Some(Box::new(IllegalMove::new(spec, self))),
            Protocol::Line | Protocol::Script => None,
        }
    }

    /// Opens the channel. The engine is started with the first question.
    #[must_use]
    pub fn open(&self, spec: &EngineSpec) -> Box<dyn Subject> {
        let channel = self.open_channel(self.spec(spec));
        if self.plays_moves {
            channel
        } else {
            Box::new(FenOnly {
                subject: channel,
                plays_games: self.plays_games,
            })
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

    /// Opens a subject that searches and returns what it prints; `None` if the protocol has no searches. The engine is started
    /// with the first question, and may have no search.
    #[must_use]
    pub fn open_search(&self, spec: &EngineSpec) -> Option<Box<dyn Subject>> {
        let spec = self.spec(spec);
        match self.protocol {
            Protocol::Uci => Some(Box::new(LineSearch::new(spec))),
            Protocol::Xboard => Some(Box::new(XboardSearch::new(spec))),
            Protocol::Line | Protocol::Script => None,
        }
    }

    /// Opens a subject that answers questions about a game, such as its keys and repetitions; `None` for a script.
    #[must_use]
    pub fn open_game(&self, spec: &EngineSpec) -> Option<Box<dyn Subject>> {
        let spec = self.spec(spec);
        match self.protocol {
            Protocol::Line => Some(Box::new(AdapterSubject::new(spec, self))),
            Protocol::Uci => Some(Box::new(UciGame::new(spec))),
            Protocol::Xboard => Some(Box::new(XboardGame::new(spec))),
            Protocol::Script => None,
        }
    }
}
