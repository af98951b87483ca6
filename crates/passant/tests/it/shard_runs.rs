//! Counts in pieces: `passant perft --scratch`, `split`, `shard` and `join`, killed at any moment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::json::Counts;
use crate::run::{Run, passant, run_with};

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Starts a command again and again, and kills it after a time that differs each time, until it ends by itself. Returns
/// how often it was killed, and the output of the last time.
///
/// `Child::kill` is SIGKILL on Unix: the process cannot react to it.
fn killed_until_it_ends(arguments: &[&str]) -> (u32, String) {
    let mut kills = 0;
    loop {
        let mut command = passant(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // In an order that looks random; later ones are longer, so that it ends. The first come before anything is saved.
        let wait = (kills * 37) % 13 + 4 * kills;
        std::thread::sleep(Duration::from_millis(wait.into()));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            return (kills, String::from_utf8(output.stdout).unwrap());
        }
        let errors = String::from_utf8(output.stderr).unwrap();
        // Windows has no signals: the code is that of the kill.
        let killed = if cfg!(windows) { Some(1) } else { None };
        assert_eq!((output.status.code(), &errors[..]), (killed, ""));
    }
}

/// The chess programming wiki and The Grand Chess Tree, initial position at depth 5.
fn is_depth_5(tally: &Value) {
    let published = [
        ("nodes", 4_865_609),
        ("captures", 82_719),
        ("en_passant", 258),
        ("castles", 0),
        ("promotions", 0),
        ("direct_checks", 26_998),
        ("discovered_checks", 6),
        ("direct_mates", 347),
    ];
    for (column, count) in published {
        assert_eq!(tally[column], count, "{column}");
    }
}

#[test]
fn a_run_with_files_is_right_whenever_it_was_killed() {
    let scratch = folder("killed-scratch");
    let (kills, output) = killed_until_it_ends(&[
        "perft",
        "--fen",
        "startpos",
        "--depth",
        "5",
        "--tally",
        "--kernel",
        "rules",
        "--memory",
        "1KiB",
        "--scratch",
        text(&scratch),
        "--json",
    ]);
    assert!(5 < kills, "{kills}");
    let result: Value = serde_json::from_str(&output).unwrap();
    is_depth_5(&result["tally"]);
    let left: Vec<_> = fs::read_dir(&scratch).unwrap().collect();
    assert_eq!(left.len(), 1, "only the checkpoint is left: {left:?}");
}

fn split(folder: &Path, more: &[&str]) -> Run {
    let start = ["perft", "split", "--fen", "startpos", "--tally"];
    run_with(&[&start[..], more, &[text(folder)]].concat())
}

/// The shards of a folder, in order.
fn shards(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut shards: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "positions"))
        .map(|path| text(&path).to_owned())
        .collect();
    shards.sort();
    shards
}

fn count(shards: &[String], more: &[&str]) -> Run {
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    run_with(&[&["perft", "shard"], more, &shards].concat())
}

