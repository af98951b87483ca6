//! The position that is sent before each position, and the moves that tell the two apart.
//!
//! An engine that silently ignores a position goes on with the one that it had. It is therefore first sent a position
//! in which no answer is the same, the decoy: then an engine that ignores positions cannot pass by accident.

use std::sync::LazyLock;

use passant_rules::{Position, UciMove};

use crate::Line;

/// A position that is like no other: hardly a move is legal there that is not legal in the initial position.
const DECOY: &str = "7k/8/8/8/8/8/PPPPPPPP/K7 w - - 0 1";

#[expect(clippy::expect_used, reason = "the FEN is constant; a test reads it")]
static POSITION: LazyLock<Position> =
    LazyLock::new(|| Position::from_fen(DECOY).expect("the decoy is a position"));

/// The position that engines are sent before each position.
#[must_use]
pub fn decoy() -> Line {
    Line::at(&POSITION)
}

/// The positions that an engine may still hold if it ignores the one that it is sent: the initial one and the decoy.
#[must_use]
pub fn stale_positions() -> [Position; 2] {
    [Position::initial(), POSITION.clone()]
}

/// Whether a move is legal in a position, and in none that an engine may still hold if it ignores it.
#[must_use]
pub fn is_distinguishing(position: &Position, mv: UciMove) -> bool {
    let is_stale = |stale: &Position| stale != position && stale.find(mv).is_ok();
    position.find(mv).is_ok() && !stale_positions().iter().any(is_stale)
}

/// Moves that tell whether an engine holds the end of a line or a stale position, each with whether it is legal at the
/// end of the line: one that is legal there and in no stale position, if there is one, and for each stale position one
/// that is legal there alone. None if the line is not legal.
#[must_use]
pub fn distinguishing_moves(line: &Line) -> Vec<(UciMove, bool)> {
    let Some(here) = line.position() else {
        return Vec::new();
    };
    let others = stale_positions();
    let is_own = |mv: &UciMove| others.iter().all(|it| it.find(*mv).is_err());
    let own = plain(&here).find(is_own).map(|mv| (mv, true));
    let foreign = others.iter().filter_map(|it| {
        let mv = plain(it).find(|mv| here.find(*mv).is_err());
        mv.map(|mv| (mv, false))
    });
    own.into_iter().chain(foreign).collect()
}

/// The legal moves that no engine gets wrong: no castling, no promotion, no en passant capture.
fn plain(position: &Position) -> impl Iterator<Item = UciMove> {
    let moves = position.legal_moves().into_iter().filter(|mv| {
        let is_castling = mv.kind().castling_side().is_some();
        !mv.is_en_passant() && mv.promotion().is_none() && !is_castling
    });
    moves.map(|mv| position.uci_move(mv))
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::{decoy, distinguishing_moves};
    use crate::Line;

    #[test]
    fn distinguishing_moves_are_legal_in_one_position_only() {
        let decoy = decoy().position().unwrap();
        for (fen, legal) in [
            ("8/8/8/KPp4r/8/8/8/7k w - c6 0 1", 1),
            // Black is stalemated.
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
        ] {
            let line = Line::from_fen(fen).unwrap();
            let here = line.position().unwrap();
            let moves = distinguishing_moves(&line);
            assert_eq!(moves.len(), legal + 2, "{moves:?}");
            for (index, &(mv, is_own)) in moves.iter().enumerate() {
                assert_eq!(
                    (here.find(mv).is_ok(), index < legal),
                    (is_own, is_own),
                    "{mv}"
                );
                let is_stale = decoy.find(mv).is_ok() || Position::initial().find(mv).is_ok();
                assert_ne!(is_stale, is_own, "{mv}");
            }
        }
        let nothing = Line::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap();
        assert_eq!(distinguishing_moves(&nothing), []);
    }
}
