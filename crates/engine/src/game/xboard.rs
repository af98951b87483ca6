//! xboard engines: they claim a draw when a position occurs for the third time, say which moves are illegal, and take
//! moves back.

use passant_query::{Abilities, Answer, Channel, EngineError, Line, Occurrences, Query, Subject};

use super::probed::Probed;
use crate::calibrate::known_line;
use crate::counting::Counter;
use crate::dialect;
use crate::illegal_move::accepts;
use crate::keeper::Keeper;
use crate::starter::Starter;
use crate::xboard::Xboard;

/// A game without en passant in which a position occurs after plies 4 and 8 again: what an engine says only then is
/// its claim.
const SHUFFLE: &str =
    "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1 moves e1f1 e8f8 f1e1 f8e8 e1f1 e8f8 f1e1 f8e8";

/// An xboard engine that is asked about a game.
pub(crate) struct XboardGame {
    keeper: Keeper<Xboard>,
    /// What it says at the third occurrence.
    claim: Probed<String>,
}

impl XboardGame {
    /// Starts the engine when it is asked first.
    #[must_use]
    pub(crate) fn new(starter: Starter) -> Self {
        Self {
            keeper: Keeper::new(starter, Xboard::start),
            claim: Probed::NotYet,
        }
    }

    /// What the engine says at the third occurrence of a position.
    fn claim(&mut self) -> Result<String, EngineError> {
        if self.claim == Probed::NotYet {
            let line = known_line(SHUFFLE);
            let mut said = self.results(&line)?;
            let is_third = said.len() == line.steps.len();
            self.claim = said.pop().flatten().filter(|_| is_third).into();
        }
        self.claim.of("occurrences")
    }

    /// The result that the engine claims after each move, up to the first: its game is over then.
    fn results(&mut self, line: &Line) -> Result<Vec<Option<String>>, EngineError> {
        let moves = line
            .moves()
            .ok_or_else(|| EngineError::unsupported("undo"))?;
        self.keeper.ask(|xboard| {
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
            Some(said) if said == claim && !is_drawn_otherwise(line) => Ok(Occurrences::AtLeast(3)),
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
            Query::Legal(mv) => accepts(&mut self.keeper, line, *mv).map(Answer::Is),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

/// The claim of a draw in a line: `1/2-1/2 {Draw by repetition}`.
fn draw(line: &str) -> Option<String> {
    let line = dialect::clean(line);
    let at = line.find("1/2-1/2")?;
    Some(line[at..].trim().to_owned())
}

/// Whether the game is over for another reason, or could be claimed to be drawn.
fn is_drawn_otherwise(line: &Line) -> bool {
    line.position()
        .is_none_or(|position| position.outcome().is_some())
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn claims_are_found() {
        let claim = "1/2-1/2 {Draw by repetition}";
        assert_eq!(draw(claim).as_deref(), Some(claim));
        assert_eq!(draw(&format!("result {claim}")).as_deref(), Some(claim));
        assert_eq!(draw("1-0 {White mates}"), None);
    }
}
