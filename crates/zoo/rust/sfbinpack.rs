//! sfbinpack: training data for chess networks. A position is packed as an entry with its first legal move.

use std::io::Cursor;

use sfbinpack::chess::attacks::pseudo_legal_moves;
use sfbinpack::chess::{r#move::Move, position::Position};
use sfbinpack::{CompressedTrainingDataEntryReader, CompressedTrainingDataEntryWriter, TrainingDataEntry};

mod adapter;

struct Sfbinpack(Position);

impl Sfbinpack {
    /// The library lists pseudo-legal moves, and tells which king is in check.
    fn legal_moves(&self) -> Vec<Move> {
        let us = self.0.side_to_move();
        let moves = pseudo_legal_moves(&self.0).into_iter();
        moves.filter(|&mv| !self.0.after_move(mv).is_checked(us)).collect()
    }
}

impl adapter::Library for Sfbinpack {
    const NAME: &'static str = "sfbinpack 0.6.5";
    const OFFERS: &'static [&'static str] = &["again", "pack", "unpack", "fen"];
    const PACKS: Option<&'static str> = Some("sfbinpack");

    fn read(fen: &str) -> Result<Self, String> {
        Position::from_fen(fen).map(Self).map_err(|error| format!("{error:?}"))
    }

    fn moves(&mut self) -> Vec<String> {
        self.legal_moves().iter().map(Move::as_uci).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let mut moves = self.legal_moves().into_iter();
        self.0.do_move(moves.find(|mv| mv.as_uci() == uci).ok_or(uci)?);
        Ok(())
    }

    fn again(&self) -> Self {
        Self(self.0)
    }

    fn pack(&mut self) -> Vec<u8> {
        let mv = *self.legal_moves().first().expect("every position that is packed has a move");
        let entry = TrainingDataEntry { pos: self.0, mv, score: 0, ply: self.0.ply(), result: 0 };
        let mut writer = CompressedTrainingDataEntryWriter::new_in_memory().expect("a new file in memory");
        writer.write_entry(&entry).expect("a file in memory takes all bytes");
        writer.flush_and_end();
        writer.into_inner().expect("a file in memory").into_inner()
    }

    fn unpack(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = CompressedTrainingDataEntryReader::new(Cursor::new(bytes)).map_err(|error| format!("{error:?}"))?;
        Ok(Self(reader.next().pos))
    }

    fn fen(&mut self) -> String {
        self.0.fen().unwrap_or_default()
    }
}

fn main() {
    adapter::serve::<Sfbinpack>();
}
