//! Correct engines that lose some of their input, answer late, print more than was asked, or nothing at some depth. They
//! do not fail, and what they cannot be asked counts as unknown.

use serde_json::Value;

use crate::json::{Case, Engine, Presentation, Report};
use crate::oracle::{filtered, oracle};
use crate::run::run_with;

/// Checks the oracle behind a filter for each line that it is told. The report about it.
fn heard_through(rules: &[&str], options: &[&str], arguments: &[&str]) -> Value {
    let rules = [&["--input"], rules].concat();
    report(&filtered(&rules, &options.join(" ")), arguments)
}

/// Checks what a shell script does. The report about it.
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

/// Every presentation of every case, and the verdict on it.
fn ways(engine: &Value) -> Vec<(Presentation<'_>, &str)> {
    let presentations = Engine(engine).cases().flat_map(Case::presentations);
    presentations.map(|way| (way, way.verdict())).collect()
}

/// Without its moves each position is one in which the other side is to move, and has about as many moves.
#[test]
fn who_does_not_play_moves_is_told_all_by_fen() {
    for dialect in ["stockfish", "sjeng"] {
        let arguments = ["--class", "plain", "--max-nodes", "1000"];
        let engine = heard_through(
            &["--replace", " moves .*", ""],
            &["--dialect", dialect],
            &arguments,
        );
        assert_eq!(engine["calibration"]["plays_moves"], false, "{engine:#}");
        for (way, verdict) in ways(&engine) {
            let expected = if way.is_played() {
                "unsupported"
            } else {
                "pass"
            };
            assert_eq!(verdict, expected, "{dialect}: {way}");
        }
    }
}

/// A right to capture makes this engine deaf: it keeps what it was told before, where it is as right as anybody.
#[test]
fn who_does_not_hear_of_a_position_is_not_judged_by_another() {
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
        let engine = heard_through(&deaf, &options, &arguments);
        for (way, verdict) in ways(&engine) {
            let expected = if way.is_played() { "pass" } else { "unknown" };
            assert_eq!(verdict, expected, "{protocol}: {way}: {engine:#}");
        }
    }
}

/// It ends when it is asked for depth 1, and misses the only move: that is what is wrong.
#[test]
fn who_does_not_survive_depth_1_is_not_asked_for_it() {
    let engine = heard_through(
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

/// The engine counts in the background, is ready before the count ends, and remarks that it ignores an illegal square.
#[test]
fn a_remark_on_the_position_is_no_refusal_to_count() {
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
    assert_eq!(Engine(&engine).channel(), "divide", "{engine:#}");
    let ways = ways(&engine);
    assert_eq!(ways.len(), 4, "{engine:#}");
    assert!(
        ways.iter().all(|(_, verdict)| *verdict == "pass"),
        "{engine:#}"
    );
}

/// The engine says why it does not count. The check does not wait for a count.
#[test]
fn does_not_wait_for_an_engine_that_refuses_to_count() {
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
        let is_fen = !way.is_played();
        assert_eq!(
            verdict,
            if is_fen { "refused" } else { "pass" },
            "{engine:#}"
        );
    }
}

/// Whoever prints without a flush is heard when it flushes.
#[test]
fn what_comes_with_the_word_that_all_is_done_is_heard() {
    let engine = report(
        &filtered(&["--hold", "^(uciok|readyok|bestmove)"], ""),
        &["--class", "rejected-rank", "--max-nodes", "1000"],
    );
    let calibration = &engine["calibration"];
    assert_eq!(calibration["channel"], "divide", "{engine:#}");
    assert_eq!(calibration["is_buffered"], true, "{engine:#}");
    for (way, verdict) in ways(&engine) {
        assert_eq!(verdict, "pass", "{way}: {engine:#}");
    }
}

/// The engine prints the position before the moves, and after it the one that it has.
#[test]
fn an_engine_that_shows_two_positions_has_the_one_it_was_told() {
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
    let calibration = Engine(&engine).calibration();
    assert!(calibration.unwrap().shows_position(), "{engine:#}");
    let ways = ways(&engine);
    assert!(
        ways.iter().any(|(_, verdict)| *verdict == "fail"),
        "{engine:#}"
    );
}

/// Each start takes longer than an answer may take. The depths that were compared show that nothing was skipped.
#[test]
fn the_time_to_start_does_not_count_as_time_to_answer() {
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
    ])
    .exits_with(0);
    let report = Report::of(&run);
    let case = report.cases().next().unwrap();
    for way in case.presentations() {
        assert_eq!(way.depth(), 3, "{way}");
    }
}

/// Where the capture is the only move, a total says that there is none; and a wrong total may be that of the position
/// that the engine was told before.
#[test]
fn totals_alone_show_that_the_only_move_is_missing() {
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
        let engine = heard_through(&["--delete", "^d$"], &options, &arguments);
        assert_eq!(engine["calibration"]["channel"], "total", "{engine:#}");
        for (way, verdict) in ways(&engine) {
            assert_eq!(verdict, "fail", "{fault}: {way}: {engine:#}");
        }
    }
    // Who does not hear of a position counts none of its moves either.
    let deaf = ["--delete", "^d$|position fen .* [a-h][36] "];
    let arguments = ["--suite", "en-passant/only-move", "--max-nodes", "100"];
    let engine = heard_through(&deaf, &["--dialect", "ethereal"], &arguments);
    for (way, verdict) in ways(&engine) {
        let is_told = way.is_played();
        assert_eq!(
            verdict,
            if is_told { "pass" } else { "unknown" },
            "{way}: {engine:#}"
        );
    }
}
