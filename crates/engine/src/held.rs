//! The FEN among lines that show a position, and what it says of the moves that were told.

use std::sync::LazyLock;

use passant_rules::{Position, Setup};
use regex::Regex;

use super::{Place, dialect};

#[expect(
    clippy::expect_used,
    reason = "the pattern is constant; every test compiles it"
)]
static FEN: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] [KQkqA-Ha-h-]{1,4} (?:[a-h][1-8]|-)(?: \d{1,4} \d{1,5})?";
    Regex::new(pattern).expect("the pattern is well-formed")
});

/// More FENs than any engine shows at once.
const MOST: usize = 64;

/// The FEN in the lines of an engine that was told of a place. Some show where the moves begin as well: of several FENs
/// it is the last with the men that should be there, or the last that is not where the moves begin.
pub(super) fn fen(lines: &[String], told: &Place) -> Option<String> {
    let fens = lines.iter().flat_map(|line| {
        let line = dialect::clean(line);
        let found = FEN.find_iter(&line).map(|found| found.as_str().to_owned());
        found.collect::<Vec<_>>()
    });
    let mut fens: Vec<_> = fens.take(MOST).collect();
    let root = Setup::from_fen(&told.fen).ok();
    let end = told.position();
    let shows = |fen: &String, is_it: &dyn Fn(&Setup) -> bool| {
        Setup::from_fen(fen).is_ok_and(|setup| is_it(&setup))
    };
    let is_end = |shown: &Setup| {
        end.as_ref().is_some_and(|end| {
            shown.board == end.board() && shown.side_to_move == end.side_to_move()
        })
    };
    let is_elsewhere = |shown: &Setup| {
        root.as_ref()
            .is_none_or(|root| shown.board != root.board || shown.side_to_move != root.side_to_move)
    };
    let at = fens.iter().rposition(|fen| shows(fen, &is_end));
    let at = at.or_else(|| fens.iter().rposition(|fen| shows(fen, &is_elsewhere)));
    let last = fens.len().checked_sub(1)?;
    Some(fens.swap_remove(at.unwrap_or(last)))
}

/// The first step before which an engine has stopped, which takes it for illegal and perhaps says nothing of it: the
/// men of the FEN that it holds stand as they did before the step, and not as they do in the end. Each step comes with
/// the position before it.
pub fn stopped_before<'a>(
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

    use super::{Place, fen, stopped_before};

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
            let lines = ["8 | k |".to_owned(), line];
            assert_eq!(fen(&lines, &Place::new(text)).as_deref(), Some(text));
        }
        let lines = ["k7/8/8 w - -".to_owned()];
        assert_eq!(fen(&lines, &Place::new(text)), None);
    }

    #[test]
    fn the_fen_where_the_moves_begin_is_not_what_is_held() {
        let root = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let end = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        let other = "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2";
        let told = Place::new(root).after("d7d5");
        let shown = |fens: &[&str]| {
            let lines: Vec<_> = fens.iter().map(|fen| format!("Fen: {fen}")).collect();
            fen(&lines, &told)
        };
        for (fens, held) in [
            (&[root, end][..], end),
            (&[end, root], end),
            // Who has stopped, or holds something else, is found out all the same.
            (&[root, root], root),
            (&[root, other], other),
            (&[other, root], other),
            (&[root], root),
        ] {
            assert_eq!(shown(fens).as_deref(), Some(held), "{fens:?}");
        }
        let lines = [format!("{root} -> {end}")];
        assert_eq!(fen(&lines, &told).as_deref(), Some(end));
        // Nobody knows where moves lead that are not legal.
        let null = Place::new(root).after("0000");
        let lines = [root, other].map(str::to_owned);
        assert_eq!(fen(&lines, &null).as_deref(), Some(other));
    }
}
