//! Correct engines that lose some of their input, answer late, print more than was asked, or nothing at some depth. They
//! do not fail, and what they cannot be asked counts as unknown.

use crate::json::{Calibration, Case, Presentation, Report};
use crate::oracle::filtered;
use crate::run::run_with;

/// The report about the oracle behind a filter for each line that it is told.
fn heard_through(rules: &[&str], options: &[&str], arguments: &[&str]) -> Report {
    let rules = [&["--input"], rules].concat();
    report(&filtered(&rules, &options.join(" ")), arguments)
}

/// The report about a shell script.
#[cfg(unix)]
fn checked(script: &str, arguments: &[&str]) -> Report {
    report(&shell_words::join(["sh", "-c", script]), arguments)
}

fn report(engine: &str, arguments: &[&str]) -> Report {
    let fixed = ["check", engine, "--json", "--calibrate", "--no-diagnosis"];
    Report::of(&run_with(&[&fixed[..], arguments].concat()))
}

/// Every presentation of every case, and the verdict on it.
fn ways(report: &Report) -> Vec<(Presentation<'_>, &str)> {
    let presentations = report.cases().flat_map(Case::presentations);
    presentations.map(|way| (way, way.verdict())).collect()
}

fn calibration(report: &Report) -> Calibration<'_> {
    report
        .engine()
        .calibration()
        .expect("the engine can be asked")
}

/// The engine ignores moves after a FEN. Without them the other side is to move, and has about as many moves.
#[test]
fn uses_only_fens_with_an_engine_that_does_not_play_moves() {
    for dialect in ["stockfish", "sjeng"] {
        let arguments = ["--class", "plain", "--max-nodes", "1000"];
        let report = heard_through(
            &["--replace", " moves .*", ""],
            &["--dialect", dialect],
            &arguments,
        );
        assert!(!calibration(&report).plays_moves());
        for (way, verdict) in ways(&report) {
            let expected = if way.is_played() {
                "unsupported"
            } else {
                "pass"
            };
            assert_eq!(verdict, expected, "{dialect}: {way}");
        }
    }
}

/// The engine ignores positions with an en passant square, keeps the position before, and is correct there.
#[test]
fn does_not_judge_an_engine_by_the_answers_about_another_position() {
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
        let report = heard_through(&deaf, &options, &arguments);
        for (way, verdict) in ways(&report) {
            let expected = if way.is_played() { "pass" } else { "unknown" };
            assert_eq!(verdict, expected, "{protocol}: {way}");
        }
    }
}

/// The engine ends when it is asked for depth 1. It fails only because it misses a capture.
#[test]
fn does_not_ask_for_a_depth_at_which_the_engine_ends() {
    let report = heard_through(
        &["--replace", "^go perft 1$", "quit"],
        &["--fault", "white-capture-missed"],
        &["--suite", "en-passant/only-move", "--max-nodes", "1000"],
    );
    assert_eq!(calibration(&report).least_depth(), 2);
    let ways = ways(&report);
    assert!(ways.iter().any(|(_, verdict)| *verdict == "fail"));
    for (way, verdict) in ways {
        assert!(matches!(verdict, "fail" | "pass"), "{way}");
    }
}

/// The engine counts in the background, is ready before the count ends, and remarks that it ignores an illegal square.
#[cfg(unix)]
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
done"#.replace(
        "ORACLE",
        &format!("'{}'", crate::oracle::oracle().display()),
    );
    let report = checked(
        &script,
        &[
            "--filter",
            "rook-b4-king-f4",
            "--max-nodes",
            "100",
            "--search",
            "0",
        ],
    );
    assert_eq!(report.engine().channel(), "divide");
    let ways = ways(&report);
    assert_eq!(ways.len(), 5, "{}", report.engine());
    assert!(
        ways.iter().all(|(_, verdict)| *verdict == "pass"),
        "{}",
        report.engine()
    );
}

/// The engine says why it does not count. The check does not wait for a count.
#[cfg(unix)]
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
    let script = format!(
        "({script}) 3>&1 >&4 | '{}'",
        crate::oracle::oracle().display()
    );
    let arguments = [
        "--filter",
        "rook-b4-king-f4",
        "--max-nodes",
        "100",
        "--timeout",
        "100",
        "--search",
        "0",
    ];
    let report = checked(&format!("exec 4>&1; {script}"), &arguments);
    for (way, verdict) in ways(&report) {
        let is_fen = !way.is_played();
        assert_eq!(
            verdict,
            if is_fen { "refused" } else { "pass" },
            "{}",
            report.engine()
        );
    }
}

