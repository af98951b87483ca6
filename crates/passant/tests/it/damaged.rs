//! Files that were damaged, or are not what they seem to be: nothing in them is believed.

use std::fs;
use std::path::{Path, PathBuf};

use passant_files::record;
use passant_test_tools::bit_flips;
use serde_json::Value;

use crate::oracle::command;
use crate::run::{Run, passant, run, run_with};

/// A few cases that take little time, some of which an engine with [`FAULT`] gets wrong.
const FEW: [&str; 6] = [
    "--suite",
    "en-passant/rejected-rank",
    "--max-nodes",
    "500",
    "--no-diagnosis",
    "--json",
];

const FAULT: &str = "--fault rank-pin-ignored";

fn counted(checkpoint: &Path) -> Run {
    counted_to("5", checkpoint, &[])
}

fn counted_to(depth: &str, checkpoint: &Path, options: &[&str]) -> Run {
    let file = checkpoint.to_str().unwrap();
    let words = ["perft", "--fen", "startpos", "--checkpoint", file];
    run_with(&[&words[..], &["--depth", depth], options].concat())
}

/// A count that is too short to write a checkpoint refuses a wrong one as any other does.
#[test]
fn a_checkpoint_that_is_none_is_refused_at_every_depth() {
    let folder = tempfile::tempdir().unwrap();
    let [letter, other, none] = ["letter", "other", "none"].map(|name| folder.path().join(name));
    fs::write(&letter, "garbage").unwrap();
    counted(&other).exits_with(0);
    for depth in ["1", "3"] {
        for options in [&[][..], &["--tally"], &["--divide"], &["--hash", "1MiB"]] {
            let run = counted_to(depth, &letter, options).exits_with(2);
            let said = "letter is not a checkpoint: ";
            assert!(run.stderr.contains(said), "{}", run.stderr);
            let run = counted_to(depth, &other, options).exits_with(2);
            let said = format!("its depth is 5, not {depth}");
            assert!(run.stderr.contains(&said), "{}", run.stderr);
            counted_to(depth, &none, options).exits_with(0);
            assert!(!none.exists());
        }
    }
    assert_eq!(fs::read_to_string(&letter).unwrap(), "garbage");
}

#[test]
fn a_damaged_checkpoint_is_refused_and_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let counts = counted(&path).exits_with(0).stdout;
    assert!(counts.contains("4865609"), "{counts}");
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.contains("[[4865609]]"), "{whole}");
    let changed = whole.replace("[[4865609]]", "[[4865649]]");
    fs::write(&path, &changed).unwrap();
    let run = counted(&path).exits_with(2);
    let said = format!("the checkpoint {} is damaged: line 1: ", path.display());
    assert!(run.stderr.contains(&said), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&path).unwrap(), changed);
}

#[cfg(unix)]
#[test]
fn a_checkpoint_that_is_a_link_is_replaced_where_the_link_points() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let target = folder.path().join("on-the-large-disk");
    std::os::unix::fs::symlink("on-the-large-disk", &path).unwrap();
    for _ in 0..2 {
        counted(&path).exits_with(0);
        assert!(path.is_symlink());
        assert!(fs::symlink_metadata(&target).unwrap().is_file());
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 2);
}

/// A run that is killed while it writes leaves a part of a file. There is only one, whatever the number of such runs.
#[test]
fn the_part_that_a_killed_run_has_left_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    fs::write(folder.path().join("checkpoint.passant-part"), "{\"crc").unwrap();
    counted(&path).exits_with(0);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

