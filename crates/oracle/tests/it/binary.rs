//! The engine `passant-oracle`, in each of its protocols.

use std::io::Write;
use std::process::{Command, Stdio};

const RANK_PIN: &str = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";

/// Returns the text that the engine prints when it reads these lines, and then the end of its input.
fn talk(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_passant-oracle"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A pipe holds the whole input, so that writing does not wait for reading.
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?} {input}");
    String::from_utf8(output.stdout).unwrap()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

/// The counts are those of the chess programming wiki.
#[test]
fn uci_counts_as_stockfish_does() {
    let output = talk(&[], "uci\nisready\nposition startpos\ngo perft 3\nquit\n");
    let lines = lines(&output);
    assert!(lines.contains(&"uciok"), "{output}");
    assert!(lines.contains(&"readyok"), "{output}");
    assert!(lines.contains(&"e2e4: 600"), "{output}");
    assert_eq!(lines.last(), Some(&"Nodes searched: 8902"));
}

#[test]
fn uci_lists_and_judges_moves_without_perft() {
    let position = format!("position fen {RANK_PIN}\n");
    let list = format!("{position}setoption name MultiPV value 500\ngo depth 1\n");
    let count = |arguments: &[&str]| talk(arguments, &list).matches(" pv ").count();
    assert_eq!(count(&[]), 6);
    assert_eq!(count(&["--fault", "rank-pin-ignored"]), 7);
    let judge = format!("{position}go depth 1 searchmoves c5d6\n");
    assert_eq!(talk(&[], &judge), "bestmove (none)\n");
    let faulty = talk(&["--fault=rank-pin-ignored"], &judge);
    assert!(faulty.ends_with("bestmove c5d6\n"), "{faulty}");
}

#[test]
fn uci_shows_its_fen_after_moves() {
    let input = "position fen 3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5\nd\n";
    let sound = talk(&[], input);
    assert!(
        sound.contains("Fen: 3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 2\n"),
        "{sound}"
    );
    let faulty = talk(&["--fault", "fen-prints-victim"], input);
    assert!(faulty.contains(" w - d5 0 2\n"), "{faulty}");
}

#[test]
fn a_refused_fen_keeps_the_position() {
    let input = format!("position fen {RANK_PIN}\nposition fen 8/8 w - - 0 1\ngo perft 1\n");
    let output = talk(&[], &input);
    assert_eq!(output.matches("info string ").count(), 1, "{output}");
    assert!(output.ends_with("Nodes searched: 6\n\n"), "{output}");
}

/// `go infinite` prints nothing before `stop`.
#[test]
fn go_infinite_waits_for_stop() {
    let output = talk(&[], "position startpos\ngo infinite\nisready\nstop\n");
    let ready = output.find("readyok").unwrap();
    let best = output.find("bestmove").unwrap();
    assert!(ready < best, "{output}");
}

#[test]
fn every_dialect_prints_the_same_count() {
    let dialects = talk(&["--dialects"], "");
    for dialect in dialects.lines().filter(|name| *name != "none") {
        let commands = [
            "go perft 3",
            "perft 3",
            "perft divide 3",
            "splitperft 3",
            "divide 3",
        ];
        let output: String = commands
            .iter()
            .map(|command| {
                talk(
                    &["--dialect", dialect],
                    &format!("position startpos\n{command}\n"),
                )
            })
            .collect();
        let found = output.contains("8902") || output.contains("8,902");
        assert!(found, "{dialect}: {output}");
    }
}

#[test]
fn xboard_follows_a_game_and_refuses_illegal_moves() {
    let input = format!(
        "xboard\nprotover 2\nforce\nsetboard {RANK_PIN}\nusermove c5d6\nusermove c5c6\nundo\nping 7\nperft 1\nquit\n"
    );
    let output = talk(&[], &input);
    let lines = lines(&output);
    assert!(
        lines[0].starts_with("feature ping=1 setboard=1"),
        "{output}"
    );
    assert_eq!(lines[1], "Illegal move: c5d6");
    assert_eq!(lines[2], "pong 7");
    assert_eq!(lines.last(), Some(&"Nodes searched: 6"));
    let faulty = talk(&["--fault", "rank-pin-ignored"], &input);
    assert!(!faulty.contains("Illegal move: c5d6"), "{faulty}");
}

/// Both kings move there and back. The right at the beginning can be used, so that the first position does not count as a
/// repetition.
#[test]
fn xboard_claims_a_draw_by_repetition() {
    let cycle = "usermove a3b3\nusermove d8e8\nusermove b3a3\nusermove e8d8\n";
    let input = format!(
        "xboard\nforce\nsetboard 3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1\n{}ping 1\n{cycle}ping 2\n",
        cycle.repeat(2)
    );
    let before = |output: &str, pong: &str| {
        let claim = output.find("1/2-1/2").unwrap();
        claim < output.find(pong).unwrap()
    };
    let sound = talk(&[], &input);
    assert!(
        !before(&sound, "pong 1") && before(&sound, "pong 2"),
        "{sound}"
    );
    let faulty = talk(&["--fault", "repetition-blind"], &input);
    assert!(before(&faulty, "pong 1"), "{faulty}");
}

/// The session in the description of the protocol, without the key and the replies that only python-chess gives.
#[test]
fn line_protocol_answers_every_request() {
    let input = "\
passant 1
position fen 4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1 moves d7d5
legal c5d6
san c5d6
parse cxd6 e.p.
victim c5d6
play c5d6
undo
same fen 4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 2
position fen 3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1 moves a5b4 d8e8 b4a5 e8d8
occurrences
divide 1
play c5d6
position fen 8/8/8/8 w - - 0 1
telepathy
quit
";
    let output = talk(&[], input);
    let (handshake, rest) = output.split_once('\n').unwrap();
    assert!(handshake.starts_with("passant 1 name \"passant-oracle "));
    let (before_refusal, after) = rest.split_once("error badfen ").unwrap();
    assert_eq!(
        before_refusal,
        "\
ok
fen 4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2
ok
legal yes
ok
san cxd6
ok
move c5d6 ep cap
ok
victim d5
ok
fen 4k3/8/3P4/8/8/8/8/4K3 b - - 0 2
ok
fen 4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2
ok
same no
ok
fen 3k4/8/8/K1Pp3r/8/8/8/8 w - - 4 3
ok
occurrences 2
ok
move a5a4 1
move a5b4 1
move a5b5 1
move a5a6 1
move a5b6 1
move c5c6 1
total 6
ok
error illegal c5d6
"
    );
    assert!(after.ends_with("error unsupported telepathy\n"), "{after}");
}

#[test]
fn refuses_wrong_options_and_names_the_option_that_lists_them() {
    for (arguments, part) in [
        (["--fault", "rank"], "--faults"),
        (["--dialect", "klingon"], "--dialects"),
        (["--frob", ""], "--help"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_passant-oracle"))
            .args(arguments)
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains(part), "{message}");
    }
}
