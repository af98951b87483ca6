//! Lines that engines print, one by one.

use std::sync::LazyLock;

use passant_engine::dialect::notation::engine_move;
use passant_engine::dialect::{PerftOutput, PrintedCounts, Reading, read};
use passant_engine::line_protocol::{Capabilities, End, Reply};
use passant_engine::recorded::{Block, Form, PrintedText};
use passant_engine::reported_position::find_reported_fen;
use passant_query::{Line, Question, Subject};
use passant_rules::{Position, Setup};

/// Positions with castling, promotions, and en passant captures to both sides, so that every notation denotes a legal
/// move in one of them.
static POSITIONS: LazyLock<[Position; 2]> = LazyLock::new(|| {
    [
        "r3k2r/P6P/8/3pPp2/8/8/p6p/R3K2R w KQkq d6 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ]
    .map(|fen| Position::from_fen(fen).expect("both are positions"))
});

/// Reads the output of an engine as an answer to perft, as moves, as positions, and as replies in the line protocol.
pub fn dialect(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<_> = text.split(['\n', '\r']).collect();
    for line in &lines {
        check_reading(&read(line), line);
        let _ = Capabilities::parse(line);
    }
    let mut output = PerftOutput::to_depth(2);
    for line in &lines {
        output.add(line);
    }
    if let Ok(counts) = output.counts() {
        check_sum(&counts);
    }
    check_reply(&lines);
    check_reported(&lines);
}

/// A reading contains only what stands in the line.
fn check_reading(reading: &Reading, line: &str) {
    match reading {
        Reading::Move { text, .. } | Reading::MoveAlone(text) => {
            assert!((2..=8).contains(&text.len()), "{text:?} in {line:?}");
            for position in &*POSITIONS {
                check_move(position, text);
            }
        }
        Reading::Bare(_) | Reading::Total(_) | Reading::Row { .. } => {
            assert!(line.contains(|letter: char| letter.is_ascii_digit()));
        }
        _ => {}
    }
}

/// A legal move that is written in UCI notation denotes itself.
fn check_move(position: &Position, text: &str) {
    let Some(mv) = engine_move(position, text).uci() else {
        return;
    };
    if position.find(mv).is_ok() {
        assert_eq!(
            engine_move(position, &mv.to_string()).uci(),
            Some(mv),
            "{text:?}"
        );
    }
}

/// Accepted counts add up to their total.
fn check_sum(counts: &PrintedCounts) {
    let sum: Option<u64> = counts
        .moves
        .iter()
        .try_fold(0, |sum: u64, (_, nodes)| sum.checked_add(*nodes));
    assert!(counts.moves.is_empty() || sum == Some(counts.total));
}

/// Reads a reply of the line protocol as the answer to every request.
fn check_reply(lines: &[&str]) {
    let end = lines.iter().position(|line| End::parse(line).is_some());
    let Some((at, end)) = end.and_then(|at| Some((at, End::parse(lines[at])?))) else {
        return;
    };
    let reply = Reply {
        lines: lines[..at].iter().map(|line| (*line).to_owned()).collect(),
        end,
    };
    let _ = reply.clone().into_fen();
    let _ = reply.clone().into_yes_or_no();
    let _ = reply.clone().into_key();
    if let Ok(moves) = reply.clone().into_moves() {
        assert_eq!(moves.len(), at);
    }
    if let Ok(divided) = reply.into_divide() {
        assert_eq!(divided.moves.len() + 1, at);
    }
}

/// A position that an engine reports stands in one of its lines, and has the syntax of a FEN up to its fields.
fn check_reported(lines: &[&str]) {
    let sent: Line = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5"
        .parse()
        .expect("it is a line");
    let lines: Vec<_> = lines.iter().map(|line| (*line).to_owned()).collect();
    if let Some(fen) = find_reported_fen(&lines, &sent) {
        let parts: Vec<_> = fen.split(' ').collect();
        assert!(matches!(parts.len(), 4 | 6), "{fen:?}");
        for error in Setup::syntax_errors(&fen) {
            assert!(fen.get(error.span()).is_some());
        }
    }
}

/// The longest line of a text, in bytes.
const LONGEST_LINE: usize = 4096;

/// Questions of every kind, about a position with and without a legal capture.
const QUESTIONS: [&str; 6] = [
    "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1: count 1",
    "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1: count 2",
    "8/3p4/8/K1P5/8/8/8/7k b - - 0 1 moves d7d5: fen",
    "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1: legal c5d6",
    "8/3p4/8/K1P5/8/8/8/7k b - - 0 1 moves d7d5: legal c5d6",
    "8/8/8/K1Pp4/8/8/8/7k w - d6 0 1: count 2",
];

/// A block for each protocol.
static BLOCKS: LazyLock<[Block; 3]> = LazyLock::new(|| {
    let questions: Vec<Question> = QUESTIONS
        .iter()
        .map(|text| text.parse().expect("it is a question"))
        .collect();
    let perft = "go perft {depth}".to_owned();
    [Form::Uci { perft }, Form::Xboard, Form::Fen]
        .map(|form| Block::new(form, questions.clone()).expect("there are few questions"))
});

/// Reads a text as the answers to each block. There are no more answers than questions, and only those are given.
pub fn printed(bytes: &[u8]) {
    let text = PrintedText::from_bytes(bytes);
    let is_clean = |line: &String| line.len() <= LONGEST_LINE && !line.contains(char::is_control);
    assert!(text.lines().iter().all(is_clean));
    for block in &*BLOCKS {
        let mut recorded = block.read(&text);
        let found = recorded.coverage();
        let given = QUESTIONS.iter().filter(|text| {
            let question: Question = text.parse().expect("it is a question");
            recorded.ask(&question.line, &question.query).is_ok()
        });
        assert_eq!(given.count(), found.answered);
        assert!(found.answered + found.contradicted <= found.asked);
        assert!(found.asked < QUESTIONS.len());
    }
}
