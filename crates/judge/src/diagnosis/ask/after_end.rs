//! Engines that name a move where there is none.

use passant_query::{Line, Subject};

/// A mate and a stalemate, without en passant. Confirmed by python-chess 1.11.2.
const ENDED: [&str; 2] = [
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// Tells whether an engine names a move after mate or stalemate, or does not answer there. If so, it may name one elsewhere
/// although it has none.
pub(super) fn names_a_move(channel: &mut dyn Subject) -> bool {
    let mut lines = ENDED.iter().filter_map(|fen| Line::from_fen(fen).ok());
    lines.any(|line| {
        let played = channel.best_move(&line, 1);
        played.is_err() || played.is_ok_and(|mv| mv.is_move())
    })
}
