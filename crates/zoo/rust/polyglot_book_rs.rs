//! polyglot-book-rs, which makes the key of Polyglot from a FEN. Moves and FEN are those of shakmaty, which names the square after
//! every double push.

use polyglot_book_rs::polyglot_hash_from_fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

mod adapter;

struct PolyglotBookRs(Chess);

impl adapter::Library for PolyglotBookRs {
    const NAME: &'static str = "polyglot-book-rs 0.1.0";
    const OFFERS: &'static [&'static str] = &["again", "fen", "key"];
    const HAS_POLYGLOT_KEYS: bool = true;

    fn read(fen: &str) -> Result<Self, String> {
        let fen: Fen = fen.parse().map_err(|error| format!("{error}"))?;
        fen.into_position(CastlingMode::Standard).map(Self).map_err(|error| error.to_string())
    }

    fn moves(&mut self) -> Vec<String> {
        let moves = self.0.legal_moves().into_iter();
        moves.map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let uci: UciMove = uci.parse().map_err(|error| format!("{error}"))?;
        self.0.play_unchecked(uci.to_move(&self.0).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn again(&self) -> Self {
        Self(self.0.clone())
    }

    fn fen(&mut self) -> String {
        Fen::from_position(&self.0, EnPassantMode::Always).to_string()
    }

    fn key(&mut self) -> String {
        let key = polyglot_hash_from_fen(&self.fen());
        key.map_or_else(|error| error, |key| format!("{key:016x}"))
    }
}

fn main() {
    adapter::serve::<PolyglotBookRs>();
}
