//! Compares the cases with what several programs compute.

use std::fmt::Debug;
use std::time::Instant;

use anyhow::{Result, bail};
use passant_oracle::State;
use passant_perft::{Counter, Run, Runner};
use passant_query::Line;
use passant_rules::{Bitboard, EnPassantMode, Move, Position, Square};
use passant_suite::{Case, FenCase, Reach, Variant};

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
