//! Questions about state, put to the oracle as an engine, right and wrong.

use std::sync::LazyLock;

use passant::check::questions::{Convention, Declared, Tolerance, case};
use passant::check::{CaseResult, Verdict};
use passant::engine::{Place, Read, Rung, Times, Trouble, Witness};
use passant_oracle::{Engine, EngineFault, Family, FaultSet};
use passant_rules::{EnPassantMode, Setup, Square};
use passant_suite::{Ply, Suites};

static SUITES: LazyLock<Suites> = LazyLock::new(|| Suites::builtin().unwrap());

/// The oracle in the same process.
struct Oracle {
    faults: FaultSet,
    engine: Engine,
    /// Of a program that keeps no counters, and whose keys are others whenever it starts.
    seed: Option<u64>,
    null_moves: NullMoves,
    /// Whether the last half-move was one.
    has_passed: bool,
}

/// What becomes of a null move.
#[derive(Clone, Copy, PartialEq)]
enum NullMoves {
    /// It counts as a half-move.
    Counted,
    /// The clock begins again.
    Uncounted,
    /// The program dies of it, and says that it has none.
    Fatal,
}

impl Oracle {
    fn new(faults: FaultSet) -> Self {
        let setup = passant_rules::Position::initial().setup(EnPassantMode::Always);
        let engine = Engine::new(&setup, faults);
        Self {
            faults,
            engine,
            seed: None,
            null_moves: NullMoves::Counted,
            has_passed: false,
        }
    }

    fn at(&self, place: &Place) -> Result<Engine, Trouble> {
        let mut engine = Engine::new(&Setup::from_fen(&place.fen).unwrap(), self.faults);
        for uci in &place.moves {
            if uci == "0000" {
                if self.null_moves == NullMoves::Fatal {
                    return Err(Trouble::Crashed(uci.clone()));
                }
                engine.pass();
                continue;
            }
            let mv = engine.read_uci(uci).ok_or_else(|| Trouble::illegal(uci))?;
            engine.play(mv);
        }
        Ok(engine)
    }

    fn mv(&self, uci: &str) -> Result<passant_rules::Move, Trouble> {
        let mv = self.engine.read_uci(uci);
        mv.ok_or_else(|| Trouble::illegal(uci))
    }
}

impl Witness for Oracle {
    fn is_chess960(&mut self) -> Result<bool, Trouble> {
        Ok(true)
    }

    fn has_null_moves(&mut self) -> Result<bool, Trouble> {
        Ok(self.null_moves != NullMoves::Fatal)
    }

    fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        self.engine = self.at(place)?;
        self.has_passed = place.moves.last().is_some_and(|uci| uci == "0000");
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        assert!(self.engine.undo());
        self.has_passed = false;
        Ok(())
    }

    fn fen(&mut self) -> Result<String, Trouble> {
        let mut setup = self.engine.setup();
        if self.null_moves == NullMoves::Uncounted && self.has_passed {
            setup.halfmove_clock = 0;
        }
        let fen = setup.fen().to_string();
        let fields = if self.seed.is_some() { 4 } else { 6 };
        Ok(fen.split(' ').take(fields).collect::<Vec<_>>().join(" "))
    }

    fn key(&mut self) -> Result<String, Trouble> {
        Ok((self.engine.key() ^ self.seed.unwrap_or_default()).to_string())
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

    fn parse(&mut self, text: &str) -> Result<Option<Read>, Trouble> {
        let mv = self.engine.read_san(text);
        Ok(mv.map(|mv| Read {
            mv: self.engine.uci(mv),
            is_en_passant: Some(mv.is_en_passant()),
        }))
    }

    fn is_legal(&mut self, uci: &str) -> Result<bool, Trouble> {
        Ok(self.engine.read_uci(uci).is_some())
    }

    fn victim(&mut self, uci: &str) -> Result<Option<Square>, Trouble> {
        Ok(self.engine.victim(self.mv(uci)?))
    }

    fn is_capture(&mut self, uci: &str) -> Result<bool, Trouble> {
        Ok(self.mv(uci)?.is_capture())
    }

    fn is_en_passant(&mut self, uci: &str) -> Result<bool, Trouble> {
        Ok(self.mv(uci)?.is_en_passant())
    }

    fn gives_check(&mut self, uci: &str) -> Result<bool, Trouble> {
        let mut after = self.engine.clone();
        after.play(self.mv(uci)?);
        Ok(after.is_check())
    }

    fn restart(&mut self) {
        self.seed = self.seed.map(|seed| seed + 1);
    }
}

fn declared(faults: FaultSet) -> Declared {
    Declared::survey(&mut Oracle::new(faults), SUITES.state_cases())
}

/// What becomes of the cases, as far as somebody looks.
fn results(faults: FaultSet) -> impl Iterator<Item = CaseResult> {
    let declared = declared(faults);
    let mut oracle = Oracle::new(faults);
    let cases = SUITES.state_cases();
    cases.map(move |asked| case(&mut oracle, Rung::Line, asked, declared))
}

