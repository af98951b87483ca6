//! Tests cozy-chess on en passant: `cargo test -p passant-judge --example cozy_chess`.
//!
//! The library keeps no game. Every question sets up its position again, and counts are made from its move lists. `same_position`
//! is not asked: version 0.3.4 takes a bishop or a queen beside the pushed pawn for a capturer
//! (`findings/same-position-with-a-bishop.sh`).

use cozy_chess::Board;
use cozy_chess::util::{display_uci_move, parse_uci_move};
use passant_judge::query::{Answer, EngineError, EngineMove, Line, Query, Subject};

struct CozyChess;

impl Subject for CozyChess {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let board = set_up(line)?;
        Ok(match query {
            Query::Moves => Answer::Moves(moves(&board)),
            Query::Fen => Answer::Fen(board.to_string()),
            Query::Key => Answer::Key(board.hash().to_string()),
            other => return Err(EngineError::unsupported(other)),
        })
    }
}

/// The board after the moves of a line.
fn set_up(line: &Line) -> Result<Board, EngineError> {
    let mut board = Board::from_fen(&line.fen(), false)
        .map_err(|error| EngineError::Refused(error.to_string()))?;
    let moves = line.moves();
    for mv in moves.ok_or_else(|| EngineError::unsupported("taking moves back"))? {
        let illegal = || EngineError::illegal(mv);
        let mv = parse_uci_move(&board, &mv.text()).map_err(|_| illegal())?;
        board.try_play(mv).map_err(|_| illegal())?;
    }
    Ok(board)
}

/// The legal moves, in UCI notation.
fn moves(board: &Board) -> Vec<EngineMove> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        let of_piece = of_piece.into_iter();
        let texts = of_piece.map(|mv| display_uci_move(board, mv).to_string());
        moves.extend(texts.map(|text| EngineMove::from_uci(&text)));
        false
    });
    moves
}

#[cfg(test)]
mod en_passant {
    passant_judge::en_passant_tests!(|| super::CozyChess);
}

#[cfg(test)]
mod state {
    passant_judge::state_tests!(|| super::CozyChess);
}

#[cfg(test)]
mod fresh {
    passant_judge::fresh_tests!(|| super::CozyChess);
}

/// Asks about one file of positions, without `cargo test`.
fn main() {
    use passant_judge::test_macros::{Extent, assert_en_passant};
    assert_en_passant("rejected-rank", Extent::Deep, || CozyChess);
    println!("cozy-chess answers every question about en-passant/rejected-rank correctly");
}
