//! xboard engines: they claim a draw when a position occurs for the third time, say which moves are illegal, and take
//! moves back.

use super::{Habit, Times, Witness};
use crate::channel::unsupported;
use crate::counting::Counter;
use crate::dialect;
use crate::illegal_move::accepts;
use crate::keeper::Keeper;
use crate::starter::Starter;
use crate::xboard::Xboard;
use crate::{Place, Trouble};

/// A game without en passant in which a position occurs after plies 4 and 8 again: what an engine says only then is
/// its claim.
const SHUFFLE: (&str, &str) = (
    "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1",
    "e1f1 e8f8 f1e1 f8e8 e1f1 e8f8 f1e1 f8e8",
);

/// An xboard engine that is asked about a game.
pub struct XboardWitness {
    keeper: Keeper<Xboard>,
    place: Place,
    taken_back: usize,
    /// What it says at the third occurrence.
    claim: Habit<String>,
}

impl XboardWitness {
    /// Starts the engine when it is asked first.
    #[must_use]
    pub fn new(starter: Starter) -> Self {
        Self {
            keeper: Keeper::new(starter, Xboard::start),
            place: Place::new(SHUFFLE.0),
            taken_back: 0,
            claim: Habit::NotTried,
        }
    }

    /// What the engine says at the third occurrence of a position.
    fn claim(&mut self) -> Result<String, Trouble> {
        if self.claim == Habit::NotTried {
            let (fen, moves) = SHUFFLE;
            let mut place = Place::new(fen);
            place.moves = moves.split(' ').map(str::to_owned).collect();
            let mut said = self.results(&place)?;
            let is_third = said.len() == place.moves.len();
            self.claim = said.pop().flatten().filter(|_| is_third).into();
        }
        self.claim.of("occurrences")
    }

    /// The result that the engine claims after each move, up to the first: its game is over then.
    fn results(&mut self, place: &Place) -> Result<Vec<Option<String>>, Trouble> {
        self.keeper.ask(|xboard| {
            let mut start = place.clone();
            start.moves.clear();
            xboard.position(&start)?;
            let mut results = Vec::new();
            for mv in &place.moves {
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

impl Witness for XboardWitness {
    fn is_chess960(&mut self) -> Result<bool, Trouble> {
        Ok(false)
    }

    fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        self.place = place.clone();
        self.taken_back = 0;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        self.taken_back += 1;
        Ok(())
    }

    fn occurrences(&mut self) -> Result<Times, Trouble> {
        let claim = self.claim()?;
        let place = self.place.clone();
        let mut results = self.results(&place)?;
        if results.len() < place.moves.len() {
            return Err(unsupported("occurrences after a claim"));
        }
        match results.pop().flatten() {
            None => Ok(Times::FewerThan(3)),
            Some(said) if said == claim && !is_drawn_otherwise(&place) => Ok(Times::AtLeast(3)),
            Some(_) => Err(unsupported("occurrences where it claims another draw")),
        }
    }

    fn is_legal(&mut self, mv: &str) -> Result<bool, Trouble> {
        accepts(&mut self.keeper, &self.place, self.taken_back, mv)
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
fn is_drawn_otherwise(place: &Place) -> bool {
    place
        .position()
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
