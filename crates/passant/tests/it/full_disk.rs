//! What is left when a file cannot be written to its end.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::json::{Counts, Report};
use crate::oracle::command;
use crate::run::{Run, passant, run, run_with};

/// A few cases that take little time, some of which an engine with [`FAULT`] gets wrong.
const FEW: [&str; 5] = [
    "--class",
    "rejected-rank",
    "--max-nodes",
    "1000",
    "--no-diagnosis",
];

const FAULT: &str = "--fault rank-pin-ignored";

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs the command where no file may grow beyond so many blocks of 512 bytes, as if the disk were full from there on.
fn with_blocks(blocks: u32, arguments: &[&str]) -> Run {
    let plain = passant(arguments);
    let mut limited = Command::new(passant_test_tools::tool("sh"));
    let limit = format!("ulimit -f {blocks}; exec \"$@\"");
    limited.args(["-c", &limit, "sh"]);
    limited.arg(plain.get_program()).args(arguments);
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    run(limited)
}

/// Asserts that a run ended because a file was too large (EFBIG), and not by a signal.
#[track_caller]
fn is_reported(run: Run, path: &Path) -> Run {
    let failed = run.exits_with(74);
    let shown = path.to_str().unwrap();
    assert!(failed.stderr.contains(shown), "{}", failed.stderr);
    assert!(failed.stderr.contains("(os error 27)"), "{}", failed.stderr);
    failed
}

#[test]
fn a_report_that_does_not_fit_on_the_disk_leaves_the_older_one() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let engine = command(FAULT);
    let words = [&["check", &engine, "--json"], &FEW[..]].concat();
    std::fs::write(&report, run_with(&words).stdout).unwrap();
    let report_path = report.to_str().unwrap();
    let path = folder.path().join("out");
    let out = path.to_str().unwrap();
    for words in [
        [&["check", &engine, "--junit", out], &FEW[..]].concat(),
        [&["check", &engine, "--html", out], &FEW[..]].concat(),
        [&["check", &engine, "--write-expected", out], &FEW[..]].concat(),
        vec!["matrix", report_path, "-o", out],
    ] {
        std::fs::write(&path, "older").unwrap();
        is_reported(with_blocks(1, &words), &path);
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "older",
            "{words:?}"
        );
        let left = folder.path().read_dir().unwrap().count();
        assert_eq!(left, 2, "{words:?}");
        // With room it is replaced.
        run_with(&words);
        assert!(5 < std::fs::read(&path).unwrap().len(), "{words:?}");
    }
}

#[test]
fn a_transcript_that_does_not_fit_on_the_disk_is_an_error() {
    does_not_fit("--transcript");
}

#[test]
fn a_journal_that_does_not_fit_on_the_disk_is_an_error() {
    does_not_fit("--resume");
}

/// A file that is written during a check does not fit. The results are reported anyway.
fn does_not_fit(option: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let engine = command("");
    let out = path.to_str().unwrap();
    let words = ["check", &engine, "--json", option, out];
    let run = is_reported(with_blocks(1, &[&words, &FEW[..]].concat()), &path);
    assert!(5 < Report::of(&run).cases().count(), "{}", run.stdout);
}

/// The checkpoint of a tally by root move is larger than a block. That is known before anything is counted.
#[test]
fn a_checkpoint_that_does_not_fit_on_the_disk_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let out = path.to_str().unwrap();
    let words = [
        "perft", "--fen", "startpos", "--depth", "5", "--divide", "--tally",
    ];
    let run = with_blocks(1, &[&words[..], &["--checkpoint", out]].concat());
    assert_eq!(is_reported(run, &path).stdout, "");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

