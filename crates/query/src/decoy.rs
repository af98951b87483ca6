//! The decoy, which is sent before each position, and the moves that distinguish positions.
//!
//! An engine that silently ignores a position keeps the previous one. The decoy is therefore sent first. Its answers
//! differ from those of the other positions, so that an engine that ignores positions cannot pass by accident.

use std::sync::LazyLock;

use passant_rules::{Position, UciMove};

use crate::Line;

/// A position unlike all others. Nearly all of its moves are also legal in the initial position.
const DECOY: &str = "7k/8/8/8/8/8/PPPPPPPP/K7 w - - 0 1";

#[expect(clippy::expect_used, reason = "the FEN is constant; a test reads it")]
static POSITION: LazyLock<Position> =
    LazyLock::new(|| Position::from_fen(DECOY).expect("the decoy is a position"));

/// The decoy: the position that is sent before each position.
#[must_use]
pub fn decoy() -> Line {
    Line::at(&POSITION)
}

/// The positions that an engine may still hold if it ignores a position: the initial position and the decoy.
#[must_use]
pub fn stale_positions() -> [Position; 2] {
    [Position::initial(), POSITION.clone()]
}

/// Tells whether a move is legal in a position, and illegal in the [stale positions](stale_positions).
#[must_use]
pub fn is_distinguishing(position: &Position, mv: UciMove) -> bool {
    let is_stale = |stale: &Position| stale != position && stale.find(mv).is_ok();
    position.find(mv).is_ok() && !stale_positions().iter().any(is_stale)
}

/// Moves that show whether an engine holds the end of a line or a [stale position](stale_positions), each with whether
/// it is legal at the end of the line.
///
/// The first move is legal only at the end of the line, if there is such a move. Then follows a move for each stale
/// position that is legal there, but not at the end of the line. Empty if the line is not legal.
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

/// The legal moves without castling, promotions and en passant captures, which no engine gets wrong.
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
    fn distinguishing_moves_are_legal_in_only_one_position() {
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
