//! `passant check --suite state`: the state of a game, over the line protocol and the others.

use passant_needs::needs;
use passant_test_tools::{test_each, tool};

use crate::json::{self, Report, reports_follow};
use crate::oracle::command;
use crate::run::{Run, run_with};

const FAULTY: &str = "--fault repetition-with-pin";

fn check(engine_options: &str, options: &[&str]) -> Run {
    let engine = command(engine_options);
    run_with(&[&["check", &engine, "--protocol", "line"], options].concat())
}

#[test]
fn asks_an_adapter_about_everything_by_default() {
    let run = check("", &["--max-nodes", "100", "--json"]).exits_with(0);
    let report = Report::of(&run);
    let conventions = report.engine().conventions();
    assert_eq!(
        conventions.fen_key_and_suffix(),
        ["always", "legal", "read"]
    );
    for class in [
        "after-moves",
        "same-position",
        "repetition",
        "text",
        "queries",
        "games",
        "round-trip",
        "plain",
    ] {
        let mut cases = report.cases();
        let has_passed = cases.any(|it| it.class() == class && it.verdict() == "pass");
        assert!(has_passed, "{class}");
    }
}

/// A convention is judged if it is demanded. No fault is named for another one.
#[test]
fn judges_conventions_that_are_demanded() {
    let suite = ["--suite", "state/after-moves", "--suite", "state/text"];
    let demand = |list, code| {
        let options = [&suite[..], &["--json", "--convention", list]].concat();
        let run = check("", &options).exits_with(code);
        let report = Report::of(&run);
        (
            report.engine().count("fail"),
            report.engine().diagnosis().is_some(),
        )
    };
    assert_eq!(demand("fen=always,suffix=read", 0), (0, false));
    let (wrong, is_diagnosed) = demand("fen=legal", 1);
    assert!(10 < wrong && !is_diagnosed, "{wrong}");
    // UCI shows nothing of notation.
    let uci = [
        "check",
        &command(""),
        "--protocol",
        "uci",
        "--convention",
        "fen=always,suffix=read",
    ];
    let run = run_with(&[&uci, &suite[..]].concat()).exits_with(7);
    let why = "hardly tested: it tells nothing about what is demanded: suffix";
    assert!(run.stdout.contains(why), "{}", run.stdout);
    let run = check("", &["--convention", "fem=legal"]).exits_with(2);
    assert!(run.stderr.contains("did you mean fen?"), "{}", run.stderr);
}

/// Engines that are no adapters are asked about the state of a game only if it is named. Questions that they cannot
/// answer are no failures.
#[test]
fn asks_other_engines_about_state_only_on_request() {
    let engine = command("");
    let some = ["--shard", "1/8", "--max-nodes", "100", "--json"];
    let run = run_with(&[&["check", &engine], &some[..]].concat());
    let report = Report::of(&run);
    assert!(report.cases().all(|case| case.class() != "repetition"));
    let script = ["check", "--script", "true", "--suite", "state", "--json"];
    let run = run_with(&script);
    assert_ne!(run.code, Some(1), "{}", run.stdout);
}

#[needs("python3", "check-jsonschema")]
#[test]
fn reports_follow_their_schema() {
    let options = ["--class", "repetition", "--json"];
    reports_follow(&[check(FAULTY, &options).json()]);
}

#[test]
fn reports_a_wrong_repetition_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (list, json, page) = (
        path("expected.toml"),
        path("report.json"),
        path("matrix.html"),
    );
    let some = ["--class", "repetition"];
    let run = check(
        FAULTY,
        &[&some[..], &["--json", "--write-expected", &list]].concat(),
    )
    .exits_with(1);
    std::fs::write(&json, &run.stdout).unwrap();
    run_with(&["matrix", &json, "-o", &page]).exits_with(0);
    let html = std::fs::read_to_string(&page).unwrap();
    let drawn = html.matches("<h4 class=\"fail\"").count();
    assert_eq!(drawn, Report::of(&run).engine().count("fail"), "{html}");

    check(FAULTY, &[&some[..], &["--expected", &list]].concat()).exits_with(0);
    check("", &[&some[..], &["--expected", &list]].concat()).exits_with(5);
}

/// UCI engines show a FEN and a key, and xboard engines claim draws.
#[test]
fn asks_about_state_over_other_protocols() {
    let cases = |protocol: &str, fault: &str, class: &str| {
        let engine = command(fault);
        let options = ["--protocol", protocol, "--suite", "state", "--class", class];
        let check = ["check", &engine, "--json", "--no-diagnosis"];
        let run = run_with(&[&check[..], &options].concat());
        let report = Report::of(&run);
        (report.engine().count("pass"), report.engine().count("fail"))
    };
    for (protocol, class, least, fault) in [
        ("uci", "after-moves", 40, "fen-prints-victim"),
        ("uci", "same-position", 40, "key-without-right"),
        ("uci", "round-trip", 10, "fen-loses-right"),
        ("xboard", "after-moves", 40, "right-not-restored"),
        ("xboard", "repetition", 40, "repetition-blind"),
    ] {
        let (passed, failed) = cases(protocol, "", class);
        assert!(
            least < passed && failed == 0,
            "{protocol} {class}: {passed} pass, {failed} fail"
        );
        let (_, failed) = cases(protocol, &format!("--fault {fault}"), class);
        assert!(0 < failed, "{protocol} {class}: {fault}");
    }
}

test_each!(
    counts_repetitions_as_known:
    stockfish("stockfish", "uci", "repetition/refused/rank-rook-h5", "repetition/real-right"),
    fairy_stockfish("fairy-stockfish", "uci", "repetition/refused/rank-rook-h5", "repetition/real-right"),
    gnuchess("gnuchess", "xboard", "repetition/refused/rank-rook-h5", "repetition/real-right/bare"),
    glaurung("glaurung", "uci", "", "repetition/refused/rank"),
    hoichess("hoichess", "xboard", "repetition/no-capturer/bare", "repetition/real-right/bare"),
    phalanx("phalanx", "xboard", "repetition/real-right/bare", "repetition/refused/rank"),
    sjeng("sjeng", "xboard", "after-moves/captured/white", "queries/en-passant"),
);

/// What each engine does was verified by hand. Stockfish 15.1, Fairy-Stockfish, GNU Chess and hoichess treat positions as
/// different because of a right that no pawn can use. Phalanx ignores a right that a pawn can use. Sjeng loses it when a
/// move is taken back. Glaurung is correct.
fn counts_repetitions_as_known(engine: &str, protocol: &str, wrong: &str, right: &str) {
    let path = tool(engine);
    let failed = |part: &str| {
        let options = ["--protocol", protocol, "--suite", "state", "--filter", part];
        let engine = path.to_str().unwrap();
        let check = ["check", engine, "--json", "--no-diagnosis"];
        let run = run_with(&[&check[..], &options].concat());
        Report::of(&run).engine().count("fail")
    };
    assert_eq!(failed(right), 0, "{engine}: {right}");
    assert!(wrong.is_empty() || 0 < failed(wrong), "{engine}: {wrong}");
}

/// The answers that are expected are in the JSON too.
#[test]
fn prints_the_expected_answers_of_a_case() {
    let run = run_with(&["suite", "state/text/two-capturers/isichess", "--json"]);
    assert_eq!(json::expected_answers(&run, "san"), ["axb3", "cxb3"]);
}