/// So many brackets would overflow a stack if each took a call. In some files somebody has computed the
/// checksum, so that they are read to the end.
#[test]
fn brackets_within_brackets_without_end_are_an_error_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let deep = "[".repeat(100_000);
    let record = |key: &str| {
        let closed = "]".repeat(100_000);
        record::with_checksum(&format!("{{\"{key}\":{deep}{closed}}}")).unwrap()
    };
    // Reading these takes a debug build 25 µs for each bracket.
    let fewer = &deep[..25_000];
    let toml = format!("a = {fewer}");
    let count = "perft --fen startpos --depth 5 --checkpoint";
    let one = "[[engine]]\nname = \"a\"\ncommand = ";
    for (words, name, content, code) in [
        ("matrix", "report", &deep, 2),
        ("matrix", "report", &format!("{{\"version\":{deep}"), 2),
        ("badge", "report", &format!("{{\"engines\":{deep}"), 2),
        (count, "checkpoint", &deep, 2),
        (count, "checkpoint", &record("run"), 2),
        ("perft join", "split.json", &deep, 2),
        ("perft join", "split.json", &record("split"), 2),
        ("perft shard", "shard-1.positions", &record("split"), 2),
        ("check true --resume", "journal", &deep, 2),
        // What can be read of a journal is used.
        ("check true --resume", "journal", &record("engine"), 3),
        ("check --engines", "engines.toml", &toml, 2),
        (
            "check --engines",
            "engines.toml",
            &format!("{one}{fewer}"),
            2,
        ),
        ("diagnose one --engines", "engines.toml", &toml, 2),
        ("bisect one startpos 2 --engines", "engines.toml", &toml, 2),
        ("minimize one startpos --engines", "engines.toml", &toml, 2),
        ("check true --expected", "expected.toml", &toml, 2),
        ("judge none --expected", "expected.toml", &toml, 2),
        ("perft --epd", "counts.epd", &deep, 2),
        ("judge", "answers", &deep, 2),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        let named = if words == "perft join" {
            folder.path()
        } else {
            &path
        };
        let words = words.split(' ').chain(named.to_str());
        let run = run_with(&words.collect::<Vec<_>>());
        let beginning: String = content.chars().take(40).collect();
        let stderr: String = run.stderr.chars().take(2000).collect();
        assert_eq!(run.code, Some(code), "{name}: {beginning}: {stderr}");
        assert!(
            stderr.contains(path.to_str().unwrap()),
            "{beginning}: {stderr}"
        );
    }
}

/// Opening a pipe waits until another process opens it too, which may be never. A device may have no end.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_neither_checkpoints_nor_journals() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let count = ["perft", "--fen", "startpos", "--depth", "5", "--checkpoint"];
    let few = ["perft", "--fen", "startpos", "--depth", "1", "--checkpoint"];
    let check = ["check", "true", "--resume"];
    for (words, file) in [
        (&count[..], &path),
        (&few, &path),
        (&check, &path),
        (&count, &PathBuf::from("/dev/zero")),
        (&check, &PathBuf::from("/dev/zero")),
    ] {
        let mut command = passant(words);
        command.arg(file);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let has_ended = crate::run::within_a_minute(|| child.try_wait().unwrap().is_some());
        if !has_ended {
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(74), "{stderr}");
        let said = format!("{}: not a regular file", file.display());
        assert!(stderr.contains(&said), "{stderr}");
    }
}

/// The report without what differs from run to run.
fn report(run: &Run) -> Value {
    let mut report = run.json();
    report["crc32"] = Value::Null;
    let engine = &mut report["engines"][0];
    engine["milliseconds"] = Value::Null;
    engine["calibration"]["tried"] = Value::Null;
    for case in engine["cases"].as_array_mut().unwrap() {
        case["milliseconds"] = Value::Null;
    }
    report
}

fn resumed(journal: &Path) -> Run {
    let words = [
        "check",
        &command(FAULT),
        "--resume",
        journal.to_str().unwrap(),
    ];
    run_with(&[&words, &FEW[..]].concat()).exits_with(1)
}

/// Whatever was changed in the journal, the report is that of the engine, and the user is told.
#[test]
fn a_damaged_line_of_a_journal_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let expected = report(&resumed(&path));
    let whole = fs::read(&path).unwrap();
    let run = resumed(&path);
    assert_eq!(
        (report(&run), run.stderr),
        (expected.clone(), String::new())
    );
    let text = String::from_utf8(whole.clone()).unwrap();
    assert!(text.contains("\"fail\""));
    let changed = text.replace("\"fail\"", "\"pass\"").into_bytes();
    let flipped = bit_flips(&whole, 4).map(|(_, damaged)| damaged);
    for damaged in std::iter::once(changed).chain(flipped) {
        fs::write(&path, &damaged).unwrap();
        let run = resumed(&path);
        assert_eq!(report(&run), expected);
        let said = format!("warning: {}:", path.display());
        assert!(run.stderr.contains(&said), "{}", run.stderr);
        assert!(run.stderr.contains("asked again"), "{}", run.stderr);
        // What was asked again is in the journal now, and what was there is left.
        assert!(fs::read(&path).unwrap().starts_with(&damaged));
    }
}

