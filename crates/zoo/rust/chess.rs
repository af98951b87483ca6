//! chess (jordanbray). It keeps no counters: those of its FEN, which are always `0 1`, are left out.

use std::str::FromStr;

use chess::{Board, ChessMove, Game, MoveGen};

mod adapter;

struct Chess {
    board: Board,
    game: Game,
}

impl adapter::Library for Chess {
    const NAME: &'static str = "chess 3.2.0";
    const OFFERS: &'static [&'static str] = &["again", "fen", "legal", "parse", "key", "occurrences"];
    const HAS_NULL_MOVES: bool = true;

    fn read(fen: &str) -> Result<Self, String> {
        let board = Board::from_str(fen).map_err(|error| error.to_string())?;
        Ok(Self { board, game: Game::new_with_board(board) })
    }

    fn moves(&mut self) -> Vec<String> {
        MoveGen::new_legal(&self.board).map(|mv| mv.to_string()).collect()
    }

    /// A `Game` has no null moves; nobody asks for occurrences after one.
    fn play(&mut self, uci: &str) -> Result<(), String> {
        if uci == "0000" {
            self.board = self.board.null_move().ok_or("Board::null_move says no")?;
            return Ok(());
        }
        let mv = ChessMove::from_str(uci).map_err(|error| error.to_string())?;
        if !self.board.legal(mv) {
            return Err("Board::legal says no".to_owned());
        }
        self.board = self.board.make_move_new(mv);
        self.game.make_move(mv);
        Ok(())
    }

    fn again(&self) -> Self {
        Self { board: self.board, game: self.game.clone() }
    }

    fn fen(&mut self) -> String {
        let fen = self.board.to_string();
        fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ")
    }

    fn legal(&mut self, uci: &str) -> bool {
        ChessMove::from_str(uci).is_ok_and(|mv| self.board.legal(mv))
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let mv = ChessMove::from_san(&self.board, text).map_err(|error| error.to_string())?;
        Ok(mv.to_string())
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.board.get_hash())
    }

    /// A draw may be declared for the third occurrence, or for fifty moves.
    fn occurrences(&mut self) -> String {
        if self.game.can_declare_draw() { ">=3" } else { "<3" }.to_owned()
    }
}

fn main() {
    adapter::serve::<Chess>();
}
