//! Everything that `suites/` says, computed again.

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand};
use passant_oracle::State;
use passant_perft::{Counter, Run, Runner};
use passant_rules::{Bitboard, EnPassantMode, Position, Square};
use passant_suite::{Case, FenCase, Reach, Suites};

use crate::stockfish::Stockfish;

mod confirm;
mod question;
mod score;
mod state;

/// What to do with the suites.
#[derive(Subcommand)]
pub(crate) enum SuitesCommand {
    /// Computes again what the suites say, with the rules, the oracle and, where installed, Stockfish
    Verify(Verify),
    /// Asks the other programs that the suites below `state` name: python-chess, and chess.js where it is at hand
    Confirm(confirm::Confirm),
    /// Tells how many faults positions catch, which they cannot tell apart, and the cheapest that do as well
    Score(score::Arguments),
}

/// Which cases to verify, and how deep.
#[derive(Args)]
pub(crate) struct Verify {
    /// Addresses, or how they begin: `en-passant`, `perft/standard`; all cases by default
    selectors: Vec<String>,
    /// The largest count that is computed again
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000)]
    max_nodes: u64,
}

/// Runs a command over the suites of this checkout.
pub(crate) fn run(root: &Path, command: &SuitesCommand) -> Result<()> {
    let suites =
        Suites::load(root.join("suites")).map_err(|diagnostics| anyhow!("{diagnostics}"))?;
    match command {
        SuitesCommand::Verify(options) => verify(&suites, options),
        SuitesCommand::Confirm(options) => confirm::run(root, &suites, options),
        SuitesCommand::Score(arguments) => score::run(root, &suites, arguments),
    }
}

fn verify(suites: &Suites, verify: &Verify) -> Result<()> {
    let selectors = if verify.selectors.is_empty() {
        vec![
            "perft".to_owned(),
            "en-passant".to_owned(),
            "fen".to_owned(),
            "state".to_owned(),
        ]
    } else {
        verify.selectors.clone()
    };
    let selection = suites
        .select(&selectors)
        .map_err(|error| anyhow!("{error}"))?;
    let mut verifier = Verifier::new(verify.max_nodes)?;
    for case in &selection.cases {
        verifier.case(case)?;
    }
    for case in &selection.fen_cases {
        verifier.fen_case(case);
    }
    for case in &selection.state_cases {
        verifier.state_case(case);
        for twin in case.twins() {
            verifier.state_case(&twin);
        }
    }
    verifier.report()
}

/// Verifies what takes seconds: every case, at its small depths.
pub(crate) fn verify_quickly(root: &Path) -> Result<()> {
    let arguments = Verify {
        selectors: Vec::new(),
        max_nodes: 30_000,
    };
    run(root, &SuitesCommand::Verify(arguments))
}

struct Verifier {
    runner: Runner,
    stockfish: Option<Stockfish>,
    max_nodes: u64,
    start: Instant,
    cases: usize,
    counts: usize,
    asked_stockfish: usize,
    differences: usize,
}

impl Verifier {
    fn new(max_nodes: u64) -> Result<Self> {
        Ok(Self {
            runner: Runner::new(None)?,
            stockfish: Stockfish::start()?,
            max_nodes,
            start: Instant::now(),
            cases: 0,
            counts: 0,
            asked_stockfish: 0,
            differences: 0,
        })
    }

    fn case(&mut self, case: &Case) -> Result<()> {
        self.cases += 1;
        let state = State::new(&believed(case));
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
            self.asked_stockfish += 1;
            self.compare(&what, &name, [expected, nodes]);
        }
        Ok(())
    }

    fn nodes(&self, position: &Position, depth: u32, counter: Counter) -> Result<u64> {
        let run = Run::new(position.clone(), depth).counter(counter);
        Ok(self.runner.run(&run)?.total)
    }

    /// The en passant captures that the case calls legal and illegal; the suites of `perft/` do not say.
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

    fn fen_case(&mut self, case: &FenCase) {
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

    fn compare<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        who: &str,
        [expected, found]: [T; 2],
    ) {
        if expected != found {
            self.differences += 1;
            println!("{what}: expected {expected:?}, {who} says {found:?}");
        }
    }

    fn report(&self) -> Result<()> {
        let seconds = self.start.elapsed().as_secs_f64();
        println!(
            "{} cases, {} counts of at most {} nodes, {seconds:.1} s",
            self.cases, self.counts, self.max_nodes
        );
        match &self.stockfish {
            Some(engine) => {
                println!(
                    "rules, oracle and {} (asked for {} counts)",
                    engine.name(),
                    self.asked_stockfish
                );
            }
            None => println!(
                "rules and oracle; no Stockfish is installed (Debian: apt-get install stockfish)"
            ),
        }
        match self.differences {
            0 => Ok(()),
            number => bail!("{number} differences"),
        }
    }
}

/// What the case makes believe: the FEN without a right that its board denies.
fn believed(case: &Case) -> passant_rules::Setup {
    case.position().setup(EnPassantMode::Always)
}

/// Stockfish is asked where it has confirmed the counts of the FEN as it stands: elsewhere it may crash.
fn stockfish_can_read(case: &Case) -> bool {
    let confirmed = |name: &String| name.starts_with("stockfish") && !name.contains("without");
    case.reach != Reach::Bogus && case.confirmed.iter().any(confirmed)
}

/// The squares from which the oracle captures en passant, legally and otherwise.
fn oracle_captures(state: &State) -> (Bitboard, Bitboard) {
    state
        .en_passant()
        .map_or((Bitboard::EMPTY, Bitboard::EMPTY), |right| {
            (right.legal, right.capturers - right.legal)
        })
}

/// The en passant square that a convention shows, if the oracle decides.
fn oracle_shows(state: &State, mode: EnPassantMode) -> Option<Square> {
    let right = state.en_passant()?;
    let is_shown = match mode {
        EnPassantMode::Always => true,
        EnPassantMode::PseudoLegal => !right.capturers.is_empty(),
        EnPassantMode::Legal => !right.legal.is_empty(),
    };
    is_shown.then_some(right.target)
}
