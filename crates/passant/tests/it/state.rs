//! `passant check --suite state`, through the line protocol and in every output format.

use passant_test_tools::tool;
use serde_json::Value;

use crate::oracle::command;
use crate::run::{Run, run_with};

const FAULTY: &str = "--fault repetition-with-pin";

fn check(engine_options: &str, options: &[&str]) -> Run {
    let engine = command(engine_options);
    run_with(&[&["check", &engine, "--protocol", "line"], options].concat())
}

fn report(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn a_correct_adapter_gets_all_cases_by_default_and_passes() {
    let run = check("", &["--max-nodes", "100", "--json"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let engine = report(&run)["engines"][0].clone();
    let declared = &engine["declared"];
    assert_eq!(
        (&declared["fen"], &declared["key"], &declared["suffix"]),
        (&"always".into(), &"legal".into(), &"read".into())
    );
    for class in [
        "after-moves",
        "same-position",
        "repetition",
        "text",
        "queries",
        "games",
        "plain",
    ] {
        let cases = engine["cases"].as_array().unwrap().iter();
        let passed = cases.filter(|case| case["class"] == class && case["verdict"] == "pass");
        assert!(0 < passed.count(), "{class}");
    }
}

/// Other engines get the cases below `state` only on request, and unsupported cases are not failures.
#[test]
fn unsupported_cases_are_not_failures() {
    let engine = command("");
    let run = run_with(&["check", &engine, "--max-nodes", "100", "--json"]);
    let cases = report(&run)["engines"][0]["cases"].clone();
    let mut cases = cases.as_array().unwrap().iter();
    assert!(cases.all(|case| case["class"] != "repetition"));
    let script = ["check", "--script", "true", "--suite", "state", "--json"];
    let run = run_with(&script);
    assert_ne!(run.code, Some(1), "{}", run.stdout);
}

#[test]
fn reports_a_fault_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let junit = folder.path().join("junit.xml");
    let text = check(
        FAULTY,
        &["--class", "repetition", "--junit", junit.to_str().unwrap()],
    );
    assert_eq!(text.code, Some(1), "{}", text.stdout);
    for part in [
        "declares  FEN always, key legal, e.p. read",
        "occurrences after ply",
        "says:  1",
        "right: 2",
        "a right to d6 that cannot be used: c5d6 is illegal",
        "rule     FIDE Laws of Chess (2023), 9.2.3",
        "source ",
    ] {
        assert!(text.stdout.contains(part), "{part}: {}", text.stdout);
    }
    let xml = std::fs::read_to_string(&junit).unwrap();
    assert!(
        xml.contains("that cannot be used") && xml.contains("9.2.3"),
        "{xml}"
    );

    let tap = check(FAULTY, &["--class", "repetition", "--tap"]);
    assert!(
        tap.stdout.contains("declares: FEN always"),
        "{}",
        tap.stdout
    );
    assert!(tap.stdout.contains("rule: FIDE"), "{}", tap.stdout);
}

#[test]
fn reports_a_fault_as_json_and_can_expect_it() {
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
    );
    let schema = run_with(&["generate", "schema"]);
    let validator = jsonschema::validator_for(&report(&schema)).unwrap();
    let errors: Vec<_> = validator
        .iter_errors(&report(&run))
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    std::fs::write(&json, &run.stdout).unwrap();
    let matrix = run_with(&["matrix", &json, "-o", &page]);
    assert_eq!(matrix.code, Some(0), "{}", matrix.stderr);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(
        html.contains("FEN always") && html.contains("that cannot be used"),
        "{html}"
    );

    let expected = check(FAULTY, &[&some[..], &["--expected", &list]].concat());
    assert_eq!(expected.code, Some(0), "{}", expected.stdout);
    let stale = check("", &[&some[..], &["--expected", &list]].concat());
    assert_eq!(stale.code, Some(5), "{}", stale.stdout);
}

/// UCI engines show FEN and key, xboard engines claim draws.
#[test]
fn queries_other_protocols_through_the_commands_that_they_have() {
    let cases = |protocol: &str, fault: &str, class: &str| {
        let engine = command(fault);
        let options = ["--protocol", protocol, "--suite", "state", "--class", class];
        let run = run_with(&[&["check", &engine, "--json"], &options[..]].concat());
        let engine = report(&run)["engines"][0].clone();
        let count = |verdict: &str| {
            let cases = engine["cases"].as_array().unwrap().iter();
            cases.filter(|case| case["verdict"] == verdict).count()
        };
        (count("pass"), count("fail"))
    };
    for (protocol, class, fault) in [
        ("uci", "after-moves", "fen-prints-victim"),
        ("uci", "same-position", "key-without-right"),
        ("xboard", "after-moves", "right-not-restored"),
        ("xboard", "repetition", "repetition-blind"),
    ] {
        let (passed, failed) = cases(protocol, "", class);
        assert!(
            40 < passed && failed == 0,
            "{protocol} {class}: {passed} pass, {failed} fail"
        );
        let (_, failed) = cases(protocol, &format!("--fault {fault}"), class);
        assert!(0 < failed, "{protocol} {class}: {fault}");
    }
}

/// Verified by hand: Stockfish 15.1, Fairy-Stockfish, GNU Chess and hoichess distinguish positions by a right that no
/// pawn can use, Phalanx ignores a right that can be used, and Sjeng loses it when a move is undone. Glaurung is
/// correct.
#[test]
fn reports_the_bugs_of_engines_and_nothing_else() {
    for (engine, protocol, wrong, right) in [
        (
            "stockfish",
            "uci",
            "repetition/refused/rank",
            "repetition/real-right",
        ),
        (
            "fairy-stockfish",
            "uci",
            "repetition/refused/rank",
            "repetition/real-right",
        ),
        (
            "gnuchess",
            "xboard",
            "repetition/refused/rank",
            "repetition/real-right/bare",
        ),
        ("glaurung", "uci", "", "repetition/refused/rank"),
        (
            "hoichess",
            "xboard",
            "repetition/no-capturer/bare",
            "repetition/real-right/bare",
        ),
        (
            "phalanx",
            "xboard",
            "repetition/real-right/bare",
            "repetition/refused/rank",
        ),
        (
            "sjeng",
            "xboard",
            "after-moves/captured/white",
            "queries/en-passant",
        ),
    ] {
        let Some(path) = tool(engine) else {
            continue;
        };
        let failed = |part: &str| {
            let options = ["--protocol", protocol, "--suite", "state", "--filter", part];
            let engine = path.to_str().unwrap();
            let run = run_with(&[&["check", engine, "--json"], &options[..]].concat());
            let cases = report(&run)["engines"][0]["cases"].clone();
            let cases = cases.as_array().unwrap().iter();
            cases.filter(|case| case["verdict"] == "fail").count()
        };
        assert_eq!(failed(right), 0, "{engine}: {right}");
        assert!(wrong.is_empty() || 0 < failed(wrong), "{engine}: {wrong}");
    }
}

#[test]
fn prints_cases_as_text_and_as_json() {
    let text = run_with(&["suite", "state/repetition/refused/rank-rook-h5"]).stdout;
    assert!(text.contains("three times after ply 9"), "{text}");
    let run = run_with(&["suite", "state/text/two-capturers/isichess", "--json"]);
    let case = report(&run)[0].clone();
    let asked = case["asked"].as_array().unwrap().iter();
    let written = asked.filter(|ask| ask["question"] == "san");
    let written: Vec<_> = written.map(|ask| ask["right"].clone()).collect();
    assert_eq!(written, ["axb3", "cxb3"], "{case:#}");
}
