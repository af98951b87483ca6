//! Second runs: of an engine that crashed in the first, and of the commands that a report ends with.

use passant_query::{Syntax, escape};

use crate::json::{Finding, Report};
use crate::oracle::command;
use crate::run::{QUOTE, printed, run_with};

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

/// Engines with a fault, and a case that shows it, for every kind of question about moves, games, play and searches.
const KINDS: [(&str, &str, &str, &str); 13] = [
    (
        "count",
        "uci",
        "--fault rank-pin-ignored",
        "en-passant/rejected-rank",
    ),
    (
        "moves",
        "uci",
        "--dialect none --fault rank-pin-ignored",
        "en-passant/rejected-rank",
    ),
    (
        "legal",
        "xboard",
        "--dialect none --fault rank-pin-ignored",
        "en-passant/rejected-rank",
    ),
    (
        "best",
        "uci",
        "--dialect none --quirk multipv-absent --quirk searchmoves-ignored --fault capture-missed",
        "play/only-capture",
    ),
    (
        "line",
        "uci",
        "--fault line-plays-expired-right",
        "search/single-push",
    ),
    (
        "search",
        "uci",
        "--fault staged-captures-miss",
        "search/push-into-mate",
    ),
    (
        "mate",
        "uci",
        "--fault staged-evasions-miss",
        "search/refuted-mate",
    ),
    (
        "back",
        "line",
        "--fault victim-not-restored",
        "en-passant/plain",
    ),
    ("key", "line", "--fault key-not-restored", "state"),
    (
        "occurrences",
        "line",
        "--fault repetition-with-pin",
        "state",
    ),
    ("san", "line", "--fault san-without-file", "state"),
    ("parse", "line", "--fault san-capture-refused", "state"),
    ("victim", "line", "--fault victim-on-target", "state"),
];

/// The command that a failure ends with fails in the same way, whatever was asked.
#[test]
fn the_command_that_repeats_a_failure_repeats_it() {
    for (kind, protocol, options, suite) in KINDS {
        let engine = command(options);
        let words = ["check", &engine, "--protocol", protocol, "--suite", suite];
        let more = ["--no-diagnosis", "--fail-fast", "--max-nodes", "200"];
        let run = run_with(&[&words[..], &more].concat()).exits_with(1);
        let again = run
            .stdout
            .lines()
            .find_map(|line| {
                let line = line.trim().trim_start_matches("rerun").trim();
                line.strip_prefix("passant check ")
            })
            .unwrap_or_else(|| panic!("{kind}: {}", run.stdout));
        let typed = shell_words::split(again).unwrap();
        let mut words: Vec<&str> = typed.iter().map(String::as_str).collect();
        words.extend(["--json", "--no-diagnosis"]);
        let report = Report::of(&run_with(&[&["check"], &words[..]].concat()).exits_with(1));
        let failed = report
            .cases()
            .find(|case| case.verdict() == "fail")
            .unwrap_or_else(|| panic!("{kind}: {again}"));
        let presentations = failed.presentations();
        let mut findings = presentations.flat_map(|it| it.findings().collect::<Vec<_>>());
        let is_of_kind = |it: &Finding<'_>| it.question() == kind;
        assert!(findings.any(|it| is_of_kind(&it)), "{kind}: {}", run.stdout);
    }
}

/// The lines that follow a failure of a search show the same flaw to the engine alone: also where the position before the
/// double push was searched.
#[test]
fn the_lines_that_replay_a_search_show_its_flaw() {
    for suite in [
        "search/single-push/without-e3e4",
        "search/lines/plain/c5-takes-on-d6",
    ] {
        let options = "--fault line-plays-expired-right";
        let engine = command(options);
        let words = ["check", &engine, "--protocol", "uci", "--suite", suite];
        let run = run_with(&[&words[..], &["--json", "--no-diagnosis"]].concat()).exits_with(1);
        let report = Report::of(&run);
        let cases: Vec<_> = report.cases().collect();
        let findings = cases.iter().flat_map(|case| case.presentations());
        let all_findings = findings.flat_map(|it| it.findings().collect::<Vec<_>>());
        let of_lines: Vec<_> = all_findings.filter(|it| it.question() == "line").collect();
        assert_ne!(of_lines.len(), 0, "{suite}");
        for finding in of_lines {
            let (_, quoted) = finding.text().split_once('`').unwrap();
            let (quoted, _) = quoted.split_once('`').unwrap();
            let moves = quoted.split_once(" pv ").unwrap().1;
            let input = format!("uci\n{}\nquit\n", finding.commands().join("\n"));
            let options: Vec<_> = options.split(' ').collect();
            let printed = printed(crate::oracle::oracle(), &options, &input);
            let printed = String::from_utf8(printed).unwrap();
            assert!(
                printed.contains(&format!(" pv {moves}")),
                "{input}{printed}"
            );
        }
    }
}
