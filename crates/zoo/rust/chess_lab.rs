//! chess-lab. Moves are told by piece and both squares, so that none is ambiguous; SAN is what its PGN has. A game that
//! it takes for drawn goes no further.

use chess_lab::core::{DrawReason, GameStatus, Move, MoveType, PieceType, Position, Variant, VariantBuilder};
use chess_lab::variants::StandardChess;

mod adapter;

struct ChessLab(StandardChess);

impl ChessLab {
    fn moves(&self) -> Vec<(String, Move)> {
        let squares = (0..64).filter_map(|square| Position::new(square % 8, square / 8).ok());
        let moves = squares.flat_map(|from| self.0.get_legal_moves(from));
        let moves = moves.flat_map(|mv| Self::with_promotions(&mv));
        moves.map(|mv| (Self::uci(&mv), mv)).collect()
    }

    /// A promotion is listed to a queen; the library plays the others as well.
    fn with_promotions(mv: &Move) -> Vec<Move> {
        let MoveType::Normal { promotion: Some(_), capture } = mv.move_type else {
            return vec![mv.clone()];
        };
        let pieces = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
        let to = |piece| Move { move_type: MoveType::Normal { capture, promotion: Some(piece) }, ..mv.clone() };
        pieces.into_iter().map(to).collect()
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

    fn describe(mv: &Move) -> String {
        let MoveType::Normal { capture, promotion } = &mv.move_type else {
            return mv.to_string();
        };
        let piece = match mv.piece.piece_type {
            PieceType::Pawn => String::new(),
            piece => piece.to_char().to_string(),
        };
        let sign = if *capture { "x" } else { "" };
        let promotion = promotion.as_ref().map_or(String::new(), |piece| format!("={}", piece.to_char()));
        format!("{piece}{}{sign}{}{promotion}", mv.from, mv.to)
    }

    fn is_drawn(&self) -> bool {
        matches!(
            self.0.get_status(),
            GameStatus::Draw(DrawReason::ThreefoldRepetition | DrawReason::InsufficientMaterial | DrawReason::FiftyMoveRule)
        )
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
        if self.is_drawn() {
            return Err("unsupported moves after a draw".to_owned());
        }
        let told = Self::describe(&self.find(uci)?);
        self.0.move_piece(&told).map(|_| ()).map_err(|error| format!("{told}: {error}"))
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn fen(&mut self) -> String {
        self.0.fen()
    }

    fn san(&mut self, uci: &str) -> Result<String, String> {
        let mv = self.find(uci)?;
        // Of pieces, its PGN has the square that they came from only if it was told so.
        if mv.piece.piece_type != PieceType::Pawn {
            return Err("unsupported SAN of pieces".to_owned());
        }
        let mut game = self.0.clone();
        game.move_piece(&Self::describe(&mv)).map_err(|error| error.to_string())?;
        let pgn = game.pgn();
        let is_result = |word: &&str| ["1-0", "0-1", "1/2-1/2"].contains(word);
        let last = pgn.split_whitespace().rev().find(|word| !is_result(word));
        Ok(last.unwrap_or_default().to_owned())
    }

    fn occurrences(&mut self) -> String {
        let is_draw = matches!(self.0.get_status(), GameStatus::Draw(DrawReason::ThreefoldRepetition));
        if is_draw { ">=3" } else { "<3" }.to_owned()
    }
}

fn main() {
    adapter::serve::<ChessLab>();
}