#[test]
fn an_engine_without_fault_passes_and_declares_its_conventions() {
    let expected = Declared {
        fen: Some(Convention::Always),
        key: Some(Convention::Legal),
        suffix: Some(Tolerance::Read),
        without_file: Some(Tolerance::Refused),
        halfmove_clock: Some(true),
        fullmove_number: Some(true),
    };
    assert_eq!(declared(FaultSet::NONE), expected);
    for result in results(FaultSet::NONE) {
        assert_eq!(result.verdict, Verdict::Pass, "{result:#?}");
    }
}

/// What is a convention shows in what is declared, not in a verdict.
#[test]
fn another_convention_is_declared_and_not_judged() {
    for (fault, key, suffix) in [
        (
            EngineFault::KeyWithoutCapturer,
            Convention::Always,
            Tolerance::Read,
        ),
        (
            EngineFault::KeyWithIllegalCapture,
            Convention::PseudoLegal,
            Tolerance::Read,
        ),
        (
            EngineFault::SuffixRefused,
            Convention::Legal,
            Tolerance::Refused,
        ),
    ] {
        let found = declared(fault.into());
        assert_eq!(
            (found.key, found.suffix),
            (Some(key), Some(suffix)),
            "{fault}"
        );
        let bad = results(fault.into()).find(|result| result.verdict.is_bad());
        assert_eq!(bad, None, "{fault}");
    }
}

#[test]
fn what_no_convention_has_fails() {
    let conventions = [
        EngineFault::KeyWithoutCapturer,
        EngineFault::KeyWithIllegalCapture,
        EngineFault::SuffixRefused,
    ];
    for (family, class) in [
        (Family::FenOut, "after-moves"),
        (Family::Unmake, "after-moves"),
        (Family::Key, ""),
        (Family::Repetition, "repetition"),
        (Family::Text, ""),
    ] {
        let faults = EngineFault::ALL
            .iter()
            .filter(|fault| fault.family() == family);
        for &fault in faults.filter(|fault| !conventions.contains(fault)) {
            assert!(fails(fault, class), "{fault}");
        }
    }
}

/// No rule says what a null move counts for, and nobody is asked who has none.
#[test]
fn what_null_moves_count_for_is_not_judged() {
    for (null_moves, expected) in [
        (NullMoves::Uncounted, Verdict::Pass),
        (NullMoves::Fatal, Verdict::Unsupported),
    ] {
        let mut oracle = Oracle::new(FaultSet::NONE);
        oracle.null_moves = null_moves;
        let found = Declared::survey(&mut oracle, SUITES.state_cases());
        assert_eq!(found, declared(FaultSet::NONE));
        let passing = SUITES.state_cases().filter(|asked| {
            let mut lines = asked.lines().into_iter();
            lines.any(|line| line.plies().contains(&Ply::Pass))
        });
        for asked in passing {
            let result = case(&mut oracle, Rung::Line, asked, found);
            assert_eq!(result.verdict, expected, "{result:#?}");
        }
    }
}

/// No count and no game shows it.
#[test]
fn a_right_that_outlives_a_null_move_fails() {
    assert!(fails(EngineFault::KeptAfterNullMove, "after-moves"));
}

/// Whether an engine with the fault fails a case of a class whose name contains this.
fn fails(fault: EngineFault, class: &str) -> bool {
    let mut results = results(fault.into());
    results.any(|result| result.verdict == Verdict::Fail && result.class.contains(class))
}

/// What a program does not keep is nothing against it, and what is wrong with its keys is found whatever they are.
#[test]
fn counters_and_the_numbers_of_keys_are_not_judged() {
    for fault in [
        None,
        Some(EngineFault::FenPrintsVictim),
        Some(EngineFault::KeyWithoutRight),
    ] {
        let faults = fault.map_or(FaultSet::NONE, FaultSet::from);
        let declared = declared(faults);
        let mut oracle = Oracle::new(faults);
        oracle.seed = Some(1);
        let mut cases = SUITES.state_cases();
        let found = cases.find_map(|asked| {
            let result = case(&mut oracle, Rung::Line, asked, declared);
            let is_found = !matches!(result.verdict, Verdict::Pass | Verdict::Unsupported);
            is_found.then_some(result.verdict)
        });
        assert_eq!(found, fault.map(|_| Verdict::Fail), "{fault:?}");
    }
}

/// A repetition that is counted wrongly is told with the two positions, the right, and whether it can be used.
#[test]
fn a_wrong_repetition_shows_the_positions() {
    let mut results = results(EngineFault::RepetitionWithPin.into());
    let found =
        results.find(|result| result.verdict == Verdict::Fail && result.class == "repetition");
    let finding = found.unwrap().ways[0].findings[0].clone();
    let answer = finding.answer.unwrap();
    let positions = answer.positions.unwrap();
    assert!(positions.is_same, "{positions:#?}");
    assert!(
        positions.one.right.contains("cannot be used")
            && positions.one.right.contains("is illegal, for"),
        "{positions:#?}"
    );
    assert_eq!(positions.other.right, "no right to capture en passant");
}
