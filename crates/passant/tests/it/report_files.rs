//! What each command prints for people: one page per command. What the commands find out is asserted in other modules,
//! on exit codes and JSON; here the wording is compared.

use crate::oracle::command;
use crate::run::{Run, passant, run, run_with};
use crate::snapshot::Page;

/// Cases with an en passant capture that uncovers the king on its rank.
const RANK: &str = "en-passant/rejected-rank/rook-h5-king-a5-on-c6";
const RANK_OF_BLACK: &str = "en-passant/rejected-rank/rook-b4-king-f4";

/// A search that finds mate by en passant.
const MATE: &str = "search/same-pieces/with-f4g3";

/// A position with such a capture, and the same one ply before.
const RANK_FEN: &str = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
const BEFORE_RANK_FEN: &str = "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1";

/// A case with a legal en passant capture.
const PLAIN: &str = "en-passant/plain/d5-takes-on-e6";

/// A game in which a position occurs again, without a right that no pawn could use.
const REPETITION: &str = "state/repetition/refused/rank-rook-h5";

/// Runs a command with an engine, which comes after the verb.
fn asked(verb: &[&str], engine_options: &str, options: &[&str]) -> Run {
    run_with(&[verb, &[&command(engine_options)], options].concat())
}

/// Runs of `passant check`: a heading, the options of the engine, those of the command, and the exit code.
const CHECKS: [(&str, &str, &[&str], i32); 7] = [
    ("an engine that passes", "", &["--suite", PLAIN], 0),
    (
        "an illegal capture, with a diagnosis",
        "--fault rank-pin-ignored",
        &["--suite", RANK],
        1,
    ),
    (
        "a missing capture, for one color",
        "--fault white-capture-missed",
        &["--suite", PLAIN, "--no-diagnosis"],
        1,
    ),
    (
        "failures of the same kind, of which two are drawn",
        "--fault only-from-fen",
        &[
            "--no-diagnosis",
            "--suite",
            PLAIN,
            "--suite",
            "en-passant/plain/c5-takes-on-d6",
            "--suite",
            "en-passant/plain/b4-takes-on-c3",
        ],
        1,
    ),
    (
        "a count that is wrong only inside the engine",
        "--fault right-not-restored",
        &["--suite", PLAIN, "--max-nodes", "300", "--no-diagnosis"],
        1,
    ),
    (
        "a wrong answer about the state of a game",
        "--fault repetition-with-pin",
        &[
            "--suite",
            REPETITION,
            "--protocol",
            "line",
            "--no-diagnosis",
        ],
        1,
    ),
    (
        "nothing to ask",
        "",
        &["--suite", "en-passant/plain", "--shard", "999/999"],
        4,
    ),
];

#[test]
fn check_draws_what_fails() {
    let mut page = Page::new("check");
    for (heading, engine_options, options, code) in CHECKS {
        let run = asked(&["check"], engine_options, options).exits_with(code);
        page.run(heading, &run);
    }
    page.check();
}

/// The engine is a script for `sh`.
#[cfg(unix)]
#[test]
fn an_engine_that_ends_when_it_is_spoken_to_has_no_channel() {
    let engine = "sh -c 'read line; exit 3'";
    // The greeting goes on if the engine is slow to end.
    let mut page = Page::new("ends").hide_pattern(r"(    > protover 2\n)+", "");
    for verb in ["check", "diagnose"] {
        page.run(verb, &run_with(&[verb, engine]).exits_with(3));
    }
    page.check();
}

#[test]
fn check_says_which_failures_were_expected() {
    let folder = tempfile::tempdir().unwrap();
    let list_path = folder.path().join("expected.toml");
    let list = list_path.to_str().unwrap();
    let mut page = Page::new("check-expected").hide(folder.path().display(), "[folder]");
    // A busy machine would leave out larger counts.
    let some = ["--suite", RANK, "--no-diagnosis", "--max-nodes", "20000"];
    let faulty = "--fault rank-pin-ignored";
    let check = |fault: &str, option: &str| {
        asked(&["check"], fault, &[&some[..], &[option, list]].concat())
    };
    check(faulty, "--write-expected").exits_with(1);
    let run = check(faulty, "--expected").exits_with(0);
    page.run("the failure is expected", &run);
    let run = check("", "--expected").exits_with(5);
    page.run("the expected failure does not happen", &run);
    page.section("the list", &std::fs::read_to_string(list).unwrap());
    page.check();
}

