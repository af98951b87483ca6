//! Lines of moves and questions about them.

use passant_query::{Line, Question};
use passant_rules::Position;

/// Reads each line of a text as a question and as a line. What is read is written and read again.
pub fn question(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for text in text.split('\n').take(20) {
        if let Ok(question) = text.parse::<Question>() {
            assert_eq!(question.to_string().parse().as_ref(), Ok(&question));
        }
        if let Ok(line) = text.parse::<Line>() {
            check_line(&line);
        }
    }
}

fn check_line(line: &Line) {
    assert_eq!(line.to_string().parse().as_ref(), Ok(line));
    let Some(positions) = line.positions() else {
        assert_eq!(line.position(), None);
        return;
    };
    assert_eq!(line.position().as_ref(), positions.last());
    // Whatever moves were taken back, the line without its history ends in the same position.
    if let Some(short) = line.without_history() {
        assert_eq!(
            short.position().as_ref().map(Position::key),
            positions.last().map(Position::key)
        );
    }
}
