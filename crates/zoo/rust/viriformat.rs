//! viriformat: games as training data for chess networks. A game begins with its first position, packed; the games here have no move.

use viriformat::chess::board::Board;
use viriformat::chess::chessmove::Move;
use viriformat::dataformat::Game;

mod adapter;

struct Viriformat(Board);

impl Viriformat {
    fn find(&mut self, uci: &str) -> Result<Move, String> {
        let mv = self.0.parse_uci(uci).map_err(|error| error.to_string())?;
        if self.0.legal_moves().contains(&mv) { Ok(mv) } else { Err(uci.to_owned()) }
    }
}

impl adapter::Library for Viriformat {
    const NAME: &'static str = "viriformat 3.0.0";
    const OFFERS: &'static [&'static str] = &["undo", "again", "pack", "unpack", "fen"];
    const PACKS: Option<&'static str> = Some("viriformat");

    fn read(fen: &str) -> Result<Self, String> {
        let mut board = Board::new();
        board.set_from_fen(fen, false).map_err(|error| error.to_string())?;
        Ok(Self(board))
    }

    fn moves(&mut self) -> Vec<String> {
        let moves = self.0.legal_moves().into_iter();
        moves.map(|mv| mv.display(false).to_string()).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let mv = self.find(uci)?;
        self.0.make_move_simple(mv);
        Ok(())
    }

    fn undo(&mut self) {
        self.0.unmake_move_base();
    }

    fn again(&self) -> Self {
        Self(self.0.clone())
    }

    fn pack(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        Game::new(&self.0).serialise_into(&mut bytes).expect("a vector takes all bytes");
        bytes
    }

    fn unpack(mut bytes: &[u8]) -> Result<Self, String> {
        let game = Game::deserialise_from(&mut bytes, Vec::new());
        game.map(|game| Self(game.initial_position())).map_err(|error| error.to_string())
    }

    fn fen(&mut self) -> String {
        self.0.to_string()
    }
}

fn main() {
    adapter::serve::<Viriformat>();
}
