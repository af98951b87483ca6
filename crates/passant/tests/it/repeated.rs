//! What is asked a second time: of an engine that had an accident, and by the commands that a report ends with.

use serde_json::Value;

use crate::oracle::{command, oracle};
use crate::run::{Run, run_with};

/// Engines with faults that show here.
const FAULTS: [&str; 2] = ["--fault rank-pin-ignored", "--fault rank-queen-ignored"];

/// Few cases, which do not take long.
const FEW: [&str; 5] = [
    "--suite",
    "en-passant/rejected-rank",
    "--shard",
    "1/4",
    "--no-diagnosis",
];

fn engines(run: &Run) -> Vec<Value> {
    let report: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
    let engines = report["engines"].as_array().cloned();
    engines.unwrap_or_else(|| panic!("{}{}", run.stdout, run.stderr))
}

/// Who has died once, of whatever it was, is asked in the best way the next time.
#[test]
fn an_accident_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine.sh");
    let accident = folder.path().join("accident");
    let text = format!(
        "while read line; do case $line in *perft*) [ -e {0} ] || {{ : > {0}; exit; }};; esac; echo $line; done | {1}\n",
        accident.display(),
        oracle().display()
    );
    std::fs::write(&script, text).unwrap();
    let engine = format!("sh {}", script.display());
    let rungs = [(); 2].map(|()| {
        // One way to count only, which makes the accident matter.
        let options = ["--protocol", "uci", "--dialect", "stockfish", "--json"];
        let run = run_with(&[&["check", &engine], &FEW[..], &options].concat());
        engines(&run)[0]["calibration"]["rung"].take()
    });
    assert_eq!(rungs, ["multi-pv", "divide"]);
}

/// Engines that call themselves alike, or at great length.
#[test]
fn every_failure_gets_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let name = "long".repeat(80);
    let described: String = ["Long", &name]
        .map(|name| {
            let command = command(FAULTS[0]);
            format!("[[engine]]\nname = \"{name}\"\ncommand = \"{command}\"\n")
        })
        .concat();
    let file = folder.path().join("engines.toml");
    std::fs::write(&file, described).unwrap();
    let scripts = folder.path().join("scripts");
    let alike = FAULTS.map(command);
    let mut words = vec!["check", &alike[0], &alike[1], "Long", &name];
    words.extend(["--engines", file.to_str().unwrap(), "--max-nodes", "100"]);
    words.extend(["--json", "--reproduce", scripts.to_str().unwrap()]);
    let run = run_with(&[&words, &FEW[..]].concat());
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let engines = engines(&run);
    let cases = engines
        .iter()
        .flat_map(|it| it["cases"].as_array().unwrap());
    let failures = cases.filter(|case| case["verdict"] == "fail").count();
    assert!(4 < failures, "{failures}");
    assert_eq!(std::fs::read_dir(scripts).unwrap().count(), failures);
}

/// The command behind `again` asks for the same counts.
#[test]
fn a_failure_is_asked_again_as_deep() {
    let engine = command(FAULTS[0]);
    let options = ["--depth", "2", "--max-nodes", "3000"];
    let run = run_with(&[&["check", &engine], &options[..], &FEW[..]].concat());
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let again = run.stdout.split("  again    ").nth(1).unwrap();
    let again = again.lines().next().unwrap();
    let told = " --depth 2 --max-nodes 3000 --suite en-passant/rejected-rank/";
    assert!(again.contains(told), "{again}");
}
