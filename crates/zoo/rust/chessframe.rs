//! chessframe. It generates pseudo-legal moves; those that it also plays are the legal ones. Its FEN is not offered:
//! the castling field is empty where nobody may castle, which no reader takes.

use chessframe::{bitboard::EMPTY, board::Board};

mod adapter;

struct Chessframe(Board);

impl adapter::Library for Chessframe {
    const NAME: &'static str = "chessframe 0.4.3";
    const OFFERS: &'static [&'static str] = &["legal", "key"];

    fn read(fen: &str) -> Result<Self, String> {
        Ok(Self(Board::from_fen(fen)))
    }

    fn moves(&mut self) -> Vec<String> {
        let moves = self.0.generate_moves_vec(!EMPTY).into_iter();
        let legal = moves.filter(|mv| self.0.make_move_new(*mv).is_ok());
        legal.map(|mv| mv.to_string().to_ascii_lowercase()).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let mv = self.0.infer_move(uci).map_err(|error| format!("{error:?}"))?;
        self.0 = self.0.make_move_new(mv).map_err(|error| format!("{error:?}"))?;
        Ok(())
    }

    /// `infer_move` checks how pieces move, playing the move checks the king.
    fn legal(&mut self, uci: &str) -> bool {
        let mv = self.0.infer_move(uci);
        mv.is_ok_and(|mv| self.0.make_move_new(mv).is_ok())
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.0.hash())
    }
}

fn main() {
    adapter::serve::<Chessframe>();
}
