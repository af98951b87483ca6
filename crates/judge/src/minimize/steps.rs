//! The steps by which a position shrinks.

use passant_rules::{CastlingRights, Color, EnPassantMode, Piece, PieceType, Setup, Square};

use super::trial::Candidate;

/// All candidates that are one step smaller. Those that remove most come first.
pub(crate) fn smaller(from: &Candidate) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    candidates.extend((1..from.depth).map(|depth| Candidate {
        depth,
        ..from.clone()
    }));
    candidates.extend(after_each_move(from));
    let pieces = removable(&from.setup);
    // Remove many pieces at once first, because most pieces of a full board do not matter.
    for size in [pieces.len() / 2, pieces.len() / 4, pieces.len() / 8] {
        if 1 < size {
            candidates.extend(pieces.chunks(size).map(|part| without(from, part)));
        }
    }
    candidates.extend(pieces.iter().map(|&at| without(from, &[at])));
    candidates.extend(plainer(from));
    candidates.extend(pieces.iter().flat_map(|&at| weaker(from, at)));
    candidates
}

/// Candidates with one piece removed and another one on a different square.
pub(super) fn rearrange(from: &Candidate) -> Vec<Candidate> {
    let pieces = removable(&from.setup);
    let mut candidates = Vec::new();
    for &removed in &pieces {
        let less = without(from, &[removed]);
        for (moved, piece) in from.setup.board.iter() {
            if moved == removed || piece.piece_type() == PieceType::Pawn {
                continue;
            }
            for to in Square::ALL {
                if less.setup.board.get(to).is_some() {
                    continue;
                }
                let mut candidate = less.clone();
                candidate.setup.board.set(moved, None);
                candidate.setup.board.set(to, Some(piece));
                keep_castling_possible(&mut candidate.setup);
                candidates.push(candidate);
            }
        }
    }
    candidates
}

/// The position after each legal move, one ply less deep.
fn after_each_move(from: &Candidate) -> Vec<Candidate> {
    let Ok((position, _)) = from.setup.repair() else {
        return Vec::new();
    };
    if from.depth < 2 {
        return Vec::new();
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| Candidate {
            setup: position.after(mv).setup(EnPassantMode::Always),
            depth: from.depth - 1,
        })
        .collect()
}

/// The same pieces without castling rights, en passant square or counters.
fn plainer(from: &Candidate) -> Vec<Candidate> {
    let setup = &from.setup;
    let without_right = setup.castling.iter().map(|(color, side, _)| {
        let mut plainer = setup.clone();
        plainer.castling.set(color, side, None);
        plainer
    });
    let without_field = Setup {
        en_passant: None,
        ..setup.clone()
    };
    let without_counters = Setup {
        halfmove_clock: 0,
        fullmove_number: 1,
        ..setup.clone()
    };
    let plainer = without_right.chain([without_field, without_counters]);
    let candidate = |setup| Candidate {
        setup,
        depth: from.depth,
    };
    plainer.filter(|it| it != setup).map(candidate).collect()
}

/// The pieces other than kings, the strongest first.
fn removable(setup: &Setup) -> Vec<Square> {
    let mut pieces: Vec<_> = setup
        .board
        .iter()
        .filter(|(_, piece)| piece.piece_type() != PieceType::King)
        .collect();
    pieces.sort_by_key(|&(at, piece)| (std::cmp::Reverse(piece.piece_type()), at));
    pieces.into_iter().map(|(at, _)| at).collect()
}

fn without(from: &Candidate, squares: &[Square]) -> Candidate {
    let mut candidate = from.clone();
    for &at in squares {
        candidate.setup.board.set(at, None);
    }
    keep_castling_possible(&mut candidate.setup);
    candidate
}

/// A piece replaced by weaker ones. Pawns are left out, because they cannot stand on the first and last rank.
fn weaker(from: &Candidate, at: Square) -> Vec<Candidate> {
    let Some(piece) = from.setup.board.get(at) else {
        return Vec::new();
    };
    let kinds = [
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
    ];
    kinds
        .into_iter()
        .filter(|&kind| kind < piece.piece_type())
        .map(|kind| {
            let mut candidate = from.clone();
            let weaker = Piece::new(piece.color(), kind);
            candidate.setup.board.set(at, Some(weaker));
            keep_castling_possible(&mut candidate.setup);
            candidate
        })
        .collect()
}

/// Removes the castling rights whose king or rook is gone.
fn keep_castling_possible(setup: &mut Setup) {
    let mut castling = CastlingRights::NONE;
    for (color, side, file) in setup.castling.iter() {
        let home = |kind, at| setup.board.get(at) == Some(Piece::new(color, kind));
        let king = has_king_at_home(setup, color);
        if king && home(PieceType::Rook, Square::new(file, color.home_rank())) {
            castling.set(color, side, Some(file));
        }
    }
    setup.castling = castling;
}

fn has_king_at_home(setup: &Setup, color: Color) -> bool {
    let king = Piece::new(color, PieceType::King);
    let mut kings = setup.board.squares_of(king).into_iter();
    kings.any(|at| at.rank() == color.home_rank())
}
