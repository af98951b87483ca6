//! `passant uci`: a reference that other tools ask, and the oracle with a fault.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{passant, run_on, run_with};
use crate::snapshot::Page;

pub(crate) const KIWIPETE: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The capture would uncover the king on its rank.
const RANK_PIN: &str = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";

/// What the engine prints when it reads these lines, and then the end of its input.
#[track_caller]
fn talk(arguments: &[&str], input: &str) -> String {
    let arguments = [&["uci"], arguments].concat();
    let run = run_on(&arguments, input.as_bytes()).exits_with(0);
    assert_eq!(run.stderr, "", "{input}");
    run.stdout
}

pub(crate) fn total(output: &str) -> Option<u64> {
    let total = output
        .lines()
        .find_map(|line| line.strip_prefix("Nodes searched: "));
    total.map(|total| total.parse().unwrap())
}

/// The nodes below each move.
pub(crate) fn divide(output: &str) -> BTreeMap<&str, u64> {
    let counts = output
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(mv, _)| matches!(mv.len(), 4 | 5));
    counts
        .map(|(mv, nodes)| (mv, nodes.parse().unwrap()))
        .collect()
}

#[test]
fn a_conversation() {
    let mut page = Page::new("uci")
        .hide_pattern(r"min 1 max \d+", "min 1 max [threads]")
        .hide_pattern(
            r"(var )?(portable var )?\[kernels\]( var (avx2|avx512|neon))*",
            "$1[kernels]",
        );
    for (title, input) in [
        ("introduction", "uci\nisready\n"),
        (
            "counts",
            "position startpos moves e2e4\ngo perft 3\ngo perft 2 typed\ngo perft 0\n",
        ),
        ("display", &format!("position fen {RANK_PIN}\nd\n")[..]),
        (
            "no search",
            "go depth 5\ngo movetime 10 searchmoves e2e4\ngo infinite\nisready\nstop\n",
        ),
        (
            "repairs",
            "position fen 4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1\ngo perft 1\n",
        ),
        (
            "commands that cannot be used",
            "hello\ngo\u{7}\ngo deep\ngo depth much\ngo perft\ngo perft -1\ngo perft 3 type\n\
             go perft 101\ngo perft 0 typed\nsetoption\nsetoption name Hash value much\n\
             setoption name Contempt value 3\nsetoption name Kernel value gpu\nposition\n\
             position start\nposition fen\nposition fen 8/8\u{1b}[31m w - - 0 1\n\
             position startpos moves e2e9\nposition startpos moves e2e4 e2e4\n",
        ),
    ] {
        page.section(title, &talk(&[], input));
    }
    let faulty = format!("uci\nposition fen {RANK_PIN}\ngo perft 1\ngo perft 1 typed\nd\n");
    page.section(
        "with a fault",
        &talk(&["--fault", "rank-pin-ignored"], &faulty),
    );
    page.check();
}

/// The counts are those of the chess programming wiki.
#[test]
fn counts_are_the_published_ones_whatever_the_options() {
    let six = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    let positions = [
        ("startpos".to_owned(), 5, 4_865_609),
        (format!("fen {KIWIPETE}"), 4, 4_085_603),
        (
            "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -".to_owned(),
            5,
            674_624,
        ),
        (
            "fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1".to_owned(),
            4,
            422_333,
        ),
        (
            "fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8".to_owned(),
            4,
            2_103_487,
        ),
        (format!("fen {six}"), 4, 3_894_594),
    ];
    for options in [
        &[][..],
        &["Mode value make-all", "Merge value false"],
        &["Merge value FALSE"],
        &["Kernel value rules"],
        &["Kernel value scalar", "Mode value reuse", "Threads value 2"],
        &["Hash value 1"],
    ] {
        let commands = options
            .iter()
            .map(|option| format!("setoption name {option}\n"));
        let setup: String = commands.collect();
        for (position, depth, nodes) in &positions {
            let input = format!("{setup}position {position}\ngo perft {depth}\n");
            let output = talk(&[], &input);
            assert_eq!(total(&output), Some(*nodes), "{input}{output}");
            assert_eq!(divide(&output).values().sum::<u64>(), *nodes, "{input}");
        }
    }
}

