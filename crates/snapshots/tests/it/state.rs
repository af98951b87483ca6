//! What the questions about state find out: which of the faults that an engine can be told to have, and by which
//! questions.

use std::collections::BTreeMap;
use std::fmt::Write;

use passant_oracle::{Engine, EngineFault, Family, FaultSet};
use passant_rules::{EnPassantMode, Position};
use passant_suite::{Ask, Line, Ply, StateCase, What};

use crate::tallies::SUITES;

/// The folders below `state/`.
const KINDS: [&str; 6] = [
    "after-moves",
    "same-position",
    "repetition",
    "text",
    "queries",
    "games",
];

/// What perft cannot see at all.
const UNSEEN_BY_PERFT: [Family; 4] = [
    Family::FenOut,
    Family::Key,
    Family::Repetition,
    Family::Text,
];

/// To refuse `e.p.` is no fault of a reader of SAN.
const RIGHT_IN_ITS_WAY: EngineFault = EngineFault::SuffixRefused;

/// How many cases of each kind an engine answers wrongly.
type Wrong = BTreeMap<&'static str, usize>;

#[test]
fn an_engine_without_fault_answers_everything() {
    assert_eq!(wrong_cases(FaultSet::NONE), Wrong::new());
}

#[test]
fn faults_are_found() {
    let found: Vec<_> = EngineFault::ALL
        .iter()
        .map(|&fault| (fault, wrong_cases(fault.into())))
        .collect();
    for (fault, wrong) in &found {
        if *fault == RIGHT_IN_ITS_WAY {
            assert_eq!(*wrong, Wrong::new(), "{fault}");
        } else if UNSEEN_BY_PERFT.contains(&fault.family()) {
            assert!(!wrong.is_empty(), "{fault} answers everything right");
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("state-faults", page(&found)));
}

/// For each fault the number of cases, by kind, that it answers wrongly.
fn page(found: &[(EngineFault, Wrong)]) -> String {
    let mut page = format!("{:<30}", "wrong cases");
    for kind in KINDS {
        // Writing to a string cannot fail.
        let _ = write!(page, " {kind:>13}");
    }
    for (fault, wrong) in found {
        let _ = write!(page, "\n{:<30}", fault.name());
        for kind in KINDS {
            let _ = match wrong.get(kind) {
                Some(number) => write!(page, " {number:>13}"),
                None => write!(page, " {:>13}", "."),
            };
        }
    }
    page
}

fn wrong_cases(faults: FaultSet) -> Wrong {
    let mut wrong = Wrong::new();
    for case in SUITES.state_cases() {
        let games = Games::of(case, faults);
        let mut asks = case.asks().into_iter();
        if asks.any(|ask| games.answer_right(&ask) != Some(true)) {
            *wrong.entry(kind(case)).or_default() += 1;
        }
    }
    wrong
}

fn kind(case: &'static StateCase) -> &'static str {
    case.address.split('/').nth(1).unwrap_or_default()
}

/// The games of a case as an engine has played them.
struct Games<'a>(Vec<(&'a Line, Vec<Engine>)>);

impl<'a> Games<'a> {
    fn of(case: &'a StateCase, faults: FaultSet) -> Self {
        let lines = case.lines().into_iter();
        Self(lines.map(|line| (line, play(line, faults))).collect())
    }

    /// The engine after the first plies of a line; `None` if it takes one of them for illegal.
    fn at(&self, line: &Line, plies: usize) -> Option<Engine> {
        let (_, engines) = self
            .0
            .iter()
            .find(|(played, _)| std::ptr::eq(*played, line))?;
        engines.get(plies).cloned()
    }

    /// Whether the answer is right; `None` if the engine takes a legal move for illegal.
    fn answer_right(&self, ask: &Ask<'_>) -> Option<bool> {
        let mut engine = self.at(ask.line, ask.plies + ask.taken_back)?;
        for _ in 0..ask.taken_back {
            engine.undo();
        }
        let uci = |mv| position(ask).uci(mv).to_string();
        Some(match &ask.what {
            What::Fen(fens) => fens.contains(&engine.setup().fen()),
            What::Same { other, right } => {
                engine.is_same(&self.at(other, other.plies().len())?) == *right
            }
            What::Key {
                other,
                plies,
                right,
                ..
            } => (engine.key() == self.at(other, *plies)?.key()) == *right,
            What::Occurrences(times) => times.contains(&engine.occurrences()),
            What::San { mv, right } => engine.san(engine.read_uci(&uci(*mv))?) == *right,
            What::Read {
                text,
                right,
                may_be_refused,
            } => match (engine.read_san(text), right) {
                (None, right) => right.is_none() || *may_be_refused,
                (Some(_), None) => false,
                (Some(read), Some(mv)) => {
                    engine.play(read);
                    let after = Ply::Move(*mv).after(&position(ask));
                    engine.setup().fen() == after.fen(EnPassantMode::Always)
                }
            },
            What::Legal { uci, right } => {
                let moves = engine.moves();
                moves.into_iter().any(|mv| engine.uci(mv) == *uci) == *right
            }
            What::Takes { mv, right } => {
                engine.victim(engine.read_uci(&uci(*mv))?) == right.map(|(_, at)| at)
            }
            What::Capture { mv, right } => engine.read_uci(&uci(*mv))?.is_capture() == *right,
            What::EnPassant { mv, right } => engine.read_uci(&uci(*mv))?.is_en_passant() == *right,
            What::Check { mv, right } => {
                let mv = engine.read_uci(&uci(*mv))?;
                engine.play(mv);
                engine.is_check() == *right
            }
        })
    }
}

/// An engine at the start of a line and after each ply, as far as it takes the moves for legal.
fn play(line: &Line, faults: FaultSet) -> Vec<Engine> {
    let mut engine = Engine::new(&line.start().setup(EnPassantMode::Always), faults);
    let mut engines = vec![engine.clone()];
    for (uci, ply) in line.uci().iter().zip(line.plies()) {
        match (ply, engine.read_uci(uci)) {
            (Ply::Move(_), Some(mv)) => engine.play(mv),
            (Ply::Move(_), None) => break,
            (Ply::Pass, _) => engine.pass(),
        }
        engines.push(engine.clone());
    }
    engines
}

/// The position when something is asked.
fn position(ask: &Ask<'_>) -> Position {
    let plies = ask.line.plies()[..ask.plies].iter();
    plies.fold(ask.line.start().clone(), |position, ply| {
        ply.after(&position)
    })
}
