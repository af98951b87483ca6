//! xboard engines: they claim a draw when a position occurs for the third time, report illegal moves, and take moves
//! back.

use passant_query::{Abilities, Answer, Channel, EngineError, Line, Occurrences, Query, Subject};

use crate::connection::{Connection, EngineSpec, Probed, Session};
use crate::dialect;
use crate::position_command::constant_line;
use crate::xboard::{Xboard, accepts};

/// A game without en passant whose starting position occurs again after plies 4 and 8. An engine that prints a result
/// only after ply 8 claims a draw by repetition.
const SHUFFLE: &str =
    "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1 moves e1f1 e8f8 f1e1 f8e8 e1f1 e8f8 f1e1 f8e8";

/// An xboard engine that answers questions about a game.
pub(super) struct XboardGame {
    session: Session<Xboard>,
    /// The line that it prints at the third occurrence of a position.
    claim: Probed<String>,
}

impl XboardGame {
    /// Creates the subject. The engine is started with the first question.
    #[must_use]
    pub(super) fn new(spec: EngineSpec) -> Self {
        Self {
            session: Session::new(spec, Xboard::start),
            claim: Probed::NotYet,
        }
    }

    /// Returns the line that the engine prints at the third occurrence of a position.
    fn claim(&mut self) -> Result<String, EngineError> {
        if self.claim == Probed::NotYet {
            let line = constant_line(SHUFFLE);
            let mut results = self.results(&line)?;
            let is_third = results.len() == line.steps.len();
            self.claim = results.pop().flatten().filter(|_| is_third).into();
        }
        self.claim.of("occurrences")
    }

    /// Returns the result that the engine claims after each move. The list ends with the first claim, because the game
    /// is over.
    fn results(&mut self, line: &Line) -> Result<Vec<Option<String>>, EngineError> {
        let moves = line
            .moves()
            .ok_or_else(|| EngineError::unsupported("undo"))?;
        self.session.ask(|xboard| {
            xboard.position(&line.root())?;
            let mut results = Vec::new();
            for mv in moves {
                let lines = xboard.play(mv)?;
                let result = lines.iter().find_map(|line| draw(line));
                let is_over = result.is_some();
                results.push(result);
                if is_over {
                    break;
                }
            }
            Ok(results)
        })
    }
}

impl XboardGame {
    fn occurrences(&mut self, line: &Line) -> Result<Occurrences, EngineError> {
        let claim = self.claim()?;
        let mut results = self.results(line)?;
        if results.len() < line.steps.len() {
            return Err(EngineError::unsupported("occurrences after a claim"));
        }
        match results.pop().flatten() {
            None => Ok(Occurrences::FewerThan(3)),
            Some(result) if result == claim && !is_drawn_otherwise(line) => {
                Ok(Occurrences::AtLeast(3))
            }
            Some(_) => Err(EngineError::unsupported(
                "occurrences where it claims another draw",
            )),
        }
    }
}

impl Subject for XboardGame {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::IllegalMove)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Occurrences => self.occurrences(line).map(Answer::Occurrences),
            Query::Legal(mv) => accepts(&mut self.session, line, *mv).map(Answer::Is),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}

/// Returns the draw that a line claims: `1/2-1/2 {Draw by repetition}`.
fn draw(line: &str) -> Option<String> {
    let line = dialect::clean(line);
    let at = line.find("1/2-1/2")?;
    Some(line[at..].trim().to_owned())
}

/// Tells whether the game is over, or a draw could be claimed, for another reason.
fn is_drawn_otherwise(line: &Line) -> bool {
    line.position()
        .is_none_or(|position| position.outcome().is_some())
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_claim_of_a_draw_is_found() {
        let claim = "1/2-1/2 {Draw by repetition}";
        assert_eq!(draw(claim).as_deref(), Some(claim));
        assert_eq!(draw(&format!("result {claim}")).as_deref(), Some(claim));
        assert_eq!(draw("1-0 {White mates}"), None);
    }
}