/// The counts are those of the chess programming wiki and of The Grand Chess Tree.
#[test]
fn counts_by_kind_are_the_published_ones() {
    for hash in [0, 1] {
        let input = format!(
            "setoption name Hash value {hash}\nposition fen {KIWIPETE}\ngo perft 4 typed\ngo perft 3\n"
        );
        let output = talk(&[], &input);
        for column in [
            "nodes 4085603",
            "captures 757163",
            "en_passant 1929",
            "castles 128013",
            "promotions 15172",
            "direct_checks 25432",
            "discovered_checks 42",
            "direct_discovered_checks 6",
            "direct_mates 43",
        ] {
            let line = format!("info string {column}\n");
            assert!(output.contains(&line), "{line}{output}");
        }
        assert!(output.contains("\nNodes searched: 97862\n"), "{output}");
    }
}

#[test]
fn castling_is_king_takes_rook_where_that_is_asked_for() {
    let castling = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let input = format!(
        "position {castling}\ngo perft 1\nsetoption name UCI_Chess960 value true\n\
         position {castling} moves e1h1\ngo perft 1\n"
    );
    let output = talk(&[], &input);
    let moves = divide(&output);
    for castling in ["e1g1", "e1c1", "e8a8"] {
        assert!(moves.contains_key(castling), "{castling}: {output}");
    }
    assert!(!moves.contains_key("e8c8"), "{output}");
}

#[test]
fn the_position_stays_after_an_error() {
    for refused in [
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "fen nonsense",
        "startpos moves e2e4 e2e4",
        "startpos moves e7e5",
        "startpos moves 0000",
        "nowhere",
    ] {
        let input = format!("position fen {RANK_PIN}\nposition {refused}\ngo perft 1\n");
        let output = talk(&[], &input);
        assert!(
            output.starts_with("info string error: "),
            "{refused}: {output}"
        );
        assert!(output.contains("; the position is still 3k4/"), "{output}");
        assert_eq!(total(&output), Some(6), "{refused}: {output}");
    }
}

#[test]
fn input_that_is_no_text_is_refused_and_skipped() {
    let mut input = b"\xff\xfe\nposition fen ".to_vec();
    input.extend(std::iter::repeat_n(b'8', 1 << 20));
    input.extend(b"\n\0\n\r\n\ngo perft 1\nposition startpos moves");
    input.extend(b" e2e4 e7e5".repeat(10_000));
    input.extend(b"\nsetoption name\nsetoption name value\nposition moves\nisready");
    let run = run_on(&["uci"], &input).exits_with(0);
    assert!(run.stdout.contains("in UTF-8"), "{}", run.stdout);
    assert!(
        run.stdout.contains("at most 131072 bytes, got 1048589"),
        "{}",
        run.stdout
    );
    assert_eq!(total(&run.stdout), Some(20));
    assert!(run.stdout.ends_with("readyok\n"), "{}", run.stdout);
    assert!(!run.stdout.contains('\0'), "{}", run.stdout);
}

/// An engine that is asked while it runs.
pub(crate) struct Conversation {
    engine: Child,
    /// `None` when it is closed, as the output is.
    input: Option<ChildStdin>,
    output: Option<std::io::Lines<BufReader<ChildStdout>>>,
}

impl Conversation {
    fn start(arguments: &[&str]) -> Self {
        let command = passant(&[&["uci"], arguments].concat());
        Self::of(command)
    }

    pub(crate) fn of(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut engine = command.spawn().unwrap();
        Self {
            input: engine.stdin.take(),
            output: engine.stdout.take().map(|it| BufReader::new(it).lines()),
            engine,
        }
    }

    pub(crate) fn send(&mut self, lines: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        let line = self.output.as_mut().unwrap().next();
        line.expect("the engine answers").unwrap()
    }

    /// The lines up to and including this one.
    fn until(&mut self, last: &str) -> String {
        let mut text = String::new();
        while !text.ends_with(&format!("{last}\n")) {
            text += &self.line();
            text.push('\n');
        }
        text
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.engine.kill();
        let _ = self.engine.wait();
    }
}

