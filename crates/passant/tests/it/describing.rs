//! Engines that are described in a file, and `passant adapter check`.

use std::path::Path;

use serde_json::Value;

use crate::adapters::rust_adapter;
use crate::oracle::{filtered, oracle};
use crate::run::{passant, run, run_with};

/// One case is enough to see how an engine is queried.
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

/// `passant-oracle` behind a filter: no existing engine prints such lines.
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
fn queries_an_unusual_engine_as_its_description_says() {
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
    // It passes, although a failure is expected.
    assert_eq!(run.code, Some(5), "{}{}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let engine = &report["engines"][0];
    assert_eq!(engine["calibration"]["name"], "odd", "{engine:#}");
    assert_eq!(engine["calibration"]["rung"], "divide", "{engine:#}");
    assert_eq!(engine["cases"][0]["verdict"], "xpass", "{engine:#}");
    // Without the description, this output is not understood.
    let bare = run_with(&[&["check", &odd_engine(), "--json"], &ONE_CASE[..]].concat());
    assert!(
        !bare.stdout.contains("\"rung\": \"divide\""),
        "{}",
        bare.stdout
    );
}

#[test]
fn reports_the_place_of_a_mistake_in_a_description() {
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
fn does_not_detect_what_the_command_line_says() {
    let engine = oracle().to_str().unwrap();
    let rung = |options: &[&str]| {
        let run = run_with(&[&["check", engine, "--json"], options, &ONE_CASE[..]].concat());
        let report: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
        report["engines"][0]["calibration"]["rung"]
            .as_str()
            .map(str::to_owned)
    };
    assert_eq!(rung(&["--dialect", "stockfish"]).as_deref(), Some("divide"));
    // Without perft the next channel of each protocol is used.
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

/// A file name without a folder is relative to the current folder, and so are its engines.
#[test]
fn finds_a_description_in_the_current_folder() {
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

/// Lists become outdated: every case that they name must exist, whether this run selects it or not.
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
fn accepts_an_adapter_that_speaks_the_protocol() {
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
fn shows_what_an_adapter_does_wrong_and_what_is_expected() {
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

/// A reply that begins but does not end is not reported as silence.
#[test]
fn shows_an_incomplete_reply_and_what_is_missing() {
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
