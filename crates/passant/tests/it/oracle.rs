//! The engine of this workspace, which breaks a rule on request: a correct engine is never accused, whatever its
//! dialect, and a wrong one is told the move.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use passant_test_tools::{filter, program};
use serde_json::Value;

use crate::run::{Run, run_with, with_passant};

/// The engine, built as the tests are.
static ORACLE: LazyLock<PathBuf> = LazyLock::new(|| program("passant-oracle"));

/// The path of the engine.
pub(crate) fn oracle() -> &'static Path {
    &ORACLE
}

/// The command that starts it.
pub(crate) fn command(options: &str) -> String {
    format!("'{}' {options}", ORACLE.display())
}

/// The command that starts it behind a filter, whose rules `passant-filter --help` lists.
pub(crate) fn filtered(rules: &[&str], options: &str) -> String {
    let (filter, oracle) = (filter(), oracle());
    let paths = [&filter, oracle].map(|path| path.to_str().unwrap());
    let options = shell_words::split(options).unwrap();
    let options: Vec<_> = options.iter().map(String::as_str).collect();
    shell_words::join([&paths[..1], rules, &["--", paths[1]], &options].concat())
}

fn check(engine_options: &str, options: &[&str]) -> Run {
    run_with(&[&["check", &command(engine_options)], options].concat())
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap()
}

/// All dialects, over UCI.
#[test]
fn a_correct_engine_passes_in_every_dialect() {
    let dialects = Command::new(&*ORACLE).arg("--dialects").output().unwrap();
    let dialects = String::from_utf8(dialects.stdout).unwrap();
    // The first dialect, which is the usual one, gets all cases, every other one a third.
    for (number, dialect) in dialects.lines().enumerate() {
        let shard = match number {
            0 => "1/1".to_owned(),
            number => format!("{}/3", number % 3 + 1),
        };
        let run = check(
            &format!("--dialect {dialect}"),
            &[
                "--max-nodes",
                "500",
                "--json",
                "--shard",
                &shard,
                "--suite",
                "en-passant",
                "--suite",
                "perft/promotion",
                "--suite",
                "perft/castling",
            ],
        );
        assert_eq!(run.code, Some(0), "{dialect}: {}{}", run.stdout, run.stderr);
        let engine = &json(&run)["engines"][0];
        for case in engine["cases"].as_array().unwrap() {
            // A search of a position without moves shows nothing.
            let is_over = dialect == "none" && case["verdict"] == "unsupported";
            assert!(case["verdict"] == "pass" || is_over, "{dialect}: {case:#}");
        }
        let rung = engine["calibration"]["rung"].as_str().unwrap();
        assert_eq!(rung == "multi-pv", dialect == "none", "{dialect}: {rung}");
    }
}

#[test]
fn a_correct_engine_passes_in_every_protocol() {
    for (protocol, rung) in [("uci", "divide"), ("xboard", "divide"), ("line", "line")] {
        let run = check(
            "",
            &[
                "--protocol",
                protocol,
                "--max-nodes",
                "3000",
                "--json",
                "--suite",
                "en-passant",
                "--suite",
                "perft",
            ],
        );
        assert_eq!(
            run.code,
            Some(0),
            "{protocol}: {}{}",
            run.stdout,
            run.stderr
        );
        assert_eq!(
            json(&run)["engines"][0]["calibration"]["rung"],
            rung,
            "{protocol}"
        );
    }
}

#[test]
fn reports_the_wrong_move() {
    let run = check(
        "--fault rank-pin-ignored",
        &["--class", "rejected-rank", "--max-nodes", "3000"],
    );
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let move_and_reason =
        "extra e5d6 (illegal en passant capture: both pawns leave the rank and uncover the king)";
    let part = "(illegal en passant capture: both pawns leave the rank and uncover the king)";
    assert!(
        run.stdout.contains(part),
        "{move_and_reason}\n{}",
        run.stdout
    );
    assert!(run.stdout.contains("passant bisect"), "{}", run.stdout);
}

#[test]
fn distinguishes_faults_in_reading_fens_from_others() {
    let pattern = |fault: &str| {
        let run = check(
            &format!("--fault {fault}"),
            &["--class", "plain", "--max-nodes", "3000", "--json"],
        );
        assert_eq!(run.code, Some(1), "{fault}: {}", run.stdout);
        let report = json(&run);
        let cases = report["engines"][0]["cases"].as_array().unwrap().clone();
        let patterns = cases.iter().filter(|case| case["verdict"] == "fail");
        let mut patterns: Vec<_> = patterns.map(|case| case["pattern"].to_string()).collect();
        patterns.sort();
        patterns.dedup();
        patterns.join("\n")
    };
    let colour = pattern("white-capture-missed");
    assert!(colour.contains("colours swapped"), "{colour}");
}

