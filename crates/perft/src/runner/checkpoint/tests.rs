use std::fs;
use std::time::Duration;

use passant_test_tools::bit_flips;

use super::super::ledger::Ledger;
use super::super::rewritten::{BLOCKS, ROOTS, rewritten_checkpoint, sample};

fn ledger() -> Ledger<u64> {
    let mut ledger = Ledger::new(BLOCKS, ROOTS);
    for block in [0, 1, 2, 7, 8, 30] {
        ledger.enter(block, &[119_060_324, 44, 7]).unwrap();
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
