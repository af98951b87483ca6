//! Verifies everything that `suites/` says.

use std::fmt::Debug;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use passant_judge::RulesSubject;
use passant_oracle::{EngineFault, Oracle, State};
use passant_perft::{Counter, Run, Runner};
use passant_query::{EngineError, EngineMove, Expected, Line, Query, Subject};
use passant_rules::{Bitboard, EnPassantMode, Move, Position, Setup, Square};
use passant_suite::{
    Case, Expect, FenCase, PlayCase, Reach, StateCase, StateQuestion, Suites, Variant,
};

use super::referee;
use crate::stockfish::Stockfish;

/// The suites with something to verify.
const ALL: [&str; 5] = ["perft", "en-passant", "fen", "state", "play"];

/// The cases to verify, and the depth.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Addresses, or their beginnings: `en-passant`, `perft/standard`; default: all cases
    selectors: Vec<String>,
    /// Skip counts larger than this
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000)]
    max_nodes: u64,
}

/// Tells whether a selector names games for match runners, which are no questions to an engine.
fn is_of_runners(selector: &str) -> bool {
    selector == "referee" || selector.starts_with("referee/")
}

impl Arguments {
    /// Tells whether a game for match runners is selected.
    fn selects(&self, address: &str) -> bool {
        self.selectors.is_empty() || self.selectors.iter().any(|it| address.starts_with(&**it))
    }
}

/// Verifies the selected cases; an error if a program computes something else.
pub(super) fn run(suites: &Suites, arguments: &Arguments) -> Result<()> {
    let of_engines = arguments.selectors.iter().filter(|it| !is_of_runners(it));
    let selection = if arguments.selectors.is_empty() {
        suites.select(ALL)
    } else {
        suites.select(of_engines)
    };
    let selection = selection.map_err(|error| anyhow!("{error}"))?;
    let mut verifier = Verifier::new(arguments.max_nodes)?;
    for case in &selection.cases {
        verifier.verify_case(case)?;
    }
    for case in &selection.fen_cases {
        verifier.verify_fen_case(case);
    }
    for case in &selection.state_cases {
        verifier.verify_state_case(case);
        for twin in case.twins() {
            verifier.verify_state_case(&twin);
        }
    }
    for case in &selection.play_cases {
        verifier.verify_play_case(case);
    }
    for case in suites
        .referee_cases()
        .filter(|case| arguments.selects(&case.address))
    {
        verifier.cases += 1;
        for (who, expected, found) in referee::find_differences(case) {
            verifier.difference(&case.address, who, &expected, &found);
        }
    }
    verifier.report()
}

/// The programs to compare with, and the number of comparisons and differences.
pub(super) struct Verifier {
    runner: Runner,
    stockfish: Option<Stockfish>,
    max_nodes: u64,
    start: Instant,
    pub(super) cases: usize,
    counts: usize,
    stockfish_counts: usize,
    differences: usize,
}

impl Verifier {
    pub(super) fn new(max_nodes: u64) -> Result<Self> {
        Ok(Self {
            runner: Runner::new(None)?,
            stockfish: Stockfish::start("suites: Stockfish's counts")?,
            max_nodes,
            start: Instant::now(),
            cases: 0,
            counts: 0,
            stockfish_counts: 0,
            differences: 0,
        })
    }

    pub(super) fn verify_case(&mut self, case: &Case) -> Result<()> {
        self.cases += 1;
        // The FEN without a right that contradicts the board.
        let state = State::new(&case.position().setup(EnPassantMode::Always));
        self.compare_captures(case, &state);
        let max_nodes = self.max_nodes;
        for (depth, expected) in case.depths().filter(|(_, nodes)| *nodes <= max_nodes) {
            self.counts += 1;
            let what = format!("{} depth {depth}", case.address);
            for counter in [Counter::default(), Counter::Rules] {
                let nodes = self.count(case.position(), depth, counter)?;
                self.compare(&what, &counter.to_string(), [expected, nodes]);
            }
            self.compare(&what, "oracle", [expected, state.perft(depth)]);
            if let Some(stockfish) = self.stockfish.as_mut().filter(|_| can_read(case)) {
                let mut line = Line::from_fen(&case.fen)?;
                line.is_chess960 = case.variant == Variant::Chess960;
                let (nodes, name) = (stockfish.count(&line, depth)?, stockfish.name.clone());
                self.stockfish_counts += 1;
                self.compare(&what, &name, [expected, nodes]);
            }
        }
        Ok(())
    }

    fn count(&self, position: &Position, depth: u32, counter: Counter) -> Result<u64> {
        let run = Run::<u64>::new(position.clone(), depth).counter(counter);
        Ok(self.runner.run(&run)?.total.try_into()?)
    }

