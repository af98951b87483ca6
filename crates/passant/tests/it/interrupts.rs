//! SIGINT and SIGTERM while an engine hangs: every command ends at once, and reports the interrupt and nothing about
//! the engine.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal;
use passant::engine::Interrupt;
use passant::minimise::trial::Seeded;
use passant::minimise::{Bounds, Candidate, Trial, minimise};
use passant_oracle::Fault;
use passant_rules::Setup;
use passant_test_tools::tool;

use crate::oracle::oracle;
use crate::run::{passant, send};

/// A position with an en passant capture that exposes the king on its rank.
const FEN: &str = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";

/// The words before and after the engine, the time at which the engine hangs, and the signal.
const RUNS: [(&[&str], &[&str], &str, Signal); 7] = [
    (&["bisect"], &[FEN, "2"], "start", Signal::SIGINT),
    (&["bisect"], &[FEN, "2"], "perft", Signal::SIGTERM),
    (&["bisect"], &[FEN, "2", "--tally"], "perft", Signal::SIGINT),
    (&["minimise"], &[FEN], "start", Signal::SIGINT),
    (&["minimise"], &[FEN], "perft", Signal::SIGTERM),
    (&["diagnose"], &["--time", "60"], "start", Signal::SIGINT),
    (&["adapter", "check"], &[], "start", Signal::SIGTERM),
];

#[cfg(unix)]
#[test]
fn every_command_that_runs_an_engine_can_be_interrupted() {
    let Some(_) = tool("python3") else {
        return;
    };
    let runs = RUNS.map(|run| thread::spawn(move || interrupted(run)));
    for run in runs {
        run.join().unwrap();
    }
}

fn interrupted((verb, rest, when, signal): (&[&str], &[&str], &str, Signal)) {
    let folder = tempfile::tempdir().unwrap();
    let sign = folder.path().join("hangs");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/hostile.py");
    let engine = format!(
        "python3 '{script}' '{}' hang {when} '{}'",
        oracle().display(),
        sign.display()
    );
    let told = format!("{verb:?} {rest:?} at {when}");
    let mut command = passant(&[verb, &[&engine], rest].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = command.spawn().unwrap();
    let hangs = (0..6000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        sign.exists()
    });
    assert!(hangs, "{told}: the engine is not asked");
    send(signal, &run);
    let output = run.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}: {errors}");
    assert!(output.stdout.is_empty(), "{told}: {:?}", output.stdout);
    assert!(!errors.contains("engine"), "{told}: {errors}");
}

/// The best position so far is returned, although the engine cannot be queried again.
#[test]
fn an_interrupt_keeps_the_smallest_position_so_far() {
    struct Ended(Interrupt);

    impl Trial for Ended {
        type Difference = <Seeded as Trial>::Difference;

        fn difference(&self, candidate: &Candidate) -> Option<Self::Difference> {
            if self.0.is_raised() {
                return None;
            }
            let pieces = candidate.setup.board.iter().count();
            let found = Seeded(Fault::RankPinIgnored.into()).difference(candidate)?;
            if pieces == 5 {
                self.0.raise();
            }
            Some(found)
        }
    }

    let setup = Setup::from_fen("4k3/8/p7/K1Pp3q/8/P7/8/1B6 w - d6 3 19").unwrap();
    let bounds = Bounds::default();
    let trial = Ended(bounds.interrupt.clone());
    let outcome = minimise(Candidate { setup, depth: 1 }, &trial, &bounds).unwrap();
    assert!(!outcome.is_minimal);
    assert_eq!(outcome.after.setup.board.iter().count(), 5);
}
