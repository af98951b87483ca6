//! The FEN in the lines that an engine prints when it shows its position.

use std::sync::LazyLock;

use passant_query::Line;
use passant_rules::Setup;

use crate::dialect::{self, Regex};

static FEN: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] [KQkqA-Ha-h-]{1,4} (?:[a-h][1-8]|-)(?: \d{1,4} \d{1,5})?";
    dialect::compile_constant(pattern)
});

/// The number of FENs that are considered.
const MAX_FENS: usize = 64;

/// Returns the FEN that an engine reports after it was sent a line.
///
/// Some engines also print the position before the moves. Of several FENs the last one with the expected pieces is
/// taken, or else the last one that differs from the position before the moves.
///
/// ```
/// use passant_engine::reported_position::find_reported_fen;
///
/// let start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
/// let end = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
/// let lines = [format!("Start: {start}"), format!("Fen: {end}")];
/// let sent = format!("{start} moves d7d5").parse()?;
/// assert_eq!(find_reported_fen(&lines, &sent).as_deref(), Some(end));
/// # Ok::<(), passant_query::QuestionError>(())
/// ```
#[must_use]
pub fn find_reported_fen(lines: &[String], sent: &Line) -> Option<String> {
    let mut fens: Vec<_> = lines
        .iter()
        .flat_map(|line| {
            let line = dialect::clean(line);
            let found = FEN.find_iter(&line).map(|found| found.as_str().to_owned());
            found.collect::<Vec<_>>()
        })
        .take(MAX_FENS)
        .collect();
    let root = &sent.setup;
    let end = sent.position();
    let shows = |fen: &String, is_it: &dyn Fn(&Setup) -> bool| {
        Setup::from_fen(fen).is_ok_and(|setup| is_it(&setup))
    };
    let is_end = |shown: &Setup| {
        end.as_ref().is_some_and(|end| {
            shown.board == end.board() && shown.side_to_move == end.side_to_move()
        })
    };
    let is_not_root =
        |shown: &Setup| shown.board != root.board || shown.side_to_move != root.side_to_move;
    let at = fens
        .iter()
        .rposition(|fen| shows(fen, &is_end))
        .or_else(|| fens.iter().rposition(|fen| shows(fen, &is_not_root)));
    let last = fens.len().checked_sub(1)?;
    Some(fens.swap_remove(at.unwrap_or(last)))
}

#[cfg(test)]
mod tests {
    use super::{Line, find_reported_fen};

    #[test]
    fn a_fen_is_found_anywhere_in_a_line() {
        let text = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";
        for line in [
            text.to_owned(),
            format!("Fen: {text}"),
            format!("fen \"{text}\"."),
        ] {
            let lines = ["8 | k |".to_owned(), line];
            assert_eq!(
                find_reported_fen(&lines, &Line::from_fen(text).unwrap()).as_deref(),
                Some(text)
            );
        }
        let lines = ["k7/8/8 w - -".to_owned()];
        assert_eq!(
            find_reported_fen(&lines, &Line::from_fen(text).unwrap()),
            None
        );
    }

    #[test]
    fn the_fen_before_the_moves_is_not_the_reported_position() {
        let root = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let end = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        let other = "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2";
        let sent: Line = format!("{root} moves d7d5").parse().unwrap();
        let shown = |fens: &[&str]| {
            let lines: Vec<_> = fens.iter().map(|fen| format!("Fen: {fen}")).collect();
            find_reported_fen(&lines, &sent)
        };
        for (fens, reported) in [
            (&[root, end][..], end),
            (&[end, root], end),
            // An engine that has ignored the moves, or holds another position, is recognized.
            (&[root, root], root),
            (&[root, other], other),
            (&[other, root], other),
            (&[root], root),
        ] {
            assert_eq!(shown(fens).as_deref(), Some(reported), "{fens:?}");
        }
        let lines = [format!("{root} -> {end}")];
        assert_eq!(find_reported_fen(&lines, &sent).as_deref(), Some(end));
        // The position after illegal moves is unknown.
        let illegal: Line = format!("{root} moves e8e3").parse().unwrap();
        let lines = [root, other].map(str::to_owned);
        assert_eq!(find_reported_fen(&lines, &illegal).as_deref(), Some(other));
    }
}
