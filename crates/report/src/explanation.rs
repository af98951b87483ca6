//! The facts about a position that `passant explain` prints.

use passant_rules::{EnPassant, Position};

use crate::fen_reading::FenReading;
use crate::game_record::GameRecord;
use crate::judged_captures::{JudgedCapture, judged_captures};

/// The position that a game has reached, and its en passant right.
pub struct Explanation<'a> {
    /// The reading of the FEN.
    pub reading: &'a FenReading,
    /// The game from there.
    pub game: &'a GameRecord,
    /// The right in the last position.
    pub right: Right,
}

/// The en passant right.
pub enum Right {
    /// A pawn has just moved two squares. The candidates are the captures by the pawns beside it.
    Given(EnPassant, Vec<JudgedCapture>),
    /// There is no right. The text says why.
    None(String),
}

impl<'a> Explanation<'a> {
    /// Collects the facts.
    #[must_use]
    pub fn new(reading: &'a FenReading, game: &'a GameRecord) -> Self {
        let right = match game.position().en_passant() {
            Some(right) => Right::Given(right, judged_captures(game.position())),
            None => Right::None(why_no_right(reading, game)),
        };
        Self {
            reading,
            game,
            right,
        }
    }

    /// The position to explain.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }
}

fn why_no_right(reading: &FenReading, game: &GameRecord) -> String {
    match (game.plies().last(), reading.setup.en_passant) {
        (Some(last), _) => {
            format!(
                "the last move, {} {}, was not a double push",
                last.number_text(),
                last.san
            )
        }
        (None, Some(target)) => {
            format!("the FEN names {target}, which is impossible and was dropped")
        }
        (None, None) => "the en passant field of the FEN is -".to_owned(),
    }
}
