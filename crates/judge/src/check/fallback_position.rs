//! A position like another, with more to see: who is wrong about all moves of a position shows by those of its
//! neighbour that it was understood.

use passant_query::Line;
use passant_rules::{EnPassant, Piece, PieceType, Position, Square, UciMove};

use super::presentation::Told;

/// The fewest moves that are legal in the neighbour and not in the position itself. Fewer may be there by chance.
const LEAST: usize = 3;

/// A neighbour that is told in the same way, and the legal moves that it has more.
#[derive(Clone, Debug)]
pub(super) struct Nearby {
    /// How it is told.
    pub(super) told: Told,
    /// The moves that are legal there and not in the position itself.
    pub(super) more: Vec<UciMove>,
}

/// The neighbour with most moves: the king of the side to move stands elsewhere, it has an officer more, or the other
/// side a man less. Who may capture en passant, and where, is told in the same words.
pub(super) fn nearby(told: &Told) -> Option<Nearby> {
    let changes = Square::ALL.into_iter().flat_map(|at| changes(told, at));
    let found = changes.filter_map(|change| changed(told, &change));
    let best = found.max_by_key(|nearby| nearby.more.len());
    best.filter(|nearby| LEAST <= nearby.more.len())
}

/// Squares, and what is to stand there.
type Change = Vec<(Square, Option<Piece>)>;

/// The changes that one square may have a part in.
fn changes(told: &Told, at: Square) -> Vec<Change> {
    let us = told.position.side_to_move();
    let ours = |kind| Some(Piece::new(us, kind));
    match told.position.piece_at(at) {
        None => {
            let officers = [PieceType::Queen, PieceType::Rook, PieceType::Knight];
            let mut changes: Vec<_> = officers.map(|kind| vec![(at, ours(kind))]).to_vec();
            let king = told.position.king(us);
            changes.push(vec![(king, None), (at, ours(PieceType::King))]);
            changes
        }
        Some(man) if man.color() != us && man.piece_type() != PieceType::King => {
            vec![vec![(at, None)]]
        }
        Some(_) => Vec::new(),
    }
}

/// The neighbour, if a game could go that way and the same right is told.
fn changed(told: &Told, change: &Change) -> Option<Nearby> {
    let mut root = told.line.setup.clone();
    // A man that has moved stood elsewhere: only what was never touched can be changed.
    let is_untouched = |at: Square| root.board.get(at) == told.position.piece_at(at);
    if !change.iter().all(|(at, _)| is_untouched(*at)) {
        return None;
    }
    for (at, man) in change {
        root.board.set(*at, *man);
    }
    let line = Line {
        setup: root,
        ..told.line.clone()
    };
    let position = line.position()?;
    let target = |position: &Position| position.en_passant().map(EnPassant::target);
    if target(&position) != target(&told.position) {
        return None;
    }
    let of = |position: &Position| -> Vec<UciMove> {
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| position.uci_move(mv)).collect()
    };
    let known = of(&told.position);
    let mut more = of(&position);
    more.retain(|mv| !known.contains(mv));
    let way = told.way;
    let told = Told {
        way,
        line,
        position,
    };
    Some(Nearby { told, more })
}

#[cfg(test)]
mod tests {
    use passant_rules::EnPassant;

    use passant_query::Line;

    use super::nearby;
    use crate::check::presentation::{Told, Way};

    #[test]
    fn a_neighbour_has_more_moves_and_the_same_right() {
        let played = ("8/4B3/8/8/2p5/2B5/k1KP4/8 w - - 0 1", vec!["d2d4"]);
        let by_fen = ("8/4B3/8/8/2pP4/2B5/k1K5/8 b - d3 0 1", Vec::new());
        // A king in check by the pawn that was pushed: few men could help.
        let checked = (
            "rnb3n1/ppp5/3p2Q1/N3kpN1/PPKPp2r/b1P1P3/1B3PPP/1R3B1R b - d3 0 34",
            Vec::new(),
        );
        for (fen, moves) in [played, by_fen, checked] {
            let mut line = Line::from_fen(fen).unwrap();
            line.steps = moves
                .into_iter()
                .map(|mv: &str| mv.parse().unwrap())
                .collect();
            let position = line.position().unwrap();
            let told = Told {
                way: Way::Fen,
                line,
                position,
            };
            let found = nearby(&told).unwrap();
            let (near, far) = (&found.told.position, &told.position);
            assert!(3 <= found.more.len(), "{fen}");
            assert_eq!(
                near.en_passant().map(EnPassant::target),
                far.en_passant().map(EnPassant::target)
            );
            assert_eq!(found.told.line.position().as_ref(), Some(near), "{fen}");
        }
    }
}
