//! Ctrl-C and `kill` while an engine hangs: every command that asks the engine ends at once. Its message says that it
//! was interrupted, and does not blame the engine.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal;
use passant_judge::minimize::trial::SeededTrial;
use passant_judge::minimize::{Bounds, Candidate, Trial, minimize};
use passant_oracle::EngineFault;
use passant_query::Interrupt;
use passant_rules::Setup;

use crate::hostile::engine;
use crate::run::{passant, send};

/// A position with a capture that uncovers the king on its rank.
const FEN: &str = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";

/// The arguments before the engine and after it, when the engine hangs, and the signal.
const RUNS: [(&[&str], &[&str], &str, Signal); 7] = [
    (&["bisect"], &[FEN, "2"], "start", Signal::SIGINT),
    (&["bisect"], &[FEN, "2"], "perft", Signal::SIGTERM),
    (&["bisect"], &[FEN, "2", "--tally"], "perft", Signal::SIGINT),
    (&["minimize"], &[FEN], "start", Signal::SIGINT),
    (&["minimize"], &[FEN], "perft", Signal::SIGTERM),
    (&["diagnose"], &["--time", "60"], "start", Signal::SIGINT),
    (&["adapter", "check"], &[], "start", Signal::SIGTERM),
];

#[cfg(unix)]
#[test]
fn interrupts_every_command_that_asks_an_engine() {
    let runs = RUNS.map(|run| thread::spawn(move || interrupted(run)));
    for run in runs {
        run.join().unwrap();
    }
}

fn interrupted((verb, rest, when, signal): (&[&str], &[&str], &str, Signal)) {
    let folder = tempfile::tempdir().unwrap();
    let sign = folder.path().join("hangs");
    let engine = engine("hang", when, &sign);
    let context = format!("{verb:?} {rest:?} at {when}");
    let mut command = passant(&[verb, &[&engine], rest].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = command.spawn().unwrap();
    let hangs = (0..6000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        sign.exists()
    });
    assert!(hangs, "{context}: the engine is not asked");
    send(signal, &run);
    let output = run.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{context}: {errors}");
    assert!(output.stdout.is_empty(), "{context}: {:?}", output.stdout);
    assert!(!errors.contains("engine"), "{context}: {errors}");
}

/// The best result so far is returned, although the engine, which ends with the run, cannot be asked again.
#[test]
fn an_interrupt_returns_the_smallest_position_so_far() {
    struct Ended(Interrupt);

    impl Trial for Ended {
        type Difference = <SeededTrial as Trial>::Difference;

        fn difference(&self, candidate: &Candidate) -> Option<Self::Difference> {
            if self.0.is_raised() {
                return None;
            }
            let pieces = candidate.setup.board.iter().count();
            let found = SeededTrial(EngineFault::RankPinIgnored.into()).difference(candidate)?;
            if pieces == 5 {
                self.0.raise();
            }
            Some(found)
        }
    }

    let setup = Setup::from_fen("4k3/8/p7/K1Pp3q/8/P7/8/1B6 w - d6 3 19").unwrap();
    let bounds = Bounds::default();
    let trial = Ended(bounds.interrupt.clone());
    let outcome = minimize(Candidate { setup, depth: 1 }, &trial, &bounds).unwrap();
    assert!(!outcome.is_minimal);
    assert_eq!(outcome.after.setup.board.iter().count(), 5);
}