    /// Compares the legal and illegal en passant captures; the suites below `perft/` do not list them.
    fn compare_captures(&mut self, case: &Case, state: &State) {
        if !case.address.starts_with("en-passant/") {
            return;
        }
        let from = |moves: &[Move]| -> Bitboard { moves.iter().map(|mv| mv.from()).collect() };
        let expected = (from(&case.legal), from(&case.illegal));
        let none = (Bitboard::EMPTY, Bitboard::EMPTY);
        let of_rules = case.position().en_passant();
        let of_rules = of_rules.map(|it| (it.legal(), it.capturers() - it.legal()));
        let of_oracle = state.en_passant();
        let of_oracle = of_oracle.map(|it| (it.legal, it.capturers - it.legal));
        for (who, found) in [("rules", of_rules), ("oracle", of_oracle)] {
            let who = format!("{who} (legal, illegal)");
            self.compare(&case.address, &who, [expected, found.unwrap_or(none)]);
        }
    }

    pub(super) fn verify_fen_case(&mut self, case: &FenCase) {
        self.cases += 1;
        let mut position = case.position().clone();
        let mut state = State::new(&position.setup(EnPassantMode::Always));
        for &mv in &case.moves {
            let _ = position.make(mv);
            state = state.make(mv);
        }
        for mode in EnPassantMode::ALL {
            let what = format!("{} {mode:?}", case.address);
            let expected = case.en_passant(mode);
            self.compare(&what, "rules", [expected, position.setup(mode).en_passant]);
            self.compare(&what, "oracle", [expected, oracle_shows(&state, mode)]);
        }
    }

    pub(super) fn compare<T: PartialEq + Debug>(
        &mut self,
        what: &str,
        who: &str,
        [expected, found]: [T; 2],
    ) {
        if expected != found {
            self.difference(what, who, &expected, &found);
        }
    }

    pub(super) fn difference(
        &mut self,
        what: &str,
        who: &str,
        expected: &dyn Debug,
        found: &dyn Debug,
    ) {
        self.differences += 1;
        println!("{what}: expected {expected:?}, got {found:?} from {who}");
    }

    pub(super) fn report(&self) -> Result<()> {
        let seconds = self.start.elapsed().as_secs_f64();
        println!(
            "{} cases, {} counts of at most {} nodes, {seconds:.1} s",
            self.cases, self.counts, self.max_nodes
        );
        let stockfish = self.stockfish.as_ref();
        let stockfish =
            stockfish.map(|it| format!(", {} ({} counts)", it.name, self.stockfish_counts));
        println!("rules, oracle{}", stockfish.unwrap_or_default());
        match self.differences {
            0 => Ok(()),
            number => bail!("{number} differences"),
        }
    }
}

/// Tells whether Stockfish confirmed the counts of the unchanged FEN. It may crash on others.
fn can_read(case: &Case) -> bool {
    let confirmed = |name: &String| name.starts_with("stockfish") && !name.contains("without");
    case.reach != Reach::Bogus && case.confirmed.iter().any(confirmed)
}

/// Returns the en passant square under a convention, according to the oracle.
pub(super) fn oracle_shows(state: &State, mode: EnPassantMode) -> Option<Square> {
    let right = state.en_passant()?;
    let is_shown = match mode {
        EnPassantMode::Always => true,
        EnPassantMode::PseudoLegal => !right.capturers.is_empty(),
        EnPassantMode::Legal => !right.legal.is_empty(),
    };
    is_shown.then_some(right.target)
}

/// The deepest search that must find the best move, in plies.
const DEEPEST: u32 = 3;

/// Faults that concern one color, or one side of the board, and may therefore not show in a twin.
const ONE_SIDED: [EngineFault; 19] = [
    EngineFault::WestCapturerMissed,
    EngineFault::EastCapturerMissed,
    EngineFault::WhiteCaptureMissed,
    EngineFault::BlackCaptureMissed,
    EngineFault::SecondCapturerMissed,
    EngineFault::FirstCapturerMissed,
    EngineFault::FirstJudgedForBoth,
    EngineFault::SecondJudgedForBoth,
    EngineFault::WrapsToHFile,
    EngineFault::WrapsToAFile,
    EngineFault::WhiteOffsetForBoth,
    EngineFault::BlackOffsetForBoth,
    EngineFault::A8MeansNone,
    EngineFault::A1MeansNone,
    EngineFault::AFileMeansNone,
    EngineFault::A1ReadAsTarget,
    EngineFault::H1ReadAsTarget,
    EngineFault::A8ReadAsTarget,
    EngineFault::H8ReadAsTarget,
];

impl Verifier {
    /// Verifies a case and its twins: without a fault the best move is played, by deeper searches too, and with each
    /// fault it is not.
    pub(super) fn verify_play_case(&mut self, case: &PlayCase) {
        self.cases += 1;
        for depth in case.depth..=DEEPEST {
            self.verify_best_move(case, depth);
        }
        for name in &case.faults {
            let Some(fault) = EngineFault::from_name(name) else {
                self.difference(&case.address, "oracle", &"the name of a fault", name);
                continue;
            };
            self.verify_wrong_move(case, fault);
            if !ONE_SIDED.contains(&fault) {
                for twin in case.twins() {
                    self.verify_wrong_move(&twin, fault);
                }
            }
        }
        for twin in case.twins() {
            self.verify_best_move(&twin, twin.depth);
        }
    }

