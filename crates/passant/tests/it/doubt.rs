//! Engines with correct rules that miss commands, answer late, print additional lines, or stay silent at some depth.
//! They must not be accused, and what they cannot be asked must not count as known.

use serde_json::Value;

use crate::oracle::{filtered, oracle};
use crate::run::run_with;

/// Checks the oracle behind a filter for its input. Returns the report about it.
fn filtered_input(rules: &[&str], options: &[&str], arguments: &[&str]) -> Value {
    let rules = [&["--input"], rules].concat();
    report(&filtered(&rules, &options.join(" ")), arguments)
}

/// Checks a shell script. Returns the report about it.
fn checked(script: &str, arguments: &[&str]) -> Value {
    report(&shell_words::join(["sh", "-c", script]), arguments)
}

fn report(engine: &str, arguments: &[&str]) -> Value {
    let fixed = ["check", engine, "--json", "--calibrate", "--no-diagnosis"];
    let run = run_with(&[&fixed[..], arguments].concat());
    let mut report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", run.stdout, run.stderr));
    report["engines"][0].take()
}

/// The presentations of all cases, each with its verdict.
fn ways(engine: &Value) -> Vec<(&str, &str)> {
    let cases = engine["cases"].as_array().unwrap();
    let ways = cases
        .iter()
        .flat_map(|case| case["ways"].as_array().unwrap());
    ways.map(|way| {
        (
            way["way"].as_str().unwrap(),
            way["verdict"].as_str().unwrap(),
        )
    })
    .collect()
}

/// Without its moves each position has the other side to move, and about as many legal moves.
#[test]
fn sends_fens_to_an_engine_that_does_not_play_moves() {
    for dialect in ["stockfish", "sjeng"] {
        let arguments = ["--class", "plain", "--max-nodes", "1000"];
        let engine = filtered_input(
            &["--replace", " moves .*", ""],
            &["--dialect", dialect],
            &arguments,
        );
        assert_eq!(engine["calibration"]["plays_moves"], false, "{engine:#}");
        for (way, verdict) in ways(&engine) {
            let expected = if way.ends_with("played") {
                "unsupported"
            } else {
                "pass"
            };
            assert_eq!(verdict, expected, "{dialect}: {way}");
        }
    }
}

/// The engine ignores positions with an en passant square: it keeps the previous position, and is correct about it.
#[test]
fn does_not_judge_an_engine_that_ignores_a_position() {
    let suites = [
        "--suite",
        "en-passant/only-move",
        "--suite",
        "en-passant/rejected-check",
    ];
    let deaf = ["--delete", "(setboard|position fen).* [a-h][36] "];
    for (options, protocol) in [
        (["--dialect", "none"], "xboard"),
        (["--dialect", "stockfish"], "uci"),
    ] {
        let arguments = [&suites[..], &["--protocol", protocol, "--max-nodes", "100"]].concat();
        let engine = filtered_input(&deaf, &options, &arguments);
        for (way, verdict) in ways(&engine) {
            let expected = if way.ends_with("played") {
                "pass"
            } else {
                "unknown"
            };
            assert_eq!(verdict, expected, "{protocol}: {way}: {engine:#}");
        }
    }
}

/// The engine exits at depth 1, and misses the only move. Only the missing move counts as a failure.
#[test]
fn does_not_ask_for_depth_1_if_the_engine_exits() {
    let engine = filtered_input(
        &["--replace", "^go perft 1$", "quit"],
        &["--fault", "white-capture-missed"],
        &["--suite", "en-passant/only-move", "--max-nodes", "1000"],
    );
    assert_eq!(engine["calibration"]["least_depth"], 2, "{engine:#}");
    let ways = ways(&engine);
    assert!(ways.iter().any(|(_, verdict)| *verdict == "fail"));
    for (way, verdict) in ways {
        assert!(matches!(verdict, "fail" | "pass"), "{way}: {engine:#}");
    }
}

/// The engine counts in the background, is ready before it has finished, and reports the square that it ignores.
#[test]
fn a_remark_about_the_position_is_not_a_refusal() {
    let script = r#"while read -r word rest; do
  case "$word" in
    uci) echo uciok;;
    isready) echo readyok;;
    position) told=$rest
      case "$rest" in *' '[a-h][36]' '*) echo 'info string Illegal en passant square, ignored';; esac;;
    go) (sleep 0.1; printf 'position %s\ngo %s\n' "$told" "$rest" | ORACLE) &;;
    quit) exit;;
  esac
done"#;
    let script = script.replace("ORACLE", &format!("'{}'", oracle().display()));
    let engine = checked(
        &script,
        &["--filter", "rook-b4-king-f4", "--max-nodes", "100"],
    );
    assert_eq!(engine["calibration"]["rung"], "divide", "{engine:#}");
    let ways = ways(&engine);
    assert_eq!(ways.len(), 4, "{engine:#}");
    assert!(
        ways.iter().all(|(_, verdict)| *verdict == "pass"),
        "{engine:#}"
    );
}

