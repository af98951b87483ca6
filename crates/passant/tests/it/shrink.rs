//! `passant diagnose` and `passant minimise`, with the engine of the oracle.

use passant_test_tools::tool;
use serde_json::Value;

use crate::oracle::{command as engine, filtered, oracle};
use crate::run::run_with;

#[test]
fn names_a_fault() {
    let run = run_with(&["diagnose", &engine("--fault along-pin-refused")]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("fault     along-pin-refused: "),
        "{}",
        run.stdout
    );
}

/// One fault for each protocol: single moves, lists of moves, and the state of a game.
#[test]
fn names_a_fault_through_every_protocol() {
    for (protocol, fault) in [
        ("xboard", "rank-pin-ignored"),
        ("uci", "file-pin-ignored"),
        ("line", "key-not-restored"),
        ("line", "repetition-with-pin"),
        ("line", "san-without-file"),
    ] {
        let engine = engine(&format!("--dialect none --fault {fault}"));
        let run = run_with(&["diagnose", "--protocol", protocol, &engine]);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        let named = format!("fault     {fault}: ");
        assert!(run.stdout.contains(&named), "{protocol}: {}", run.stdout);
    }
}

/// An engine counts with one move generator and searches with another. Only the wrong one is blamed.
#[test]
fn tells_which_of_two_generators_is_wrong() {
    let Some(_) = tool("python3") else {
        return;
    };
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/engines/two_generators.py"
    );
    let (right, wrong) = (engine(""), engine("--fault file-pin-ignored"));
    for (searches, says) in [
        (&right, "instead of divide: right. It has two ways"),
        (&wrong, "instead of divide: wrong. It does not matter"),
    ] {
        let both = shell_words::join(["python3", script, &wrong, searches]);
        let run = run_with(&["diagnose", "--protocol", "uci", &both]);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        let words: Vec<_> = run.stdout.split_whitespace().collect();
        let text = words.join(" ");
        assert!(text.contains("asked by multipv"), "{}", run.stdout);
        assert!(text.contains(says), "{says}: {}", run.stdout);
    }
}

