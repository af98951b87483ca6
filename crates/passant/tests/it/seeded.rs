//! The oracle's engine, with or without faults, as a library in this process. It can answer every question, and is fast.

use passant::diagnosis::Pool;
use passant::diagnosis::asking::Examinee;
use passant::engine::{InProcess, Read, Subject, Times};
use passant_oracle::{Engine, FaultSet};
use passant_rules::{Setup, Square};

/// The engine, set up anew for each question.
pub(crate) struct Seeded {
    faults: FaultSet,
    engine: Engine,
}

impl Seeded {
    pub(crate) fn new(faults: FaultSet) -> Self {
        let initial = passant_rules::Position::initial();
        let setup = initial.setup(passant_rules::EnPassantMode::Always);
        Self {
            faults,
            engine: Engine::new(&setup, faults),
        }
    }

    /// Engines with these faults, to be asked by several threads.
    pub(crate) fn pool(faults: FaultSet) -> Pool<impl Fn() -> Examinee + Sync> {
        Pool::new(move || Examinee {
            channel: Box::new(InProcess::new(move || Self::new(faults))),
            witness: Some(Box::new(InProcess::new(move || Self::new(faults)))),
            other: None,
        })
    }

    fn reached(&self, fen: &str, moves: &[String]) -> Result<Engine, String> {
        let setup = Setup::from_fen(fen).map_err(|error| error.to_string())?;
        let mut engine = Engine::new(&setup, self.faults);
        for text in moves {
            if text == "0000" {
                engine.pass();
            } else {
                let mv = engine.read_uci(text);
                engine.play(mv.ok_or("there is no such move")?);
            }
        }
        Ok(engine)
    }
}

impl Subject for Seeded {
    fn set(&mut self, fen: &str, moves: &[String]) -> Result<(), String> {
        self.engine = self.reached(fen, moves)?;
        Ok(())
    }

    fn legal_moves(&mut self) -> Vec<String> {
        let moves = self.engine.moves().into_iter();
        moves.map(|mv| self.engine.uci(mv)).collect()
    }

    fn divide(&mut self, depth: u32) -> Option<Vec<(String, u64)>> {
        let divide = self.engine.divide(depth).into_iter();
        Some(
            divide
                .map(|(mv, nodes)| (self.engine.uci(mv), nodes))
                .collect(),
        )
    }

    fn is_legal(&mut self, mv: &str) -> Option<bool> {
        Some(self.engine.read_uci(mv).is_some())
    }

    fn fen(&mut self) -> Option<String> {
        Some(self.engine.setup().fen().to_string())
    }

    fn undo(&mut self) -> Option<()> {
        self.engine.undo().then_some(())
    }

    fn key(&mut self) -> Option<String> {
        Some(format!("{:016x}", self.engine.key()))
    }

    fn same(&mut self, fen: &str, moves: &[String]) -> Option<bool> {
        let other = self.reached(fen, moves).ok()?;
        Some(self.engine.is_same(&other))
    }

    fn occurrences(&mut self) -> Option<Times> {
        Some(Times::Exactly(self.engine.occurrences()))
    }

    fn san(&mut self, mv: &str) -> Option<String> {
        Some(self.engine.san(self.engine.read_uci(mv)?))
    }

    fn parse(&mut self, text: &str) -> Option<Option<Read>> {
        Some(self.engine.read_san(text).map(|mv| Read {
            mv: self.engine.uci(mv),
            is_en_passant: Some(mv.is_en_passant()),
        }))
    }

    fn victim(&mut self, mv: &str) -> Option<Option<Square>> {
        Some(self.engine.victim(self.engine.read_uci(mv)?))
    }

    fn is_chess960(&self) -> bool {
        true
    }
}
