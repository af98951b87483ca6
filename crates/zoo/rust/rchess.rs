//! rchess. Its FEN has no counters. Repetition is what its `ChessGame` says, which ends a game at the third occurrence.

use rchess::{ChessBoard, ChessGame, DrawReason, GameResult, MoveGen, Square};

mod adapter;

struct Rchess {
    board: ChessBoard,
    game: ChessGame,
}

impl adapter::Library for Rchess {
    const NAME: &'static str = "rchess 2.3.0";
    const OFFERS: &'static [&'static str] = &["fen", "legal", "key", "occurrences"];

    fn read(fen: &str) -> Result<Self, String> {
        let board = ChessBoard::from_fen(fen).map_err(|error| format!("{error:?}"))?;
        let game = ChessGame::from_fen(fen).map_err(|error| format!("{error:?}"))?;
        Ok(Self { board, game })
    }

    fn moves(&mut self) -> Vec<String> {
        MoveGen::legal(&self.board).to_vec().iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let mv = MoveGen::create_str_move(&self.board, uci).map_err(|error| format!("{error:?}"))?;
        self.board.make_move(mv);
        // A game that is over takes no more moves.
        let _ = self.game.make_move(mv);
        Ok(())
    }

    fn fen(&mut self) -> String {
        self.board.get_fen()
    }

    /// The library is asked about squares, not about what a pawn becomes.
    fn legal(&mut self, uci: &str) -> bool {
        let [from, to] = [&uci[..2], &uci[2..4]].map(Square::from_string);
        matches!((from, to), (Ok(from), Ok(to)) if MoveGen::is_legal(&self.board, from, to))
    }

    fn key(&mut self) -> String {
        format!("{:016x}", self.board.hash().to_u64())
    }

    fn occurrences(&mut self) -> String {
        let draw = GameResult::Draw { reason: DrawReason::ThreefoldRepetition };
        if self.game.result() == Some(draw) { ">=3" } else { "<3" }.to_owned()
    }
}

fn main() {
    adapter::serve::<Rchess>();
}
