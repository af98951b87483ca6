//! An interrupted run resumes from its checkpoint and reaches the same counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use passant_count::{Tally, tally};
use passant_files::record;
use passant_kernel::KernelCount;
use passant_perft::{Counter, Progress, Resources, Run, RunError, Runner};
use passant_rules::Position;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn kiwipete() -> Position {
    Position::from_fen(KIWIPETE).unwrap()
}

/// A path in the folder for test files. The file does not exist yet.
fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn run<C: KernelCount>(file: &Path, depth: u32) -> Run<'static, C> {
    // At this depth, the frontier for the rules has more positions than the one for a kernel.
    Run::new(kiwipete(), depth)
        .counter(Counter::Rules)
        .divide()
        .checkpoint(file)
}

/// Runs until this many reports have come, and stops.
fn interrupted(file: &Path, reports: usize) {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = AtomicUsize::new(0);
    let tell = |progress: Progress| {
        let is_counting = matches!(progress, Progress::Counting { .. });
        if is_counting && seen.fetch_add(1, Ordering::Relaxed) == reports {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let resources = Resources::default().stop(stop.clone()).progress(&tell);
    let run = run::<Tally>(file, 4).with(resources);
    let result = Runner::new(None).unwrap().run(&run);
    assert!(matches!(result, Err(RunError::Interrupted)), "{result:?}");
}

fn refusal<C: KernelCount>(run: &Run<'_, C>) -> String {
    Runner::new(None).unwrap().run(run).unwrap_err().to_string()
}

#[test]
fn resumes_as_often_as_it_is_interrupted() {
    let path = file("again.json");
    for reports in [10, 20, 30] {
        interrupted(&path, reports);
    }
    let result = Runner::new(None)
        .unwrap()
        .run(&run::<Tally>(&path, 4))
        .unwrap();
    let positions = result.layout.unwrap().positions();
    assert!(positions / 10 < result.resumed && result.resumed < positions);
    assert_eq!(result.total, tally(&mut kiwipete(), 4).into());
    assert_eq!(result.unsaved, None);

    let again = Runner::new(None)
        .unwrap()
        .run(&run::<Tally>(&path, 4))
        .unwrap();
    assert_eq!((again.total, again.divide), (result.total, result.divide));
    assert_eq!(again.resumed, positions);
}

#[test]
fn refuses_the_checkpoint_of_another_run() {
    let path = file("foreign.json");
    interrupted(&path, 1);
    let before = fs::read(&path).unwrap();
    let shown = path.display();
    let other = Position::initial();
    let cases = [
        (refusal(&run::<Tally>(&path, 5)), "depth is 4, not 5"),
        (refusal(&run::<u64>(&path, 4)), "count is tally, not nodes"),
        (
            refusal(&run::<Tally>(&path, 4).without_merging()),
            "merging of transpositions is true, not false",
        ),
        (
            refusal(&Run::<Tally>::new(kiwipete(), 4).checkpoint(&path)),
            "division by root move is true, not false",
        ),
        (
            refusal(&Run::<Tally>::new(other, 4).divide().checkpoint(&path)),
            "position is r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1, not \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
    ];
    for (message, difference) in cases {
        assert_eq!(
            message,
            format!(
                "{shown} is the checkpoint of another run: its {difference}; remove this file, or name another one"
            )
        );
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn refuses_and_keeps_a_file_that_is_not_a_checkpoint() {
    let path = file("letter.txt");
    for text in ["", "Dear Sir", "{}", "[1, 2]"] {
        fs::write(&path, text).unwrap();
        let message = refusal(&run::<Tally>(&path, 4));
        let beginning = format!("{} is not a checkpoint: ", path.display());
        assert!(message.starts_with(&beginning), "{message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// A small tree writes no checkpoint, but a file that does not belong to it is refused before it is counted.
#[test]
fn refuses_a_file_that_is_not_its_own_at_every_depth() {
    let path = file("small.json");
    for depth in 0..4 {
        let result = Runner::new(None).unwrap().run(&run::<u64>(&path, depth));
        assert!(result.is_ok() && !path.exists(), "{depth}: {result:?}");
    }
    fs::write(&path, "Dear Sir").unwrap();
    for depth in 0..4 {
        assert!(run::<u64>(&path, depth).count_if_small().is_none());
        for message in [
            refusal(&run::<u64>(&path, depth)),
            refusal(&run::<Tally>(&path, depth)),
        ] {
            assert!(message.contains(" is not a checkpoint: "), "{message}");
        }
    }
    fs::remove_file(&path).unwrap();
    interrupted(&path, 1);
    let message = refusal(&run::<Tally>(&path, 3));
    assert!(message.contains("depth is 4, not 3"), "{message}");
}

/// Their checksum is correct: somebody has computed it.
#[test]
fn refuses_numbers_that_do_not_fit() {
    let path = file("damaged.json");
    interrupted(&path, 1);
    let contents: serde_json::Value = record::of_file(&fs::read(&path).unwrap()).unwrap();
    let whole = contents.to_string();
    let cases = [
        (
            "\"done\":[",
            "\"done\":[[5,4],",
            "done: blocks 5 to 4 do not exist or are listed twice",
        ),
        (
            "\"done\":[",
            "\"done\":[[20000000,20000001],",
            "done: blocks 20000000 to 20000001 do not exist or are listed twice",
        ),
        (
            "\"counts\":[",
            "\"counts\":[[1],",
            "counts: expected 48, got 49",
        ),
        (
            "\"counts\":[[",
            "\"counts\":[[1,",
            "counts: expected 31 columns, got 32",
        ),
    ];
    for (from, to, damage) in cases {
        let changed: serde_json::Value =
            serde_json::from_str(&whole.replacen(from, to, 1)).unwrap();
        fs::write(&path, record::to_line(&changed).unwrap()).unwrap();
        assert_eq!(
            refusal(&run::<Tally>(&path, 4)),
            format!(
                "the checkpoint {} is damaged: {damage}; remove this file, or name another one",
                path.display()
            )
        );
    }
}

#[test]
fn reports_at_once_that_the_file_cannot_be_written() {
    let path = file("no-such-folder").join("checkpoint.json");
    let message = refusal(&run::<Tally>(&path, 8));
    let beginning = format!("cannot write the checkpoint {}: ", path.display());
    assert!(message.starts_with(&beginning), "{message}");
}
