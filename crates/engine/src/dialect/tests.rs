//! Tests of all known dialects, of lines that are not answers, and of arbitrary bytes.

use proptest::prelude::*;

#[cfg(feature = "processes")]
use super::line_reader;
use super::{PerftOutput, Reading, read};

/// The dialects: an engine, a move, and the output for depth 3 of the initial position, shortened to this move.
///
/// The move has all nodes, so that it adds up to the total.
const DIALECTS: &[(&str, &str, &str)] = &[
    (
        "stockfish",
        "e2e4",
        "info string NNUE evaluation using x\n\ne2e4: 8902\n\nNodes searched: 8902\n",
    ),
    ("ethereal", "", "8902"),
    (
        "berserk",
        "e2e4",
        " e2e4: 8902\n\nNodes: 8902\nTime: 3ms\nNPS: 2967333",
    ),
    (
        "viridithas",
        "e2e4",
        "e2e4: 8902\ninfo depth 3 nodes 8902 time 1 nps 8902000",
    ),
    (
        "reckless",
        "e2e4",
        "-----\n  1     e2e4         8902        0.001s   8902 kN/s\n-----\n       Total         8902        0.001s   8902 kN/s",
    ),
    ("reckless simpleperft", "e2e4", "e2e4: 8902\ntotal: 8902"),
    ("leorik", "", "8902"),
    ("crafty", "", "total moves=8902  time=0.00"),
    (
        "weiss",
        "",
        "Perft complete:\nTime: 3ms\nLPS: 2967333\nNodes: 8902",
    ),
    ("koivisto", "e2e4", "e2e4 8902\nnodes: 8902 nps: 4451000"),
    (
        "caissa",
        "e2e4",
        "Running Perft... depth=3\ne2e4: 8902\nTotal nodes:      8902\nTime: 0.001",
    ),
    (
        "obsidian",
        "e2e4",
        "e2e4 -> 8902\nnodes: 8902\ntime: 1\nnps: 8902000",
    ),
    (
        "stormphrax",
        "e2e4",
        "e2e4\t8902\n\ntotal 8902\n4451000 nps",
    ),
    (
        "alexandria",
        "e2e4",
        " e2e4 : 8902\n\n    Nodes: 8902\n    Time: 3",
    ),
    (
        "lizard",
        "e2e4",
        "e2e4: 8902\nNodes searched: 8902 in 0.0012 s (7418333 nps)",
    ),
    (
        "halogen",
        "e2e4",
        "e2e4: 8902\nNodes searched: 8902 in 0.001 seconds (8902000 nps)",
    ),
    ("texel", "", "perft(3) = 8902, t=0.001s"),
    (
        "olithink",
        "",
        "Depth: 1 Nodes: 20 \nDepth: 2 Nodes: 400 \nDepth: 3 Nodes: 8902 ",
    ),
    ("arasan", "", "perft 3 = 8902"),
    (
        "lynx",
        "e2e4",
        "e2e4\t\t8902\nDepth:\t3\nNodes:\t8902\nTime:\t1ms\nnps:\t8.9 Mnps",
    ),
    (
        "plentychess",
        "e2e4",
        "e2e4: 8902\nPerft: 8902 nodes in 0.01s => 890200nps",
    ),
    (
        "rubichess",
        "e2e4",
        "Perft for depth 3\ne2e4 : 8902\nTotal nodes: 8902\nTime (ms):   1\nNPS:         8902000",
    ),
    (
        "clover",
        "e2e4",
        "e2e4: 8902\nnodes: 8902\ntime  : 1\nnps   : 8902000",
    ),
    ("patricia", "e2e4", "e2e4: 8902\n8902 nodes 4451000 nps"),
    ("monty", "", "perft 3 time 0 nodes 8902 (9.80 Mnps)"),
    (
        "akimbo",
        "e2e4",
        "e2e4: 8902\nperft 3 time 0 nodes 8902 (9.80 Mnps)",
    ),
    ("scorpio", "", "nodes 8902\ntime 0.00 sec"),
    ("sloppy", "e2e4", "e2e4 8902\nPerft(3): 8902 nodes."),
    (
        "sjaakii",
        "d5xe6",
        "   d5xe6         46         46\n 1         46  0.00   714285.71nps\n   d5xe6       2039       2039\n 2       2039  0.00   714285.71nps\n   d5xe6       8902       8902\n 3       8902  0.00   4961070.56nps",
    ),
    ("sjeng", "", "Raw nodes for depth 3: 8902\nTime : 0.00"),
    (
        "drofa",
        "e2e4",
        "e2e4: 8902\n====\nTotal time (ms) : 1\nNodes searched  : 8902\nNodes / second  : 8902000",
    ),
    ("starzix", "e2e4", "e2e4: 8902\nTotal: 8902"),
    ("simbelmyne", "e2e4", "e2e4: 8902\n\n8902"),
    (
        "jchess-uci",
        "e2e4",
        "e2e4: 8902\nperft 8,902 leaves in 3 ms",
    ),
    (
        "lperft",
        "e1g1",
        "e1g1 -> 8902\n\n8902 nodes in 55.79µs -> 159562 knps",
    ),
    (
        "mperft",
        "a7a8Q",
        "a7a8Q   8902 leaves in 1 ms\nTotal: 8902",
    ),
    ("juddperft", "Be2xa6", "Be2xa6 8902 checks 3\ntotal 8902"),
    ("juddperft, two lines", "O-O", " O-O\n8902 \ntotal 8902"),
    (
        "potential",
        "e1g1",
        "Debug: Move f2f4 12\ne1g1: 8902\ntotal: 8902\nnps: 1",
    ),
    ("jet", "f1h3", "f1h3: 8902\nNodes: 8902"),
    (
        "casanchess",
        "e2e4",
        "\0\u{1b}[32me2e4\u{1b}[0m \t8902\nnodes: 8902",
    ),
    ("roce", "g2g1", "g2g1 8902\nMoves: 1\nNodes: 8902"),
    (
        "qperft",
        "e2e4",
        " 2. e2e4 moves =       8902 ( 0.000 sec)\nperft( 3)=         8902 ( 0.000 sec)",
    ),
    ("chessnut", "e2e4", "1 e2e4 8902\nnodes 8902"),
    ("xiphos", "", "perft(3)=8902, time: 1 ms"),
    (
        "maestro",
        "e2e4",
        "Move: e2e4 Nodes: 8902\n\tTotal Nodes: 8902",
    ),
    ("caps", "e2e4", "e2e4: 8902\nNodes searched: 8902"),
    (
        "promotions in parentheses",
        "e7e8(Q)",
        "e7e8(Q): 8902\nLeaf count: 8902",
    ),
    (
        "promotions after a slash",
        "e7e8/Q",
        "e7e8/Q: 8902\nPerft result: 8902 nodes",
    ),
    (
        "total only, a line for each depth",
        "",
        "perft(1)=20\nperft(2)=400\nperft(3)=8902",
    ),
    (
        "total only, a line for each depth with the time",
        "",
        "info depth 1 nodes 20 time 0\ninfo depth 2 nodes 400 time 1\ninfo depth 3 nodes 8902 time 2",
    ),
    (
        "sjaakii, prompt",
        "",
        "#[Chess] 0w> 1         20  0.00    714285.71nps\n 3       8902  0.00   4123711.34nps",
    ),
];

