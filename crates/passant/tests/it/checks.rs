//! `passant check` with engines that Debian packages, and what it asks engines to search, with the engine of this workspace and
//! with Stockfish. What each engine does was verified by hand.

use passant_needs::needs;
use passant_rules::Setup;
use passant_suite::{Reach, Suites};
use passant_test_tools::{test_each, tool};

use crate::diagnoses::diagnosed;
use crate::json::{Case, Diagnosis, Finding, Report};
use crate::oracle::{command as engine, filtered};
use crate::run::{Run, run_with};

fn check(engine: &str, options: &[&str]) -> Run {
    let path = tool(engine);
    run_with(&[&["check", path.to_str().unwrap()], options].concat())
}

#[needs("stockfish")]
#[test]
fn passes_stockfish_in_every_case() {
    // Its searches have a test of their own.
    let run = check("stockfish", &["--json", "--search", "0"]);
    let report = Report::of(&run.exits_with(0));
    assert_eq!(report.engine().channel(), "divide");
    assert!(0 < report.engine().count("pass"));
}

#[test]
fn gives_no_verdict_on_a_program_that_is_no_engine() {
    let run = run_with(&["check", "true", "--json"]).exits_with(3);
    let report = Report::of(&run);
    assert!(report.engine().calibration().is_none());
    assert_eq!(report.cases().count(), 0);
}

/// Phalanx ignores the en passant field of `setboard`, and is correct when the double push is played on its own board.
#[needs("phalanx")]
#[test]
fn reports_only_the_fault_of_phalanx() {
    let options = ["--suite", "en-passant", "--json", "--no-diagnosis"];
    let run = check("phalanx", &options);
    let report = Report::of(&run.exits_with(1));
    let suites = Suites::builtin().unwrap();
    for case in report.cases() {
        let known = suites
            .cases()
            .find(|known| known.address == case.address())
            .unwrap();
        let loses_a_move = known.reach == Reach::Reachable && !known.legal.is_empty();
        assert_eq!(case.verdict() == "fail", loses_a_move, "{case}");
        for way in case.presentations() {
            assert!(!(way.is_played() && way.verdict() == "fail"), "{case}");
            for difference in way.findings().filter_map(Finding::difference) {
                assert_eq!(difference.extra(), [""; 0], "{case}");
                let setup = Setup::from_fen(difference.fen()).unwrap();
                let (position, _) = setup.repair().unwrap();
                for mv in difference.missing() {
                    assert!(position.parse_uci(mv).unwrap().is_en_passant(), "{case}");
                }
            }
        }
    }
}

/// Failures of the same kind are grouped, and two of a group are drawn; `--verbose` draws all of them.
#[needs("phalanx")]
#[test]
fn draws_two_failures_of_a_kind() {
    let classes = ["--class", "mate", "--class", "plain"];
    let drawn = |options: &[&str]| {
        let run = check("phalanx", &[&classes[..], options].concat());
        run.stdout.matches("\nfail en-passant/").count()
    };
    assert_eq!(drawn(&[]), 2);
    let json = ["--json", "--no-diagnosis"];
    let report = check("phalanx", &[&classes[..], &json].concat());
    let failures = Report::of(&report).engine().count("fail");
    assert_eq!(drawn(&["--verbose", "--no-diagnosis"]), failures);
}

test_each!(
    passes_a_correct_engine:
    fairy_stockfish("fairy-stockfish", "1/1"),
    ethereal("ethereal-chess", "1/1"),
    gnuchess("gnuchess", "1/3"),
    sjeng("sjeng", "1/1"),
    sjaakii("sjaakii", "1/3"),
    hoichess("hoichess", "1/3"),
    toga2("toga2", "1/3"),
    glaurung("glaurung", "1/3"),
);

/// The classes that are quick to check; a third of the cases is enough for engines that answer slowly. These engines are correct
/// where they can be asked.
fn passes_a_correct_engine(engine: &str, shard: &str) {
    let classes = ["only-move", "rejected-rank", "edge-file"]
        .map(|class| ["--class", class])
        .concat();
    let some = ["--max-nodes", "2000", "--json", "--shard", shard];
    let run = check(engine, &[&classes[..], &some].concat());
    let report = Report::of(&run);
    // Few of these positions have a single move, which is all that shows through the best move.
    let plays_only = report.engine().channel() == "best-move";
    run.exits_with(if plays_only { 7 } else { 0 });
    assert!(0 < report.engine().count("pass"), "{engine}");
}

test_each!(
    checks_chess960:
    stockfish("stockfish", "pass", 0),
    fairy_stockfish("fairy-stockfish", "pass", 0),
    sjeng("sjeng", "unsupported", 4),
);

