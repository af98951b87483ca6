//! `passant referee`: the verdicts on match runners with known faults, on xboard and on a loop with python-chess, and what is said
//! about those that do not run.

use std::fs;
use std::path::Path;

use passant_needs::needs;
use passant_test_tools::{package, program};
use serde_json::Value;
use tempfile::tempdir;

use crate::run::{Run, passant, run, run_on, run_with};

/// The verdicts of a report that are not `right`, each with the address below `referee/`.
pub(crate) fn deviations(report: &Value) -> Vec<String> {
    let cases = report["cases"].as_array().unwrap();
    let word = |case: &Value, key: &str| case[key].as_str().unwrap().to_owned();
    let wrong = cases.iter().filter(|case| case["ruling"] != "right");
    wrong
        .map(|case| {
            let address = word(case, "address");
            format!(
                "{} {}",
                word(case, "ruling"),
                address.trim_start_matches("referee/")
            )
        })
        .collect()
}

/// Runs the command on the match runner of the tests.
fn run_seeded(options: &[&str], faults: &[&str]) -> Run {
    let runner = program("passant-runner");
    let mut line = vec!["referee"];
    line.extend(options);
    line.extend(["--", runner.to_str().unwrap()]);
    line.extend([
        "--engine", "{engine}", "--epd", "{epd}", "--pgn", "{pgn}", "--games", "{games}",
    ]);
    line.extend(faults.iter().flat_map(|fault| ["--fault", fault]));
    run_with(&line)
}

#[cfg(unix)]
#[test]
fn a_runner_without_fault_is_right() {
    let report = run_seeded(&["--json"], &[]).exits_with(0).json();
    assert_eq!(deviations(&report), [""; 0]);
    assert!(20 <= report["cases"].as_array().unwrap().len());
    let chess960 = run_seeded(&["--json", "--chess960"], &[])
        .exits_with(0)
        .json();
    assert_eq!(deviations(&chess960), [""; 0]);
}

/// A draw at the fifth occurrence, or by a claim before the move that repeats the position, is allowed.
#[cfg(unix)]
#[test]
fn what_the_rules_allow_is_right() {
    for faults in [
        &["fifth-occurrence"][..],
        &["claims"],
        &["fifth-occurrence", "claims"],
    ] {
        let report = run_seeded(&["--json"], faults).exits_with(0).json();
        assert_eq!(deviations(&report), [""; 0], "{faults:?}");
    }
}

/// Each fault of the runner, with what its verdicts must be.
const FAULTS: [(&str, &[&str]); 12] = [
    (
        "late-at-pins",
        &[
            "late opening/pinned-on-rank",
            "late opening/pinned-on-file",
            "late repetition/pinned-on-rank",
            "late repetition/pinned-on-file",
            "late repetition/pinned-on-diagonal",
            "late repetition/check-uncovered",
        ],
    ),
    (
        "late-without-capturer",
        &[
            "late opening/no-capturer",
            "late opening/pinned-on-rank",
            "late opening/pinned-on-file",
            "late repetition/no-capturer",
            "late repetition/pinned-on-rank",
            "late repetition/pinned-on-file",
            "late repetition/pinned-on-diagonal",
            "late repetition/check-uncovered",
        ],
    ),
    (
        "early",
        &[
            "early opening/real-right",
            "early repetition/real-right",
            "early repetition/real-right-black",
        ],
    ),
    (
        "wrong-side",
        &[
            "wrong-side ending/only-move-in-check",
            "wrong-side ending/only-move",
            "wrong-side legal/white",
            "wrong-side legal/black",
            "wrong-side legal/first-move",
            "wrong-side legal/along-the-pin",
            "wrong-side pv/ordinary-move",
            "wrong-side pv/empty-square",
            "wrong-side pv/legal",
            "wrong-side pv/pinned",
            "wrong-side pv/expired",
            "wrong-side refused/rank",
            "wrong-side refused/diagonal",
            "wrong-side refused/file",
            "wrong-side refused/check-uncovered",
            "wrong-side refused/expired",
            "wrong-side refused/two-single-steps",
        ],
    ),
    (
        "field-ignored",
        &["refused-legal legal/first-move", "early opening/real-right"],
    ),
    (
        "field-refused",
        &[
            "other-opening legal/first-move",
            "other-opening opening/real-right",
            "other-opening opening/no-capturer",
            "other-opening opening/pinned-on-rank",
            "other-opening opening/pinned-on-file",
        ],
    ),
    ("pinned-refused", &["refused-legal legal/along-the-pin"]),
    (
        "capture-unchecked",
        &[
            "accepted-illegal pv/pinned",
            "accepted-illegal refused/rank",
            "accepted-illegal refused/diagonal",
            "accepted-illegal refused/file",
            "accepted-illegal refused/check-uncovered",
        ],
    ),
    (
        "expired-accepted",
        &[
            "accepted-illegal pv/expired",
            "accepted-illegal refused/expired",
            "accepted-illegal refused/two-single-steps",
        ],
    ),
    (
        "evasion-missed",
        &[
            "refused-legal ending/only-move-in-check",
            "early ending/only-move",
        ],
    ),
    ("end-missed", &["late ending/stalemate"]),
    ("line-refused", &["refused-legal pv/legal"]),
];

