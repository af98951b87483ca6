//! The words of the command about input that it cannot use, and the part of the input that it points at; and what a stranger reads
//! first: `passant` without a command, and a check of something that is no engine.

use std::process::Command;

use passant_needs::needs;
#[cfg(unix)]
use passant_test_tools::tool;

use crate::json::Report;
use crate::run::{Run, run, run_with};
use crate::snapshot::Page;

/// Runs the arguments, which must be refused as bad input.
#[track_caller]
fn explain_refusal(arguments: &[&str]) -> Run {
    let run = run_with(arguments).exits_with(2);
    assert_eq!(run.stdout, "", "{arguments:?}");
    run
}

/// The parts of the input that have carets below them.
fn marked(run: &Run) -> Vec<&str> {
    let lines: Vec<_> = run.stderr.lines().collect();
    let marked = lines.windows(2).filter_map(|pair| {
        let start = pair[1].find('^')?;
        let length = pair[1][start..].chars().take_while(|&it| it == '^').count();
        // A caret behind the end of the input marks what is missing there.
        pair[0].get(start..start + length).or(Some(""))
    });
    marked.collect()
}

/// FENs, and the parts that are wrong.
const WRONG_FENS: [(&str, &[&str]); 3] = [
    (
        "rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkz e9 0 1",
        &["x", "z", "e9"],
    ),
    (
        "4k3/8/8/8/8/8/8/P7 w K e6 0 1",
        &["4k3/8/8/8/8/8/8/P7", "P", "K", "e6"],
    ),
    ("8/8/8/8/8/8/8/8 w", &["", ""]),
];

#[test]
fn marks_every_mistake_in_a_fen() {
    let mut page = Page::new("errors-fen");
    for (fen, parts) in WRONG_FENS {
        let run = explain_refusal(&["explain", fen]);
        assert_eq!(marked(&run), parts, "{fen}");
        page.run(fen, &run);
    }
    page.check();
}

/// The rook gives check.
const CHECK: &str = "3k4/8/8/8/8/8/4r3/4K2R w K - 0 1";

/// The pawn is about to promote.
const PROMOTION: &str = "3k4/P7/8/8/8/8/8/4K3 w - - 0 1";

/// Positions, moves of which the last is wrong, and the part that is marked.
const WRONG_MOVES: [[&str; 3]; 15] = [
    ["startpos", "1. e4 e5 2. Ke3", "Ke3"],
    [
        "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
        "cxd6 e.p.",
        "cxd6 e.p.",
    ],
    ["startpos", "f3 e5 g4 Qh4# a3", "a3"],
    ["3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1", "Kb4 Kc7 c5d6", "c5d6"],
    ["startpos", "e7e5", "e7e5"],
    ["startpos", "e3e4", "e3e4"],
    [CHECK, "Rh5", "Rh5"],
    [CHECK, "Qd1", "Qd1"],
    [CHECK, "O-O", "O-O"],
    [PROMOTION, "a8", "a8"],
    [PROMOTION, "a7a8", "a7a8"],
    ["startpos", "Nb3", "Nb3"],
    ["startpos", "Nf3 Nf6 Nc3 Nc6 Nd4 Nd5 Nb5", "Nb5"],
    ["startpos", "e4 d5 exd5 e.p.", "exd5 e.p."],
    ["startpos", "Zs9x", "x"],
];

#[test]
fn explains_why_a_move_is_wrong_and_lists_those_that_were_possible() {
    let mut page = Page::new("errors-moves");
    for [fen, moves, part] in WRONG_MOVES {
        let run = explain_refusal(&["explain", fen, moves]);
        assert_eq!(marked(&run), [part], "{moves}");
        page.run(format!("{fen} {moves}"), &run);
    }
    page.check();
}

#[test]
fn repairs_an_en_passant_square_with_a_warning() {
    let run = run_with(&["explain", "4k3/8/8/8/8/8/8/R3K3 w Q e6 0 1"]).exits_with(0);
    assert_eq!(marked(&run), ["e6"]);
    run.snapshot("warnings", "an en passant square without a pawn");
}

#[test]
fn shows_the_usage_if_arguments_are_wrong() {
    for arguments in [
        &[][..],
        &["explain"],
        &["explain", "--watch", "--json"],
        &["expalin"],
        &["explain", "--jsno", "startpos"],
    ] {
        let run = explain_refusal(arguments);
        assert!(
            run.stderr.contains("Usage: passant"),
            "{arguments:?}: {}",
            run.stderr
        );
    }
}

/// A time that no clock can hold is refused before an engine is started.
#[test]
fn bounds_times() {
    let fen = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    for verb in [&["diagnose", "true"][..], &["minimize", "true", fen]] {
        for time in ["0", "86401", "18446744073709551615"] {
            let run = explain_refusal(&[verb, &["--time", time]].concat());
            let context = format!("{verb:?} {time}: {}", run.stderr);
            assert!(run.stderr.contains("1..=86400"), "{context}");
        }
    }
}