/// Engines play Chess960 if an option tells them to. An engine without the option gets no verdict.
fn checks_chess960(engine: &str, verdict: &str, code: i32) {
    let suite = ["--suite", "perft/chess960", "--max-nodes", "10000"];
    let run = check(engine, &[&suite[..], &["--json"]].concat());
    let report = Report::of(&run.exits_with(code));
    let verdicts: Vec<_> = report.cases().map(Case::verdict).collect();
    let all = verdicts.iter().all(|it| *it == verdict);
    assert!(all && !verdicts.is_empty(), "{engine}: {verdicts:?}");
}

/// Ctrl-C while an engine hangs: the run ends, and so does the engine.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_engine() {
    use std::path::Path;
    use std::time::Duration;

    use nix::sys::signal::Signal;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let script = format!("echo $$ > {}; while :; do sleep 1000; done", file.display());
    let engine = format!("sh -c '{script}'");
    let mut run = crate::run::passant(&["check", &engine]).spawn().unwrap();
    let pid = (0..2000)
        .find_map(|_| {
            std::thread::sleep(Duration::from_millis(10));
            let text = std::fs::read_to_string(&file).ok()?;
            text.trim().parse::<u32>().ok()
        })
        .expect("the engine starts");
    crate::run::send(Signal::SIGINT, &run);
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let status = Path::new("/proc").join(pid.to_string()).join("stat");
    let is_dead = std::fs::read_to_string(status).map_or(true, |stat| stat.contains(") Z "));
    assert!(is_dead, "the engine lives on");
}

/// An engine that cannot run twice at the same time passes, however many jobs there are.
#[cfg(target_os = "linux")]
#[needs("flock")]
#[test]
fn passes_an_engine_that_runs_once_at_a_time() {
    let flock = tool("flock");
    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("lock");
    let engine = format!(
        "'{}' --nonblock '{}' '{}'",
        flock.display(),
        lock.display(),
        crate::oracle::oracle().display()
    );
    let options = ["--class", "plain", "--max-nodes", "1000", "--jobs", "3"];
    let run = run_with(&[&["check", &engine, "--json"], &options[..]].concat());
    let report = Report::of(&run.exits_with(0));
    let passed = report.engine().count("pass");
    assert!(0 < passed && passed == report.cases().count());
}

/// The words about the searches of a UCI engine, without a diagnosis.
fn searched(engine: &str, suite: &str, code: i32) -> Report {
    searched_over("uci", engine, suite, code)
}

fn searched_over(protocol: &str, engine: &str, suite: &str, code: i32) -> Report {
    let options = ["--protocol", protocol, "--suite", suite, "--search", "600"];
    let more = ["--json", "--no-diagnosis"];
    let run = run_with(&[&["check", engine], &options[..], &more].concat());
    Report::of(&run.exits_with(code))
}

fn failed(report: &Report) -> Vec<String> {
    let failed = report.cases().filter(|case| case.verdict() == "fail");
    failed.map(|case| case.address().to_owned()).collect()
}

#[test]
fn shows_the_line_with_the_illegal_move_and_the_reason() {
    let suite = "search/single-push/without-e3e4";
    let options = ["--protocol", "uci", "--suite", suite, "--no-diagnosis"];
    let engine = engine("--fault line-plays-expired-right");
    let run = run_with(&[&["check", &engine], &options[..]].concat()).exits_with(1);
    for part in [
        "pv e3e4 d4e3` is illegal",
        "after e3e4: b7/8/8/6q1/3pP3/5K2/3k4/8 b - - 0 1",
        "extra d4e3 (pawn captures on an empty square without an en passant right)",
        "after a search of b7/8/8/6q1/3p4/5K2/3kP3/8 w - - 0 1",
    ] {
        assert!(run.stdout.contains(part), "{part}\n{}", run.stdout);
    }
}

#[test]
fn an_engine_with_a_correct_search_passes() {
    let report = searched(&engine(""), "search/refuted-mate", 0);
    assert_eq!(report.cases().count(), report.engine().count("pass"));
    let faulty = engine("--fault staged-evasions-miss");
    let report = searched(&faulty, "search/refuted-mate", 1);
    assert_eq!(failed(&report).len(), report.cases().count());
}

/// Counts and lists of moves are correct, so that only searches show the fault.
#[test]
fn diagnose_names_a_fault_of_the_search() {
    for fault in ["hash-move-unchecked", "staged-captures-miss"] {
        let engine = engine(&format!("--fault {fault}"));
        let json = diagnosed(&engine, &[]).json();
        assert_eq!(Diagnosis(&json).faults(), [fault]);
    }
}

