//! What a stranger reads first: `passant` without a command, and a check of something that is no engine.

use std::process::Command;

use crate::json::Report;
use crate::run::{run, run_with};
use passant_needs::needs;

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
    let mut page =
        crate::snapshot::Page::new("no-channel").hide(folder.path().display(), "[folder]");
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