#[test]
fn shards_are_counted_whenever_they_were_killed_and_joined() {
    let folder = folder("killed-shards");
    split(&folder, &["--depth", "5", "--ply", "2", "--shards", "5"]).exits_with(0);
    let shards = shards(&folder);
    assert_eq!(shards.len(), 5);
    let first = ["perft", "shard", "--kernel", "rules", &shards[0]];
    let (kills, _) = killed_until_it_ends(&first);
    assert!(0 < kills);
    let missing = run_with(&["perft", "join", text(&folder)]).exits_with(1);
    assert_eq!(
        missing.stderr,
        "shards not counted to their end: 2, 3, 4, 5; count them with passant perft shard\n"
    );
    count(&shards[1..], &["--kernel", "rules"]).exits_with(0);
    let joined = run_with(&["perft", "join", "--json", text(&folder)])
        .exits_with(0)
        .json();
    is_depth_5(&joined["counts"]);
    assert_eq!(
        (&joined["positions"], &joined["lines"]),
        (&400.into(), &400.into())
    );
    let again = &joined["started_again"][0];
    assert_eq!(
        (&again["shard"], &again["kernel"]),
        (&1.into(), &"rules".into())
    );
    // Some kills came before there was a ledger.
    assert!((2..=u64::from(kills) + 1).contains(&again["starts"].as_u64().unwrap()));
    assert_eq!(joined["started_again"].as_array().unwrap().len(), 1);

    // What is counted is not counted again.
    let before = fs::read(Path::new(&shards[0]).with_extension("rules.json")).unwrap();
    count(&shards[..1], &["--kernel", "rules"]).exits_with(0);
    let after = fs::read(Path::new(&shards[0]).with_extension("rules.json")).unwrap();
    assert_eq!(before, after);

    let unconfirmed = run_with(&["perft", "join", "--kernels", "2", text(&folder)]).exits_with(1);
    assert!(
        unconfirmed
            .stderr
            .starts_with("shards counted by fewer kernels")
    );
    count(&shards, &["--kernel", "portable"]).exits_with(0);
    let confirmed = run_with(&["perft", "join", "--kernels", "2", "--json", text(&folder)])
        .exits_with(0)
        .json();
    assert_eq!(confirmed["counts"], joined["counts"]);
    assert_eq!(confirmed["kernels"]["portable"], 5);
}

#[test]
fn the_same_columns_come_out_as_in_one_run() {
    let folder = folder("joined-columns");
    split(&folder, &["--depth", "5", "--ply", "2", "--shards", "7"]).exits_with(0);
    count(&shards(&folder), &[]).exits_with(0);
    let joined = run_with(&["perft", "join", "--json", text(&folder)])
        .exits_with(0)
        .json();
    let plain = run_with(&[
        "perft", "--fen", "startpos", "--depth", "5", "--tally", "--json",
    ])
    .exits_with(0)
    .json();
    assert_eq!(joined["counts"], plain["tally"]);
    assert_eq!(
        Counts::of(&run_with(&[
            "perft", "--fen", "startpos", "--depth", "5", "--json"
        ]))
        .nodes(),
        4_865_609
    );
}

#[test]
fn join_refuses_what_does_not_belong_together() {
    let folder = folder("join-refuses");
    let arguments = ["--depth", "4", "--ply", "1", "--shards", "3"];
    split(&folder, &arguments).exits_with(0);
    count(&shards(&folder), &["--kernel", "rules"]).exits_with(0);
    let ledger = folder.join("shard-00002.rules.json");
    let joins = |code: i32, beginning: &str, rest: &str| {
        let run = run_with(&["perft", "join", text(&folder)]).exits_with(code);
        let message = run
            .stderr
            .replace(text(&folder), "[folder]")
            .replace('\\', "/");
        assert!(
            message.contains(beginning) && message.contains(rest),
            "{message}"
        );
    };

    let copy = folder.join("shard-00002 (copy).rules.json");
    fs::copy(&ledger, &copy).unwrap();
    joins(
        2,
        "[folder]/shard-00002 (copy).rules.json",
        "remove the copy",
    );
    fs::remove_file(&copy).unwrap();

    let whole = fs::read(&ledger).unwrap();
    let (_, flipped) = passant_test_tools::bit_flips(&whole, 2).last().unwrap();
    fs::write(&ledger, flipped).unwrap();
    joins(
        2,
        "shard-00002.rules.json is damaged",
        "its checksum does not fit its contents",
    );
    fs::write(&ledger, &whole).unwrap();

    let other = self::folder("join-refuses-other");
    split(&other, &["--depth", "5", "--ply", "1", "--shards", "3"]).exits_with(0);
    count(&shards(&other)[..1], &["--kernel", "portable"]).exits_with(0);
    let stray = folder.join("shard-00001.portable.json");
    fs::copy(other.join("shard-00001.portable.json"), &stray).unwrap();
    joins(
        2,
        "belongs to another split: its depth is 5, not 4",
        "remove it",
    );
    fs::remove_file(&stray).unwrap();

    fs::remove_file(&ledger).unwrap();
    joins(1, "shards not counted to their end: 2;", "");
    fs::write(&ledger, &whole).unwrap();
    run_with(&["perft", "join", text(&folder)]).exits_with(0);
}

