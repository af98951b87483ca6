//! The recipes of `passant uci --help`, as a user copies them.

use std::process::{Command, Output};

use serde_json::Value;

use crate::run::{run_on, run_with, with_passant};
use crate::uci_sessions::{Conversation, KIWIPETE, divide, total};

/// The lines below a heading, without their indentation.
fn recipe(heading: &str) -> String {
    let help = run_with(&["uci", "--help"]).exits_with(0).stdout;
    let lines: Vec<_> = help
        .lines()
        .skip_while(|line| !line.starts_with(heading))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .map(|line| line.strip_prefix("  ").unwrap())
        .collect();
    lines.join("\n")
}

fn shell_command(text: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(passant_test_tools::tool("sh"));
    command.args(["-c", text, "script"]).args(arguments);
    command.env("PATH", with_passant());
    command
}

fn shell(text: &str, arguments: &[&str]) -> Output {
    shell_command(text, arguments).output().unwrap()
}

/// What a script prints.
fn script(text: &str, arguments: &[&str]) -> String {
    let output = shell(text, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// perftree calls a script with the depth, the FEN and, if there are any, the moves.
#[test]
fn perftree() {
    let text = recipe("A script for perftree");
    let output = script(&text, &["3", KIWIPETE]);
    let (moves, total) = output.split_once("\n\n").unwrap();
    assert_eq!(total, "97862\n");
    let count = |line: &str| line.split_once(' ').unwrap().1.parse::<u64>().unwrap();
    assert_eq!(moves.lines().map(count).sum::<u64>(), 97_862);
    // The en passant capture is one of the replies.
    let output = script(&text, &["1", KIWIPETE, "a2a4"]);
    assert!(output.contains("b4a3 1\n"), "{output}");
    assert!(output.ends_with("\n\n44\n"), "{output}");
    // The total of the wiki for the position itself.
    assert_eq!(script(&text, &["0", KIWIPETE]), "\n1\n");
}

/// perftree shows what the script prints to standard error, and takes an output without counts for an error.
#[test]
fn perftree_is_told_of_errors() {
    let text = recipe("A script for perftree");
    for (arguments, part) in [
        (&["2", "8/8/8/8/8/8/8/8 w - - 0 1"][..], "the FEN"),
        (&["2", KIWIPETE, "a2a5"], "a2a5"),
        (&["many", KIWIPETE], "expected a depth"),
    ] {
        let output = shell(&text, arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(output.stdout, b"", "{output:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: "), "{stderr}");
        assert!(stderr.contains(part), "{stderr}");
    }
}

/// Reads and writes what perftree does when it starts and asks `stockfish`.
#[test]
fn perftree_with_passant_for_stockfish() {
    let text = recipe("perftree skips the line");
    let mut conversation = Conversation::of(shell_command(&text, &[]));
    conversation.line();
    for (position, depth, moves, total) in [
        (KIWIPETE.to_owned(), 2, 48, 2039),
        (format!("{KIWIPETE} moves a2a4"), 1, 44, 44),
        // Repaired, which a note says. It has no move.
        ("7k/5Q2/8/8/8/8/8/K7 b KQ - 0 1".to_owned(), 1, 0, 0),
        (KIWIPETE.to_owned(), 0, 0, 1),
    ] {
        conversation.send(&format!("position fen {position}\ngo perft {depth}\n"));
        let mut counts = Vec::new();
        loop {
            let line = conversation.line();
            if line.is_empty() {
                break;
            }
            if !line.starts_with("info") {
                let (_, count) = line.split_once(": ").unwrap();
                counts.push(count.parse::<u64>().unwrap());
            }
        }
        assert_eq!(counts.len(), moves, "{position}");
        let last = conversation.line();
        let (_, got) = last.split_once(": ").unwrap();
        assert_eq!(got.parse(), Ok(total), "{position}");
        assert_eq!(conversation.line(), "");
    }
}

/// perftcheck starts a program without arguments and waits for each answer.
#[test]
fn perftcheck() {
    let text = recipe("A program for perftcheck");
    assert_eq!(text.lines().last(), Some("exec passant uci"));
    let input = format!("uci\nisready\nposition fen {KIWIPETE}\ngo perft 2\nisready\nquit\n");
    let output = run_on(&["uci"], input.as_bytes()).exits_with(0).stdout;
    assert_eq!(total(&output), Some(2039));
    assert_eq!(divide(&output).len(), 48);
    assert_eq!(output.matches("readyok\n").count(), 2);
}

/// The harness starts `launch` with a shell, sends `setup`, then `case` for each depth, and looks for the count in
/// the line that `end_re` matches.
#[test]
fn leaderboard() {
    let descriptor: Value = serde_json::from_str(&recipe("A descriptor for")).unwrap();
    let mode = &descriptor["modes"]["single-no-cache"];
    let line = |key: &str| mode[key].as_str().unwrap().to_owned();
    let setup: String = mode["setup"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap().to_owned() + "\n")
        .collect();
    let case = |depth: &str| {
        line("case")
            .replace("{fen}", KIWIPETE)
            .replace("{depth}", depth)
    };
    let input = format!("{setup}{}\n{}\n{}\n", case("1"), case("2"), line("quit"));
    let output = script(
        &format!("exec {} <<'END'\n{input}END\n", line("launch")),
        &[],
    );
    let end = regex::Regex::new(&line("end_re")).unwrap();
    let ends: Vec<_> = output.lines().filter(|line| end.is_match(line)).collect();
    assert_eq!(ends, ["Nodes searched: 48", "Nodes searched: 2039"]);
    assert!(!output.contains("error"), "{output}");
}
