//! Compares the cases with what several programs compute.

use std::fmt::Debug;
use std::time::Instant;

use anyhow::{Result, bail};
use passant_oracle::State;
use passant_perft::{Counter, Run, Runner};
use passant_rules::{Bitboard, EnPassantMode, Position, Square};
use passant_suite::{Case, FenCase, Reach};
use passant_test_tools::Missing;

use crate::stockfish::Stockfish;

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
            stockfish: stockfish()?,
            max_nodes,
            start: Instant::now(),
            cases: 0,
            counts: 0,
            stockfish_counts: 0,
            differences: 0,
        })
    }

    pub(super) fn case(&mut self, case: &Case) -> Result<()> {
        self.cases += 1;
        let state = State::new(&setup(case));
        self.captures(case, &state);
        let max_nodes = self.max_nodes;
        for (depth, expected) in case.depths().filter(|(_, nodes)| *nodes <= max_nodes) {
            self.counts += 1;
            let what = format!("{} depth {depth}", case.address);
            let kernel = Counter::default();
            let nodes = self.nodes(case.position(), depth, kernel)?;
            self.compare(&what, &format!("kernel {kernel}"), [expected, nodes]);
            let nodes = self.nodes(case.position(), depth, Counter::Rules)?;
            self.compare(&what, "rules", [expected, nodes]);
            self.compare(&what, "oracle", [expected, state.perft(depth)]);
            let Some(stockfish) = self.stockfish.as_mut().filter(|_| stockfish_can_read(case))
            else {
                continue;
            };
            let nodes = stockfish.perft(case, depth)?;
            let name = stockfish.name().to_owned();
            self.stockfish_counts += 1;
            self.compare(&what, &name, [expected, nodes]);
        }
        Ok(())
    }

    fn nodes(&self, position: &Position, depth: u32, counter: Counter) -> Result<u64> {
        let run = Run::<u64>::new(position.clone(), depth).counter(counter);
        Ok(self.runner.run(&run)?.total.try_into()?)
    }

    /// Compares the legal and illegal en passant captures; the suites below `perft/` do not list them.
    fn captures(&mut self, case: &Case, state: &State) {
        if !case.address.starts_with("en-passant/") {
            return;
        }
        let from = |moves: &[passant_rules::Move]| -> Bitboard {
            moves.iter().map(|mv| mv.from()).collect()
        };
        let (legal, illegal) = (from(&case.legal), from(&case.illegal));
        let right = case.position().en_passant();
        let judged = right.map_or((Bitboard::EMPTY, Bitboard::EMPTY), |right| {
            (right.legal(), right.capturers() - right.legal())
        });
        self.compare(
            &case.address,
            "rules (legal, illegal)",
            [(legal, illegal), judged],
        );
        let played = oracle_captures(state);
        self.compare(
            &case.address,
            "oracle (legal, illegal)",
            [(legal, illegal), played],
        );
    }

    pub(super) fn fen_case(&mut self, case: &FenCase) {
        self.cases += 1;
        let mut position = case.position().clone();
        let mut state = State::new(&position.setup(EnPassantMode::Always));
        for &mv in &case.moves {
            let _ = position.make(mv);
            state = state.make(mv);
        }
        for mode in [
            EnPassantMode::Always,
            EnPassantMode::PseudoLegal,
            EnPassantMode::Legal,
        ] {
            let what = format!("{} {mode:?}", case.address);
            self.compare(
                &what,
                "rules",
                [case.en_passant(mode), position.setup(mode).en_passant],
            );
            self.compare(
                &what,
                "oracle",
                [case.en_passant(mode), oracle_shows(&state, mode)],
            );
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
        match &self.stockfish {
            Some(engine) => {
                println!(
                    "rules, oracle and {} ({} counts)",
                    engine.name(),
                    self.stockfish_counts
                );
            }
            None => println!("rules and oracle"),
        }
        match self.differences {
            0 => Ok(()),
            number => bail!("{number} differences"),
        }
    }
}

/// The position of a case: its FEN without a right that contradicts the board.
fn setup(case: &Case) -> passant_rules::Setup {
    case.position().setup(EnPassantMode::Always)
}

/// Whether Stockfish confirmed the counts of the unchanged FEN. It may crash on others.
fn stockfish_can_read(case: &Case) -> bool {
    let confirmed = |name: &String| name.starts_with("stockfish") && !name.contains("without");
    case.reach != Reach::Bogus && case.confirmed.iter().any(confirmed)
}

/// The origins of the legal and the illegal en passant captures, according to the oracle.
fn oracle_captures(state: &State) -> (Bitboard, Bitboard) {
    state
        .en_passant()
        .map_or((Bitboard::EMPTY, Bitboard::EMPTY), |right| {
            (right.legal, right.capturers - right.legal)
        })
}

/// The en passant square under a convention, according to the oracle.
pub(super) fn oracle_shows(state: &State, mode: EnPassantMode) -> Option<Square> {
    let right = state.en_passant()?;
    let is_shown = match mode {
        EnPassantMode::Always => true,
        EnPassantMode::PseudoLegal => !right.capturers.is_empty(),
        EnPassantMode::Legal => !right.legal.is_empty(),
    };
    is_shown.then_some(right.target)
}

/// A running Stockfish, or a report that it is missing.
fn stockfish() -> Result<Option<Stockfish>> {
    let engine = Stockfish::start()?;
    if engine.is_none() {
        Missing {
            tool: "stockfish".to_owned(),
            install: "apt-get install stockfish".to_owned(),
            what: "suites: Stockfish's counts".to_owned(),
        }
        .report();
    }
    Ok(engine)
}
