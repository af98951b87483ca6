//! Engines that ignore the moves after a FEN, so that every position is sent without them.

use passant_query::{Abilities, Answer, EngineError, Feature, Line, Query, Subject};

/// A subject that receives every position as a FEN without moves.
pub(super) struct FenOnly {
    pub(super) subject: Box<dyn Subject>,
    /// It plays moves after the initial position, so that games from there are sent unchanged.
    pub(super) plays_games: bool,
}

impl FenOnly {
    /// The line that is sent.
    fn line_to_send(&self, line: &Line) -> Result<Line, EngineError> {
        if self.plays_games && line.is_from_initial_position() {
            return Ok(line.clone());
        }
        without_moves(line)
    }
}

/// The position at the end of a line, without the moves that lead to it.
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
