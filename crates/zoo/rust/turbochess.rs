//! turbochess.

use std::str::FromStr;

use turbochess::Position;
use turbochess::types::Move;

mod adapter;

struct Turbo {
    position: Position,
    played: Vec<Move>,
}

impl adapter::Library for Turbo {
    const NAME: &'static str = "turbochess 0.2.0";
    const OFFERS: &'static [&'static str] = &["undo", "fen", "key"];

    fn read(fen: &str) -> Result<Self, String> {
        let position = Position::from_str(fen).map_err(|error| format!("{error:?}"))?;
        Ok(Self { position, played: Vec::new() })
    }

    fn moves(&mut self) -> Vec<String> {
        self.position.legal().into_iter().map(|mv| mv.to_string()).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let found = self.position.legal().into_iter().find(|mv| mv.to_string() == uci);
        let mv = found.ok_or_else(|| uci.to_owned())?;
        self.position.make_move(mv);
        self.played.push(mv);
        Ok(())
    }

    fn undo(&mut self) {
        if let Some(mv) = self.played.pop() {
            self.position.undo_move(mv);
        }
    }

    fn fen(&mut self) -> String {
        self.position.fen()
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.position.hash(true))
    }
}

fn main() {
    adapter::serve::<Turbo>();
}