#[test]
fn a_failed_check_has_a_diagnosis_and_smallest_positions() {
    let engine = engine("--fault file-pin-ignored");
    let options = ["--class", "rejected-file", "--max-nodes", "100"];
    let check = |more: &[&str]| run_with(&[&["check", &engine], &options[..], more].concat());
    let run = check(&["--json"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let schema: Value =
        serde_json::from_str(include_str!("../../schema/check-1.json")).expect("it is JSON");
    jsonschema::validate(&schema, &report).expect("the schema describes it");
    let result = &report["engines"][0];
    let diagnosis = &result["diagnosis"];
    assert_eq!(diagnosis["outcome"], "named");
    assert_eq!(
        diagnosis["suspects"][0]["faults"][0]["name"],
        "file-pin-ignored"
    );
    for case in result["cases"].as_array().expect("an array") {
        if case["verdict"] == "fail" {
            let fen = case["smallest"]["fen"].as_str().expect("it was shrunk");
            let men = fen
                .split(' ')
                .next()
                .unwrap_or_default()
                .matches(char::is_alphabetic);
            assert_eq!(men.count(), 5, "{fen}");
        }
    }
    let run = check(&["--json", "--no-diagnosis"]);
    let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    assert!(report["engines"][0]["diagnosis"].is_null());
    assert!(report["engines"][0]["cases"][0]["smallest"].is_null());
}

#[test]
fn a_correct_engine_has_no_diagnosis() {
    let run = run_with(&["diagnose", &engine("")]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("no diagnosis"), "{}", run.stdout);
    let run = run_with(&["diagnose", "true"]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
}

/// An engine without null moves ignores them, and keeps its position.
#[test]
fn does_not_send_null_moves_to_an_engine_without_them() {
    for name in ["stockfish", "fairy-stockfish"] {
        let Some(engine) = tool(name) else {
            continue;
        };
        let run = run_with(&["diagnose", &engine.to_string_lossy(), "--json"]);
        assert!(run.code <= Some(1), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("outcome"), "{}", run.stdout);
        assert!(!run.stdout.contains("0000"), "{}", run.stdout);
    }
}

/// These engines print illegal moves without nodes, number moves differently, or write Chess960 rights as X-FEN.
#[test]
fn conventions_of_engines_are_not_faults() {
    for name in ["ethereal-chess", "sjaakii", "glaurung"] {
        let Some(engine) = tool(name) else {
            continue;
        };
        let run = run_with(&["diagnose", &engine.to_string_lossy()]);
        assert_eq!(run.code, Some(0), "{name}: {}{}", run.stdout, run.stderr);
    }
}

/// The position is from owlchess issue 6: a game, and a full board.
#[test]
fn a_full_board_shrinks_to_the_five_pieces_that_matter() {
    let fen = "1nbqkbnr/1ppp1ppp/8/r3pP1K/p7/8/PPPPP1PP/RNBQ1BNR w k e6 0 1";
    let run = run_with(&["minimise", &engine("--fault rank-pin-ignored"), fen]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("after     5 men, depth 1: "),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("nothing more can be left out"),
        "{}",
        run.stdout
    );
    let run = run_with(&["minimise", &engine(""), fen]);
    assert!(
        run.stdout.contains("is right about this position"),
        "{}",
        run.stdout
    );
    let run = run_with(&["minimise", &engine(""), "8/8 w - -"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
}

/// A full board after a double push, with as many legal moves as in any game.
const FULL: &str = "1nbqkbnr/rpp1pppp/p7/3pP3/8/8/PPPPKPPP/RNBQ1BNR w k d6 0 3";

/// The oracle behind filters that leave only one channel: single moves, or the best move.
fn narrow(fault: &str) -> [String; 2] {
    let single = ["--delete", "MultiPV"];
    let played = ["--input", "--replace", " searchmoves.*", ""];
    let options = format!("--dialect none {fault}");
    [&single[..], &[&single[..], &played].concat()].map(|rules| filtered(rules, &options))
}

/// The result of a search of one ply is not a list of moves.
#[test]
fn does_not_accuse_an_engine_that_plays_one_of_many_moves() {
    let [single, played] = narrow("");
    let run = run_with(&["minimise", "--protocol", "uci", &single, FULL]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("is right"), "{}", run.stdout);
    let mut engines = vec![played];
    // GNU Chess ignores `searchmoves`.
    for (engine, options) in [("gnuchess", " --uci"), ("toga2", "")] {
        let path = tool(engine);
        engines.extend(path.map(|path| format!("{}{options}", path.display())));
    }
    for engine in engines {
        let run = run_with(&["minimise", "--protocol", "uci", &engine, FULL]);
        assert_eq!(run.code, Some(3), "{engine}: {}", run.stdout);
        assert_eq!(run.stdout, "", "{engine}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
}

/// If only one move is legal, the best move shows whether the engine finds it. Single moves show it everywhere.
#[test]
fn shrinks_a_missing_capture_without_a_list_of_moves() {
    let only = "b7/8/k7/2pP4/8/6q1/8/7K w - c6 0 1";
    let [single, played] = narrow("--fault white-capture-missed");
    for engine in [single, played] {
        let run = run_with(&["minimise", "--protocol", "uci", &engine, only]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        let wrong = "wrong     a legal capture en passant is missing";
        assert!(run.stdout.contains(wrong), "{engine}: {}", run.stdout);
    }
}

/// If several moves are legal, the best move does not show that the engine is correct.
#[test]
fn draws_no_conclusion_from_a_choice_among_several_moves() {
    let [_, played] = narrow("--fault white-capture-missed");
    let run = run_with(&["diagnose", "--protocol", "uci", &played]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let nearby: Vec<_> = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("nearby"))
        .collect();
    // No other piece is needed to miss a capture. But without the piece that leaves a single move, nothing is known.
    assert!(!run.stdout.contains("It takes the "), "{nearby:#?}");
    assert!(!nearby.is_empty(), "{}", run.stdout);
}

/// The most common fault has one name, and is not described as a pair of others. Through best moves it is one of
/// several possible names.
#[test]
fn names_an_engine_without_any_en_passant_capture() {
    let fault = "--fault capture-missed";
    let run = run_with(&["diagnose", &engine(fault)]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let named: Vec<_> = faults_in(&run.stdout).collect();
    assert_eq!(named, ["capture-missed"], "{}", run.stdout);
    let [_, played] = narrow(fault);
    let run = run_with(&["diagnose", "--protocol", "uci", &played]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let named: Vec<_> = faults_in(&run.stdout).collect();
    assert!(named.contains(&"capture-missed"), "{}", run.stdout);
}

/// The faults that a diagnosis names.
fn faults_in(text: &str) -> impl Iterator<Item = &str> {
    let told = text
        .lines()
        .filter_map(|line| line.strip_prefix("fault     "));
    told.filter_map(|rest| Some(rest.split_once(':')?.0))
}

/// The engine crashes or hangs at the position: no answer is not a correct answer.
#[test]
fn does_not_call_a_silent_engine_correct() {
    let oracle = oracle().display();
    for (deed, told) in [("exit", "ended"), ("sleep 60", "no answer within 1 s")] {
        let fatal = format!("case \\$line in *d6*) {deed};; esac; echo \\$line");
        let engine = format!("sh -c \"while read -r line; do {fatal}; done | '{oracle}'\"");
        let run = run_with(&["minimise", &engine, FULL, "--timeout", "1"]);
        assert_eq!(run.code, Some(3), "{deed}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(told), "{deed}: {}", run.stderr);
        let run = run_with(&["minimise", &engine, "startpos", "--timeout", "1"]);
        assert_eq!(run.code, Some(0), "{deed}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("is right"), "{deed}: {}", run.stdout);
    }
}

/// `minimise` reads positions like every command: `startpos`, the place of a mistake, positions that no game reaches.
#[test]
fn reads_the_position_like_every_command() {
    let right = engine("");
    let run = run_with(&["minimise", &right, "8/8 w - -"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stderr.contains("\n | 8/8 w - -"), "{}", run.stderr);
    let trusting = engine("--fault fen-field-trusted");
    let bogus = "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1";
    let run = run_with(&["minimise", &trusting, bogus]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("after     "), "{}", run.stdout);
}
