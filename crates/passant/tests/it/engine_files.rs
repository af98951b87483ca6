//! Engines that are described in a file, and `passant adapter check`.

use std::path::Path;

use passant_query::{Syntax, escape};

use crate::adapters::rust_adapter;
use crate::json::{Case, Report};
use crate::oracle::{filtered, link, oracle};
use crate::run::{passant, run, run_with};
use crate::snapshot::Page;

/// One case is enough to see through which channel an engine is asked.
const ONE_CASE: [&str; 6] = [
    "--suite",
    "en-passant/plain",
    "--shard",
    "1/30",
    "--max-nodes",
    "5000",
];

fn written(folder: &Path, text: &str) -> String {
    let path = folder.join("engines.toml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// `passant-oracle` behind a filter that makes its lines different from those of all engines.
fn odd_engine() -> String {
    let rules = [
        [
            "--replace",
            r"^([a-h][1-8]\S*): ([0-9]+)$",
            "leaf $2 below $1",
        ],
        ["--replace", "^Nodes searched: ", "all in all "],
    ];
    filtered(&rules.concat(), "")
}

#[test]
fn asks_an_unusual_engine_as_its_description_says() {
    let folder = tempfile::tempdir().unwrap();
    let command = odd_engine().replace('\\', "\\\\").replace('"', "\\\"");
    let description = format!(
        "[[engine]]\nname = \"odd\"\ncommand = \"{command}\"\nprotocol = \"uci\"\nsetup = [\"debug off\"]\n\
         [engine.perft]\ncommand = \"go perft {{depth}}\"\n\
         move = '^leaf (?<nodes>\\d+) below (?<move>\\S+)$'\ntotal = '^all in all (?<nodes>\\d+)$'\nleast-depth = 2\n\
         [[engine.expected]]\nclass = \"plain\"\nreason = \"to see that it is read\"\n"
    );
    let path = written(folder.path(), &description);
    let run = run_with(
        &[
            &["check", "--engines", &path, "odd", "--json"],
            &ONE_CASE[..],
        ]
        .concat(),
    );
    // The engine passes, although it is expected to fail.
    let report = Report::of(&run.exits_with(5));
    let calibration = report.engine().calibration().unwrap();
    assert_eq!(
        (calibration.name(), calibration.channel()),
        ("odd", "divide")
    );
    assert_eq!(report.cases().next().map(Case::verdict), Some("xpass"));
    // Nothing detects that without a description.
    let bare = run_with(&[&["check", &odd_engine(), "--json"], &ONE_CASE[..]].concat());
    assert_ne!(Report::of(&bare).engine().channel(), "divide");
}

#[test]
fn points_at_the_mistake_in_a_description() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(
        folder.path(),
        "[[engine]]\nname = \"a\"\ncommand = \"a\"\ndialect = \"stockfsh\"\n",
    );
    let run = run_with(&["check", "--engines", &path]).exits_with(2);
    for part in ["engines.toml:4", "dialect = \"stockfsh\"", "^^^^"] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
    let mut page = Page::new("errors-description").hide(folder.path().display(), "[folder]");
    page.run("an unknown dialect", &run);
    page.check();
}

/// What the command line says about an engine is not detected.
#[test]
fn asks_as_the_command_line_says() {
    let engine = oracle().to_str().unwrap();
    let channel = |options: &[&str]| {
        let run = run_with(&[&["check", engine, "--json"], options, &ONE_CASE[..]].concat());
        Report::of(&run).engine().channel().to_owned()
    };
    assert_eq!(channel(&["--dialect", "stockfish"]), "divide");
    // Without perft the next channel of each protocol is used.
    assert_eq!(
        channel(&["--dialect", "none", "--protocol", "uci"]),
        "multi-pv"
    );
    assert_eq!(
        channel(&["--dialect", "none", "--protocol", "xboard"]),
        "illegal-move"
    );
}

/// A file that is named without a folder is in the current one, and so are its engines.
#[test]
fn finds_a_description_and_its_engines_in_the_current_folder() {
    let folder = tempfile::tempdir().unwrap();
    link(&folder.path().join("engine"));
    let description = "[[engine]]\nname = \"here\"\ncommand = \"./engine\"\n";
    written(folder.path(), description);
    let mut command = passant(&[&["check", "--engines", "engines.toml"], &ONE_CASE[..]].concat());
    let run = run({
        command.current_dir(folder.path());
        command
    });
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

/// An entry of a list must name a case or class that exists, even if this run does not ask about it.
#[test]
fn refuses_expected_failures_of_cases_that_do_not_exist() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("expected.toml");
    let oracle = format!("'{}'", oracle().display());
    let check = |entry: &str| {
        std::fs::write(&list, format!("[[expected]]\n{entry}\nreason = \"x\"\n")).unwrap();
        let expected = ["check", &oracle, "--expected", list.to_str().unwrap()];
        run_with(&[&expected, &ONE_CASE[..]].concat())
    };
    for other in [
        "address = \"en-passant/mate\"",
        "address = \"state/\"",
        "class = \"stalemate\"",
    ] {
        check(other).exits_with(0);
    }
    let mut page = Page::new("errors-expected").hide(folder.path().display(), "[folder]");
    for entry in [
        "address = \"en-passant/does-not-exist\"",
        "address = \"en-passant/mat\"",
        "address = \"fen\"",
        "address = \"quick\"",
        "class = \"stalemates\"",
    ] {
        let run = check(entry).exits_with(2);
        for part in ["expected.toml:2:", entry, "^^^^"] {
            assert!(run.stderr.contains(part), "{entry}: {}", run.stderr);
        }
        page.run(entry, &run);
    }
    let description = format!(
        "[[engine]]\nname = \"a\"\ncommand = {}\n[[engine.expected]]\nclass = \"plane\"\nreason = \"x\"\n",
        escape(&oracle, Syntax::Toml)
    );
    let path = written(folder.path(), &description);
    let run = run_with(&["check", "--engines", &path]).exits_with(2);
    assert!(run.stderr.contains("engines.toml:5:"), "{}", run.stderr);
    page.run("a description with an unknown class", &run);
    page.check();
}

#[test]
fn accepts_an_adapter_that_speaks_the_protocol() {
    let oracle = oracle().display().to_string();
    for adapter in [rust_adapter().display().to_string(), format!("'{oracle}'")] {
        run_with(&["adapter", "check", &adapter]).exits_with(0);
    }
}

/// A shell script as an adapter, with a line for `moves` and one for everything else.
#[cfg(unix)]
fn adapter(folder: &Path, hello: &str, moves: &str) -> String {
    let path = folder.join("adapter.sh");
    let text = format!(
        "while read word rest; do case $word in\n passant) echo '{hello}'; echo ok;;\n moves) {moves};;\n \
         position) case $rest in *fen\\ 8/8/8/8*) echo error badfen;; *d7d4*) echo error illegal;; *) echo ok;; esac;;\n \
         quit) exit;;\n *) echo error unsupported;; esac; done\n"
    );
    std::fs::write(&path, text).unwrap();
    format!("sh '{}'", path.display())
}

#[cfg(unix)]
#[test]
fn shows_the_wrong_replies_of_an_adapter() {
    let folder = tempfile::tempdir().unwrap();
    let hello = "passant 1 name \"a\" can=moves";
    let cases = [
        (hello, "echo move e2e4; echo ok", 0),
        (hello, "echo move O-O; echo ok", 1),
        (hello, "echo e2e4; echo ok", 1),
        (hello, "echo ok; echo ok", 1),
        (hello, "exit 3", 3),
        ("passant 2 can=moves", "echo ok", 1),
        ("passant 1 name \"a\" can=moves,divide", "echo ok", 1),
    ];
    let mut page = Page::new("adapter-check");
    for (hello, moves, code) in cases {
        let adapter = adapter(folder.path(), hello, moves);
        let run = run_with(&["adapter", "check", &adapter, "--timeout", "20"]).exits_with(code);
        // Which request gets the second `ok` as its reply depends on the time.
        if moves != "echo ok; echo ok" {
            let heading = format!("{hello}; moves: {moves}");
            page.section(heading, &wrong_replies(&run.stdout));
        }
    }
    let run = run_with(&["adapter", "check", "./no-such-adapter"]).exits_with(3);
    page.run("./no-such-adapter", &run);

    // The end of a reply is missing, and the lines that came are shown.
    let start = format!("read line; echo '{hello}'; sleep 20");
    let later =
        format!("{{ read line; echo '{hello}'; echo ok; read line; echo move; sleep 20; }}");
    for (script, options, line) in [
        (&start, ["--start-timeout", "5"], hello),
        (&later, ["--timeout", "5"], "move"),
    ] {
        let adapter = format!("sh -c \"{}\"", script.replace('"', "\\\""));
        let run = run_with(&[&["adapter", "check", &adapter], &options[..]].concat()).exits_with(1);
        let line = format!("< {line}\n");
        assert!(run.stdout.contains(&line), "{script}: {}", run.stdout);
        page.section(script, &wrong_replies(&run.stdout));
    }
    page.check();
}

/// A report about an adapter without the requests that were answered as the protocol demands: they have no lines below
/// them.
#[cfg(unix)]
fn wrong_replies(report: &str) -> String {
    let lines: Vec<_> = report.lines().chain([""]).collect();
    let is_detail = |line: &str| line.starts_with(' ');
    let told = lines
        .windows(2)
        .filter(|pair| is_detail(pair[0]) || is_detail(pair[1]) || !pair[0].contains(" > "));
    told.map(|pair| pair[0].to_owned() + "\n").collect()
}
