//! chess-lab. Moves are played by their SAN, as it writes them.

use chess_lab::core::{DrawReason, GameStatus, Move, MoveType, Position, Variant, VariantBuilder};
use chess_lab::variants::StandardChess;

mod adapter;

struct ChessLab(StandardChess);

impl ChessLab {
    fn moves(&self) -> Vec<(String, Move)> {
        let squares = (0..64).filter_map(|square| Position::new(square % 8, square / 8).ok());
        let moves = squares.flat_map(|from| self.0.get_legal_moves(from));
        moves.map(|mv| (Self::uci(&mv), mv)).collect()
    }

    fn uci(mv: &Move) -> String {
        let promotion = match &mv.move_type {
            MoveType::Normal { promotion: Some(piece), .. } => {
                piece.to_char().to_ascii_lowercase().to_string()
            }
            _ => String::new(),
        };
        format!("{}{}{promotion}", mv.from, mv.to)
    }

    fn find(&self, uci: &str) -> Result<Move, String> {
        let found = self.moves().into_iter().find(|(text, _)| text == uci);
        found.map(|(_, mv)| mv).ok_or_else(|| uci.to_owned())
    }
}

impl adapter::Library for ChessLab {
    const NAME: &'static str = "chess-lab 0.2.1";
    const OFFERS: &'static [&'static str] = &["undo", "fen", "san", "occurrences"];

    fn read(fen: &str) -> Result<Self, String> {
        StandardChess::from_fen(fen).map(Self).map_err(|error| error.to_string())
    }

    fn moves(&mut self) -> Vec<String> {
        Self::moves(self).into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let san = self.find(uci)?.to_string();
        self.0.move_piece(&san).map(|_| ()).map_err(|error| format!("{san}: {error}"))
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn fen(&mut self) -> String {
        self.0.fen()
    }

    fn san(&mut self, uci: &str) -> Result<String, String> {
        self.find(uci).map(|mv| mv.to_string())
    }

    fn occurrences(&mut self) -> String {
        let is_draw = matches!(self.0.get_status(), GameStatus::Draw(DrawReason::ThreefoldRepetition));
        if is_draw { ">=3" } else { "<3" }.to_owned()
    }
}

fn main() {
    adapter::serve::<ChessLab>();
}