    /// Verifies that a search without a fault plays the best move.
    fn verify_best_move(&mut self, case: &PlayCase, depth: u32) {
        let what = format!("{} depth {depth}", case.address);
        let played = play(Oracle::correct(), case, depth);
        let best = Some(EngineMove::Uci(case.best));
        self.compare(&what, "oracle", [best, played]);
    }

    /// Verifies that a search with a fault plays one of the wrong moves; or anything but the best move where none is
    /// listed.
    fn verify_wrong_move(&mut self, case: &PlayCase, fault: EngineFault) {
        let played = play(Oracle::with(fault), case, case.depth);
        let is_wrong = match &played {
            _ if case.wrong.is_empty() => played != Some(EngineMove::Uci(case.best)),
            Some(EngineMove::Uci(mv)) => case.wrong.contains(mv),
            _ => false,
        };
        if !is_wrong {
            let who = format!("oracle with {fault}");
            self.difference(&case.address, &who, &case.wrong, &played);
        }
    }
}

/// Returns the move that is played; `None` if the line is refused.
fn play(mut oracle: Oracle, case: &PlayCase, depth: u32) -> Option<EngineMove> {
    oracle.best_move(&case.line, depth).ok()
}

impl Verifier {
    /// Verifies a case. Only the rules compute Polyglot keys.
    pub(super) fn verify_state_case(&mut self, case: &StateCase) {
        self.cases += 1;
        for question in case.questions() {
            let what = format!("{}: {question}", case.address);
            self.verify_answer(&what, "rules", &mut RulesSubject::default(), &question);
            self.verify_answer(&what, "oracle", &mut Oracle::correct(), &question);
            if let Expected::Fen(fens) = &question.expected {
                let fens = Ok(fens.map(|fen| fen.to_string()));
                self.compare(&what, "rules", [&fens, &rules_fens(&question.line)]);
                self.compare(&what, "oracle", [&fens, &oracle_fens(&question.line)]);
            }
        }
        if let StateQuestion::SamePosition(pair) = &case.question
            && let Some(keys) = pair.polyglot
        {
            let ends = [&pair.one, &pair.other].map(Line::position);
            let found = ends.map(|end| end.map(|end| end.polyglot_key()));
            self.compare(&case.address, "rules (Polyglot)", [keys.map(Some), found]);
        }
    }

    /// Verifies an answer.
    fn verify_answer(&mut self, what: &str, who: &str, subject: &mut dyn Subject, asked: &Expect) {
        let answer = subject.ask(&asked.line, &asked.query);
        if !answer
            .as_ref()
            .is_ok_and(|answer| asked.expected.allows(answer))
        {
            self.difference(what, who, &asked.expected, &answer);
        }
        // The keys were updated move by move. Now they are computed from FENs.
        if let (Query::SameKey(other), Expected::SameKey { is_same, .. }) =
            (&asked.query, &asked.expected)
        {
            let found = same_key_read(subject, [&asked.line, other]);
            self.compare(what, who, [Ok(*is_same), found]);
        }
    }
}

/// Tells whether the keys are equal if a program reads the FENs that it prints at the ends of two lines.
fn same_key_read(subject: &mut dyn Subject, lines: [&Line; 2]) -> Result<bool, EngineError> {
    let mut key = |line| {
        let fen = subject.fen(line)?;
        let read = Line::from_fen(&fen).map_err(|error| EngineError::Garbled(error.to_string()))?;
        subject.key(&read)
    };
    Ok(key(lines[0])? == key(lines[1])?)
}

/// Returns the FEN under each convention.
fn rules_fens(line: &Line) -> Result<[String; 3], EngineError> {
    let [always, pseudo_legal, legal] = EnPassantMode::ALL.map(|fen| {
        let mut rules = RulesSubject {
            fen,
            ..RulesSubject::default()
        };
        rules.fen(line)
    });
    Ok([always?, pseudo_legal?, legal?])
}

/// Returns the same from the oracle, which prints one of them.
fn oracle_fens(line: &Line) -> Result<[String; 3], EngineError> {
    let fen = Oracle::correct().fen(line)?;
    let setup = Setup::from_fen(&fen).map_err(|error| EngineError::Garbled(error.to_string()))?;
    let state = State::new(&setup);
    Ok(EnPassantMode::ALL.map(|mode| {
        let en_passant = oracle_shows(&state, mode);
        let shown = Setup {
            en_passant,
            ..setup.clone()
        };
        shown.fen().to_string()
    }))
}