/// Two failures, one of them about the state of a game.
#[test]
fn check_prints_other_forms_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |file: &str| folder.path().join(file);
    let [junit, html, summary] = ["junit.xml", "check.html", "summary.md"].map(path);
    let engine = command("--fault rank-pin-ignored");
    let check = |options: &[&str]| {
        let mut command = passant(&["check", &engine, "--protocol", "line", "--no-diagnosis"]);
        command.args(["--suite", RANK, "--suite", REPETITION]);
        command.args(options);
        if options.is_empty() {
            command.env("GITHUB_ACTIONS", "true");
            command.env("GITHUB_STEP_SUMMARY", &summary);
        }
        run(command).exits_with(1)
    };
    let mut page = Page::new("check-forms");
    let files = [
        "--junit",
        junit.to_str().unwrap(),
        "--html",
        html.to_str().unwrap(),
    ];
    page.run("TAP", &check(&[&["--tap"], &files[..]].concat()));
    page.section("JUnit", &std::fs::read_to_string(&junit).unwrap());
    let drawn = std::fs::read_to_string(&html).unwrap();
    page.section("HTML without drawings", &without_drawings(&drawn));
    let text = check(&[]).stdout;
    let commands: String = text
        .lines()
        .filter(|line| line.starts_with("::"))
        .map(|line| line.to_owned() + "\n")
        .collect();
    page.section("workflow commands of GitHub", &commands);
    page.section(
        "summary for GitHub",
        &std::fs::read_to_string(&summary).unwrap(),
    );
    let json = check(&["--json"]);
    page.run("JSON", &json);
    page.section("HTML of the matrix without drawings", &matrix(&json));
    page.check();
}

/// The page with the matrix of engines, without its style and its drawings.
fn matrix(report: &Run) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    std::fs::write(&path, &report.stdout).unwrap();
    let page = folder.path().join("matrix.html");
    let (path, page) = (path.to_str().unwrap(), page.to_str().unwrap());
    run_with(&["matrix", path, "-o", page]).exits_with(0);
    without_drawings(&std::fs::read_to_string(page).unwrap())
}

/// A page without its style and its drawings.
fn without_drawings(html: &str) -> String {
    let drawings = regex::Regex::new("(?s)<style.*?</style>|<svg.*?</svg>|\n\n+").unwrap();
    // The page escapes slashes, which would hide paths from being replaced.
    drawings.replace_all(html, "\n").replace("&#x2f;", "/")
}

#[test]
fn bisect_shows_the_way_to_the_first_wrong_move() {
    let mut page = Page::new("bisect");
    let mut bisect = |heading: &str, engine_options: &str, options: &[&str], code| {
        let run = asked(&["bisect"], engine_options, options).exits_with(code);
        page.run(heading, &run);
    };
    bisect(
        "an illegal capture after one ply, with a tally",
        "--fault rank-pin-ignored",
        &[BEFORE_RANK_FEN, "2", "--tally"],
        1,
    );
    bisect(
        "a count that is wrong only inside the engine",
        "--fault right-not-restored",
        &["2K5/8/8/3Pp3/8/8/8/7k w - e6 0 1", "2"],
        1,
    );
    bisect(
        "an engine that prints totals only",
        "--dialect ethereal --fault white-capture-missed",
        &["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4"],
        1,
    );
    bisect("no difference", "", &["startpos", "3"], 0);
    bisect(
        "an engine without perft",
        "--dialect none",
        // Where it answers late, the line protocol is found, which divides.
        &["startpos", "3", "--protocol", "uci"],
        3,
    );
    page.check();
}

#[test]
fn diagnose_names_the_fault_and_shows_a_wrong_answer() {
    let mut page = Page::new("diagnose");
    for (heading, fault, code) in [
        ("a fault that is named", "--fault along-pin-refused", 1),
        ("an engine without fault", "", 0),
    ] {
        let run = asked(&["diagnose"], fault, &[]).exits_with(code);
        page.run(heading, &run);
    }
    page.check();
}

#[test]
fn minimize_shows_the_smallest_position() {
    // How often the engine is asked depends on how the work is divided between threads.
    let mut page = Page::new("minimize").hide_pattern(r"\b\d{3}\b", "[number]");
    for (heading, engine_options, fen, code) in [
        (
            "a full board, from owlchess issue 6",
            "--fault rank-pin-ignored",
            "1nbqkbnr/1ppp1ppp/8/r3pP1K/p7/8/PPPPP1PP/RNBQ1BNR w k e6 0 1",
            0,
        ),
        (
            "a missing capture",
            "--fault white-capture-missed",
            "b7/8/k7/2pP4/8/6q1/8/7K w - c6 0 1",
            0,
        ),
        ("an engine without fault", "", RANK_FEN, 0),
        ("not a FEN", "", "8/8 w - -", 2),
    ] {
        let run = asked(&["minimize"], engine_options, &[fen]).exits_with(code);
        page.run(heading, &run);
    }
    page.check();
}

#[test]
fn suite_prints_positions_games_and_moves_to_play() {
    let mut page = Page::new("suite");
    for arguments in [
        &[RANK_OF_BLACK][..],
        &[RANK_OF_BLACK, "--format", "perft"],
        &[RANK_OF_BLACK, "--format", "epd"],
        &[RANK_OF_BLACK, "--format", "csv"],
        &[REPETITION],
        &["fen/after-push/check-from-d8"],
        &["play/reply-moves/e5f6-e4f5"],
        &["play/reply-moves/e5f6-e4f5", "--format", "epd"],
        &[MATE],
        &[MATE, "--format", "epd"],
        &[MATE, "--format", "jsonl"],
    ] {
        let run = run_with(&[&["suite"], arguments].concat()).exits_with(0);
        page.run(arguments.join(" "), &run);
    }
    page.check();
}
