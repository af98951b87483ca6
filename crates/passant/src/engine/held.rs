//! The FEN among lines that show a position, and what it says of the moves that were told.

use std::sync::LazyLock;

use passant_rules::{Position, Setup};
use regex::Regex;

use super::dialect;

#[expect(
    clippy::expect_used,
    reason = "the pattern is constant; every test compiles it"
)]
static FEN: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] [KQkqA-Ha-h-]{1,4} (?:[a-h][1-8]|-)(?: \d{1,4} \d{1,5})?";
    Regex::new(pattern).expect("the pattern is well-formed")
});

/// The first FEN in the lines.
pub(super) fn fen(lines: &[String]) -> Option<String> {
    lines.iter().find_map(|line| {
        let line = dialect::clean(line);
        FEN.find(&line).map(|found| found.as_str().to_owned())
    })
}

/// The first step before which an engine has stopped, which takes it for illegal and perhaps says nothing of it: the
/// men of the FEN that it holds stand as they did before the step, and not as they do in the end. Each step comes with
/// the position before it.
pub(crate) fn stopped_before<'a>(
    steps: impl IntoIterator<Item = (&'a str, Position)>,
    end: &Position,
    held: &str,
) -> Option<&'a str> {
    let held = Setup::from_fen(held).ok()?;
    if held.board == end.board() {
        return None;
    }
    let is_held = |position: &Position| {
        held.board == position.board() && held.side_to_move == position.side_to_move()
    };
    let mut steps = steps.into_iter();
    steps.find_map(|(step, before)| is_held(&before).then_some(step))
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::{fen, stopped_before};

    #[test]
    fn the_step_that_was_not_taken_is_found() {
        let (start, after) = (
            "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        );
        let end = Position::from_fen("4k3/8/3P4/8/8/8/8/4K3 b - - 0 2").unwrap();
        let at = |fen| Position::from_fen(fen).unwrap();
        let steps = || [("d7d5", at(start)), ("e5d6", at(after))];
        // Without the right the men are the same.
        let held = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2";
        assert_eq!(stopped_before(steps(), &end, held), Some("e5d6"));
        assert_eq!(stopped_before(steps(), &end, start), Some("d7d5"));
        assert_eq!(stopped_before(steps(), &end, "8/8/8/8/8/8/8/8 w - -"), None);
        // Who has gone to and fro is where it was, and has stopped nowhere.
        assert_eq!(stopped_before(steps(), &at(start), start), None);
    }

    #[test]
    fn a_fen_is_found_anywhere() {
        let text = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";
        for line in [
            text.to_owned(),
            format!("Fen: {text}"),
            format!("fen \"{text}\"."),
        ] {
            assert_eq!(fen(&["8 | k |".to_owned(), line]).as_deref(), Some(text));
        }
        assert_eq!(fen(&["k7/8/8 w - -".to_owned()]), None);
    }
}
