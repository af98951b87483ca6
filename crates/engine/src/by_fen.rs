//! Engines that do not play the moves that follow a position: every position is told by its FEN.

use passant_rules::EnPassantMode;

use super::channel::{Channel, Rung, ThereAndBack};
use super::dialect::Counts;
use super::{Place, Trouble};

/// A channel that is told of no moves.
pub(super) struct ByFen(pub(super) Box<dyn Channel>);

/// The place that the moves lead to, without them.
fn without_moves(place: &Place) -> Result<Place, Trouble> {
    let position = place
        .position()
        .ok_or_else(|| Trouble::Unsupported("moves that are not legal".to_owned()))?;
    Ok(Place {
        fen: position.fen(EnPassantMode::Always).to_string(),
        moves: Vec::new(),
        is_chess960: place.is_chess960,
    })
}

impl Channel for ByFen {
    fn rung(&self) -> Rung {
        self.0.rung()
    }

    fn least_depth(&self) -> u32 {
        self.0.least_depth()
    }

    fn plays_moves(&self) -> bool {
        false
    }

    fn start(&mut self) -> Result<(), Trouble> {
        self.0.start()
    }

    fn count(&mut self, place: &Place, depth: u32) -> Result<Counts, Trouble> {
        self.0.count(&without_moves(place)?, depth)
    }

    fn moves(&mut self, place: &Place) -> Result<Vec<String>, Trouble> {
        self.0.moves(&without_moves(place)?)
    }

    fn accepts(&mut self, place: &Place, mv: &str) -> Result<bool, Trouble> {
        self.0.accepts(&without_moves(place)?, mv)
    }

    fn best_move(&mut self, place: &Place, depth: u32) -> Result<String, Trouble> {
        self.0.best_move(&without_moves(place)?, depth)
    }

    fn held(&mut self, place: &Place) -> Result<Option<String>, Trouble> {
        self.0.held(&without_moves(place)?)
    }

    fn there_and_back(&mut self, place: &Place, mv: &str) -> Result<ThereAndBack, Trouble> {
        self.0.there_and_back(&without_moves(place)?, mv)
    }

    fn restart(&mut self) {
        self.0.restart();
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, without_moves};

    #[test]
    fn a_place_without_moves_keeps_the_right() {
        let played = Place::new("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1").after("a2a4");
        let told = without_moves(&played).unwrap();
        assert_eq!(told, Place::new("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1"));
        assert!(without_moves(&played.after("a2a4")).is_err());
    }
}