/// Lines that are not part of a perft answer.
const NO_ANSWER: &[&str] = &[
    "",
    "readyok",
    "id name Perft 3000",
    "Time: 3ms",
    "Time (ms):   1",
    "NPS: 2967333",
    "nps   : 8902000",
    "Nodes / second  : 8902000",
    "Nodes per second: 8902000",
    "4451000 nps",
    "1234567 nodes/s",
    "1234567 nodes / sec",
    "1,234,567 nodes per second",
    "1234567 nodes ps",
    "1234 leaves/ms",
    "Nodes: 1234567/s",
    "Perft: 1234567 nodes/s",
    "total 1234567 nodes per second",
    "Depth:\t3",
    "Moves: 24",
    "perft(3) = 1234567 nodes/s",
    "Perft result: 1234567 nodes per second",
    "Result time: 12",
    "Leaf count per second: 1234567",
    "hash 8902",
    "perft hash = 16",
    "perft(3) time = 12",
    "e7e8(Q) time 12",
    "e7e8(K): 12",
    "Perft for depth 3",
    "Running Perft... depth=3",
    "Perft complete:",
    "Debug: Move f2f4 12",
    "info string NNUE evaluation using nn-1234.nnue",
    "perft support is currently broken, soz",
    "8 | *R | *N | *B | *Q | *K | *B | *N | *R |",
    "  +----+----+",
    "   a b c d e f g h",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "time 0.00 sec",
    "e2e4: 12.5",
    "e2e9: 12",
    "3 25 0 120 e2e4 e7e5",
    "Nodes: 99999999999999999999999",
];

