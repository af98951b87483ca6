//! `passant check` with engines that Debian packages. What each of them does was verified by hand.

use passant_needs::needs;
use passant_rules::Setup;
use passant_suite::{Reach, Suites};
use passant_test_tools::{test_each, tool};

use crate::json::{Case, Finding, Report};
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