/// Names and values that do not exist. A message says which do, or which one is nearly the same.
#[test]
fn refuses_names_and_values_that_do_not_exist() {
    let mut page = Page::new("errors-arguments");
    for arguments in [
        &["check", "true", "--suite", "en-pasant"][..],
        &["check", "true", "--class", "rejected-rankk"],
        &["check", "true", "--shard", "5/4"],
        &["check", "true 'x"],
        &["check", "true", "--dialect", "stokfish"],
        &["check", "true", "--color", "cecp"],
        &["check", "true", "--protocol", "cecp"],
        &["check", "--script", "./count.sh {dpth} {fen}"],
        &["faults", "rank-pins-ignored"],
        &["perft", "--suite", "perft/standart"],
    ] {
        page.run(shell_words::join(arguments), &explain_refusal(arguments));
    }
    page.check();
}

/// Options of `passant perft` that are out of range, do not go together, or name the checkpoint of another run.
#[test]
fn refuses_options_of_perft_that_cannot_be_met() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint_path = folder.path().join("depth-4.json");
    let checkpoint = checkpoint_path.to_str().unwrap();
    let startpos = ["perft", "--fen", "startpos", "--depth"];
    let shallow = ["4", "--checkpoint", checkpoint];
    run_with(&[&startpos[..], &shallow].concat()).exits_with(0);
    let mut page = Page::new("errors-perft").hide(checkpoint, "[checkpoint of depth 4]");
    // On Windows a file cannot be written there, but it could be missing.
    page = page.hide_pattern(r"cannot (read|write) the", "cannot use the");
    for options in [
        &["--hash", "much"][..],
        &["--hash", "9"],
        &["--hash", "8000PB"],
        &["--kernel", "sse9"],
        &["--kernel", "rules", "--mode", "reuse"],
        &["--mode", "guess"],
        &["--checkpoint", checkpoint],
        &["--tally", "--columns", "nodes,ep"],
        &["--columns", "nodes"],
    ] {
        let run = explain_refusal(&[&startpos[..], &["5"], options].concat());
        page.run(options.join(" "), &run);
    }
    let nowhere = ["--checkpoint", "/dev/null/file"];
    let run = run_with(&[&startpos[..], &["5"], &nowhere].concat());
    page.run(nowhere.join(" "), &run.exits_with(74));
    let hashed = ["perft", "--suite", "perft", "--hash", "1GiB"];
    page.run(hashed.join(" "), &explain_refusal(&hashed));
    page.check();
}

#[test]
fn says_what_to_do_first_without_a_command() {
    let run = run_with(&[]).exits_with(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.lines().count() <= 10, "{}", run.stderr);
    run.snapshot("first-steps", "no command");
}

/// The program in an archive, and as pip and npm install it, each with the folder of the pages.
#[test]
fn says_where_the_pages_are_that_were_installed_with_it() {
    for (program, pages) in [
        (".", "docs"),
        ("bin", "share/doc/passant/docs"),
        (
            "node_modules/@passant-cli/any",
            "node_modules/passant-cli/docs",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let [program, pages] = [program, pages].map(|it| folder.path().join(it));
        for folder in [&program, &pages] {
            std::fs::create_dir_all(folder).unwrap();
        }
        let copy = program.join(format!("passant{}", std::env::consts::EXE_SUFFIX));
        std::fs::copy(env!("CARGO_BIN_EXE_passant"), &copy).unwrap();
        let first_steps = || run(Command::new(&copy)).exits_with(2).stderr;

        std::fs::write(pages.join("README.md"), "").unwrap();
        let printed = first_steps();
        assert!(printed.contains("in share/doc/passant of"), "{printed}");

        std::fs::write(pages.join("first-check.md"), "").unwrap();
        let printed = first_steps();
        let named = printed
            .lines()
            .find_map(|line| line.strip_prefix("Pages to read: "));
        let named = std::path::Path::new(named.unwrap()).canonicalize().unwrap();
        let expected = pages.join("README.md").canonicalize().unwrap();
        assert_eq!(named, expected);
    }
}

/// A program that prints a greeting and ends: a control sequence, a line of 200 letters, and twelve lines.
#[cfg(unix)]
const LIBRARY: &str = "\
printf 'Welcome \\033[2J to my library\\n'
printf '%0200d\\n' 0
for i in 1 2 3 4 5 6 7 8 9 10; do echo line $i; done
";

/// Writes the program into a file with another first line.
#[cfg(unix)]
fn library(folder: &std::path::Path, name: &str, first_line: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, format!("{first_line}\n{LIBRARY}")).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The language comes from the ending of a file, and from a `#!` line.
#[cfg(unix)]
#[needs("sh")]
#[test]
fn shows_what_was_tried_and_an_adapter_in_the_language_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut page = Page::new("no-channel").hide(folder.path().display(), "[folder]");
    for (name, first_line, adapter) in [
        ("chess.py", "", "import chess"),
        ("chess", "#!/usr/bin/env node", "from \"chess.js\""),
        ("other", "#!/bin/sh", "passant generate adapter LANGUAGE"),
    ] {
        let file = library(folder.path(), name, first_line);
        let run = run_with(&["check", &format!("sh {file}")]).exits_with(3);
        assert!(run.stdout.contains(adapter), "{}", run.stdout);
        assert!(!run.stdout.contains('\u{1b}'), "{}", run.stdout);
        page.run(format!("sh {name}"), &run);
    }
    let file = library(folder.path(), "chess.py", "");
    page.run("chess.py", &run_with(&["check", &file]).exits_with(3));
    page.run(
        "quiet",
        &run_with(&["check", &format!("sh {file}"), "--quiet"]).exits_with(3),
    );
    page.check();
}

