//! The FEN among lines that show a position.

use std::sync::LazyLock;

use passant_rules::Setup;
use regex::Regex;

use passant_query::Line;

use super::dialect;

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
pub(super) fn fen(lines: &[String], told: &Line) -> Option<String> {
    let fens = lines.iter().flat_map(|line| {
        let line = dialect::clean(line);
        let found = FEN.find_iter(&line).map(|found| found.as_str().to_owned());
        found.collect::<Vec<_>>()
    });
    let mut fens: Vec<_> = fens.take(MOST).collect();
    let root = &told.setup;
    let end = told.position();
    let shows = |fen: &String, is_it: &dyn Fn(&Setup) -> bool| {
        Setup::from_fen(fen).is_ok_and(|setup| is_it(&setup))
    };
    let is_end = |shown: &Setup| {
        end.as_ref().is_some_and(|end| {
            shown.board == end.board() && shown.side_to_move == end.side_to_move()
        })
    };
    let is_elsewhere =
        |shown: &Setup| shown.board != root.board || shown.side_to_move != root.side_to_move;
    let at = fens.iter().rposition(|fen| shows(fen, &is_end));
    let at = at.or_else(|| fens.iter().rposition(|fen| shows(fen, &is_elsewhere)));
    let last = fens.len().checked_sub(1)?;
    Some(fens.swap_remove(at.unwrap_or(last)))
}

#[cfg(test)]
mod tests {
    use super::{Line, fen};

    #[test]
    fn a_fen_is_found_anywhere() {
        let text = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";
        for line in [
            text.to_owned(),
            format!("Fen: {text}"),
            format!("fen \"{text}\"."),
        ] {
            let lines = ["8 | k |".to_owned(), line];
            assert_eq!(
                fen(&lines, &Line::from_fen(text).unwrap()).as_deref(),
                Some(text)
            );
        }
        let lines = ["k7/8/8 w - -".to_owned()];
        assert_eq!(fen(&lines, &Line::from_fen(text).unwrap()), None);
    }

    #[test]
    fn the_fen_where_the_moves_begin_is_not_what_is_held() {
        let root = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let end = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        let other = "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2";
        let told: Line = format!("{root} moves d7d5").parse().unwrap();
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
        // Where moves lead that are not legal is not known.
        let illegal: Line = format!("{root} moves e8e3").parse().unwrap();
        let lines = [root, other].map(str::to_owned);
        assert_eq!(fen(&lines, &illegal).as_deref(), Some(other));
    }
}
