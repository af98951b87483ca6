//! Whether an engine holds the position that it was told.
//!
//! An engine that silently keeps another position gives wrong answers to every question, and has nothing wrong with
//! its moves: it must not be accused. The engine has just been started when this is asked, so that the only position
//! it can have kept is the initial one.

use passant_perft::bulk;
use passant_rules::{Position, Setup, Square};

use super::drill::compare_moves;
use super::judge::at_depth_1;
use super::ways::Told;
use crate::engine::{Channel, Trouble};

/// What is known about the position that the engine holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// The one it was told.
    Told,
    /// Another, or nobody knows: says what speaks against it.
    Doubtful(String),
}

/// Asks an engine that counts, or lists moves.
pub(super) fn held(channel: &mut dyn Channel, told: &Told) -> Result<Held, Trouble> {
    if let Ok(Some(fen)) = channel.held(&told.place) {
        return Ok(by_fen(&fen, &told.position));
    }
    let depth = channel.least_depth();
    match channel.count(&told.place, depth) {
        Ok(counts) if counts.moves.is_empty() => Ok(by_total(counts.total, depth, &told.position)),
        Ok(counts) => Ok(by_moves(&at_depth_1(&counts), &told.position)),
        Err(Trouble::Unsupported(_)) => Ok(by_moves(&channel.moves(&told.place)?, &told.position)),
        Err(trouble) => Err(trouble),
    }
}

/// Asks an engine that has played a move, and of which nothing else is known unless it shows its position: the man that
/// it moves must be there, and the move must not be one that it could play from where all games begin. An engine that
/// says that it has no move speaks about no position where it could be caught.
pub(super) fn held_by_move(channel: &mut dyn Channel, told: &Told, played: &str) -> Held {
    if let Ok(Some(fen)) = channel.held(&told.place) {
        return by_fen(&fen, &told.position);
    }
    by_played(played, &told.position)
}

fn by_played(played: &str, position: &Position) -> Held {
    let Some(from) = played.get(..2).and_then(Square::from_name) else {
        return Held::Told;
    };
    let man = position.piece_at(from);
    if man.is_none_or(|man| man.color() != position.side_to_move()) {
        Held::Doubtful(format!("it plays {played}, where none of its men stands"))
    } else if Position::initial().parse_uci(played).is_ok() {
        Held::Doubtful(format!("it plays {played}, as if a game began"))
    } else {
        Held::Told
    }
}

/// The FEN that an engine shows must have the same men on the same squares, and the same side to move. Its en passant
/// field is not compared: there are three conventions for it, and what it forgets is what the counts are about.
fn by_fen(fen: &str, position: &Position) -> Held {
    let Ok(setup) = Setup::from_fen(fen) else {
        return Held::Doubtful(format!("it shows {fen:?}, which is no FEN"));
    };
    if setup.board == position.board() && setup.side_to_move == position.side_to_move() {
        Held::Told
    } else {
        Held::Doubtful(format!("it shows {fen}"))
    }
}

/// Most legal moves must be there, and few others.
fn by_moves(listed: &[String], position: &Position) -> Held {
    let difference = compare_moves(position, listed);
    let wrong = difference.missing.len() + difference.extra.len();
    let legal = position.legal_moves().len();
    let right = legal - difference.missing.len();
    if wrong == 0 || wrong <= right {
        Held::Told
    } else {
        Held::Doubtful(format!(
            "it has {right} of {legal} legal moves, and {} others",
            difference.extra.len()
        ))
    }
}

/// A count near the right one, and not that of the initial position.
fn by_total(total: u64, depth: u32, position: &Position) -> Held {
    let legal = bulk(&mut position.clone(), depth);
    let near = total.abs_diff(legal);
    let is_initial = || total == bulk(&mut Position::initial(), depth);
    if near == 0 || near <= legal / 2 && !is_initial() {
        Held::Told
    } else {
        Held::Doubtful(format!(
            "it counts {total} nodes at depth {depth} where {legal} are right"
        ))
    }
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::{Held, by_fen, by_moves, by_played, by_total};

    const FEN: &str = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";

    #[test]
    fn a_position_is_known_by_what_is_shown() {
        let position = Position::from_fen(FEN).unwrap();
        assert_eq!(by_fen(FEN, &position), Held::Told);
        assert_eq!(
            by_fen("k7/8/8/3pP3/8/8/8/K7 w - - 0 1", &position),
            Held::Told
        );
        for other in [
            "k7/8/8/3pP3/8/8/8/K7 b - - 0 1",
            "k7/8/8/3pP3/8/8/7P/K7 w - - 0 1",
            "none",
        ] {
            assert!(
                matches!(by_fen(other, &position), Held::Doubtful(_)),
                "{other}"
            );
        }
        // Without the capture an engine has no legal move, plays an illegal one, or another position.
        let only = Position::from_fen("8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1").unwrap();
        for (played, is_told) in [
            ("(none)", true),
            ("c4b3", true),
            ("e2e4", false),
            ("g8f6", false),
            ("a4a5", false),
        ] {
            assert_eq!(by_played(played, &only) == Held::Told, is_told, "{played}");
        }
        let listed = ["e5e6", "a1a2", "a1b1", "a1b2"].map(str::to_owned);
        assert_eq!(by_moves(&listed, &position), Held::Told);
        let stale = ["e2e4", "d2d4", "g1f3"].map(str::to_owned);
        assert!(matches!(by_moves(&stale, &position), Held::Doubtful(_)));
        assert_eq!(by_total(4, 1, &position), Held::Told);
        assert!(matches!(by_total(20, 1, &position), Held::Doubtful(_)));
    }
}