#[cfg(unix)]
#[test]
fn every_fault_of_a_runner_is_found() {
    for (fault, expected) in FAULTS {
        let report = run_seeded(&["--json"], &[fault]).exits_with(1).json();
        assert_eq!(deviations(&report), expected, "{fault}");
    }
}

/// A runner that draws at the fifth occurrence is judged by its own draw without en passant.
#[cfg(unix)]
#[test]
fn a_fault_is_found_beside_a_later_draw() {
    for (fault, expected) in &FAULTS[..3] {
        let report = run_seeded(&["--json"], &[fault, "fifth-occurrence"])
            .exits_with(1)
            .json();
        assert_eq!(deviations(&report), *expected, "{fault}");
    }
}

#[cfg(unix)]
#[test]
fn the_report_shows_what_differs() {
    let folder = tempdir().unwrap();
    let junit = folder.path().join("junit.xml");
    let json = folder.path().join("report.json");
    let options = [
        "--junit",
        junit.to_str().unwrap(),
        "--report",
        json.to_str().unwrap(),
    ];
    let run = run_seeded(&options, &["pinned-refused"]).exits_with(1);
    let shown = "\
refused-legal referee/legal/along-the-pin
fen       8/7p/6k1/8/4p3/8/3P3P/1B2K3 w - - 0 1
moves     d2d4 e4d3 e1d2 g6g7
expected  0-1 after 4 plies
got       1-0 after 1 ply; Black has lost before e4d3, which is legal
it says   illegal move: e4d3
";
    assert!(run.stdout.contains(shown), "{}", run.stdout);
    assert!(
        run.stdout.contains(" legal           3      1      -\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.ends_with("33 right, 1 refused-legal\n"),
        "{}",
        run.stdout
    );
    let junit = fs::read_to_string(junit).unwrap();
    let parts = [
        "failures=\"1\"",
        "name=\"referee/legal/along-the-pin\"",
        "which is legal",
    ];
    assert!(parts.iter().all(|part| junit.contains(part)), "{junit}");
    let report: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let case = report["cases"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["ruling"] != "right")
        .unwrap();
    assert_eq!(
        case["got"],
        serde_json::json!({ "plies": 1, "result": "1-0" })
    );
    assert_eq!(case["verdict"], "fail");
}

/// The files are written, games are played elsewhere, as in a GUI, and read.
#[cfg(unix)]
#[test]
fn games_are_judged_that_were_played_elsewhere() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let written = run_with(&["referee", "--files", folder.path().to_str().unwrap()]).exits_with(0);
    assert!(
        written.stdout.contains(&path("engine")),
        "{}",
        written.stdout
    );
    assert!(
        fs::read_to_string(path("openings.pgn"))
            .unwrap()
            .contains("[SetUp \"1\"]")
    );
    let mut runner = std::process::Command::new(program("passant-runner"));
    runner.args(["--engine", &path("engine"), "--epd", &path("openings.epd")]);
    runner.args(["--pgn", &path("games.pgn"), "--fault", "capture-unchecked"]);
    let printed = crate::run::of(runner.output().unwrap())
        .exits_with(0)
        .stdout;
    let [output, games] = [path("printed.txt"), path("games.pgn")];
    fs::write(&output, printed).unwrap();
    let judge = ["referee", "--json", "--judge", &games];
    let without_output = run_with(&judge).exits_with(1).json();
    let found = deviations(&without_output);
    assert!(
        found.contains(&"not-testable pv/pinned".to_owned()),
        "{found:?}"
    );
    let with_output = [&judge[..], &["--printed", &output]].concat();
    let report = run_with(&with_output).exits_with(1).json();
    assert_eq!(deviations(&report), FAULTS[7].1);
}

