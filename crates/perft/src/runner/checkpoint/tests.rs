use std::fs;
use std::time::Duration;

use passant_count::{Tally, Total};
use passant_test_tools::bit_flips;

use super::super::frontier::Plan;
use super::super::ledger::{Ledger, Sums};
use super::super::rewritten::{ROOTS, rewritten_checkpoint, sample};

fn ledger() -> Ledger<u64> {
    let mut ledger = Ledger::new(Plan { ply: 2, parts: 4 }, 100, ROOTS);
    ledger.begin_part(31).unwrap();
    let sums = Sums {
        positions: 100,
        lines: 12_345,
        counts: vec![119_060_324, 1 << 70, 7],
    };
    for block in [0, 1, 2, 7, 8, 30] {
        ledger.enter(block, &sums);
    }
    ledger
}

/// A checkpoint that has counted something wrong looks like one that has not: only the checksum tells.
#[test]
fn no_checkpoint_with_a_flipped_bit_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let checkpoint = sample(&path);
    let time = Duration::from_secs(9);
    checkpoint.save(&ledger(), time).unwrap();
    let loaded = checkpoint.load::<u64>(ROOTS).unwrap();
    assert_eq!(loaded, Some((ledger(), time)));
    let whole = fs::read(&path).unwrap();
    let mut believed = Vec::new();
    for (place, damaged) in bit_flips(&whole, 1000) {
        fs::write(&path, damaged).unwrap();
        if checkpoint.load::<u64>(ROOTS).is_ok() {
            believed.push(place);
        }
    }
    assert!(believed.is_empty(), "{believed:?}");
}

#[test]
fn a_checkpoint_that_is_read_is_written_again_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    sample(&path)
        .save(&ledger(), Duration::from_millis(1234))
        .unwrap();
    let file = fs::read(&path).unwrap();
    assert_eq!(rewritten_checkpoint(&file).unwrap().as_bytes(), file);
}

#[test]
fn every_column_is_written_and_read_back() {
    let mut tally = Tally::<u128>::default();
    for (count, number) in tally.columns_mut().iter_mut().zip(1 << 70..) {
        *count = number;
    }
    let mut ledger = Ledger::<Tally>::new(Plan { ply: 2, parts: 4 }, 100, ROOTS);
    ledger.begin_part(1).unwrap();
    let sums = Sums {
        positions: 100,
        lines: 12_345,
        counts: vec![tally; ROOTS],
    };
    ledger.enter(0, &sums);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let checkpoint = sample(&path);
    let time = Duration::from_secs(9);
    checkpoint.save(&ledger, time).unwrap();
    let loaded = checkpoint.load::<Tally>(ROOTS).unwrap();
    assert_eq!(loaded, Some((ledger, time)));
}
