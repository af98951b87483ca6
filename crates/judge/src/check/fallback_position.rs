//! A position nearly the same as another, with more legal moves. An engine that is wrong about all moves of a position
//! can still prove that it understands how positions are given, by its moves in the fallback position.

use passant_query::Line;
use passant_rules::{EnPassant, Piece, PieceType, Position, Square, UciMove};

use super::presentation::Prompt;

/// The number of moves that must be legal in the fallback position only. Fewer may be listed by chance.
const LEAST: usize = 3;

/// A fallback position, presented in the same way, and the legal moves that only it has.
#[derive(Clone, Debug)]
pub(super) struct FallbackPosition {
    /// The line by which the engine is given it.
    pub(super) prompt: Prompt,
    /// The moves that are legal in it and not in the original position.
    pub(super) more: Vec<UciMove>,
}

/// The fallback position with the most such moves: the king of the side to move stands on another square, its side has
/// one more piece, or the other side one piece less. The en passant right stays the same.
pub(super) fn fallback_position(prompt: &Prompt) -> Option<FallbackPosition> {
    let changes = Square::ALL.into_iter().flat_map(|at| changes(prompt, at));
    let found = changes.filter_map(|change| after_change(prompt, &change));
    let best = found.max_by_key(|fallback| fallback.more.len());
    best.filter(|fallback| LEAST <= fallback.more.len())
}

/// Squares, and the pieces to put on them.
type Change = Vec<(Square, Option<Piece>)>;

/// The changes that involve a square.
fn changes(prompt: &Prompt, at: Square) -> Vec<Change> {
    let us = prompt.position.side_to_move();
    let ours = |kind| Some(Piece::new(us, kind));
    match prompt.position.piece_at(at) {
        None => {
            let non_pawns = [PieceType::Queen, PieceType::Rook, PieceType::Knight];
            let mut changes: Vec<_> = non_pawns.map(|kind| vec![(at, ours(kind))]).to_vec();
            let king = prompt.position.king(us);
            changes.push(vec![(king, None), (at, ours(PieceType::King))]);
            changes
        }
        Some(piece) if piece.color() != us && piece.piece_type() != PieceType::King => {
            vec![vec![(at, None)]]
        }
        Some(_) => Vec::new(),
    }
}

/// The position after a change, if it is valid and has the same en passant right.
fn after_change(prompt: &Prompt, change: &Change) -> Option<FallbackPosition> {
    let mut root = prompt.line.setup.clone();
    // Only squares that the moves of the line have not touched can be changed.
    let is_untouched = |at: Square| root.board.get(at) == prompt.position.piece_at(at);
    if !change.iter().all(|(at, _)| is_untouched(*at)) {
        return None;
    }
    for (at, piece) in change {
        root.board.set(*at, *piece);
    }
    let line = Line {
        setup: root,
        ..prompt.line.clone()
    };
    let position = line.position()?;
    let target = |position: &Position| position.en_passant().map(EnPassant::target);
    if target(&position) != target(&prompt.position) {
        return None;
    }
    let of = |position: &Position| -> Vec<UciMove> {
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| position.uci_move(mv)).collect()
    };
    let known = of(&prompt.position);
    let mut more = of(&position);
    more.retain(|mv| !known.contains(mv));
    let presentation = prompt.presentation;
    let prompt = Prompt {
        presentation,
        line,
        position,
    };
    Some(FallbackPosition { prompt, more })
}

#[cfg(test)]
mod tests {
    use passant_rules::EnPassant;

    use passant_query::Line;

    use super::fallback_position;
    use crate::check::presentation::{Presentation, Prompt};

    #[test]
    fn has_more_moves_and_the_same_right() {
        let played = "8/4B3/8/8/2p5/2B5/k1KP4/8 w - - 0 1 moves d2d4";
        let by_fen = "8/4B3/8/8/2pP4/2B5/k1K5/8 b - d3 0 1";
        // The king is in check by the pushed pawn, so that few more pieces have a legal move.
        let checked = "rnb3n1/ppp5/3p2Q1/N3kpN1/PPKPp2r/b1P1P3/1B3PPP/1R3B1R b - d3 0 34";
        for fen in [played, by_fen, checked] {
            let line: Line = fen.parse().unwrap();
            let prompt = Prompt::at(Presentation::Fen, &line).unwrap();
            let found = fallback_position(&prompt).unwrap();
            let (near, far) = (&found.prompt.position, &prompt.position);
            assert!(3 <= found.more.len(), "{fen}");
            assert_eq!(
                near.en_passant().map(EnPassant::target),
                far.en_passant().map(EnPassant::target)
            );
            assert_eq!(found.prompt.line.position().as_ref(), Some(near), "{fen}");
        }
    }
}
