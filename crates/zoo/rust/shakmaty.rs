//! shakmaty, and pgn-reader, which reads games with it. Its FEN and its key are asked in one of its three modes, which the first argument names.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, Visitor};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen};

mod adapter;

struct Shakmaty(Chess);

impl Shakmaty {
    fn uci(mv: Move) -> String {
        mv.to_uci(CastlingMode::Standard).to_string()
    }

    fn find(&self, uci: &str) -> Result<Move, String> {
        let uci: UciMove = uci.parse().map_err(|error| format!("{error}"))?;
        uci.to_move(&self.0).map_err(|error| format!("{error}"))
    }
}

fn mode() -> EnPassantMode {
    match std::env::args().nth(1).as_deref() {
        Some("always") => EnPassantMode::Always,
        Some("pseudo-legal") => EnPassantMode::PseudoLegal,
        _ => EnPassantMode::Legal,
    }
}

/// Plays the moves of a game as pgn-reader reports them.
struct Moves;

impl Visitor for Moves {
    type Tags = Chess;
    type Movetext = (Chess, Vec<String>);
    type Output = Result<Vec<String>, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Chess> {
        ControlFlow::Continue(Chess::new())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            match adapter::Library::read(&value.decode_utf8_lossy()) {
                Ok(Shakmaty(read)) => *start = read,
                Err(error) => return ControlFlow::Break(Err(error)),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((start, Vec::new()))
    }

    fn san(&mut self, (position, moves): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        match san.san.to_move(position) {
            Ok(mv) => {
                moves.push(Shakmaty::uci(mv));
                position.play_unchecked(mv);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(error.to_string())),
        }
    }

    fn end_game(&mut self, (_, moves): Self::Movetext) -> Self::Output {
        Ok(moves)
    }
}

impl adapter::Library for Shakmaty {
    const NAME: &'static str = "shakmaty 0.30.1";
    const OFFERS: &'static [&'static str] = &["again", "fen", "legal", "san", "parse", "pgn", "key", "same"];
    const HAS_NULL_MOVES: bool = true;

    fn read(fen: &str) -> Result<Self, String> {
        let fen: Fen = fen.parse().map_err(|error| format!("{error}"))?;
        fen.into_position(CastlingMode::Standard).map(Self).map_err(|error| error.to_string())
    }

    fn moves(&mut self) -> Vec<String> {
        self.0.legal_moves().into_iter().map(Self::uci).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        if uci == "0000" {
            self.0 = self.0.clone().swap_turn().map_err(|error| error.to_string())?;
            return Ok(());
        }
        self.0.play_unchecked(self.find(uci)?);
        Ok(())
    }

    fn again(&self) -> Self {
        Self(self.0.clone())
    }

    fn fen(&mut self) -> String {
        Fen::from_position(&self.0, mode()).to_string()
    }

    fn legal(&mut self, uci: &str) -> bool {
        self.find(uci).is_ok_and(|mv| self.0.is_legal(mv))
    }

    fn san(&mut self, uci: &str) -> Result<String, String> {
        Ok(SanPlus::from_move(self.0.clone(), self.find(uci)?).to_string())
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let san: San = text.parse().map_err(|error| format!("{error}"))?;
        san.to_move(&self.0).map(Self::uci).map_err(|error| error.to_string())
    }

    fn pgn(text: &str) -> Result<Vec<String>, String> {
        let read = Reader::new(text.as_bytes()).read_game(&mut Moves);
        read.map_err(|error| error.to_string())?.ok_or("no game")?
    }

    fn key(&mut self) -> String {
        let key: Zobrist64 = self.0.zobrist_hash(mode());
        format!("{:016x}", key.0)
    }

    fn same(&mut self, other: &Self) -> bool {
        self.0 == other.0
    }
}

fn main() {
    adapter::serve::<Shakmaty>();
}
