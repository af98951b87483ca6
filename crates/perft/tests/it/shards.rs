//! The files of a count that is divided into shards: nothing in a damaged one is counted.

use std::fs;
use std::path::Path;

use passant_count::{bulk, naive};
use passant_files::record;
use passant_perft::{Counter, Resources, Run, RunError, Runner, Shard, Split};
use passant_rules::Position;
use passant_test_tools::bit_flips;
use proptest::prelude::*;
use serde_json::Value;

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
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let runner = Runner::new(None).unwrap();
    let split = Split::new::<u64>(Position::initial(), 4, 1, 2);
    runner.split(&split, folder).unwrap();
    let [shard, other] = [1, 2].map(|number| folder.join(format!("shard-0000{number}.positions")));
    let counted = believed(&shard, || count(&runner, &shard).is_ok());
    assert!(counted.is_empty(), "{counted:?}");

    let counted = count(&runner, &shard).unwrap() + count(&runner, &other).unwrap();
    assert_eq!(counted, u128::from(bulk(&mut Position::initial(), 4)));
    let joins = || runner.join(folder, 1).is_ok();
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

/// Positions with few and with many moves, and the last ply that a test divides: it has thousands of lines.
const ROOTS: [(&str, u32); 4] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        3,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        2,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    ("8/8/8/8/8/k7/8/K6R w - - 0 1", 4),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// All positions of a ply go to the shards, whatever the number of its parts. The definition of perft has neither.
    #[test]
    fn loses_no_position(
        (fen, last) in prop::sample::select(&ROOTS[..]),
        less in 0..2_u32,
        shards in 1..40_u64,
        memory in prop::sample::select(&[0, 1 << 17, 1 << 19, 1 << 30][..]),
        in_files: bool,
    ) {
        let ply = last - less;
        let mut root = Position::from_fen(fen).unwrap();
        let runner = Runner::new(None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let scratch = tempfile::tempdir().unwrap();
        let mut resources = Resources::default().memory(memory);
        if in_files {
            resources = resources.scratch(scratch.path());
        }
        let split = Split::new::<u64>(root.clone(), ply + 1, ply, shards).with(resources);
        let summary = runner.split(&split, folder.path()).unwrap();
        prop_assert_eq!(summary.lines, u128::from(naive(&mut root, ply)));
        for number in 1..=shards {
            let name = format!("shard-{number:05}.positions");
            count(&runner, &folder.path().join(name)).unwrap();
        }
        let joined = runner.join(folder.path(), 1).unwrap();
        let nodes = u128::from(naive(&mut root, ply + 1));
        prop_assert_eq!(joined.columns, [("nodes", nodes)]);
    }
}

/// A ply of 72,078 positions (OEIS A083276) in parts of a mebibyte at most.
#[test]
fn gives_every_shard_nearly_as_many_positions_as_the_others() {
    let runner = Runner::new(None).unwrap();
    for shards in [1, 3, 7] {
        let folder = tempfile::tempdir().unwrap();
        let split = Split::new::<u64>(Position::initial(), 6, 4, shards)
            .with(Resources::default().memory(1 << 20));
        let summary = runner.split(&split, folder.path()).unwrap();
        assert_eq!((summary.positions, summary.lines), (72_078, 197_281));
        for number in 1..=shards {
            let name = format!("shard-{number:05}.positions");
            let positions = Shard::open(&folder.path().join(name)).unwrap().positions();
            let share = 72_078 / shards;
            assert!(positions.abs_diff(share) < share / 10, "{positions}");
        }
    }
}

/// Somebody has removed positions and computed all sums and checksums anew: only a second count can notice.
#[test]
fn join_counts_the_ply_again() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let runner = Runner::new(None).unwrap();
    let split = Split::new::<u64>(Position::initial(), 4, 2, 1);
    runner.split(&split, folder).unwrap();
    let path = folder.join("split.json");
    let mut wrong: Value = record::of_file(&fs::read(&path).unwrap()).unwrap();
    for lines in [399, 401, 0] {
        wrong["lines"] = lines.into();
        fs::write(&path, record::to_line(&wrong).unwrap()).unwrap();
        let error = runner.join(folder, 1).unwrap_err().to_string();
        assert!(error.contains("which is not its perft"), "{error}");
    }
}
