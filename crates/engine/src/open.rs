//! Opening the channels of an engine that has been calibrated.

use passant_query::{Channel, Subject};

use crate::by_fen::ByFen;
use crate::calibration::{Calibration, Protocol};
use crate::game::{LineGame, UciGame, XboardGame};
use crate::illegal_move::IllegalMove;
use crate::line::AdapterChannel;
use crate::listing::Search;
use crate::native::Native;
use crate::script::Script;
use crate::starter::Starter;
use crate::uci::Uci;
use crate::xboard::Xboard;

impl Calibration {
    /// How to start the engine now that it is known what it speaks.
    fn speaking(&self, starter: &Starter) -> Starter {
        let mut starter = starter.clone();
        starter.hints.protocol = Some(self.protocol);
        starter
    }

    /// Another channel through which an engine with a perft of its own may list moves: nobody knows yet whether it
    /// answers. `None` if its protocol has none.
    #[must_use]
    pub fn open_cross_check(&self, starter: &Starter) -> Option<Box<dyn Subject>> {
        if !matches!(self.channel, Channel::Divide | Channel::Total) {
            return None;
        }
        let starter = self.speaking(starter);
        match self.protocol {
            Protocol::Uci => Some(Box::new(Search::new(starter, Channel::MultiPv))),
            Protocol::Xboard => Some(Box::new(IllegalMove::new(starter))),
            Protocol::Line | Protocol::Script => None,
        }
    }

    /// Opens the channel; the engine is started when it is asked first.
    #[must_use]
    pub fn open(&self, starter: &Starter) -> Box<dyn Subject> {
        let channel = self.open_channel(self.speaking(starter));
        if self.plays_moves {
            channel
        } else {
            Box::new(ByFen(channel))
        }
    }

    fn open_channel(&self, starter: Starter) -> Box<dyn Subject> {
        match (self.channel, self.protocol) {
            (Channel::Line, _) => Box::new(AdapterChannel::new(starter)),
            (Channel::Script | Channel::Library, _) => Box::new(Script::new(starter)),
            (Channel::Divide | Channel::Total, Protocol::Xboard) => {
                Box::new(Native::<Xboard>::new(starter, self))
            }
            (Channel::Divide | Channel::Total, _) => Box::new(Native::<Uci>::new(starter, self)),
            (Channel::IllegalMove, _) => Box::new(IllegalMove::new(starter)),
            (Channel::MultiPv | Channel::SearchMoves | Channel::BestMove, _) => {
                Box::new(Search::new(starter, self.channel))
            }
        }
    }

    /// Opens what can be asked about a game; `None` if nothing can.
    #[must_use]
    pub fn open_game(&self, starter: &Starter) -> Option<Box<dyn Subject>> {
        let starter = self.speaking(starter);
        match self.protocol {
            Protocol::Line => Some(Box::new(LineGame::new(starter))),
            Protocol::Uci => Some(Box::new(UciGame::new(starter))),
            Protocol::Xboard => Some(Box::new(XboardGame::new(starter))),
            Protocol::Script => None,
        }
    }
}