/// The engine flushes its output only when it says that it is ready.
#[test]
fn reads_what_an_engine_prints_late() {
    let report = report(
        &filtered(&["--hold", "^(uciok|readyok|bestmove)"], ""),
        &["--class", "rejected-rank", "--max-nodes", "1000"],
    );
    assert_eq!(report.engine().channel(), "divide");
    assert!(calibration(&report).is_buffered());
    for (way, verdict) in ways(&report) {
        assert_eq!(verdict, "pass", "{way}");
    }
}

/// The engine prints the position before the moves, and after it the one that it has.
#[cfg(unix)]
#[test]
fn an_engine_that_shows_two_positions_has_the_one_it_was_told() {
    let script = r#"while read -r word rest; do
  case "$word $rest" in
    'position fen'*) root=${rest#fen }; root=${root%% moves*};;
    'd '*) echo "Root: $root" >&4;;
  esac
  echo "$word $rest"
done"#;
    let oracle = crate::oracle::oracle().display();
    let script = format!("exec 4>&1; ({script}) | '{oracle}' --fault only-from-fen");
    let report = checked(&script, &["--class", "plain", "--depth", "1"]);
    assert!(calibration(&report).shows_position());
    let ways = ways(&report);
    assert!(
        ways.iter().any(|(_, verdict)| *verdict == "fail"),
        "{}",
        report.engine()
    );
}

/// Each start takes longer than an answer may take. The depths that were compared show that nothing was skipped.
#[cfg(unix)]
#[test]
fn the_time_to_start_does_not_count_as_time_to_answer() {
    let engine = format!(
        "sh -c \"sleep 4; exec '{}'\"",
        crate::oracle::oracle().display()
    );
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
        assert_eq!(way.depth(), if way.goes_on() { 2 } else { 3 }, "{way}");
    }
}

/// Where the capture is the only move, a total shows that it is missing. But a wrong total may also be that of the
/// position before.
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
        // Where it answers late, the line protocol is found.
        let arguments = ["--suite", suite, "--max-nodes", "100", "--protocol", "uci"];
        let report = heard_through(&["--delete", "^d$"], &options, &arguments);
        assert_eq!(report.engine().channel(), "total");
        for (way, verdict) in ways(&report) {
            assert_eq!(verdict, "fail", "{fault}: {way}");
        }
    }
    // An engine that ignores a position counts none of its moves either.
    let deaf = ["--delete", "^d$|position fen .* [a-h][36] "];
    let arguments = ["--suite", "en-passant/only-move", "--max-nodes", "100"];
    let report = heard_through(&deaf, &["--dialect", "ethereal"], &arguments);
    for (way, verdict) in ways(&report) {
        let is_heard = way.is_played();
        assert_eq!(verdict, if is_heard { "pass" } else { "unknown" }, "{way}");
    }
}

/// An engine that says nothing is not waited for beyond the time for the whole check, whatever each answer may take.
#[cfg(unix)]
#[test]
fn detection_ends_when_the_time_is_over() {
    let silent = shell_words::join(["sh", "-c", "while read -r line; do :; done"]);
    let limits = ["--time", "2", "--start-timeout", "60", "--timeout", "60"];
    let check = [&["check", &silent, "--calibrate"], &limits[..]].concat();
    let run = run_with(&check).exits_with(3);
    for said in [
        "no channel works",
        "stopped: the time is over; a longer --time tries more",
        "An engine that starts slowly needs a longer --start-timeout",
    ] {
        assert!(run.stdout.contains(said), "{}", run.stdout);
    }
}

/// An engine that has said that it speaks UCI, and thinks until the time is over, does not count as one that does not work.
#[cfg(unix)]
#[test]
fn an_engine_that_is_too_slow_for_detection_is_hardly_tested() {
    let slow =
        "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; esac; done";
    let slow = shell_words::join(["sh", "-c", slow]);
    let limits = ["--time", "3", "--start-timeout", "60", "--timeout", "60"];
    let check = [&["check", &slow, "--calibrate"], &limits[..]].concat();
    let run = run_with(&check).exits_with(7);
    for said in [
        "no channel was found in time",
        "stopped: the time is over; a longer --time tries more",
    ] {
        assert!(run.stdout.contains(said), "{}", run.stdout);
    }
}
