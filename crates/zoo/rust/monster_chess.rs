//! monster_chess. Castling is king takes rook there. Its FEN is not offered: castling rights are written twice.

use std::sync::OnceLock;

use monster_chess::board::actions::Move;
use monster_chess::board::{Board, game::Game, game::NORMAL_MODE};
use monster_chess::games::chess::Chess;

mod adapter;

struct Monster {
    board: Board<'static, 1>,
}

fn game() -> &'static Game<1> {
    static GAME: OnceLock<&'static Game<1>> = OnceLock::new();
    GAME.get_or_init(|| Box::leak(Box::new(Chess::create())))
}

impl Monster {
    fn uci(&self, mv: &Move) -> String {
        let text = self.board.encode_action(mv);
        let takes_rook = [("e1h1", "e1g1"), ("e1a1", "e1c1"), ("e8h8", "e8g8"), ("e8a8", "e8c8")];
        let castling = takes_rook.iter().find(|(from, _)| *from == text);
        // A king or rook that moves along the whole wing is no king that castles.
        match castling {
            Some((_, two_squares)) if self.castles(&text) => (*two_squares).to_owned(),
            _ => text,
        }
    }

    /// Tells whether the moving piece is a king, as the library's own FEN has it.
    fn castles(&self, text: &str) -> bool {
        let fen = self.board.to_fen();
        let rank = if text.as_bytes()[1] == b'1' { 7 } else { 0 };
        let row = fen.split([' ', '/']).nth(rank).unwrap_or_default();
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty;
            } else if file == 4 {
                return letter.eq_ignore_ascii_case(&'k');
            } else {
                file += 1;
            }
        }
        false
    }
}

impl adapter::Library for Monster {
    const NAME: &'static str = "monster_chess 0.0.24";
    const OFFERS: &'static [&'static str] = &["key"];

    fn read(fen: &str) -> Result<Self, String> {
        Ok(Self { board: game().from_fen(fen) })
    }

    fn moves(&mut self) -> Vec<String> {
        let moves = self.board.generate_legal_moves(NORMAL_MODE);
        moves.iter().map(|mv| self.uci(mv)).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let moves = self.board.generate_legal_moves(NORMAL_MODE);
        let found = moves.iter().find(|mv| self.uci(mv) == uci);
        let mv = found.ok_or_else(|| uci.to_owned())?;
        self.board.make_move(mv);
        Ok(())
    }

    fn key(&mut self) -> String {
        format!("{:016x}", game().zobrist.compute(&self.board))
    }
}

fn main() {
    adapter::serve::<Monster>();
}
