//! xboard engines without perft: they say `Illegal move`.

use passant_query::{Abilities, Answer, Channel, EngineError, Line, Query, Subject};
use passant_rules::UciMove;

use super::counting::Counter;
use super::keeper::Keeper;
use super::starter::Starter;
use super::told::before_takebacks;
use super::xboard::Xboard;

/// An engine that is shown moves.
pub(super) struct IllegalMove {
    keeper: Keeper<Xboard>,
}

impl IllegalMove {
    /// Starts the engine when it is asked first.
    pub(super) fn new(starter: Starter) -> Self {
        Self {
            keeper: Keeper::new(starter, Xboard::start),
        }
    }
}

impl Subject for IllegalMove {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::IllegalMove)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Legal(mv) => accepts(&mut self.keeper, line, *mv).map(Answer::Is),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

/// Whether an engine takes a move at the end of a line.
pub(super) fn accepts(
    keeper: &mut Keeper<Xboard>,
    line: &Line,
    mv: UciMove,
) -> Result<bool, EngineError> {
    let (line, taken_back) = before_takebacks(line)?;
    keeper.ask(|xboard| {
        xboard.position(&line)?;
        if taken_back != 0 {
            xboard.take_back(taken_back)?;
        }
        xboard.accepts(mv)
    })
}
