//! cozy-chess. Castling is king takes rook there, and is translated with its own helper.

use cozy_chess::util::{display_uci_move, parse_uci_move};
use cozy_chess::{Board, Move};

mod adapter;

struct Cozy(Board);

impl Cozy {
    fn find(&self, uci: &str) -> Result<Move, String> {
        parse_uci_move(&self.0, uci).map_err(|error| error.to_string())
    }
}

impl adapter::Library for Cozy {
    const NAME: &'static str = "cozy-chess 0.3.4";
    const OFFERS: &'static [&'static str] = &["again", "fen", "legal", "key", "same"];
    const HAS_NULL_MOVES: bool = true;

    fn read(fen: &str) -> Result<Self, String> {
        Board::from_fen(fen, false).map(Self).map_err(|error| error.to_string())
    }

    fn moves(&mut self) -> Vec<String> {
        let mut moves = Vec::new();
        self.0.generate_moves(|of_piece| {
            moves.extend(of_piece.into_iter().map(|mv| display_uci_move(&self.0, mv).to_string()));
            false
        });
        moves
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        if uci == "0000" {
            self.0 = self.0.null_move().ok_or("null_move says no")?;
            return Ok(());
        }
        let mv = self.find(uci)?;
        self.0.try_play(mv).map_err(|error| error.to_string())
    }

    fn again(&self) -> Self {
        Self(self.0.clone())
    }

    fn fen(&mut self) -> String {
        self.0.to_string()
    }

    fn legal(&mut self, uci: &str) -> bool {
        self.find(uci).is_ok_and(|mv| self.0.is_legal(mv))
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.0.hash())
    }

    fn same(&mut self, other: &Self) -> bool {
        self.0.same_position(&other.0)
    }
}

fn main() {
    adapter::serve::<Cozy>();
}
