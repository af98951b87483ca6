//! Questions about state, put to the oracle as an engine, right and wrong, and to a program behind the line protocol.

use std::time::Duration;

use passant::check::Verdict;
use passant::check::questions::{Declared, Keeper, Suffix, Times, ask};
use passant::engine::line_protocol::Adapter;
use passant::engine::{Interrupt, Launch, Limits, Place, Transcript, Trouble};
use passant_oracle::{Engine, Fault, FaultSet};
use passant_rules::{EnPassantMode, Setup, Square};
use passant_suite::Suites;

use crate::adapters::rust_adapter;

/// The oracle in the same process.
struct Oracle {
    faults: FaultSet,
    engine: Engine,
}

impl Oracle {
    fn new(faults: FaultSet) -> Self {
        let setup = passant_rules::Position::initial().setup(EnPassantMode::Always);
        let engine = Engine::new(&setup, faults);
        Self { faults, engine }
    }

    fn at(&self, place: &Place) -> Result<Engine, Trouble> {
        let mut engine = Engine::new(&Setup::from_fen(&place.fen).unwrap(), self.faults);
        for uci in &place.moves {
            let mv = engine
                .read_uci(uci)
                .ok_or_else(|| Trouble::Refused(format!("says that {uci} is illegal")))?;
            engine.play(mv);
        }
        Ok(engine)
    }

    fn mv(&self, uci: &str) -> Result<passant_rules::Move, Trouble> {
        let mv = self.engine.read_uci(uci);
        mv.ok_or_else(|| Trouble::Refused(format!("says that {uci} is illegal")))
    }
}

impl Keeper for Oracle {
    fn is_chess960(&self) -> bool {
        true
    }

    fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        self.engine = self.at(place)?;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        assert!(self.engine.undo());
        Ok(())
    }

    fn fen(&mut self) -> Result<String, Trouble> {
        Ok(self.engine.setup().fen().to_string())
    }

    fn key(&mut self) -> Result<String, Trouble> {
        Ok(self.engine.key().to_string())
    }

    fn same(&mut self, other: &Place) -> Result<bool, Trouble> {
        Ok(self.engine.is_same(&self.at(other)?))
    }

    fn occurrences(&mut self) -> Result<Times, Trouble> {
        Ok(Times::Exactly(self.engine.occurrences()))
    }

    fn san(&mut self, uci: &str) -> Result<String, Trouble> {
        Ok(self.engine.san(self.mv(uci)?))
    }

    fn parse(&mut self, text: &str) -> Result<Option<String>, Trouble> {
        let mv = self.engine.read_san(text);
        Ok(mv.map(|mv| self.engine.uci(mv)))
    }

    fn is_legal(&mut self, uci: &str) -> Result<bool, Trouble> {
        Ok(self.engine.read_uci(uci).is_some())
    }

    fn victim(&mut self, uci: &str) -> Result<Option<Square>, Trouble> {
        Ok(self.engine.victim(self.mv(uci)?))
    }
}

/// What an oracle with these faults declares, and the addresses of the cases it fails.
fn asked(faults: FaultSet) -> (Declared, Vec<String>) {
    let mut oracle = Oracle::new(faults);
    let mut declared = Declared::default();
    let mut failed = Vec::new();
    for case in Suites::builtin().unwrap().state_cases() {
        let answers = ask(&mut oracle, case, &mut declared).unwrap();
        assert_eq!(answers.verdict == Verdict::Fail, !answers.wrong.is_empty());
        if answers.verdict == Verdict::Fail {
            failed.push(case.address.clone());
        }
    }
    (declared, failed)
}

#[test]
fn an_engine_without_fault_passes_and_declares_its_conventions() {
    let (declared, failed) = asked(FaultSet::NONE);
    assert_eq!(failed, Vec::<String>::new());
    assert_eq!(declared.fen.possible(), [EnPassantMode::Always]);
    assert_eq!(declared.key.possible(), [EnPassantMode::Legal]);
}

/// To key a right that nobody can use is a convention. It shows in what is declared, not in a verdict.
#[test]
fn another_convention_is_declared_and_not_judged() {
    let (declared, failed) = asked(Fault::KeyWithoutCapturer.into());
    assert_eq!(failed, Vec::<String>::new());
    assert_eq!(declared.key.possible(), [EnPassantMode::Always]);
    let (declared, failed) = asked(Fault::KeyWithIllegalCapture.into());
    assert_eq!(failed, Vec::<String>::new());
    assert_eq!(declared.key.possible(), [EnPassantMode::PseudoLegal]);
}

#[test]
fn what_no_convention_has_fails() {
    for (fault, kind) in [
        (Fault::FenPrintsVictim, "state/after-moves/"),
        (Fault::FenPrintsDash, "state/after-moves/"),
        (Fault::KeyRightNotRemoved, "state/same-position/"),
        (Fault::KeyNotRestored, "state/after-moves/"),
        (Fault::RepetitionBlind, "state/repetition/"),
        (Fault::RepetitionWithPin, "state/repetition/"),
        (Fault::SanWithoutFile, "state/text/"),
        (Fault::VictimOnTarget, "state/queries/"),
    ] {
        let (_, failed) = asked(fault.into());
        let found = failed.iter().filter(|address| address.starts_with(kind));
        assert!(0 < found.count(), "{fault}: {failed:?}");
    }
}

/// Everything that the adapter of `passant-rules` offers, through the line protocol.
#[test]
fn a_program_is_asked_through_the_line_protocol() {
    let launch = Launch::new(rust_adapter(), [""; 0]);
    let limits = Limits {
        start: Duration::from_secs(60),
        reply: Duration::from_secs(60),
        line: 1000,
        output: 100_000,
    };
    let (transcript, interrupt) = (Transcript::none(), Interrupt::default());
    let mut adapter = Adapter::start(&launch, limits, &transcript, &interrupt).unwrap();
    let mut declared = Declared::default();
    let mut passed = 0;
    for case in Suites::builtin().unwrap().state_cases() {
        let answers = ask(&mut adapter, case, &mut declared).unwrap();
        assert_eq!(answers.wrong, Vec::<String>::new(), "{}", case.address);
        passed += usize::from(answers.verdict == Verdict::Pass);
    }
    // It offers nothing for repetition and single moves.
    assert!(200 < passed, "{passed} cases pass");
    assert_eq!(declared.fen.possible(), [EnPassantMode::Legal]);
    assert_eq!(declared.key.possible(), [EnPassantMode::Legal]);
    assert!(declared.suffix.iter().eq([&Suffix::Read]));
}
