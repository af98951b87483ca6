//! The functions that users write for the tests that they paste. Each one sets up a position and asks the engine, which
//! is here the program that `ENGINE` names. It speaks the line protocol.

use std::io::Write;
use std::process::{Command, Stdio};

/// The lines of the last reply, without the first word of each.
fn ask(fen: &str, steps: &[&str], request: &str) -> Vec<String> {
    let mut requests = format!("passant 1\nposition fen {fen}\n");
    for &step in steps {
        requests += &if step == "undo" { "undo\n".to_owned() } else { format!("play {step}\n") };
    }
    requests += &format!("{request}\nquit\n");
    let engine = std::env::var("ENGINE").unwrap();
    let fault = std::env::var("FAULT").unwrap();
    let mut command = Command::new(engine);
    if !fault.is_empty() {
        command.args(["--fault", &fault]);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(requests.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap().stdout;
    let (mut reply, mut last) = (Vec::new(), Vec::new());
    for line in String::from_utf8(output).unwrap().lines() {
        match line.split_once(' ') {
            _ if line == "ok" => last = std::mem::take(&mut reply),
            Some((word, rest)) => {
                assert_ne!(word, "error", "{rest}");
                reply.push(rest.to_owned());
            }
            None => unreachable!("{line}"),
        }
    }
    last
}

fn one(fen: &str, steps: &[&str], request: &str) -> String {
    ask(fen, steps, request).remove(0)
}

fn legal_moves(fen: &str, steps: &[&str]) -> Vec<String> {
    let mut moves = ask(fen, steps, "moves");
    for mv in &mut moves {
        // Flags stand behind the move.
        mv.truncate(mv.find(' ').unwrap_or(mv.len()));
    }
    moves.sort_unstable();
    moves
}

fn perft(fen: &str, steps: &[&str], depth: u32) -> u64 {
    ask(fen, steps, &format!("divide {depth}")).pop().unwrap().parse().unwrap()
}

fn fen_after(fen: &str, steps: &[&str]) -> String {
    one(fen, steps, "fen")
}

fn has_same_key(fen: &str, steps: &[&str], other_fen: &str, other_steps: &[&str]) -> bool {
    one(fen, steps, "key") == one(other_fen, other_steps, "key")
}

fn is_same_position(fen: &str, steps: &[&str], other_fen: &str, other_steps: &[&str]) -> bool {
    let moves = if other_steps.is_empty() { "" } else { " moves " };
    let request = format!("same fen {other_fen}{moves}{}", other_steps.join(" "));
    one(fen, steps, &request) == "yes"
}

fn occurrences(fen: &str, steps: &[&str]) -> u32 {
    one(fen, steps, "occurrences").parse().unwrap()
}

fn to_san(fen: &str, steps: &[&str], mv: &str) -> String {
    one(fen, steps, &format!("san {mv}"))
}

fn fen_after_san(fen: &str, steps: &[&str], san: &str) -> String {
    let answer = one(fen, steps, &format!("parse {san}"));
    let mv = answer.split(' ').next().unwrap();
    fen_after(fen, &[steps, &[mv]].concat())
}

fn captured_square(fen: &str, steps: &[&str], mv: &str) -> String {
    one(fen, steps, &format!("victim {mv}"))
}