/// Somebody has computed the checksum of what they changed: what the suites say is not taken from a journal anyway.
#[test]
fn a_line_of_a_journal_that_does_not_fit_its_case_is_asked_again() {
    changed_line_is_asked_again("rejected-rank\"", "plain\"");
}

/// The verdict of a line follows from its findings. Where it does not, the line is no result of a check.
#[test]
fn a_line_of_a_journal_whose_verdict_contradicts_its_findings_is_asked_again() {
    changed_line_is_asked_again("\"verdict\":\"fail\"", "\"verdict\":\"pass\"");
}

/// An earlier version has other keys, and an engine that has changed too.
#[test]
fn a_journal_with_other_keys_is_not_used_and_the_user_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let expected = report(&resumed(&path));
    let whole = fs::read_to_string(&path).unwrap();
    let changed: String = whole.lines().map(with_other_key).collect();
    fs::write(&path, changed).unwrap();
    let run = resumed(&path);
    assert_eq!(report(&run), expected);
    let said = format!(
        "warning: {}: {} results of {} are not used",
        path.display(),
        whole.lines().count(),
        shell_words::quote(&command(FAULT)),
    );
    assert!(run.stderr.starts_with(&said), "{}", run.stderr);
    assert_eq!(resumed(&path).stderr, "");
}

/// The line of a journal with another key, and its checksum.
fn with_other_key(line: &str) -> String {
    let mut value: Value = serde_json::from_str(line).unwrap();
    value["key"] = "0123456789abcdef".into();
    with_checksum(&value.to_string())
}

/// Changes the first line of a journal, and its checksum.
#[track_caller]
fn changed_line_is_asked_again(from: &str, to: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let expected = report(&resumed(&path));
    let whole = fs::read_to_string(&path).unwrap();
    let (first, rest) = whole.split_once('\n').unwrap();
    assert!(first.contains(from), "{first}");
    let changed = with_checksum(&first.replace(from, to));
    fs::write(&path, changed + rest).unwrap();
    let run = resumed(&path);
    assert_eq!(report(&run), expected);
    let said = "does not fit the case; what does not fit was asked again";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    assert_eq!(resumed(&path).stderr, "");
}

/// The record in a line after a change, with the checksum of its new contents.
fn with_checksum(changed: &str) -> String {
    let mut value: Value = serde_json::from_str(changed).unwrap();
    value.as_object_mut().unwrap().shift_remove("crc32");
    record::to_line(&value).unwrap()
}

/// The file of the only calibration in a folder for caches.
fn calibration(folder: &Path) -> PathBuf {
    let cache = folder.join("passant");
    let mut files = cache.read_dir().unwrap().map(|file| file.unwrap().path());
    let is_calibration = |file: &PathBuf| file.to_str().unwrap().contains("calibration-");
    files.find(is_calibration).unwrap()
}

/// A calibration that no longer fits the engine, although the engine is the same: no checksum shows that.
#[test]
fn no_engine_is_accused_on_a_stale_calibration() {
    let folder = tempfile::tempdir().unwrap();
    let engine = command("");
    let check = || {
        let mut command = passant(&[&["check", &engine], &FEW[..]].concat());
        command.env("XDG_CACHE_HOME", folder.path());
        run(command)
    };
    let expected = report(&check().exits_with(0));
    let file = calibration(folder.path());
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("{depth}"), "{text}");
    let stale = with_checksum(&text.replace("{depth}", "1"));
    fs::write(&file, &stale).unwrap();
    assert_eq!(report(&check().exits_with(0)), expected);
    // The calibration that was found then is kept.
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}
