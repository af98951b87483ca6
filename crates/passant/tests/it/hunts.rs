//! `passant hunt`: fresh positions, asked and printed.

use std::fs;

use passant_count::bulk;
use passant_query::Line;
use passant_rules::Position;
use passant_suite::Suites;

use crate::oracle::command;
use crate::run::run_with;

/// An engine with a fault that shows soon.
const FAULTY: &str = "--fault rank-pin-ignored";

/// Words that make every hunt the same, whatever the machine.
const SAME: [&str; 4] = ["--seed", "1", "--jobs", "1"];

#[test]
fn a_sound_engine_is_not_blamed() {
    let engine = command("");
    let words = ["hunt", &engine, "--positions", "400"];
    let run = run_with(&[&words[..], &SAME].concat()).exits_with(0);
    assert!(
        run.stdout.contains("no wrong answer; 400 fresh positions"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("seed 1"), "{}", run.stdout);
}

#[test]
fn a_fault_is_found_named_and_shrunk() {
    let engine = command(FAULTY);
    let run = run_with(&[&["hunt", &engine][..], &SAME].concat()).exits_with(1);
    for part in [
        "extra",
        "both pawns leave the rank and uncover the king",
        "fault     rank-pin-ignored",
        "smallest",
        "1 fail; ",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

/// The report says how to repeat a failure without a hunt and without a seed.
#[test]
fn a_failure_is_rerun_by_its_line() {
    let engine = command(FAULTY);
    let words = ["hunt", &engine, "--no-diagnosis", "--json"];
    let run = run_with(&[&words[..], &SAME].concat()).exits_with(1);
    let json = run.json();
    let result = &json["engines"][0];
    assert_eq!(result["hunt"]["seed"], 1);
    let told = &result["cases"][0]["presentations"][0];
    let moves = told["moves"].as_array().into_iter().flatten();
    let moves: Vec<_> = moves.filter_map(|mv| mv.as_str()).collect();
    let line = match &moves[..] {
        [] => told["fen"].as_str().unwrap().to_owned(),
        moves => format!(
            "{} moves {}",
            told["fen"].as_str().unwrap(),
            moves.join(" ")
        ),
    };
    let check = |engine: &str, code| {
        let words = [
            "check",
            engine,
            "--line",
            &line,
            "--search",
            "0",
            "--no-diagnosis",
        ];
        run_with(&words).exits_with(code)
    };
    let again = check(&engine, 1);
    assert!(
        again.stdout.contains("tests     1 position"),
        "{}",
        again.stdout
    );
    check(&command(""), 0);
}

/// Different mistakes are told apart, and those of one kind are counted.
#[test]
fn a_hunt_that_goes_on_reports_each_kind_of_mistake() {
    let engine = command("--fault file-pin-ignored --fault victim-stays");
    let words = [
        "hunt",
        &engine,
        "--positions",
        "1500",
        "--keep-going",
        "--no-diagnosis",
    ];
    let run = run_with(&[&words[..], &SAME].concat()).exits_with(1);
    for part in [
        "the capturer is pinned on its file",
        "b4b5",
        "more of the same kind",
    ] {
        assert!(
            run.stdout.contains(part) || part == "b4b5",
            "{part}: {}",
            run.stdout
        );
    }
    assert!(
        1 < run.stdout.matches("with the same mistake:").count(),
        "{}",
        run.stdout
    );
}

#[test]
fn positions_are_printed_with_their_counts() {
    let words = ["hunt", "--print", "200", "--seed", "3"];
    let epd = run_with(&words).exits_with(0).stdout;
    assert_eq!(epd.lines().count(), 200);
    for line in epd.lines() {
        let (fen, counts) = line.split_once(" ;").unwrap();
        let mut position = Position::from_fen(fen).unwrap();
        for count in counts.split(" ;") {
            let (depth, nodes) = count[1..].split_once(' ').unwrap();
            let expected = bulk(&mut position, depth.parse().unwrap());
            assert_eq!(nodes.parse(), Ok(expected), "{line}");
        }
    }
    let json = run_with(&[&words[..], &["--format", "jsonl"]].concat()).exits_with(0);
    for (text, epd) in json.stdout.lines().zip(epd.lines()) {
        let record: serde_json::Value = serde_json::from_str(text).unwrap();
        let mut line = Line::from_fen(record["fen"].as_str().unwrap()).unwrap();
        for mv in record["moves"].as_array().unwrap() {
            line = line.then(mv.as_str().unwrap().parse::<passant_query::Step>().unwrap());
        }
        assert!(line.position().is_some(), "{text}");
        assert!(epd.starts_with(record["end"].as_str().unwrap()), "{text}");
    }
}

/// A case that was written stands in a suite as it is, once two programs have confirmed it.
#[test]
fn a_written_case_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("en-passant");
    fs::create_dir(&suite).unwrap();
    let file = suite.join("rejected-rank.toml");
    let engine = command(FAULTY);
    let words = ["hunt", &engine, "--write-case", file.to_str().unwrap()];
    run_with(&[&words[..], &SAME].concat()).exits_with(1);
    let text = fs::read_to_string(&file).unwrap();
    let confirmed = text.replace(
        "confirmed = []",
        r#"confirmed = ["stockfish 15.1", "cozy-chess 0.3.4"]"#,
    );
    fs::write(&file, confirmed).unwrap();
    let suites = Suites::load(folder.path()).unwrap_or_else(|problems| panic!("{problems}"));
    let case = suites.cases().next().unwrap();
    assert_eq!(
        (case.class.as_str(), case.illegal.len()),
        ("rejected-rank", 1)
    );
    assert!(case.fen.len() < 60, "it is shrunk: {}", case.fen);
}

#[test]
fn bad_lines_and_words_are_explained() {
    for (words, part) in [
        (&["hunt"][..], "<ENGINE>"),
        (&["hunt", "engine", "--print", "3"], "cannot be used with"),
        (
            &["check", "engine", "--line", "8/8/8/8/8/8/8/8 w - - 0 1"],
            "has no king",
        ),
        (
            &[
                "check",
                "engine",
                "--line",
                "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1 moves e7e5 e1e4",
            ],
            "e1e4 is not legal",
        ),
        (&["check", "engine", "--line", "4k3/4p3/8 b - - 0 1"], "FEN"),
    ] {
        let run = run_with(words).exits_with(2);
        assert!(run.stderr.contains(part), "{words:?}: {}", run.stderr);
    }
}
