//! chess (jordanbray). Its FEN has no counters of its own.

use std::str::FromStr;

use chess::{Board, ChessMove, MoveGen};

mod adapter;

struct Chess(Board);

impl adapter::Library for Chess {
    const NAME: &'static str = "chess 3.2.0";
    const OFFERS: &'static [&'static str] = &["fen", "legal", "parse", "key", "same"];

    fn read(fen: &str) -> Result<Self, String> {
        Board::from_str(fen).map(Self).map_err(|error| error.to_string())
    }

    fn moves(&mut self) -> Vec<String> {
        MoveGen::new_legal(&self.0).map(|mv| mv.to_string()).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let mv = ChessMove::from_str(uci).map_err(|error| error.to_string())?;
        if !self.0.legal(mv) {
            return Err("Board::legal says no".to_owned());
        }
        self.0 = self.0.make_move_new(mv);
        Ok(())
    }

    fn fen(&mut self) -> String {
        self.0.to_string()
    }

    fn legal(&mut self, uci: &str) -> bool {
        ChessMove::from_str(uci).is_ok_and(|mv| self.0.legal(mv))
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let mv = ChessMove::from_san(&self.0, text).map_err(|error| error.to_string())?;
        Ok(mv.to_string())
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.0.get_hash())
    }

    fn same(&mut self, other: &Self) -> bool {
        self.0 == other.0
    }
}

fn main() {
    adapter::serve::<Chess>();
}