/// The lines of an engine that was asked for depth 3.
fn answer(lines: &str) -> PerftOutput {
    let mut answer = PerftOutput::to_depth(3);
    for line in lines.lines() {
        answer.add(line);
    }
    answer
}

#[test]
fn every_known_dialect_is_read() {
    for (engine, mv, lines) in DIALECTS {
        let answer = answer(lines);
        let counts = answer
            .counts()
            .unwrap_or_else(|why| panic!("{engine}: {why}"));
        assert_eq!(counts.total, 8902, "{engine}");
        let moves: Vec<_> = counts
            .moves
            .iter()
            .map(|(text, nodes)| (&text[..], *nodes))
            .collect();
        let expected: Vec<_> = [(*mv, 8902)]
            .into_iter()
            .filter(|(mv, _)| !mv.is_empty())
            .collect();
        assert_eq!(moves, expected, "{engine}");
        assert!(
            !answer.is_search && answer.error_message.is_none(),
            "{engine}"
        );
    }
}

/// With processes, one library reads the patterns; without, the other.
#[cfg(feature = "processes")]
#[test]
fn both_libraries_find_the_same() {
    let known = DIALECTS.iter().flat_map(|(_, _, lines)| lines.lines());
    let lines: Vec<_> = known.chain(NO_ANSWER.iter().copied()).collect();
    for pattern in line_reader::all().map(regex::Regex::as_str) {
        let large = regex::Regex::new(pattern).unwrap();
        let small = regex_lite::Regex::new(pattern).unwrap();
        for line in &lines {
            let expected = large.captures(line).map(|found| {
                let parts = found.iter().map(|it| it.map(|it| it.range()));
                parts.collect::<Vec<_>>()
            });
            let found = small.captures(line).map(|found| {
                let parts = found.iter().map(|it| it.map(|it| it.range()));
                parts.collect::<Vec<_>>()
            });
            assert_eq!(found, expected, "{pattern} {line:?}");
        }
    }
}

#[test]
fn other_lines_are_ignored() {
    for line in NO_ANSWER {
        assert_eq!(read(line), Reading::Other, "{line:?}");
    }
}

#[test]
fn separators_and_digit_groups_are_read() {
    for line in [
        "e2e4: 8902",
        "e2e4 : 8902",
        "e2e4 - 8902",
        "e2e4 -> 8902",
        "e2e4 8902",
        "e2e4=8902",
        "e2e4 | 8902",
        "1. e2e4 8902",
        "e2e4: 8,902",
        "e2e4: 8'902",
        "e2e4: 8_902 nodes",
        "1) e2e4: 8902",
    ] {
        let expected = Reading::Move {
            text: "e2e4".to_owned(),
            nodes: 8902,
        };
        assert_eq!(read(line), expected, "{line}");
    }
}

#[test]
fn digits_alone_are_a_count() {
    for (line, nodes) in [("a7a8q 44", 44), ("e1g1: 0", 0)] {
        let text = line.split([':', ' ']).next().unwrap().to_owned();
        assert_eq!(read(line), Reading::Move { text, nodes }, "{line}");
    }
    assert_eq!(read("Nodes searched: 8902"), Reading::Total(8902));
    // Signs, decimals, and more than 64 bits.
    for line in [
        "e2e4: +600",
        "e2e4: 6.00",
        "Nodes searched: +8902",
        "e2e4: 18446744073709551616",
        "e2e9: 600",
        "e2e4k: 600",
    ] {
        assert_eq!(read(line), Reading::Other, "{line}");
    }
}

/// A total with a time is not a speed.
#[test]
fn a_total_followed_by_a_time_is_a_total() {
    for line in [
        "8902 nodes, 3 seconds",
        "8902 nodes in 3 s, 2967 nodes/s",
        "8902 nodes (2967 nodes/s)",
        "nodes 8902 nps 2967",
        "Nodes: 8902 sec: 3",
        "Total: 8902 per depth 3",
    ] {
        assert_eq!(read(line), Reading::Total(8902), "{line}");
    }
}

