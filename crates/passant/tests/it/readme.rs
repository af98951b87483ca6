//! The commands of the README and of the other pages.

use passant_engine::Limits;
use passant_pgn::LONGEST_GAME;
use passant_test_tools::readme;
use regex::Regex;

use crate::run::run_with;

/// `--help` is accepted after options that exist, and after nothing else.
#[test]
fn accepts_the_commands_of_the_pages() {
    let mut accepted = 0;
    let mut refused = Vec::new();
    for command in readme::commands() {
        let is_perft = command.program == "cargo xtask" && command.arguments[0] == "perft";
        if command.program != "passant" && !is_perft {
            continue;
        }
        // What comes after `--` is for an engine.
        let words = command
            .arguments
            .iter()
            .map(String::as_str)
            .take_while(|word| *word != "--");
        // `passant help check` prints a help already.
        let is_help = command.arguments.first().is_some_and(|word| word == "help");
        let help = (!is_help).then_some("--help");
        let words: Vec<_> = words.chain(help).collect();
        let run = run_with(&words);
        if run.code != Some(0) {
            let (page, line) = (&command.page, command.line);
            refused.push(format!("{page}:{line}: {}", run.stderr));
        }
        accepted += 1;
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(0 < accepted);
    assert_eq!(
        run_with(&["check", "--no-such-option", "--help"]).code,
        Some(2)
    );
}

/// A table of limits that are not those of the program would be worse than none.
#[test]
fn security_names_the_times_of_check() {
    let pages = readme::pages();
    let page = pages.iter().find(|page| page.path == "SECURITY.md");
    let help = run_with(&["check", "--help"]).exits_with(0).stdout;
    let named = Regex::new(r"([0-9]+) s `(--[a-z-]+)`").unwrap();
    let mut times = 0;
    for found in named.captures_iter(&page.unwrap().text) {
        let [_, seconds, option] = [0, 1, 2].map(|group| &found[group]);
        let (_, rest) = help
            .split_once(&format!("{option} <SECONDS>\n"))
            .expect(option);
        let (_, rest) = rest.split_once("[default: ").expect(option);
        assert_eq!(rest.split(']').next(), Some(seconds), "{option}");
        times += 1;
    }
    assert_eq!(times, 4);
}

#[test]
fn security_names_the_sizes_that_are_allowed() {
    let pages = readme::pages();
    let page = pages.iter().find(|page| page.path == "SECURITY.md");
    let (_, table) = page.unwrap().text.split_once("## What is bounded").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let size = Regex::new(r"([0-9]+) ([KMG])iB").unwrap();
    let sizes: Vec<_> = size
        .captures_iter(table)
        .map(|found| found[1].parse::<u64>().unwrap() << unit(&found[2]))
        .collect();
    let limits = Limits::default();
    let expected = [limits.line, limits.output, LONGEST_GAME].map(|size| size as u64);
    let expected = [&expected[..], &[limits.memory]].concat();
    assert_eq!(sizes, expected, "a line, an answer, a game, memory");

    let help = run_with(&["check", "--help"]).exits_with(0).stdout;
    let (_, help) = help.split_once("--engine-memory <SIZE>\n").unwrap();
    let default = Regex::new(r"\[default: ([0-9]+)([KMG])iB\]")
        .unwrap()
        .captures(help)
        .unwrap();
    let default = default[1].parse::<u64>().unwrap() << unit(&default[2]);
    assert_eq!(default, limits.memory);
}

/// The logarithm of a unit.
fn unit(letter: &str) -> u32 {
    match letter {
        "K" => 10,
        "M" => 20,
        _ => 30,
    }
}
