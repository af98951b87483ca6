//! `passant pgn`: findings in files of games, plain captures, and lists of expected findings.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::run::{Run, run_on, run_with};
use crate::snapshot::Page;

/// Games with each kind of finding. The captures are those of `suites/`, which say whether they are legal.
const GAMES: &str = "\
[Event \"marks\"]
[White \"A\"]
[Black \"B\"]

1. e4 a6 2. e5 d5 3. exd6 e.p. Nf6 (3... cxd6 4. g4 h6 5. g5 f5 6. gxf6ep) 4. Nf3 *

[Event \"expired\"]
[Result \"1-0\"]

1. e4 a6 2. e5 d5 3. Nf3 h6 {too late} 4. exd6 1-0

[Event \"both leave the rank\"]
[FEN \"3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1\"]

1. cxd6 Ke8 *

[Event \"nobody has moved\"]
[FEN \"4k3/8/8/8/8/8/8/4K3 w - e6 0 1\"]

1. Ke2 *

[Event \"a comment\"]

1. e4 {no end

[Event \"no mate\"]
[FEN \"3Q4/8/4p1pp/4P2k/2R2p2/7P/6P1/6K1 w - - 0 1\"]

1. g4# 1-0

[Event \"early\"]

1. e4 e6 2. e5 d5 3. Nc3 Nc6 4. Nb1 Nb8 5. Nc3 Nc6 6. Nb1 Nb8 {Draw by 3-fold repetition} 1/2-1/2
";

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The kind and the line of each finding.
fn findings(run: &Run) -> Vec<(String, u64)> {
    let report = run.json();
    let files = report["files"].as_array().unwrap().iter();
    let findings = files.flat_map(|file| file["findings"].as_array().unwrap());
    let kind = |it: &Value| it["kind"].as_str().unwrap().to_owned();
    findings
        .map(|it| (kind(it), it["line"].as_u64().unwrap()))
        .collect()
}

#[test]
fn reports_every_kind_of_finding() {
    let folder = tempdir().unwrap();
    let file = write(folder.path(), "games.pgn", GAMES);
    let mut page = Page::new("pgn").hide(folder.path().display(), "[folder]");
    page.run("findings", &run_with(&["pgn", &file]).exits_with(1));
    page.run(
        "counts",
        &run_with(&["pgn", "--quiet", &file]).exits_with(1),
    );
    page.run(
        "fewer",
        &run_with(&["pgn", "--max-findings", "1", &file]).exits_with(1),
    );
    page.run("no games", &run_on(&["pgn", "-"], b"\n").exits_with(4));
    page.run(
        "no file",
        &run_with(&["pgn", "no-such-file.pgn"]).exits_with(2),
    );
    page.check();
    let found = findings(&run_with(&["pgn", "--json", &file]).exits_with(1));
    let expected = [
        ("mark", 5),
        ("mark", 5),
        ("illegal-en-passant", 10),
        ("illegal-en-passant", 15),
        ("impossible-square", 18),
        ("broken-text", 24),
        ("no-mate", 29),
        ("early-repetition", 33),
    ];
    assert_eq!(found, expected.map(|(kind, line)| (kind.to_owned(), line)));
}

#[test]
fn writes_plain_captures_to_a_new_file() {
    let folder = tempdir().unwrap();
    let file = write(folder.path(), "games.pgn", GAMES);
    let fixed = folder.path().join("fixed.pgn");
    let fixed_name = fixed.to_str().unwrap();
    let options = ["pgn", "--json", "--fix", fixed_name, &file];
    let report = run_with(&options).exits_with(1).json();
    assert_eq!(report["files"][0]["fixed"], 4);
    let expected = GAMES
        .replace("exd6 e.p.", "exd6")
        .replace("gxf6ep", "gxf6")
        .replace("w - d6", "w - -")
        .replace("w - e6", "w - -");
    assert_eq!(fs::read_to_string(&fixed).unwrap(), expected);
    assert_eq!(fs::read_to_string(&file).unwrap(), GAMES);
    // The other conventions name the square of a pinned capturer.
    let other = folder.path().join("other.pgn");
    let options = [
        "pgn",
        "--convention",
        "always",
        "--fix",
        other.to_str().unwrap(),
        &file,
    ];
    run_with(&options).exits_with(1);
    assert_eq!(
        fs::read_to_string(&other).unwrap(),
        expected.replacen("w - -", "w - d6", 1)
    );
    // No file is overwritten, the input included.
    for name in [fixed_name, &file] {
        let before = fs::read(name).unwrap();
        let refused = run_with(&["pgn", "--fix", name, &file]).exits_with(2);
        assert!(refused.stderr.contains("exists"), "{}", refused.stderr);
        assert_eq!(fs::read(name).unwrap(), before);
    }
}

#[test]
fn a_file_that_cannot_be_read_leaves_no_new_file() {
    let folder = tempdir().unwrap();
    let fixed = folder.path().join("fixed.pgn");
    let options = ["pgn", "--fix", fixed.to_str().unwrap(), "no-such-file.pgn"];
    run_with(&options).exits_with(2);
    assert!(!fixed.exists());
}

#[test]
fn expected_findings_are_no_failures() {
    let folder = tempdir().unwrap();
    let file = write(folder.path(), "games.pgn", GAMES);
    let list = folder.path().join("expected.toml");
    let list = list.to_str().unwrap();
    run_with(&["pgn", "--quiet", "--write-expected", list, &file]).exits_with(1);
    run_with(&["pgn", "--quiet", "--expected", list, &file]).exits_with(0);
    // An entry about something that is not there is an error.
    let text = fs::read_to_string(list).unwrap()
        + "\n[[expected]]\nkind = \"mark\"\nfile = \"games.pgn\"\ngame = 9\nreason = \"gone\"\n";
    let stale = write(folder.path(), "stale.toml", &text);
    let run = run_with(&["pgn", "--quiet", "--expected", &stale, &file]).exits_with(5);
    assert!(
        run.stdout
            .contains("not found mark in games.pgn game 9: gone"),
        "{}",
        run.stdout
    );
    let some = "[[expected]]\nkind = \"mark\"\nreason = \"known\"\n";
    let some = write(folder.path(), "some.toml", some);
    run_with(&["pgn", "--quiet", "--expected", &some, &file]).exits_with(1);
    let wrong = write(
        folder.path(),
        "wrong.toml",
        "[[expected]]\nkind = \"marks\"\nreason = \"?\"\n",
    );
    run_with(&["pgn", "--expected", &wrong, &file]).exits_with(2);
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let folder = tempdir().unwrap();
    let text = GAMES.replace("\n\n[Event \"a comment\"]\n\n1. e4 {no end", "") + "\n";
    let file = write(folder.path(), "games.pgn", &text.repeat(4_000));
    let report = |threads| {
        let options = [
            "pgn",
            "--json",
            "--max-findings",
            "50",
            "--threads",
            threads,
            &file,
        ];
        run_with(&options).exits_with(1).stdout
    };
    let one = report("1");
    assert_eq!(report("2"), one);
    assert_eq!(report("3"), one);
    let json: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(json["files"][0]["games"], 24_000);
    assert_eq!(json["files"][0]["not_listed"], 4_000 * 7 - 50);
}