/// A module that is missing is the cause, and an adapter is no help.
#[needs("python3")]
#[test]
fn names_the_module_that_a_program_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let check = |code: &str| {
        let path = folder.path().join("engine.py");
        std::fs::write(&path, code).unwrap();
        let command = shell_words::join(["python3", path.to_str().unwrap()]);
        run_with(&["check", &command]).exits_with(3).stdout
    };
    let text = check("import no_such_module\n");
    let cause = "no channel works: No module named 'no_such_module'; tried:";
    assert_eq!(text.lines().nth(1), Some(cause), "{text}");
    assert!(text.contains("Install it"), "{text}");
    assert!(!text.contains("adapter"), "{text}");
    // These words come from the program itself.
    let text = check("print('No module named x')");
    assert_eq!(
        text.lines().nth(1),
        Some("no channel works; tried:"),
        "{text}"
    );
    assert!(text.contains("adapter"), "{text}");
}

/// A script that has an interpreter, and ends with an error, needs no other.
#[cfg(unix)]
#[needs("sh")]
#[test]
fn names_no_second_interpreter() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("count.py");
    std::fs::write(&path, "echo no board >&2\nexit 1\n").unwrap();
    let shell = tool("sh");
    let script = shell_words::join([shell.to_str().unwrap(), path.to_str().unwrap()]);
    let script = format!("{script} {{depth}} {{fen}}");
    let text = run_with(&["check", "--script", &script])
        .exits_with(3)
        .stdout;
    assert!(text.contains("no board"), "{text}");
    assert!(!text.contains("interpreter"), "{text}");
}

/// A program that speaks UCI and plays nothing is an engine: no adapter is shown.
#[cfg(unix)]
#[needs("sh")]
#[test]
fn shows_no_adapter_to_an_engine() {
    let engine = "while read line; do [ \"$line\" = uci ] && echo uciok; [ \"$line\" = isready ] && echo readyok; done";
    let command = shell_words::join(["sh", "-c", engine]);
    let options = ["--timeout", "5", "--start-timeout", "5"];
    let run = run_with(&[&["check", &command], &options[..]].concat()).exits_with(3);
    assert!(run.stdout.contains("< uciok"), "{}", run.stdout);
    assert!(!run.stdout.contains("adapter"), "{}", run.stdout);
    // It has answered, so it neither starts slowly nor keeps its output in a buffer.
    assert!(!run.stdout.contains("starts slowly"), "{}", run.stdout);
    assert!(run.stdout.contains("`go depth 1`"), "{}", run.stdout);
}

/// A program that the system ends at each attempt needs no perft command and no adapter.
#[cfg(unix)]
#[needs("sh")]
#[test]
fn says_that_a_program_crashes() {
    let command = shell_words::join(["sh", "-c", "kill -SEGV $$"]);
    let run = run_with(&["check", &command]).exits_with(3);
    assert!(
        run.stdout.contains("crashes before it answers"),
        "{}",
        run.stdout
    );
    for part in ["adapter", "perft"] {
        assert!(!run.stdout.contains(part), "{}", run.stdout);
    }
}

#[test]
fn json_has_what_was_sent_and_what_came_back() {
    let ends = format!("'{}' --version", env!("CARGO_BIN_EXE_passant"));
    let run = run_with(&["check", &ends, "--json"]).exits_with(3);
    let report = Report::of(&run);
    let handshakes = report.engine().handshakes();
    assert_eq!(handshakes[0]["protocol"], "uci");
    assert_eq!(handshakes[0]["lines"][0], "> uci");
    assert_eq!(handshakes[0]["completed"], false);
}
