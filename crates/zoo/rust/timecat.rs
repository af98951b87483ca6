//! timecat, without its network.

use timecat::prelude::*;

mod adapter;

struct Timecat(Board);

impl adapter::Library for Timecat {
    const NAME: &'static str = "timecat 1.53.0";
    const OFFERS: &'static [&'static str] = &["undo", "again", "fen", "legal", "key", "occurrences"];
    const HAS_NULL_MOVES: bool = true;

    fn read(fen: &str) -> Result<Self, String> {
        Board::from_fen(fen).map(Self).map_err(|error| error.to_string())
    }

    fn moves(&mut self) -> Vec<String> {
        self.0.generate_legal_moves().into_iter().map(|mv| mv.uci().into_owned()).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        self.0.push_uci(uci).map(|_| ()).map_err(|error| error.to_string())
    }

    fn undo(&mut self) {
        let _ = self.0.pop();
    }

    fn again(&self) -> Self {
        Self(self.0.clone())
    }

    fn fen(&mut self) -> String {
        self.0.get_fen()
    }

    fn legal(&mut self, uci: &str) -> bool {
        Move::from_uci(uci).is_ok_and(|mv| self.0.is_legal(&mv))
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.0.get_hash())
    }

    fn occurrences(&mut self) -> String {
        self.0.get_num_repetitions().to_string()
    }
}

fn main() {
    adapter::serve::<Timecat>();
}