/// The engine says why it does not count. There is no need to wait for the timeout.
#[test]
fn a_refusal_to_count_is_reported_at_once() {
    let script = r#"while read -r word rest; do
  case "$word $rest" in
    'position '*' '[a-h][36]' '*) echo 'info string Illegal en passant square'; refused=1;;
    'position '*) refused=; echo "$word $rest" >&3;;
    'go perft'*) [ "$refused" ] || echo "$word $rest" >&3;;
    *) echo "$word $rest" >&3;;
  esac
done"#;
    let script = format!("({script}) 3>&1 >&4 | '{}'", oracle().display());
    let arguments = [
        "--filter",
        "rook-b4-king-f4",
        "--max-nodes",
        "100",
        "--timeout",
        "100",
    ];
    let engine = checked(&format!("exec 4>&1; {script}"), &arguments);
    for (way, verdict) in ways(&engine) {
        let is_fen = !way.ends_with("played");
        assert_eq!(
            verdict,
            if is_fen { "refused" } else { "pass" },
            "{engine:#}"
        );
    }
}

/// The engine flushes its output only at the end of an answer.
#[test]
fn reads_output_that_is_flushed_late() {
    let engine = report(
        &filtered(&["--hold", "^(uciok|readyok|bestmove)"], ""),
        &["--class", "rejected-rank", "--max-nodes", "1000"],
    );
    let calibration = &engine["calibration"];
    assert_eq!(calibration["rung"], "divide", "{engine:#}");
    assert_eq!(calibration["is_buffered"], true, "{engine:#}");
    for (way, verdict) in ways(&engine) {
        assert_eq!(verdict, "pass", "{way}: {engine:#}");
    }
}

/// The engine prints the start of the line before the current position.
#[test]
fn accepts_an_engine_that_prints_two_positions() {
    let script = r#"while read -r word rest; do
  case "$word $rest" in
    'position fen'*) root=${rest#fen }; root=${root%% moves*};;
    'd '*) echo "Root: $root" >&4;;
  esac
  echo "$word $rest"
done"#;
    let oracle = oracle().display();
    let script = format!("exec 4>&1; ({script}) | '{oracle}' --fault only-from-fen");
    let engine = checked(&script, &["--class", "plain", "--depth", "1"]);
    assert_eq!(engine["calibration"]["shows_position"], true, "{engine:#}");
    let ways = ways(&engine);
    assert!(
        ways.iter().any(|(_, verdict)| *verdict == "fail"),
        "{engine:#}"
    );
}

/// Starting takes longer than the time limit for an answer.
#[test]
fn the_time_limit_for_an_answer_does_not_include_the_start() {
    let engine = format!("sh -c \"sleep 4; exec '{}'\"", oracle().display());
    let run = run_with(&[
        "check",
        &engine,
        "--json",
        "--calibrate",
        "--timeout",
        "3",
        "--filter",
        "only-b5c6",
        "--max-nodes",
        "200",
    ]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    for way in report["engines"][0]["cases"][0]["ways"].as_array().unwrap() {
        // Every count is within reach.
        assert_eq!(way["depth"], 3, "{way:#}");
    }
}

/// If the capture is the only move, the total shows that it is missing. But a wrong total may also belong to the
/// previous position.
#[test]
fn totals_show_that_the_only_move_is_missing() {
    let wrong = [
        ("only-move-missed", "en-passant/only-move"),
        (
            "rank-pin-ignored",
            "en-passant/rejected-rank/rook-h5-king-a5-on-c6",
        ),
    ];
    for (fault, suite) in wrong {
        let options = ["--dialect", "ethereal", "--fault", fault];
        let arguments = ["--suite", suite, "--max-nodes", "100"];
        let engine = filtered_input(&["--delete", "^d$"], &options, &arguments);
        assert_eq!(engine["calibration"]["rung"], "total", "{engine:#}");
        for (way, verdict) in ways(&engine) {
            assert_eq!(verdict, "fail", "{fault}: {way}: {engine:#}");
        }
    }
    // An engine that ignores the position counts none of its moves either.
    let deaf = ["--delete", "^d$|position fen .* [a-h][36] "];
    let arguments = ["--suite", "en-passant/only-move", "--max-nodes", "100"];
    let engine = filtered_input(&deaf, &["--dialect", "ethereal"], &arguments);
    for (way, verdict) in ways(&engine) {
        let is_told = way.ends_with("played");
        assert_eq!(
            verdict,
            if is_told { "pass" } else { "unknown" },
            "{way}: {engine:#}"
        );
    }
}
