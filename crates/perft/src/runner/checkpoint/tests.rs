use std::fs;
use std::path::Path;
use std::time::Duration;

use passant_test_tools::bit_flips;

use super::super::ledger::Ledger;
use super::{Checkpoint, Identity};

const ROOTS: usize = 3;

const BLOCKS: usize = 40;

fn checkpoint(file: &Path) -> Checkpoint<'_> {
    Checkpoint {
        file,
        identity: Identity {
            passant: "0.1.0".to_owned(),
            fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned(),
            depth: 5,
            counted: "nodes".to_owned(),
            by_root_move: true,
            kernel: "scalar".to_owned(),
            mode: Some("reuse".to_owned()),
            transpositions_merged: true,
            ply: 2,
            positions: BLOCKS,
            blocks: BLOCKS,
        },
    }
}

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
    let checkpoint = checkpoint(&path);
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
