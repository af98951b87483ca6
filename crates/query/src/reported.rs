//! Compares the position that a program reports with the moves that it was sent.

use passant_rules::{Position, Setup};

use crate::{Line, Step};

/// The first step of a line from a starting position that an engine has not played, according to the FEN that it reports.
///
/// Some engines stop without a message before a move that they consider illegal. The reported pieces then stand as they
/// did before that step, and not as they do at the end. `None` also if a step is not legal.
#[must_use]
pub fn stopped_before(line: &Line, start: Position, reported: &str) -> Option<Step> {
    let reported = Setup::from_fen(reported).ok()?;
    let (end, _) = line.play(start.clone())?;
    if reported.board == end.board() {
        return None;
    }
    let is_reported = |position: &Position| {
        reported.board == position.board() && reported.side_to_move == position.side_to_move()
    };
    let mut steps = line.steps_from(start).into_iter();
    steps.find_map(|(step, before)| is_reported(&before).then_some(step))
}

#[cfg(test)]
mod tests {
    use crate::{Line, Step};

    #[test]
    fn the_first_step_that_was_not_played_is_found() {
        let stopped_before = |line: &str, reported| {
            let line: Line = line.parse().unwrap();
            let start = line.setup.validate().unwrap();
            super::stopped_before(&line, start, reported)
        };
        let step = |text: &str| -> Step { text.parse().unwrap() };
        let start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let line = format!("{start} moves d7d5 e5d6");
        // The reported position has no en passant right, but the same pieces.
        let reported = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2";
        assert_eq!(stopped_before(&line, reported), Some(step("e5d6")));
        assert_eq!(stopped_before(&line, start), Some(step("d7d5")));
        assert_eq!(stopped_before(&line, "8/8/8/8/8/8/8/8 w - -"), None);
        // After moves that lead back to the start, an engine has not stopped.
        let back = format!("{start} moves e8f8 e1f1 f8e8 f1e1");
        assert_eq!(stopped_before(&back, start), None);
    }
}