/// Lines, moves and mates are read from lines of thought, with the hash table of the search before.
#[test]
fn the_faults_of_the_search_are_found_over_xboard() {
    for (fault, suite) in [
        ("hash-move-unchecked", "search/same-pieces"),
        ("search-key-without-right", "search/single-push"),
        ("staged-evasions-miss", "search/refuted-mate/d2d4"),
        ("staged-captures-miss", "search/push-into-mate/d2d4"),
        (
            "line-plays-expired-right",
            "search/single-push/without-e3e4",
        ),
        (
            "repetition-in-line-with-unreal-right",
            "search/draw-by-repetition",
        ),
    ] {
        let correct = searched_over("xboard", &engine(""), suite, 0);
        assert_eq!(correct.cases().count(), correct.engine().count("pass"));
        let faulty = engine(&format!("--fault {fault}"));
        let report = searched_over("xboard", &faulty, suite, 1);
        assert_ne!(failed(&report), [] as [String; 0], "{fault}");
    }
}

/// GNU Chess and Phalanx do not know `sd`, and think until they are told to move.
#[test]
fn an_xboard_engine_that_searches_too_deep_is_told_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let transcript = folder.path().join("transcript");
    let deep = filtered(&["--input", "--replace", "^sd .*", "sd 6"], "");
    let options = ["--suite", "search/push-into-mate/d2d4", "--transcript"];
    let options = [&options[..], &[transcript.to_str().unwrap()]].concat();
    let run = run_with(&[&["check", &deep, "--protocol", "xboard"], &options[..]].concat());
    run.exits_with(0);
    let transcript = std::fs::read_to_string(transcript).unwrap();
    let told = |word: &str| {
        transcript
            .lines()
            .filter(|line| line.ends_with(word))
            .count()
    };
    assert_ne!(told("> ?"), 0, "{transcript}");
}

/// An engine whose search prints nothing is not asked further, and nothing is held against it.
#[test]
fn an_engine_that_prints_no_lines_cannot_be_tested() {
    let silent = filtered(&["--replace", "^info depth.*", "info string"], "");
    let report = searched(&silent, "search", 4);
    let verdicts: Vec<_> = report.cases().map(Case::verdict).collect();
    assert_eq!(verdicts, ["unsupported"; 3]);
}

/// The numbers of the head add up to those at the end: cases that were asked, and cases that were not.
#[test]
fn head_and_end_of_a_check_count_the_same_cases() {
    let suites = Suites::builtin().unwrap();
    let searches = suites.select(["search"]).unwrap().search_cases.len();
    let plain = suites.select(["en-passant/only-move"]).unwrap().cases.len();
    let options = ["--suite", "search", "--suite", "en-passant/only-move"];
    let more = ["--protocol", "uci", "--no-diagnosis", "--search", "600"];
    let check = |engine: &str, code: i32, more_options: &[&str]| {
        let words = [&["check", engine], &options[..], &more, more_options].concat();
        run_with(&words).exits_with(code).stdout
    };
    let silent = filtered(&["--replace", "^info depth.*", "info string"], "");
    let text = check(&silent, 0, &[]);
    let head = format!("tests     {plain} positions, {searches} search cases, at most");
    assert!(text.contains(&head), "{text}");
    let not_asked = searches - 3;
    let silent =
        format!("not asked, because those before had no answer: {not_asked} search cases\n");
    assert!(text.contains(&silent), "{text}");
    assert!(
        text.contains(&format!("{plain} pass, 3 unsupported")),
        "{text}"
    );
    // The first failure ends the check, and leaves all searches.
    let text = check(
        &engine("--fault only-move-missed"),
        1,
        &["--fail-fast", "--jobs", "1"],
    );
    assert!(text.contains(&head), "{text}");
    let verdicts = text
        .lines()
        .find(|line| line.contains(" not run; "))
        .unwrap();
    let numbers = verdicts
        .split([',', ';'])
        .filter_map(|it| it.trim().split_once(' '));
    let numbers = numbers.filter(|(_, what)| *what != "s");
    let sum: usize = numbers
        .map(|(number, _)| number.parse::<usize>().unwrap())
        .sum();
    assert_eq!(sum, plain + searches, "{verdicts}");
}

/// Counts that are too large are said, and are an error if nothing else is chosen.
#[test]
fn says_which_cases_max_nodes_leaves_out() {
    let check = |nodes: &str, code: i32| {
        let suite = [
            "--suite",
            "perft/standard",
            "--no-diagnosis",
            "--max-nodes",
            nodes,
        ];
        run_with(&[&["check", &engine("")], &suite[..]].concat()).exits_with(code)
    };
    // Published at depth 1: 20, 48, 14, 6, 44 and 46 moves.
    let some = check("20", 0).stdout;
    assert!(
        some.contains("3 left out, because every count is above --max-nodes"),
        "{some}"
    );
    let none = check("3", 2).stderr;
    assert!(
        none.contains("above --max-nodes 3; the smallest is 6"),
        "{none}"
    );
    for verb in [&["check", "true"][..], &["perft"]] {
        let zero = run_with(&[verb, &["--max-nodes", "0"]].concat()).exits_with(2);
        assert!(zero.stderr.contains("0 is not in 1.."), "{}", zero.stderr);
    }
}

