//! Questions about the state of a game, answered by the oracle as an engine, with and without faults.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use passant_judge::check::questions::{Convention, Conventions, Demands, Tolerance, case};
use passant_judge::check::{CaseResult, Verdict};
use passant_oracle::{EngineFault, Family, FaultSet, Oracle};
use passant_query::{Answer, Channel, EngineError, Feature, Line, Query, Step, Subject};
use passant_rules::{Setup, UciMove};
use passant_suite::Suites;

static SUITES: LazyLock<Suites> = LazyLock::new(|| Suites::builtin().unwrap());

/// The oracle as a program with habits of its own.
struct Program {
    oracle: Oracle,
    /// Set for a program that keeps no counters, and whose keys are different after every start.
    seed: Option<u64>,
    null_moves: NullMoves,
}

/// What the program does with a null move.
#[derive(Clone, Copy, PartialEq)]
enum NullMoves {
    /// It counts as a ply.
    Counted,
    /// It resets the clock.
    Uncounted,
    /// It crashes, and declares that it has no null moves.
    Fatal,
}

impl Program {
    fn new(faults: FaultSet) -> Self {
        Self {
            oracle: Oracle::with(faults),
            seed: None,
            null_moves: NullMoves::Counted,
        }
    }

    /// The FEN that it prints instead of the oracle's.
    fn printed(&self, line: &Line, fen: &str) -> String {
        let mut setup = Setup::from_fen(fen).unwrap();
        let has_passed = line.steps.last() == Some(&Step::Move(UciMove::NULL));
        if self.null_moves == NullMoves::Uncounted && has_passed {
            setup.halfmove_clock = 0;
        }
        let fen = setup.fen().to_string();
        let fields = if self.seed.is_some() { 4 } else { 6 };
        fen.split(' ').take(fields).collect::<Vec<_>>().join(" ")
    }
}

impl Subject for Program {
    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Ok(match feature {
            Feature::Chess960 => true,
            Feature::NullMoves => self.null_moves != NullMoves::Fatal,
            Feature::PolyglotKeys | Feature::SeveralLines => false,
        })
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        if line.has_null_move() && self.null_moves == NullMoves::Fatal {
            return Err(EngineError::Crashed("null move".to_owned()));
        }
        Ok(match self.oracle.ask(line, query)? {
            Answer::Fen(fen) => Answer::Fen(self.printed(line, &fen)),
            Answer::Key(key) => {
                let key = u64::from_str_radix(&key, 16).unwrap();
                Answer::Key((key ^ self.seed.unwrap_or_default()).to_string())
            }
            second => second,
        })
    }

    fn restart(&mut self) {
        self.seed = self.seed.map(|seed| seed + 1);
    }
}

fn conventions(faults: FaultSet) -> Conventions {
    Conventions::observe(&mut Program::new(faults), SUITES.state_cases())
}

/// The results of the cases, made when they are asked for.
fn results(faults: FaultSet) -> impl Iterator<Item = CaseResult> {
    let conventions = conventions(faults);
    let mut oracle = Program::new(faults);
    let cases = SUITES.state_cases();
    cases.map(move |asked| case(&mut oracle, Channel::Line, asked, conventions))
}

#[test]
fn passes_an_engine_without_fault_and_detects_its_conventions() {
    let expected = Conventions {
        fen: Some(Convention::Always),
        key: Some(Convention::Legal),
        suffix: Some(Tolerance::Read),
        without_file: Some(Tolerance::Refused),
        marks: None,
        halfmove_clock: Some(true),
        fullmove_number: Some(true),
        demanded: Demands::default(),
    };
    assert_eq!(conventions(FaultSet::NONE), expected);
    for result in results(FaultSet::NONE) {
        assert_eq!(result.verdict, Verdict::Pass, "{result:#?}");
    }
}

