//! Compares the position that a program reports with the moves that it was sent.

use passant_rules::{Position, Setup};

use crate::Step;

/// The first step that an engine has not played, according to the FEN that it reports.
///
/// Some engines stop without a message before a move that they consider illegal. The reported pieces then stand as they
/// did before that step, and not as they do at the end. Each step comes with the position before it.
pub fn stopped_before(
    steps: impl IntoIterator<Item = (Step, Position)>,
    end: &Position,
    reported: &str,
) -> Option<Step> {
    let reported = Setup::from_fen(reported).ok()?;
    if reported.board == end.board() {
        return None;
    }
    let is_reported = |position: &Position| {
        reported.board == position.board() && reported.side_to_move == position.side_to_move()
    };
    let mut steps = steps.into_iter();
    steps.find_map(|(step, before)| is_reported(&before).then_some(step))
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::{Step, stopped_before};

    #[test]
    fn the_first_step_that_was_not_played_is_found() {
        let (start, after) = (
            "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        );
        let end = Position::from_fen("4k3/8/3P4/8/8/8/8/4K3 b - - 0 2").unwrap();
        let at = |fen| Position::from_fen(fen).unwrap();
        let step = |text: &str| -> Step { text.parse().unwrap() };
        let steps = || [(step("d7d5"), at(start)), (step("e5d6"), at(after))];
        // The reported position has no en passant right, but the same pieces.
        let reported = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2";
        assert_eq!(stopped_before(steps(), &end, reported), Some(step("e5d6")));
        assert_eq!(stopped_before(steps(), &end, start), Some(step("d7d5")));
        assert_eq!(stopped_before(steps(), &end, "8/8/8/8/8/8/8/8 w - -"), None);
        // After moves that lead back to the start, an engine has not stopped.
        assert_eq!(stopped_before(steps(), &at(start), start), None);
    }
}