#[needs("python3", "python-chess")]
#[test]
fn a_loop_with_python_chess_is_right() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/examples/match.py");
    let line = [
        "python3",
        script.to_str().unwrap(),
        "{engine}",
        "{epd}",
        "{pgn}",
    ];
    let mut command = passant(&[&["referee", "--json", "--time", "600", "--"][..], &line].concat());
    command.env("PYTHONPATH", package("python-chess"));
    let report = run(command).exits_with(0).json();
    let expected = [
        "ordinary-move",
        "empty-square",
        "legal",
        "pinned",
        "expired",
    ];
    assert_eq!(
        deviations(&report),
        expected.map(|name| format!("not-testable pv/{name}"))
    );
}

/// xboard 4.9.1 counts a right whenever a FEN names its square, or a pawn stands beside the pushed one.
#[needs("xboard", "xvfb-run", "sh")]
#[test]
fn xboard_draws_some_repetitions_too_late() {
    let template = run_with(&["referee", "--template", "xboard"])
        .exits_with(0)
        .stdout;
    let (_, line) = template.split_once(" -- ").unwrap();
    let mut words = vec!["referee", "--json", "--time", "600", "--"];
    words.extend(line.split_whitespace());
    let mut command = passant(&words);
    let folders: Vec<_> = passant_test_tools::folders_of_programs().collect();
    command.env("PATH", std::env::join_paths(folders).unwrap());
    let report = run(command).exits_with(1).json();
    let found = deviations(&report);
    let late: Vec<_> = found
        .iter()
        .filter(|it| !it.starts_with("not-testable pv/"))
        .collect();
    let expected = [
        "late opening/no-capturer",
        "late opening/pinned-on-rank",
        "late opening/pinned-on-file",
        "late repetition/pinned-on-rank",
        "late repetition/pinned-on-file",
        "late repetition/pinned-on-diagonal",
        "late repetition/check-uncovered",
    ];
    assert_eq!(late, expected);
}

#[test]
fn the_engine_plays_over_uci_and_xboard() {
    let fen = "8/3p3p/8/K3P2r/8/8/7P/4k3 b - - 0 1";
    let uci = format!(
        "uci\nisready\nposition fen {fen} moves d7d5\ngo depth 1\nposition startpos\ngo infinite\nstop\nquit\n"
    );
    let xboard = format!(
        "xboard\nprotover 2\nnew\nforce\nsetboard {fen}\npost\ngo\nusermove e5d6\nping 7\nquit\n"
    );
    for (commands, end) in [
        (uci, "readyok\nbestmove e5d6\nbestmove a1a1\n"),
        (xboard, "1 0 0 1 d7d5\nmove d7d5\nmove a1a1\npong 7\n"),
    ] {
        let run = run_on(&["referee", "--play"], commands.as_bytes()).exits_with(0);
        assert!(run.stdout.ends_with(end), "{}", run.stdout);
    }
}
