//! All that is to be said of a position: the facts, before anybody prints them.

use passant_rules::{EnPassant, Position};

use crate::fen::Reading;
use crate::game_record::GameRecord;
use passant_judge::explain::{self, Candidate};

/// The position a game has reached, and what there is to capture en passant.
pub(crate) struct Explanation<'a> {
    pub(crate) reading: &'a Reading,
    pub(crate) game: &'a GameRecord,
    pub(crate) right: Right,
}

/// The right to capture en passant.
pub(crate) enum Right {
    /// A pawn has just moved two squares; the candidates are the pawns beside it.
    Given(EnPassant, Vec<Candidate>),
    /// There is none, and this is why.
    None(String),
}

impl<'a> Explanation<'a> {
    /// Works out what there is to say.
    pub(crate) fn new(reading: &'a Reading, game: &'a GameRecord) -> Self {
        let right = match game.position().en_passant() {
            Some(right) => Right::Given(right, explain::candidates(game.position())),
            None => Right::None(why_no_right(reading, game)),
        };
        Self {
            reading,
            game,
            right,
        }
    }

    /// The position to explain.
    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }
}

fn why_no_right(reading: &Reading, game: &GameRecord) -> String {
    match (game.plies().last(), reading.setup.en_passant) {
        (Some(last), _) => {
            format!(
                "the last move, {} {}, was no double push",
                last.number_text(),
                last.san
            )
        }
        (None, Some(target)) => format!("the FEN claims {target}, which cannot be and was dropped"),
        (None, None) => "the en passant field of the FEN is -".to_owned(),
    }
}
