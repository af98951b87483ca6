//! The lines that an engine printed about a block of questions.

use std::sync::LazyLock;

use passant_engine::recorded::{Block, Form, PrintedText};
use passant_query::{Question, Subject};

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
