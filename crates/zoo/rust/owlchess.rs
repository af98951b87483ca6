//! owlchess, both versions. Games are its `MoveChain`.

use owlchess::movegen::legal;
use owlchess::moves::make::Uci;
use owlchess::{Board, DrawReason, Move, MoveChain, Outcome};

mod adapter;

struct Owl(MoveChain);

impl adapter::Library for Owl {
    const NAME: &'static str = concat!("owlchess ", env!("ZOO_VERSION"));
    const OFFERS: &'static [&'static str] =
        &["undo", "again", "fen", "legal", "san", "parse", "key", "occurrences"];

    fn read(fen: &str) -> Result<Self, String> {
        let board = Board::from_fen(fen).map_err(|error| error.to_string())?;
        Ok(Self(MoveChain::new(board)))
    }

    fn moves(&mut self) -> Vec<String> {
        legal::gen_all(self.0.last()).iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        self.0.push(Uci(uci)).map(|_| ()).map_err(|error| error.to_string())
    }

    fn undo(&mut self) {
        self.0.pop();
    }

    fn again(&self) -> Self {
        Self(self.0.clone())
    }

    fn fen(&mut self) -> String {
        self.0.last().as_fen()
    }

    fn legal(&mut self, uci: &str) -> bool {
        Move::from_uci_legal(uci, self.0.last()).is_ok()
    }

    fn san(&mut self, uci: &str) -> Result<String, String> {
        let mv = Move::from_uci_legal(uci, self.0.last()).map_err(|error| error.to_string())?;
        let san = mv.san(self.0.last()).map_err(|error| error.to_string())?;
        Ok(san.to_string())
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let mv = Move::from_san(text, self.0.last()).map_err(|error| error.to_string())?;
        Ok(mv.to_string())
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.0.last().zobrist_hash())
    }

    fn occurrences(&mut self) -> String {
        match self.0.calc_outcome() {
            Some(Outcome::Draw(DrawReason::Repeat3 | DrawReason::Repeat5)) => ">=3",
            _ => "<3",
        }
        .to_owned()
    }
}

fn main() {
    adapter::serve::<Owl>();
}