/// The mark is not part of the move.
#[test]
fn marks_of_en_passant_captures_are_skipped() {
    for (line, mv) in [
        ("e5d6 e.p.: 30", "e5d6"),
        ("e5d6e.p.: 30", "e5d6"),
        ("e5d6ep: 30", "e5d6"),
        ("e5d6 ep 30", "e5d6"),
        ("e5d6 EP -> 30", "e5d6"),
        ("e5d6 (ep): 30", "e5d6"),
        ("e5d6(e.p.) 30", "e5d6"),
        ("e5xd6ep: 30", "e5xd6"),
        ("exd6ep: 30", "exd6"),
        ("exd6 e.p.+: 30", "exd6"),
        ("exd6+ ep: 30", "exd6"),
    ] {
        let expected = Reading::Move {
            text: mv.to_owned(),
            nodes: 30,
        };
        assert_eq!(read(line), expected, "{line}");
        let two_lines = line
            .trim_end_matches("30")
            .trim_end_matches([' ', ':', '-', '>']);
        assert_eq!(read(two_lines), Reading::MoveAlone(mv.to_owned()), "{line}");
    }
    // Statistics, and similar words.
    for line in [
        "e5d6 ep",
        "ep: 30",
        "e.p. 30",
        "e5d6 epd 30",
        "ep 258 castles 0",
    ] {
        let is_move = matches!(read(line), Reading::Move { .. });
        assert!(!is_move, "{line}");
    }
}

#[test]
fn a_search_is_recognized() {
    let searches =
        "info depth 1 seldepth 1 score cp 20 nodes 20 pv e2e4\nbestmove e2e4 ponder e7e5";
    let answer = answer(searches);
    assert!(answer.is_search && !answer.has_total());
    assert_eq!(answer.best_move.as_deref(), Some("e2e4"));
}

#[test]
fn error_messages_are_recognized() {
    for line in [
        "Unknown command: perft 2",
        "Error (unkown command): perft 2",
        "Illegal move: perft 2",
        "Invalid move: perft 2",
        "info string CRITICAL ERROR: bad FEN",
    ] {
        assert_eq!(read(line), Reading::ErrorMessage(line.to_owned()));
    }
}

#[test]
fn moves_that_do_not_add_up_to_the_total_are_refused() {
    let answer = answer(
        "e2e4: 1
d2d4: 1
Nodes searched: 3",
    );
    assert_eq!(
        answer.counts().unwrap_err(),
        "the moves add up to 2, the total is 3"
    );
    assert!(
        self::answer(
            "e2e4: 18446744073709551615
d2d4: 1
total 0"
        )
        .counts()
        .is_err()
    );
}

/// The answer is refused although the moves add up.
#[test]
fn more_moves_than_a_position_has_are_refused() {
    let lines = |count: usize| "e2e4: 1\n".repeat(count) + &format!("Nodes searched: {count}");
    assert_eq!(answer(&lines(512)).counts().unwrap().total, 512);
    assert!(answer(&lines(4096)).check_size().is_ok());
    let flood = answer(&lines(300_000));
    assert_eq!(
        flood.counts().unwrap_err(),
        "more than 512 moves, which no position has"
    );
    assert!(flood.check_size().is_err() && flood.has_total() && flood.moves_and_total().is_none());
}

/// Some engines print 0 nodes for each move at depth 1.
#[test]
fn moves_with_zero_nodes_contradict_a_total() {
    let why = answer("e2e4: 0\nd2d4: 0\nNodes searched: 2").counts();
    assert_eq!(why.unwrap_err(), "the moves add up to 0, the total is 2");
    // Zero nodes are correct at depth 2 if every move ends the game.
    let counts = answer("e2e4: 0\nd2d4: 0\nNodes searched: 0").counts();
    assert_eq!(counts.unwrap().moves.len(), 2);
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
        let _ = read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn counts_of_arbitrary_answers_add_up(lines in prop::collection::vec(
        "(e2e4|O-O|Move: |total|Nodes|perft ?\\(|info depth|bestmove|1\\.|\u{1b}\\[1m|[ :=>,'0-9-]|\u{0}){0,8}", 0..8
    )) {
        let answer = answer(&lines.join("
"));
        if let Ok(counts) = answer.counts() && !counts.moves.is_empty() {
            prop_assert_eq!(counts.moves.iter().map(|(_, nodes)| nodes).sum::<u64>(), counts.total);
        }
    }
}
