//! pleco.

use pleco::Board;

mod adapter;

struct Pleco(Board);

impl adapter::Library for Pleco {
    const NAME: &'static str = "pleco 0.5.0";
    const OFFERS: &'static [&'static str] = &["undo", "again", "fen", "key"];

    fn read(fen: &str) -> Result<Self, String> {
        Board::from_fen(fen).map(Self).map_err(|error| format!("{error:?}"))
    }

    fn moves(&mut self) -> Vec<String> {
        self.0.generate_moves().iter().map(|mv| mv.stringify()).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        if self.0.apply_uci_move(uci) { Ok(()) } else { Err(uci.to_owned()) }
    }

    fn undo(&mut self) {
        self.0.undo_move();
    }

    fn again(&self) -> Self {
        Self(self.0.parallel_clone())
    }

    fn fen(&mut self) -> String {
        self.0.fen()
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.0.zobrist())
    }
}

fn main() {
    adapter::serve::<Pleco>();
}
