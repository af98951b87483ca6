//! Second runs: of an engine that crashed in the first, and of the commands that a report ends with.

use passant_query::{Syntax, escape};

use crate::json::Report;
use crate::oracle::command;
use crate::run::{QUOTE, run_with};

/// Engines with faults that show here.
const FAULTS: [&str; 2] = ["--fault rank-pin-ignored", "--fault rank-queen-ignored"];

/// A few cases that take little time.
const FEW: [&str; 5] = [
    "--suite",
    "en-passant/rejected-rank",
    "--shard",
    "1/4",
    "--no-diagnosis",
];

/// After a crash, whatever its cause, the next run uses the best channel again.
#[cfg(unix)]
#[test]
fn forgets_the_channel_that_was_found_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine.sh");
    let accident = folder.path().join("accident");
    let text = format!(
        "while read line; do case $line in *perft*) [ -e {0} ] || {{ : > {0}; exit; }};; esac; echo $line; done | {1}\n",
        accident.display(),
        crate::oracle::oracle().display()
    );
    std::fs::write(&script, text).unwrap();
    let engine = format!("sh {}", script.display());
    let channels = [(); 2].map(|()| {
        // With a single dialect the crash leaves no other way to count.
        let options = ["--protocol", "uci", "--dialect", "stockfish", "--json"];
        let run = run_with(&[&["check", &engine], &FEW[..], &options].concat());
        Report::of(&run).engine().channel().to_owned()
    });
    assert_eq!(channels, ["multi-pv", "divide"]);
}

/// Two engines have the same name, and one has a long one.
#[test]
fn every_failure_gets_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let name = "long".repeat(80);
    let described: String = ["Long", &name]
        .map(|name| {
            let command = escape(&command(FAULTS[0]), Syntax::Toml);
            format!("[[engine]]\nname = \"{name}\"\ncommand = {command}\n")
        })
        .concat();
    let file = folder.path().join("engines.toml");
    std::fs::write(&file, described).unwrap();
    let scripts = folder.path().join("scripts");
    let same_name = FAULTS.map(command);
    let mut words = vec!["check", &same_name[0], &same_name[1], "Long", &name];
    words.extend(["--engines", file.to_str().unwrap(), "--max-nodes", "100"]);
    words.extend(["--json", "--reproduce", scripts.to_str().unwrap()]);
    let run = run_with(&[&words, &FEW[..]].concat()).exits_with(1);
    let report = Report::of(&run);
    let failures: usize = report.engines().map(|engine| engine.count("fail")).sum();
    assert!(4 < failures, "{failures}");
    assert_eq!(std::fs::read_dir(scripts).unwrap().count(), failures);
}

/// The command that checks a case again compares the same counts.
#[test]
fn a_failure_is_checked_again_to_the_same_depth() {
    let engine = command(FAULTS[0]);
    let options = ["--depth", "2", "--max-nodes", "3000"];
    let run = run_with(&[&["check", &engine], &options[..], &FEW[..]].concat()).exits_with(1);
    let mut commands = run.stdout.lines();
    let again = commands.find(|line| line.contains(&format!("passant check {QUOTE}")));
    let expected = " --depth 2 --max-nodes 3000 --suite en-passant/rejected-rank/";
    assert!(again.unwrap().contains(expected), "{again:?}");
}
