//! `passant check` with the engines in Debian. The behavior of each was verified by hand.

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
fn does_not_accuse_a_program_that_is_not_an_engine() {
    let run = run_with(&["check", "true"]);
    assert_eq!(run.code, Some(3), "{}", run.stdout);
    assert!(run.stdout.contains("cannot be asked"), "{}", run.stdout);
}

#[test]
fn names_what_does_not_exist() {
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

/// Phalanx ignores the en passant field of `setboard`, and is correct if the double push is played on its board.
#[test]
fn reports_the_bug_of_phalanx_and_nothing_else() {
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

/// Similar failures are reported once, with examples; `--verbose` reports all of them.
#[test]
fn groups_similar_failures() {
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

/// The other engines, with the classes that take little time. They are correct wherever they can be queried.
#[test]
fn does_not_accuse_correct_engines() {
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
        // Some are slow to query; a third of the cases is enough.
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

/// Chess960 is tested only with engines that support it.
#[test]
fn tests_chess960_only_with_engines_that_support_it() {
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

/// Ctrl-C while an engine hangs ends the run and the engine.
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
    assert!(is_dead, "the engine still runs");
}

/// An engine of which only one process can run passes, however many jobs there are.
#[cfg(target_os = "linux")]
#[test]
fn does_not_accuse_an_engine_that_runs_only_once_at_a_time() {
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