/// The first checkpoint fits in four kilobytes, and the last one does not: it has the counts. They are printed anyway.
#[test]
fn a_last_checkpoint_that_does_not_fit_on_the_disk_is_an_error_after_the_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let words = ["perft", "--fen", KIWIPETE, "--depth", "4", "--divide"];
    let checkpoint = ["--tally", "--json", "--checkpoint", path.to_str().unwrap()];
    let run = with_blocks(8, &[&words[..], &checkpoint].concat());
    let run = is_reported(run, &path);
    // The chess programming wiki, "Perft Results", position 2.
    assert_eq!(Counts::of(&run).nodes(), 4_085_603);
    let kept = std::fs::read_to_string(&path).unwrap();
    // A slow machine has written another one before the last.
    assert!(kept.contains("\"done\":["), "{kept}");
    assert!(kept.len() <= 4096, "{}", kept.len());
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

/// The names of the files of positions in a folder. Nothing else is there but the checkpoint: no file that was only begun.
fn files_of_positions(folder: &Path) -> BTreeSet<String> {
    let names = folder.read_dir().unwrap().map(|entry| {
        let name = entry.unwrap().file_name();
        name.into_string().unwrap()
    });
    let (checkpoint, positions): (BTreeSet<_>, BTreeSet<_>) =
        names.partition(|name| name == "checkpoint.json");
    assert_eq!(checkpoint.len(), 1);
    for name in &positions {
        assert!(name.ends_with(".positions"), "{name}");
    }
    positions
}

/// A count with files of positions that differ in size.
fn with_scratch(folder: &Path) -> Vec<&str> {
    let folder = folder.to_str().unwrap();
    let fen = ["perft", "--fen", KIWIPETE];
    let words = "--depth 6 --tally --json --memory 1KiB --scratch";
    let words = fen.into_iter().chain(words.split(' '));
    words.chain([folder]).collect()
}

/// A number of blocks into which no file of [`with_scratch`] fits.
const SMALL: u32 = 20;

/// The chess programming wiki, "Perft Results", position 2 at depth 6.
#[track_caller]
fn is_depth_6(run: &Run) {
    let tally = &run.json()["tally"];
    assert_eq!(tally["nodes"], 8_031_647_685_u64);
    assert_eq!(tally["en_passant"], 3_577_504);
}

/// With a little more room each time, more files fit. Those that did fit are kept, and at last the count is right.
#[test]
fn a_scratch_folder_on_a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let words = with_scratch(folder.path());
    let mut kept = BTreeSet::new();
    let mut runs_that_kept_some = 0;
    for blocks in SMALL.. {
        let run = with_blocks(blocks, &words);
        if run.code == Some(0) {
            is_depth_6(&run);
            break;
        }
        let run = is_reported(run, folder.path());
        let promise = "what was written before is kept";
        assert!(run.stderr.contains(promise), "{}", run.stderr);
        let now = files_of_positions(folder.path());
        assert!(kept.is_subset(&now), "{kept:?} {now:?}");
        runs_that_kept_some += usize::from(!now.is_empty());
        kept = now;
    }
    assert!(1 < runs_that_kept_some, "{runs_that_kept_some}");
    assert_eq!(files_of_positions(folder.path()).len(), 0);
}

/// A bit of a file that was kept is changed, and the run with room enough notices. So it reads what was kept.
#[test]
fn what_was_kept_on_a_full_disk_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let words = with_scratch(folder.path());
    let kept = (SMALL..).find_map(|blocks| {
        is_reported(with_blocks(blocks, &words), folder.path());
        files_of_positions(folder.path()).pop_first()
    });
    let kept = folder.path().join(kept.unwrap());
    let mut bytes = std::fs::read(&kept).unwrap();
    *bytes.iter_mut().nth_back(100).unwrap() ^= 1;
    std::fs::write(&kept, bytes).unwrap();
    let run = run_with(&words).exits_with(2);
    let message = format!("{} is damaged", kept.display());
    assert!(run.stderr.contains(&message), "{}", run.stderr);
    std::fs::remove_file(&kept).unwrap();
    is_depth_6(&run_with(&words));
}
