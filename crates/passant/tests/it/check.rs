//! `passant check` against engines that Debian packages. What each does was looked at by hand.

use passant_suite::{Reach, Suites};
use passant_test_tools::tool;
use serde_json::Value;

use crate::run::{passant, run_with};

fn check(engine: &str, options: &[&str]) -> Option<crate::run::Run> {
    let path = tool(engine)?;
    Some(run_with(
        &[&["check", path.to_str().unwrap()], options].concat(),
    ))
}

#[test]
fn stockfish_passes_everything() {
    let Some(run) = check("stockfish", &[]) else {
        return;
    };
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("divide (go perft {depth})"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains(" pass; "), "{}", run.stdout);
}

#[test]
fn an_engine_that_is_no_engine_is_not_accused() {
    let run = run_with(&["check", "true"]);
    assert_eq!(run.code, Some(3), "{}", run.stdout);
    assert!(run.stdout.contains("cannot be asked"), "{}", run.stdout);
}

#[test]
fn what_is_not_there_is_said() {
    let cases: [(&[&str], &str); 4] = [
        (
            &["check", "true", "--suite", "en-pasant"],
            "perhaps en-passant",
        ),
        (
            &["check", "true", "--class", "rejected-rankk"],
            "no class rejected-rankk",
        ),
        (&["check", "true", "--shard", "5/4"], "expected I/N"),
        (&["check", "true 'x"], "quote"),
    ];
    for (arguments, part) in cases {
        let run = run_with(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.stderr.contains(part), "{arguments:?}: {}", run.stderr);
    }
}

/// Phalanx ignores the en passant field of `setboard`, and is right when the double push is played on its own board.
#[test]
fn phalanx_is_reported_for_what_it_does_and_nothing_else() {
    let Some(run) = check("phalanx", &["--json"]) else {
        return;
    };
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let cases = report["engines"][0]["cases"].as_array().unwrap();
    let suites = Suites::builtin().unwrap();
    for case in cases {
        let address = case["address"].as_str().unwrap();
        let known = suites
            .cases()
            .find(|known| known.address == address)
            .unwrap();
        let loses_a_move = known.reach == Reach::Reachable && !known.legal.is_empty();
        assert_eq!(case["verdict"] == "fail", loses_a_move, "{case:#}");
        for way in case["ways"].as_array().unwrap() {
            let is_played = way["way"].as_str().unwrap().ends_with("played");
            assert!(!(is_played && way["verdict"] == "fail"), "{case:#}");
            for finding in way["findings"].as_array().unwrap() {
                let difference = &finding["difference"];
                assert!(
                    difference["extra"].as_array().is_none_or(Vec::is_empty),
                    "{case:#}"
                );
                for missing in difference["missing"].as_array().into_iter().flatten() {
                    assert_eq!(missing["kind"], "en passant capture", "{case:#}");
                }
            }
        }
    }
}

/// What goes wrong in the same way is told once, with its examples; `--verbose` tells all of it.
#[test]
fn failures_that_are_alike_are_told_together() {
    let drawn = |options: &[&str]| {
        let options = [&["--class", "mate", "--class", "plain"], options].concat();
        let run = check("phalanx", &options)?;
        let count = run.stdout.matches("\nfail en-passant/").count();
        Some((run.stdout, count))
    };
    let Some((text, count)) = drawn(&[]) else {
        return;
    };
    let heading = "cases alike: missing en passant capture; wrong when the position is read";
    assert_eq!(text.matches(heading).count(), 1, "{text}");
    assert_eq!(count, 2, "{text}");
    assert!(text.contains("more like that: mate 15, plain "), "{text}");
    let (text, count) = drawn(&["--verbose"]).expect("it was there a moment ago");
    assert!(text.contains(&format!("{count} {heading}")), "{text}");
}

/// The other engines, on the classes that are quick to ask about. They are right where they can be asked.
#[test]
fn right_engines_are_not_accused() {
    for engine in [
        "fairy-stockfish",
        "ethereal-chess",
        "gnuchess",
        "sjeng",
        "sjaakii",
        "hoichess",
        "toga2",
        "glaurung",
    ] {
        let classes = [
            "--class",
            "only-move",
            "--class",
            "rejected-rank",
            "--class",
            "edge-file",
        ];
        // Some are slow to ask, and a part of the cases shows as much.
        let shard = match engine {
            "fairy-stockfish" | "ethereal-chess" | "sjeng" => "1/1",
            _ => "1/3",
        };
        let some = ["--max-nodes", "2000", "--json", "--shard", shard];
        let options = [&classes[..], &some].concat();
        let Some(run) = check(engine, &options) else {
            continue;
        };
        assert_eq!(run.code, Some(0), "{engine}: {}{}", run.stdout, run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let cases = report["engines"][0]["cases"].as_array().unwrap();
        assert!(
            cases.iter().any(|case| case["verdict"] == "pass"),
            "{engine}: {}",
            run.stdout
        );
    }
}

/// Castling is that of Chess960 only where an engine is told so; who cannot be told is not accused.
#[test]
fn chess960_is_asked_of_those_who_play_it() {
    let chess960 = [
        "--suite",
        "perft/chess960",
        "--max-nodes",
        "10000",
        "--json",
    ];
    for (engine, verdict, code) in [
        ("stockfish", "pass", 0),
        ("fairy-stockfish", "pass", 0),
        ("sjeng", "unsupported", 4),
    ] {
        let Some(run) = check(engine, &chess960) else {
            continue;
        };
        assert_eq!(
            run.code,
            Some(code),
            "{engine}: {}{}",
            run.stdout,
            run.stderr
        );
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let cases = report["engines"][0]["cases"].as_array().unwrap();
        let all = cases.iter().all(|case| case["verdict"] == verdict);
        assert!(all && !cases.is_empty(), "{engine}: {}", run.stdout);
    }
}

/// Ctrl-C while an engine hangs: the run ends, and so does the engine.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_no_engine_behind() {
    use std::path::Path;
    use std::time::Duration;

    use nix::sys::signal::Signal;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let script = format!("echo $$ > {}; while :; do sleep 1000; done", file.display());
    let engine = format!("sh -c '{script}'");
    let mut run = passant(&["check", &engine]).spawn().unwrap();
    let pid = (0..2000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let text = std::fs::read_to_string(&file).ok()?;
        text.trim().parse::<u32>().ok()
    });
    let pid = pid.expect("the engine starts");
    crate::run::send(Signal::SIGINT, &run);
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let status = Path::new("/proc").join(pid.to_string()).join("stat");
    let is_dead = std::fs::read_to_string(status).map_or(true, |stat| stat.contains(") Z "));
    assert!(is_dead, "the engine lives on");
}

/// An engine that runs once at a time is right, however many are asked for.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_runs_once_at_a_time_is_not_accused() {
    let Some(flock) = tool("flock") else {
        return;
    };
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
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let cases = report["engines"][0]["cases"].as_array().unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        assert_eq!(case["verdict"], "pass", "{case:#}");
    }
}