#[test]
fn bisect_ends_at_the_wrong_move() {
    // The en passant right arises after one ply: the capture exposes the king on its rank.
    let fen = "4k3/3p4/8/K1P4r/8/8/8/8 b - - 0 1";
    let run = run_with(&[
        "bisect",
        &command("--fault rank-pin-ignored"),
        fen,
        "2",
        "--tally",
    ]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    for part in [
        "after d7d5",
        "extra c5d6 (illegal en passant capture",
        "en_passant ",
        "every other column is equal",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let run = run_with(&["bisect", &command(""), fen, "3"]);
    assert_eq!((run.code, &run.stderr[..]), (Some(0), ""), "{}", run.stdout);
}

/// The moves are correct and the total is not: the report says so, and names no wrong move.
#[test]
fn bisect_explains_equal_divides_with_different_totals() {
    // 8902 nodes at depth 3 are correct.
    let engine = filtered(
        &[
            "--replace",
            "^Nodes searched: 8902$",
            "Nodes searched: 8903",
        ],
        "",
    );
    let run = run_with(&["bisect", &engine, "startpos", "3"]);
    assert_eq!(run.code, Some(6), "{}{}", run.stdout, run.stderr);
    for part in [
        "the moves add up to 8902, and the total is 8903",
        "Every legal move has the right number of nodes",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

#[test]
fn failures_can_be_expected_and_outdated_lists_fail() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("expected.toml");
    let list = list.to_str().unwrap();
    let some = ["--class", "rejected-rank", "--max-nodes", "3000"];
    let faulty = "--fault rank-pin-ignored";
    let run = check(faulty, &[&some[..], &["--write-expected", list]].concat());
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    let run = check(faulty, &[&some[..], &["--expected", list]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    let run = check("", &[&some[..], &["--expected", list]].concat());
    assert_eq!(run.code, Some(5), "{}", run.stdout);
    assert!(run.stdout.contains("xpass"), "{}", run.stdout);
}

/// A selection may contain no case for an engine.
#[test]
fn a_run_without_a_case_says_so() {
    let run = check("", &["--class", "plain", "--max-nodes", "0"]);
    assert_eq!(run.code, Some(4), "{}", run.stdout);
    assert!(
        run.stdout.contains("\nnothing was asked; "),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("passed"), "{}", run.stdout);
}

/// A failure that is expected of one engine is not expected of another one in the same run.
#[test]
fn failures_are_expected_of_one_engine_only() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("expected.toml");
    let path = list.to_str().unwrap();
    let (faulty, right) = (command("--fault rank-pin-ignored"), command(""));
    let check = |engines: &[&str], option: &str| {
        let some = ["--class", "rejected-rank", "--max-nodes", "300"];
        let run = run_with(
            &[
                &["check"],
                engines,
                &some,
                &["--no-diagnosis", option, path],
            ]
            .concat(),
        );
        run.code
    };
    assert_eq!(check(&[&faulty, &right], "--write-expected"), Some(1));
    assert_eq!(check(&[&faulty, &right], "--expected"), Some(0));
    assert_eq!(check(&[&right], "--expected"), Some(0));
    let named = std::fs::read_to_string(&list).unwrap();
    assert!(named.contains("\nengine = "), "{named}");
    let of_all: Vec<_> = named
        .lines()
        .filter(|line| !line.starts_with("engine = "))
        .collect();
    std::fs::write(&list, of_all.join("\n")).unwrap();
    assert_eq!(check(&[&faulty, &right], "--expected"), Some(5));
    // With one engine the list does not need its name.
    assert_eq!(check(&[&faulty], "--write-expected"), Some(1));
    let unnamed = std::fs::read_to_string(&list).unwrap();
    assert!(!unnamed.contains("engine ="), "{unnamed}");
}

#[test]
fn resumes_from_results_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("results.jsonl");
    let path = journal.to_str().unwrap();
    let options = [
        "--class",
        "plain",
        "--max-nodes",
        "3000",
        "--resume",
        path,
        "--json",
    ];
    let first = json(&check("", &options));
    // A line is cut off, as if the run had been killed.
    let mut text = std::fs::read_to_string(&journal).unwrap();
    let lines = text.lines().count();
    text.truncate(text.len() - 40);
    std::fs::write(&journal, text).unwrap();
    let second = json(&check("", &options));
    let cases = |report: &Value| report["engines"][0]["cases"].as_array().unwrap().clone();
    let asked_again = cases(&first)
        .iter()
        .zip(&cases(&second))
        .filter(|(a, b)| a != b)
        .count();
    assert!(asked_again <= 1, "{asked_again} of {lines}");
    assert_eq!(
        std::fs::read_to_string(&journal).unwrap().lines().count(),
        lines + 1
    );
}

#[test]
fn the_report_matches_its_schema() {
    let schema = run_with(&["generate", "schema"]);
    let schema: Value = serde_json::from_str(&schema.stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for engine in [
        "--fault never-judged",
        "--fault white-capture-missed --dialect none",
    ] {
        let report = json(&check(engine, &["--max-nodes", "500", "--json"]));
        let errors: Vec<_> = validator
            .iter_errors(&report)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
    let none = json(&run_with(&["check", "true", "--json"]));
    assert!(validator.is_valid(&none), "{none:#}");
}

#[test]
fn other_formats_have_the_same_results() {
    let folder = tempfile::tempdir().unwrap();
    let (junit, report, page) = (
        folder.path().join("junit.xml"),
        folder.path().join("report.json"),
        folder.path().join("matrix.html"),
    );
    let some = ["--class", "rejected-rank", "--max-nodes", "3000"];
    let faulty = "--fault rank-pin-ignored";
    let tap = check(
        faulty,
        &[&some[..], &["--tap", "--junit", junit.to_str().unwrap()]].concat(),
    );
    let failures = tap.stdout.matches("\nnot ok ").count();
    assert!(
        0 < failures && tap.stdout.starts_with("TAP version 13\n1.."),
        "{}",
        tap.stdout
    );
    let xml = std::fs::read_to_string(&junit).unwrap();
    assert!(
        xml.contains(&format!("failures=\"{failures}\"")),
        "{failures}: {xml}"
    );
    let json = check(faulty, &[&some[..], &["--json"]].concat());
    std::fs::write(&report, json.stdout).unwrap();
    let run = run_with(&[
        "matrix",
        report.to_str().unwrap(),
        "-o",
        page.to_str().unwrap(),
    ]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let html = std::fs::read_to_string(&page).unwrap();
    for part in ["<svg", "rejected-rank", "✗", "uncover the king"] {
        assert!(html.contains(part), "{part}");
    }
    assert!(
        !html.contains("<script") && !html.contains("http"),
        "the page needs something else"
    );
}

#[test]
fn a_failure_has_a_script_that_reproduces_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scripts");
    let some = [
        "--class",
        "rejected-rank",
        "--max-nodes",
        "300",
        "--shard",
        "1/4",
        "--no-diagnosis",
    ];
    let run = check(
        "--fault rank-pin-ignored",
        &[
            &some[..],
            &[
                "--reproduce",
                path.to_str().unwrap(),
                "--verbose",
                "--color",
                "always",
            ],
        ]
        .concat(),
    );
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stdout.contains("\u{1b}["), "{}", run.stdout);
    let mut scripts: Vec<_> = path
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    scripts.sort();
    assert_eq!(
        scripts.len(),
        run.stdout.matches("\n  again    ").count(),
        "{}",
        run.stdout
    );
    let output = Command::new(&scripts[0])
        .env("PATH", with_passant())
        .env_remove("CI")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    for part in [
        "Nodes searched: ",
        "fail en-passant/rejected-rank/",
        "illegal en passant capture",
        "depth 1",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// The command that repeats a check repeats the options that say how to query the engine.
#[test]
fn the_command_to_repeat_a_failure_has_the_same_options() {
    let run = check(
        "--fault rank-pin-ignored",
        &[
            "--protocol",
            "line",
            "--start-timeout",
            "20",
            "--timeout",
            "30",
            "--class",
            "rejected-rank",
            "--shard",
            "1/8",
            "--no-diagnosis",
        ],
    );
    let again = "--protocol line --start-timeout 20 --timeout 30";
    let commands = run.stdout.lines();
    let commands = commands.filter(|line| line.contains("passant check '"));
    let commands: Vec<_> = commands.collect();
    assert!(!commands.is_empty(), "{}", run.stdout);
    assert!(
        commands.iter().all(|line| line.contains(again)),
        "{commands:?}"
    );
}

#[test]
fn completions_and_man_pages_are_generated() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_with(&["generate", "man", folder.path().to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let page = std::fs::read_to_string(folder.path().join("passant-check.1")).unwrap();
    assert!(page.contains("expected failures"), "{page}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = run_with(&["generate", "completions", shell]);
        assert!(run.stdout.contains("bisect"), "{shell}: {}", run.stderr);
    }
}
