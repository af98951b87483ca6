//! The files of a count that is divided into shards: nothing in a damaged one is counted.

use std::fs;
use std::path::Path;

use passant_perft::{Counter, Run, RunError, Runner, Shard, Split, bulk, join};
use passant_rules::Position;
use passant_test_tools::bit_flips;

/// The number of bits that are flipped in each file.
const FLIPS: u64 = 1000;

/// Counts a shard, which is opened anew.
fn count(runner: &Runner, shard: &Path) -> Result<u128, RunError> {
    let shard = Shard::open(shard)?;
    let run = Run::<u64>::of_shard(&shard).ok_or(RunError::NoPosition)?;
    let result = runner.run(&run.counter(Counter::Rules))?;
    Ok(result.total)
}

/// The bytes of a file in which one flipped bit is not noticed.
fn believed(file: &Path, is_used: impl Fn() -> bool) -> Vec<usize> {
    let whole = fs::read(file).unwrap();
    let mut believed = Vec::new();
    for (place, damaged) in bit_flips(&whole, FLIPS) {
        fs::write(file, damaged).unwrap();
        if is_used() {
            believed.push(place);
        }
    }
    fs::write(file, whole).unwrap();
    believed
}

#[test]
fn no_file_of_a_divided_count_with_a_flipped_bit_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let runner = Runner::new(None).unwrap();
    let split = Split::new::<u64>(Position::initial(), 4, 1, 2);
    runner.split(&split, folder).unwrap();
    let [shard, other] = [1, 2].map(|number| folder.join(format!("shard-0000{number}.positions")));
    let counted = believed(&shard, || count(&runner, &shard).is_ok());
    assert!(counted.is_empty(), "{counted:?}");

    let counted = count(&runner, &shard).unwrap() + count(&runner, &other).unwrap();
    assert_eq!(counted, u128::from(bulk(&mut Position::initial(), 4)));
    let joins = || join(folder, 1).is_ok();
    assert!(joins());
    let ledger = folder.join("shard-00002.rules.json");
    let resumes = || joins() || count(&runner, &other).is_ok();
    for (file, is_used) in [
        (&folder.join("split.json"), &joins as &dyn Fn() -> bool),
        (&ledger, &resumes),
    ] {
        let believed = believed(file, is_used);
        assert!(believed.is_empty(), "{}: {believed:?}", file.display());
    }
    assert!(joins());
}