/// A convention that is demanded is judged, and breaking it is no fault.
#[test]
fn judges_a_convention_that_is_demanded() {
    use EngineFault::{KeyWithIllegalCapture, KeyWithoutCapturer, SuffixRefused};
    let none = FaultSet::NONE;
    for (faults, demand, class) in [
        (
            none,
            "fen=always,key=legal,suffix=read,without-file=refused",
            None,
        ),
        (none, "fen=pseudo-legal", Some("after-moves")),
        (none, "fen=legal", Some("after-moves")),
        (none, "key=always", Some("same-position")),
        (none, "key=pseudo-legal", Some("same-position")),
        (none, "key=polyglot", Some("same-position")),
        (none, "suffix=refused", Some("text")),
        (none, "without-file=read", Some("text")),
        (KeyWithoutCapturer.into(), "key=always", None),
        (
            KeyWithoutCapturer.into(),
            "key=legal",
            Some("same-position"),
        ),
        (KeyWithIllegalCapture.into(), "key=pseudo-legal", None),
        (SuffixRefused.into(), "suffix=refused", None),
        (SuffixRefused.into(), "suffix=read", Some("text")),
    ] {
        let conventions = conventions(faults).demanding(demand.parse().unwrap());
        let mut program = Program::new(faults);
        let mut failing = BTreeSet::new();
        for asked in SUITES.state_cases() {
            let result = case(&mut program, Channel::Line, asked, conventions);
            if result.verdict != Verdict::Pass {
                assert_eq!(result.verdict, Verdict::Fail, "{demand}: {result:#?}");
                assert!(!result.breaks_rules(), "{demand}: {result:#?}");
                failing.insert(asked.question.class());
            }
        }
        match class {
            Some(class) => assert!(failing.contains(class), "{demand}: {failing:?}"),
            None => assert!(failing.is_empty(), "{demand}: {failing:?}"),
        }
    }
}

/// A convention shows in what is detected, and not in a verdict.
#[test]
fn detects_a_convention_and_does_not_judge_it() {
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
        let found = conventions(fault.into());
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
fn fails_answers_that_follow_no_convention() {
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

/// No rule says whether a null move counts as a ply. A program without null moves is not asked.
#[test]
fn does_not_judge_how_null_moves_are_counted() {
    for (null_moves, expected) in [
        (NullMoves::Uncounted, Verdict::Pass),
        (NullMoves::Fatal, Verdict::Unsupported),
    ] {
        let mut oracle = Program::new(FaultSet::NONE);
        oracle.null_moves = null_moves;
        let found = Conventions::observe(&mut oracle, SUITES.state_cases());
        assert_eq!(found, conventions(FaultSet::NONE));
        let passing = SUITES.state_cases().filter(|asked| {
            let mut lines = asked.lines().into_iter();
            lines.any(Line::has_null_move)
        });
        for asked in passing {
            let result = case(&mut oracle, Channel::Line, asked, found);
            assert_eq!(result.verdict, expected, "{result:#?}");
        }
    }
}

/// Neither a count nor a game shows this fault.
#[test]
fn fails_a_right_that_outlives_a_null_move() {
    assert!(fails(EngineFault::KeptAfterNullMove, "after-moves"));
}

/// Tells whether an engine with the fault fails a case of a class whose name contains this.
fn fails(fault: EngineFault, class: &str) -> bool {
    let mut results = results(fault.into());
    results.any(|result| result.verdict == Verdict::Fail && result.class.contains(class))
}

/// A program need not keep counters. Faults of its keys are found whatever numbers they are.
#[test]
fn does_not_judge_counters_and_the_numbers_of_keys() {
    for fault in [
        None,
        Some(EngineFault::FenPrintsVictim),
        Some(EngineFault::KeyWithoutRight),
    ] {
        let faults = fault.map_or(FaultSet::NONE, FaultSet::from);
        let conventions = conventions(faults);
        let mut oracle = Program::new(faults);
        oracle.seed = Some(1);
        let mut cases = SUITES.state_cases();
        let found = cases.find_map(|asked| {
            let result = case(&mut oracle, Channel::Line, asked, conventions);
            let is_found = !matches!(result.verdict, Verdict::Pass | Verdict::Unsupported);
            is_found.then_some(result.verdict)
        });
        assert_eq!(found, fault.map(|_| Verdict::Fail), "{fault:?}");
    }
}

/// The finding has the two positions, which differ only in a right that no pawn can use. The page `check` has its text.
#[test]
fn shows_the_positions_of_a_wrong_repetition() {
    let mut results = results(EngineFault::RepetitionWithPin.into());
    let found =
        results.find(|result| result.verdict == Verdict::Fail && result.class == "repetition");
    let finding = found.unwrap().presentations[0].findings[0].clone();
    let answer = finding.answer.unwrap();
    let positions = answer.positions.unwrap();
    assert!(positions.is_same, "{positions:#?}");
    let [first, second] =
        [&positions.first, &positions.second].map(|it| Setup::from_fen(&it.fen).unwrap());
    assert_eq!(first.board, second.board);
    let (first, _) = first.repair().unwrap();
    assert_eq!(
        first.en_passant().unwrap().legal().len(),
        0,
        "{positions:#?}"
    );
    assert_eq!(second.en_passant, None);
    assert_ne!(positions.first.right, positions.second.right);
}
