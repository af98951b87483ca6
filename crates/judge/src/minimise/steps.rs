//! The steps by which a position shrinks.

use passant_rules::{CastlingRights, Color, Piece, PieceType, Setup, Square};

use super::candidate::Candidate;

/// All candidates that are one step smaller, the most promising first.
pub(super) fn smaller(from: &Candidate) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    candidates.extend((1..from.depth).map(|depth| Candidate {
        depth,
        ..from.clone()
    }));
    candidates.extend(played(from));
    let men = removable(&from.setup);
    // Large parts first: of a full board most men have nothing to do with it.
    for size in [men.len() / 2, men.len() / 4, men.len() / 8] {
        if 1 < size {
            candidates.extend(men.chunks(size).map(|part| without(from, part)));
        }
    }
    candidates.extend(men.iter().map(|&at| without(from, &[at])));
    candidates.extend(plainer(from));
    candidates.extend(men.iter().flat_map(|&at| weaker(from, at)));
    candidates
}

/// Candidates with a man less and another man, who stays, elsewhere.
pub(super) fn roundabout(from: &Candidate) -> Vec<Candidate> {
    let men = removable(&from.setup);
    let mut candidates = Vec::new();
    for &removed in &men {
        let less = without(from, &[removed]);
        for (moved, man) in from.setup.board.iter() {
            if moved == removed || man.piece_type() == PieceType::Pawn {
                continue;
            }
            for to in Square::ALL {
                if less.setup.board.get(to).is_some() {
                    continue;
                }
                let mut candidate = less.clone();
                candidate.setup.board.set(moved, None);
                candidate.setup.board.set(to, Some(man));
                keep_castling_possible(&mut candidate.setup);
                candidates.push(candidate);
            }
        }
    }
    candidates
}

/// The position after each legal move, a half-move less deep.
fn played(from: &Candidate) -> Vec<Candidate> {
    let Ok((position, _)) = from.setup.repair() else {
        return Vec::new();
    };
    if from.depth < 2 {
        return Vec::new();
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| {
            let mut after = position.clone();
            let _ = after.make(mv);
            Candidate {
                setup: after.setup(passant_rules::EnPassantMode::Always),
                depth: from.depth - 1,
            }
        })
        .collect()
}

/// The same men with less said about them.
fn plainer(from: &Candidate) -> Vec<Candidate> {
    let setup = &from.setup;
    let mut setups = Vec::new();
    for (color, side, _) in setup.castling.iter() {
        let mut castling = setup.castling;
        castling.set(color, side, None);
        setups.push(Setup {
            castling,
            ..setup.clone()
        });
    }
    if setup.en_passant.is_some() {
        setups.push(Setup {
            en_passant: None,
            ..setup.clone()
        });
    }
    if (setup.halfmove_clock, setup.fullmove_number) != (0, 1) {
        setups.push(Setup {
            halfmove_clock: 0,
            fullmove_number: 1,
            ..setup.clone()
        });
    }
    let candidate = |setup| Candidate {
        setup,
        depth: from.depth,
    };
    setups.into_iter().map(candidate).collect()
}

/// The men that are no kings, the strongest first.
fn removable(setup: &Setup) -> Vec<Square> {
    let mut men: Vec<_> = setup
        .board
        .iter()
        .filter(|(_, man)| man.piece_type() != PieceType::King)
        .collect();
    men.sort_by_key(|&(at, man)| (std::cmp::Reverse(strength(man.piece_type())), at));
    men.into_iter().map(|(at, _)| at).collect()
}

fn without(from: &Candidate, squares: &[Square]) -> Candidate {
    let mut candidate = from.clone();
    for &at in squares {
        candidate.setup.board.set(at, None);
    }
    keep_castling_possible(&mut candidate.setup);
    candidate
}

/// A man replaced by weaker ones. A pawn is the weakest, and stands neither on the first nor the last rank.
fn weaker(from: &Candidate, at: Square) -> Vec<Candidate> {
    let Some(man) = from.setup.board.get(at) else {
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
        .filter(|&kind| strength(kind) < strength(man.piece_type()))
        .map(|kind| {
            let mut candidate = from.clone();
            let weaker = Piece::new(man.color(), kind);
            candidate.setup.board.set(at, Some(weaker));
            keep_castling_possible(&mut candidate.setup);
            candidate
        })
        .collect()
}

fn strength(kind: PieceType) -> u8 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight => 2,
        PieceType::Bishop => 3,
        PieceType::Rook => 4,
        PieceType::Queen => 5,
        PieceType::King => 6,
    }
}

/// Drops the castling rights whose king or rook is gone.
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