#[test]
fn a_choice_without_a_case_is_an_error() {
    let run = run_with(&["check", "true", "--filter", "no-such-case"]).exits_with(2);
    assert!(run.stderr.contains("no case is chosen"), "{}", run.stderr);
}

/// An engine that never answers is asked once: what follows would only take time.
#[test]
fn an_engine_that_does_not_search_is_asked_once() {
    let folder = tempfile::tempdir().unwrap();
    let transcript = folder.path().join("transcript");
    let deaf = filtered(&["--input", "--delete", "^(go depth|stop)"], "");
    let options = ["--suite", "search", "--search", "1", "--transcript"];
    let options = [&options[..], &[transcript.to_str().unwrap()]].concat();
    let run = run_with(&[&["check", &deaf, "--protocol", "uci"], &options[..]].concat());
    run.exits_with(4);
    let transcript = std::fs::read_to_string(transcript).unwrap();
    assert_eq!(transcript.matches("> go depth").count(), 1, "{transcript}");
}

/// An illegal move in the second of several lines is found, although the best line is legal.
#[test]
fn judges_every_line_of_multipv() {
    let rules = ["--replace", "(multipv 2 .* pv a3a2 d5d4) .*", "$1 c5d6"];
    let report = searched(
        &filtered(&rules, ""),
        "search/lines/plain/c5-takes-on-d6",
        1,
    );
    assert_eq!(failed(&report).len(), report.cases().count());
}

/// An engine that does not understand `go nodes` is asked for that once, and judged by its other searches.
#[test]
fn an_engine_that_counts_no_nodes_passes() {
    let folder = tempfile::tempdir().unwrap();
    let transcript = folder.path().join("transcript");
    let deaf = filtered(&["--input", "--delete", "^go nodes"], "");
    let options = [
        "--suite",
        "search/lines/plain",
        "--timeout",
        "10",
        "--transcript",
    ];
    let options = [&options[..], &[transcript.to_str().unwrap()]].concat();
    let run = run_with(&[&["check", &deaf, "--protocol", "uci"], &options[..]].concat());
    run.exits_with(0);
    let transcript = std::fs::read_to_string(transcript).unwrap();
    assert_eq!(transcript.matches("> go nodes").count(), 1);
    assert!(1 < transcript.matches("> go depth 8").count());
}

#[needs("stockfish")]
#[test]
fn stockfish_finds_everything() {
    let path = tool("stockfish");
    let path = shell_words::quote(path.to_str().unwrap()).into_owned();
    let report = searched(&path, "search", 0);
    assert_eq!(failed(&report), [] as [String; 0]);
    assert!(350 < report.engine().count("pass"));
    assert_eq!(report.cases().count(), report.engine().count("pass"));
}

/// Sjeng 11.2 counts correctly and plays the capture when it is told to, but its search does not see the mate by the bishop
/// behind the victim: it plays `b7e4`, also after the double push on its own board and at depth 12.
#[needs("sjeng")]
#[test]
fn sjeng_misses_a_mate_that_the_victim_uncovers() {
    let path = tool("sjeng");
    let path = shell_words::quote(path.to_str().unwrap()).into_owned();
    let report = searched_over("xboard", &path, "search/two-rights", 1);
    assert_eq!(failed(&report), ["search/two-rights/usable-d4e3-2"]);
}

/// Searches have a time of their own, so that a fault is found although the time of the check leaves none for a diagnosis.
#[test]
fn a_diagnosis_that_is_left_out_for_lack_of_time_is_said() {
    let engine = engine("--fault staged-captures-miss");
    let suite = ["--suite", "search/push-into-mate/d2d4", "--search", "600"];
    let check = |time: &str, more: &[&str]| {
        let fixed = ["check", &engine, "--protocol", "uci", "--time", time];
        run_with(&[&fixed[..], &suite, more].concat()).exits_with(1)
    };
    // This run remembers how the engine is asked, and the next one has no time to find out.
    let whole = check("600", &["--json"]).json();
    assert!(whole["engines"][0]["diagnosis"].is_object(), "{whole:#}");
    let hurried = check("1", &["--json"]).json();
    assert!(hurried["engines"][0]["diagnosis"].is_null(), "{hurried:#}");
    let left_out = &hurried["engines"][0]["left_out"];
    assert_eq!(left_out["diagnosis"], true, "{left_out:#}");
    let said = "left out, because the time was up: the diagnosis; a longer --time asks more";
    let text = check("1", &[]).stdout;
    assert!(text.contains(said), "{text}");
}
