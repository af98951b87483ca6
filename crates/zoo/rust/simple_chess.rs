//! simple_chess.

use simple_chess::chess_game_state_analyzer::GameState;
use simple_chess::codec::forsyth_edwards_notation::{build_game_from_string, encode_game_as_string};
use simple_chess::piece::{ChessPiece, PieceType};
use simple_chess::{ChessGame, ChessMoveType};

mod adapter;

struct Simple(ChessGame);

impl Simple {
    fn list(&mut self) -> Vec<(String, ChessMoveType)> {
        let moves = match self.0.get_game_state() {
            GameState::InProgress { legal_moves, .. } | GameState::Check { legal_moves, .. } => legal_moves,
            GameState::Checkmate { .. } | GameState::Stalemate => Vec::new(),
        };
        moves.into_iter().map(|mv| (Self::uci(&mv), mv)).collect()
    }

    fn uci(mv: &ChessMoveType) -> String {
        let square = |(file, rank): (usize, usize)| format!("{}{}", &"abcdefgh"[file..=file], rank + 1);
        match *mv {
            ChessMoveType::Move { original_position, new_position, promotion, .. }
            | ChessMoveType::EnPassant { original_position, new_position, promotion, .. } => {
                let letter = promotion.map_or("", |piece: ChessPiece| match piece.get_piece_type() {
                    PieceType::Queen => "q",
                    PieceType::Rook => "r",
                    PieceType::Bishop => "b",
                    _ => "n",
                });
                square(original_position) + &square(new_position) + letter
            }
            ChessMoveType::Castle { king_original_position, king_new_position, .. } => {
                square(king_original_position) + &square(king_new_position)
            }
        }
    }

    fn find(&mut self, uci: &str) -> Option<ChessMoveType> {
        self.list().into_iter().find(|(text, _)| text == uci).map(|(_, mv)| mv)
    }
}

impl adapter::Library for Simple {
    const NAME: &'static str = "simple_chess 1.0.6";
    const OFFERS: &'static [&'static str] = &["undo", "fen", "victim", "occurrences"];

    fn read(fen: &str) -> Result<Self, String> {
        build_game_from_string(fen).map(Self).map_err(|error| error.to_string())
    }

    fn moves(&mut self) -> Vec<String> {
        self.list().into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let mv = self.find(uci).ok_or_else(|| uci.to_owned())?;
        self.0.make_move(mv);
        Ok(())
    }

    fn undo(&mut self) {
        self.0.undo_last_move();
    }

    fn fen(&mut self) -> String {
        encode_game_as_string(&self.0)
    }

    fn victim(&mut self, uci: &str) -> Option<String> {
        match self.find(uci)? {
            ChessMoveType::Move { taken_piece, .. } => taken_piece.map(|_| uci[2..4].to_owned()),
            ChessMoveType::EnPassant { taken_piece_position: (file, rank), .. } => {
                Some(format!("{}{}", &"abcdefgh"[file..=file], rank + 1))
            }
            ChessMoveType::Castle { .. } => None,
        }
    }

    /// The library says which draw may be claimed, the first reason that it finds.
    fn occurrences(&mut self) -> String {
        match self.0.can_claim_draw() {
            Some(reason) if format!("{reason:?}") == "Repetition" => ">=3",
            _ => "<3",
        }
        .to_owned()
    }
}

fn main() {
    adapter::serve::<Simple>();
}