/// Somebody has computed the checksum of a ledger with another count.
#[test]
fn join_names_ledgers_that_disagree() {
    let folder = folder("join-disagrees");
    split(&folder, &["--depth", "4", "--ply", "1", "--shards", "2"]).exits_with(0);
    count(&shards(&folder), &["--kernel", "rules"]).exits_with(0);
    let whole = fs::read(folder.join("shard-00002.rules.json")).unwrap();
    let mut wrong: Value = passant_files::record::of_file(&whole).unwrap();
    wrong["run"]["kernel"] = "portable".into();
    wrong["counts"][0][0] = 1.into();
    let line = passant_files::record::to_line(&wrong).unwrap();
    fs::write(folder.join("shard-00002.portable.json"), line).unwrap();
    let run = run_with(&["perft", "join", text(&folder)]).exits_with(1);
    let message = "and their counts differ: one kernel or one machine is wrong";
    assert!(run.stderr.contains(message), "{}", run.stderr);
}

#[test]
fn a_damaged_shard_is_not_counted() {
    let folder = folder("damaged-shard");
    split(&folder, &["--depth", "4", "--ply", "2", "--shards", "2"]).exits_with(0);
    let shards = shards(&folder);
    let whole = fs::read(&shards[0]).unwrap();
    for (place, bytes) in passant_test_tools::bit_flips(&whole, 40) {
        fs::write(&shards[0], bytes).unwrap();
        let run = count(&shards[..1], &[]);
        assert_eq!(run.code, Some(2), "{place}: {}{}", run.stdout, run.stderr);
        assert!(
            run.stderr.contains("shard-00001.positions is damaged"),
            "{}",
            run.stderr
        );
    }
    let missing = run_with(&["perft", "shard", text(&folder.join("none.positions"))]).exits_with(2);
    assert!(
        missing.stderr.contains("there is no file of positions"),
        "{}",
        missing.stderr
    );
}

#[test]
fn split_refuses_a_ply_that_leaves_nothing_to_count() {
    let folder = folder("split-refuses");
    let run = split(&folder, &["--depth", "4", "--ply", "3", "--shards", "2"]).exits_with(2);
    assert!(
        run.stderr
            .contains("--ply 3 leaves fewer than 2 plies of --depth 4"),
        "{}",
        run.stderr
    );
}

/// OEIS A083276, and A057745, which is called "an erroneous version" of it: two positions of the sixth ply are told apart
/// by a capture that is illegal.
#[test]
fn distinct_finds_the_two_positions_of_the_erroneous_sequence() {
    let run = run_with(&[
        "perft",
        "--fen",
        "startpos",
        "--depth",
        "6",
        "--distinct",
        "--verbose",
    ])
    .exits_with(0);
    let last = run
        .stdout
        .lines()
        .find(|line| line.starts_with("  6"))
        .unwrap();
    let numbers: Vec<&str> = last.split_whitespace().collect();
    assert_eq!(
        (numbers[1], numbers[3], numbers[4]),
        ("119060324", "9417683", "9417681")
    );
    for fen in [
        "rnb1kbnr/pppp1p1p/4pq2/5Pp1/8/8/PPPPPKPP/RNBQ1BNR w kq g6 0 1: f5xg6 is illegal (file)",
        "rnb1kbnr/pppp1p1p/5q2/4pPp1/8/8/PPPPPKPP/RNBQ1BNR w kq g6 0 1: f5xg6 is illegal (file)",
    ] {
        assert!(run.stdout.contains(fen), "{}", run.stdout);
    }
}
