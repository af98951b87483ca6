//! The moves of a game, and what each did to the right.

use passant_report::{FenReading, GameRecord, adjective, right_events};
use passant_rules::{EnPassantMode, Piece};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct PlyView {
    /// `3.` for White, `3...` for Black.
    number: String,
    color: &'static str,
    uci: String,
    san: String,
    marked: String,
    captured: Option<char>,
    en_passant: bool,
    /// When a right arises, is used and expires, and how the game ends.
    log: Vec<String>,
    /// The position after the move, with the target after every double push.
    fen: String,
}

impl PlyView {
    /// All plies of a game.
    pub(super) fn all(reading: &FenReading, game: &GameRecord) -> Vec<Self> {
        let mut again = GameRecord::new(reading.position.clone());
        let plies = game.plies().iter();
        plies
            .map(|ply| {
                let before = again.position().en_passant();
                let uci = again.position().uci(ply.mv).to_string();
                again.play(ply.mv);
                Self {
                    number: ply.number_text(),
                    color: adjective(ply.color),
                    uci,
                    san: ply.san.to_string(),
                    marked: ply.marked.to_string(),
                    captured: ply.captured.map(Piece::letter),
                    en_passant: ply.mv.is_en_passant(),
                    log: right_events::after_last_move(&again, before),
                    fen: again.position().fen(EnPassantMode::Always).to_string(),
                }
            })
            .collect()
    }
}