/// These counts would take years. The first `stop` is read before its count begins, or soon after.
#[test]
fn stop_ends_a_deep_count() {
    for arguments in [&[][..], &["--fault", "rank-pin-ignored"]] {
        let mut conversation = Conversation::start(arguments);
        let start = Instant::now();
        conversation.send(&format!(
            "position fen {KIWIPETE}\ngo perft 30\nstop\nisready\n"
        ));
        let output = conversation.until("readyok");
        assert_eq!(
            output,
            "info string stopped before the count was complete\nreadyok\n"
        );
        // Nothing is left of it.
        conversation.send("stop\nposition startpos\ngo perft 3\nisready\n");
        assert_eq!(total(&conversation.until("readyok")), Some(8902));
        conversation.send("go perft 30\nisready\n");
        conversation.send("stop\n");
        assert_eq!(total(&conversation.until("readyok")), None);
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "it does not stop"
        );
        conversation.send("quit\n");
        assert!(conversation.engine.wait().unwrap().success());
    }
}

/// These counts would take years, too. When the program that asked has died, nobody reads the answer; whether the input
/// has ended as well makes no difference.
#[cfg(unix)]
#[test]
fn a_count_ends_when_its_reader_has_gone() {
    for arguments in [&[][..], &["--fault", "rank-pin-ignored"]] {
        for (count, is_input_closed) in [
            ("go perft 30", true),
            ("go perft 30", false),
            ("go perft 30\ngo perft 29", true),
            ("go perft 30 typed", true),
        ] {
            let mut conversation = Conversation::start(arguments);
            conversation.send(&format!("isready\nposition startpos\n{count}\n"));
            conversation.until("readyok");
            let Conversation {
                engine,
                input,
                output,
            } = &mut conversation;
            *output = None;
            if is_input_closed {
                *input = None;
            }
            let start = Instant::now();
            let status = loop {
                if let Some(status) = engine.try_wait().unwrap() {
                    break status;
                }
                let is_late = Duration::from_secs(30) < start.elapsed();
                assert!(!is_late, "{arguments:?} {count}: it does not end");
                std::thread::sleep(Duration::from_millis(10));
            };
            assert!(status.success(), "{arguments:?} {count}: {status}");
        }
    }
}

/// The position and the move at which the engine differs from the reference, found by walking divides as perftree does.
fn first_difference(fault: &str, root: &str, depth: usize) -> Option<(String, String)> {
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < depth {
        let input = format!(
            "position fen {root} moves {}\ngo perft {}\n",
            moves.join(" "),
            depth - moves.len()
        );
        let (expected, got) = (talk(&[], &input), talk(&["--fault", fault], &input));
        let (expected, got) = (divide(&expected), divide(&got));
        let mut all = expected.keys().chain(got.keys());
        let differs = all.find(|mv| expected.get(**mv) != got.get(**mv))?;
        if !expected.contains_key(differs) || !got.contains_key(differs) {
            return Some((moves.join(" "), (*differs).to_owned()));
        }
        moves.push((*differs).to_owned());
    }
    None
}

#[test]
fn divides_lead_to_the_position_and_the_move_of_a_fault() {
    let root = "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1";
    let (line, mv) = first_difference("rank-pin-ignored", root, 3).unwrap();
    assert_eq!((&line[..], &mv[..]), ("d7d5", "c5d6"));
    assert_eq!(first_difference("rank-pin-ignored", KIWIPETE, 3), None);
}

#[test]
fn an_unknown_fault_is_refused() {
    let run = run_with(&["uci", "--fault", "rank-pin"]).exits_with(2);
    assert!(run.stderr.contains("rank-pin-ignored"), "{}", run.stderr);
}

/// The engine passes its own test, and so it answers as other engines do.
#[test]
fn passes_the_check() {
    let engine = shell_words::join([env!("CARGO_BIN_EXE_passant"), "uci"]);
    let run = run_with(&["check", &engine, "--json"]).exits_with(0);
    assert_eq!(
        run.json()["summary"]["fail"].as_u64().unwrap_or(0),
        0,
        "{}",
        run.stdout
    );
}
