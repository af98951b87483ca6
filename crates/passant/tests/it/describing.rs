//! Engines that are described in a file, and adapters that are checked.

use std::path::Path;

use serde_json::Value;

use crate::adapters::rust_adapter;
use crate::oracle::{filtered, oracle};
use crate::run::{passant, run, run_with};

/// One case is enough to see how an engine is asked.
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

/// `passant-oracle` behind a filter that makes its lines those of no engine there is.
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
fn an_engine_like_no_other_is_asked_as_its_description_says() {
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
    // It passes, though it is expected to fail.
    assert_eq!(run.code, Some(5), "{}{}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let engine = &report["engines"][0];
    assert_eq!(engine["calibration"]["name"], "odd", "{engine:#}");
    assert_eq!(engine["calibration"]["rung"], "divide", "{engine:#}");
    assert_eq!(engine["cases"][0]["verdict"], "xpass", "{engine:#}");
    // Nobody finds that out by himself.
    let bare = run_with(&[&["check", &odd_engine(), "--json"], &ONE_CASE[..]].concat());
    assert!(
        !bare.stdout.contains("\"rung\": \"divide\""),
        "{}",
        bare.stdout
    );
}

#[test]
fn a_description_that_is_wrong_shows_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(
        folder.path(),
        "[[engine]]\nname = \"a\"\ncommand = \"a\"\ndialect = \"stockfsh\"\n",
    );
    let run = run_with(&["check", "--engines", &path]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    for part in [
        "engines.toml:4",
        "dialect = \"stockfsh\"",
        "^^^^",
        "stockfish, ethereal",
    ] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}

#[test]
fn what_the_command_line_says_is_not_found_out() {
    let engine = oracle().to_str().unwrap();
    let rung = |options: &[&str]| {
        let run = run_with(&[&["check", engine, "--json"], options, &ONE_CASE[..]].concat());
        let report: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
        report["engines"][0]["calibration"]["rung"]
            .as_str()
            .map(str::to_owned)
    };
    assert_eq!(rung(&["--dialect", "stockfish"]).as_deref(), Some("divide"));
    // Without perft the next rung of each protocol is taken.
    assert_eq!(
        rung(&["--dialect", "none", "--protocol", "uci"]).as_deref(),
        Some("multi-pv")
    );
    assert_eq!(
        rung(&["--dialect", "none", "--protocol", "xboard"]).as_deref(),
        Some("illegal-move")
    );
    let run = run_with(&["check", engine, "--dialect", "stokfish"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("stockfish, ethereal"), "{}", run.stderr);
}

/// A file that is named without a folder is in this one, and its engines too.
#[test]
fn a_description_in_this_folder_needs_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("exec {}\n", oracle().display());
    std::fs::write(folder.path().join("engine.sh"), script).unwrap();
    let description = "[[engine]]\nname = \"here\"\ncommand = \"sh engine.sh\"\n";
    written(folder.path(), description);
    let mut command = passant(&[&["check", "--engines", "engines.toml"], &ONE_CASE[..]].concat());
    let run = run({
        command.current_dir(folder.path());
        command
    });
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

/// Lists rot: what they name has to be there, whether this run asks about it or not.
#[test]
fn failures_of_cases_that_are_not_there_cannot_be_expected() {
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
        let run = check(other);
        assert_eq!(run.code, Some(0), "{other}: {}", run.stderr);
    }
    for (entry, part) in [
        ("address = \"en-passant/does-not-exist\"", "does-not-exist"),
        ("address = \"en-passant/mat\"", "perhaps en-passant/mate"),
        ("address = \"fen\"", "no case with this address"),
        ("address = \"quick\"", "no case with this address"),
        ("class = \"stalemates\"", "no class of this name"),
    ] {
        let run = check(entry);
        assert_eq!(run.code, Some(2), "{entry}: {}", run.stdout);
        for part in ["expected.toml:2: ", entry, "^^^^", part] {
            assert!(run.stderr.contains(part), "{entry}: {}", run.stderr);
        }
    }
    let description = format!(
        "[[engine]]\nname = \"a\"\ncommand = \"{oracle}\"\n[[engine.expected]]\nclass = \"plane\"\nreason = \"x\"\n"
    );
    let path = written(folder.path(), &description);
    let run = run_with(&["check", "--engines", &path]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stderr.contains("engines.toml:5: "), "{}", run.stderr);
}

#[test]
fn an_adapter_that_speaks_the_protocol_is_told_so() {
    let oracle = oracle().display().to_string();
    for adapter in [rust_adapter().display().to_string(), format!("'{oracle}'")] {
        let run = run_with(&["adapter", "check", &adapter]);
        assert_eq!(run.code, Some(0), "{adapter}: {}{}", run.stdout, run.stderr);
    }
}

/// A shell script as an adapter, with a line for `moves` and one for everything else.
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

#[test]
fn what_an_adapter_does_wrong_is_shown_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let hello = "passant 1 name \"a\" can=moves";
    let cases = [
        (
            hello,
            "echo move e2e4; echo ok",
            0,
            "as the protocol has them",
        ),
        (
            hello,
            "echo move O-O; echo ok",
            1,
            "\"move O-O\" where expected: move and a move in UCI notation",
        ),
        (hello, "echo e2e4; echo ok", 1, "\"e2e4\" where expected"),
        (hello, "echo ok; echo ok", 1, "wrong"),
        (hello, "exit 3", 3, "ended"),
        ("passant 2 can=moves", "echo ok", 1, "version"),
        (
            "passant 1 name \"a\" can=moves,divide",
            "echo ok",
            1,
            "error unsupported",
        ),
    ];
    for (hello, moves, code, part) in cases {
        let run = run_with(&[
            "adapter",
            "check",
            &adapter(folder.path(), hello, moves),
            "--timeout",
            "5",
        ]);
        assert_eq!(
            run.code,
            Some(code),
            "{hello}, {moves}: {}{}",
            run.stdout,
            run.stderr
        );
        assert!(
            run.stdout.contains(part),
            "{hello}, {moves}: {}",
            run.stdout
        );
    }
    let run = run_with(&["adapter", "check", "./no-such-adapter"]);
    assert_eq!(run.code, Some(3), "{}", run.stdout);
}

/// Who has said something is not told that nothing came.
#[test]
fn a_reply_without_its_end_is_shown_with_what_is_missing() {
    let hello = "passant 1 name \"a\" can=moves";
    let told = "the reply does not end within 1 s; expected ok, or error, as its last line";
    let start = format!("read line; echo '{hello}'; sleep 20");
    let later =
        format!("{{ read line; echo '{hello}'; echo ok; read line; echo move; sleep 20; }}");
    for (script, options, line) in [
        (&start, ["--start-timeout", "1"], hello),
        (&later, ["--timeout", "1"], "move"),
    ] {
        let adapter = format!("sh -c \"{}\"", script.replace('"', "\\\""));
        let run = run_with(&[&["adapter", "check", &adapter], &options[..]].concat());
        assert_eq!(run.code, Some(1), "{script}: {}{}", run.stdout, run.stderr);
        for part in [told, &format!("< {line}\n")] {
            assert!(run.stdout.contains(part), "{script}: {}", run.stdout);
        }
    }
}
