//! The board of the kernels: a position as five sets of squares, seen by the side to move.
//!
//! Three sets hold a code of three bits for the piece on each square, and a fourth set tells the side that owns it
//! ([quad-bitboards](https://www.chessprogramming.org/Quad-Bitboards)). The codes are chosen so that the most frequent
//! questions take one operation each; for example, the rooks and queens are `orthogonal & !short`.
//!
//! | piece  | short | orthogonal | diagonal |
//! | ---    | :---: | :---:      | :---:    |
//! | pawn   | x     |            |          |
//! | knight | x     |            | x        |
//! | bishop |       |            | x        |
//! | rook   |       | x          |          |
//! | queen  |       | x          | x        |
//! | king   | x     | x          |          |
//!
//! There are no colors: the side to move always plays up the board. After each move the board is turned over, which is
//! one byte swap for each set, so every rule is written only once.
//!
//! ```text
//!   White to move          after e2e4, Black to move: the same board, turned over
//! 8 r n b q k b n r        1 R N B Q K B N R
//! 7 p p p p p p p p        2 P P P P . P P P
//! 6 . . . . . . . .        3 . . . . . . . .
//! 5 . . . . . . . .        4 . . . . P . . .     upper case: not to move
//! 4 . . . . . . . .        5 . . . . . . . .
//! 3 . . . . . . . .        6 . . . . . . . .
//! 2 P P P P P P P P        7 p p p p p p p p     lower case: to move, plays down this page,
//! 1 R N B Q K B N R        8 r n b q k b n r     which is up in its own view
//!   a b c d e f g h          a b c d e f g h
//! ```

use passant_rules::{CastlingSide, PieceType};

/// The first rank, as the side to move sees it.
pub(super) const RANK_1: u64 = 0xFF;
/// The second rank, from which pawns push twice.
pub(super) const RANK_2: u64 = RANK_1 << 8;
/// The third rank: a double push passes over it.
pub(super) const RANK_3: u64 = RANK_1 << 16;
/// The sixth rank: en passant targets lie on it.
pub(super) const RANK_6: u64 = RANK_1 << 40;
pub(super) const RANK_7: u64 = 0xFF << 48;
/// The eighth rank: pawns promote on it.
pub(super) const RANK_8: u64 = RANK_1 << 56;
/// All squares except the a-file: those that a step to the east can reach.
pub(super) const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
/// All squares except the h-file: those that a step to the west can reach.
pub(super) const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// The squares to the left and right of some squares.
#[inline(always)]
pub(super) fn beside(squares: u64) -> u64 {
    ((squares << 1) & NOT_A) | ((squares >> 1) & NOT_H)
}

/// A piece as its three bits, see the table of this module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code {
    pub(super) short: bool,
    pub(super) orthogonal: bool,
    pub(super) diagonal: bool,
}

impl Code {
    pub(super) const PAWN: Self = Self::new(true, false, false);
    pub(super) const KNIGHT: Self = Self::new(true, false, true);
    pub(super) const BISHOP: Self = Self::new(false, false, true);
    pub(super) const ROOK: Self = Self::new(false, true, false);
    pub(super) const QUEEN: Self = Self::new(false, true, true);
    pub(super) const KING: Self = Self::new(true, true, false);

    /// The pieces that a pawn can promote to.
    pub(super) const PROMOTIONS: [Self; 4] = [Self::QUEEN, Self::ROOK, Self::BISHOP, Self::KNIGHT];

    const fn new(short: bool, orthogonal: bool, diagonal: bool) -> Self {
        Self {
            short,
            orthogonal,
            diagonal,
        }
    }

    pub(super) const fn of(piece: PieceType) -> Self {
        match piece {
            PieceType::Pawn => Self::PAWN,
            PieceType::Knight => Self::KNIGHT,
            PieceType::Bishop => Self::BISHOP,
            PieceType::Rook => Self::ROOK,
            PieceType::Queen => Self::QUEEN,
            PieceType::King => Self::KING,
        }
    }
}

/// A position as the side to move sees it, which plays up the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Planes {
    /// Pawns, knights and kings of both sides.
    pub(super) short: u64,
    /// Rooks, queens and kings of both sides.
    pub(super) orthogonal: u64,
    /// Bishops, queens and knights of both sides.
    pub(super) diagonal: u64,
    /// The pieces of the side to move.
    pub(super) own: u64,
    /// On the first and eighth rank: the rooks with a castling right. On the sixth rank: the en passant target, if a
    /// pawn of the side to move stands beside the victim.
    pub(super) rights: u64,
}

impl Planes {
    /// Adds a piece of this code to the three sets.
    #[inline(always)]
    pub(super) fn put(&mut self, at: u64, code: Code) {
        self.short |= if code.short { at } else { 0 };
        self.orthogonal |= if code.orthogonal { at } else { 0 };
        self.diagonal |= if code.diagonal { at } else { 0 };
    }

    /// Removes all pieces on these squares.
    #[inline(always)]
    fn clear(&mut self, at: u64) {
        self.short &= !at;
        self.orthogonal &= !at;
        self.diagonal &= !at;
        self.own &= !at;
    }

    /// Returns the squares of all pieces.
    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.short | self.orthogonal | self.diagonal
    }

    /// The pawns of both sides.
    #[inline(always)]
    pub(super) fn pawns(&self) -> u64 {
        self.short & !self.orthogonal & !self.diagonal
    }

    /// The knights of both sides.
    #[inline(always)]
    pub(super) fn knights(&self) -> u64 {
        self.short & self.diagonal
    }

    /// Returns the squares of both kings.
    #[inline(always)]
    pub(super) fn kings(&self) -> u64 {
        self.short & self.orthogonal
    }

    /// The rooks and queens of both sides.
    #[inline(always)]
    pub(super) fn orthogonal_sliders(&self) -> u64 {
        self.orthogonal & !self.short
    }

    /// The bishops and queens of both sides.
    #[inline(always)]
    pub(super) fn diagonal_sliders(&self) -> u64 {
        self.diagonal & !self.short
    }

    /// The board as the other side sees it, with that side to move and without the en passant right.
    #[inline(always)]
    pub(super) fn turn_over(&self) -> Self {
        Self {
            short: self.short.swap_bytes(),
            orthogonal: self.orthogonal.swap_bytes(),
            diagonal: self.diagonal.swap_bytes(),
            own: (self.occupied() & !self.own).swap_bytes(),
            rights: (self.rights & !RANK_6).swap_bytes(),
        }
    }

    /// The position after a move or capture, seen by the other side. A promoted pawn arrives as another piece.
    #[inline(always)]
    pub(super) fn move_piece(&self, from: u64, to: u64, arrives: Code) -> Self {
        let lifted = self.turn_over().lift(from.swap_bytes(), arrives);
        lifted.place(to.swap_bytes(), arrives)
    }

    /// The first half of a move by the side that is *not* to move: lifts the piece from the board.
    #[inline(always)]
    pub(super) fn lift(&self, from: u64, arrives: Code) -> Self {
        let lost = if arrives == Code::KING { RANK_8 } else { 0 };
        Self {
            short: self.short & !from,
            orthogonal: self.orthogonal & !from,
            diagonal: self.diagonal & !from,
            own: self.own,
            rights: self.rights & !(from | lost),
        }
    }

    /// The second half: puts the piece down again, promoted if need be, and captures what stands there.
    #[inline(always)]
    pub(super) fn place(&self, to: u64, arrives: Code) -> Self {
        let mut after = *self;
        after.clear(to);
        after.put(to, arrives);
        after.rights &= !to;
        after
    }

    /// The position after a double push by the side that is *not* to move. Sets the right if the side to move has a
    /// pawn beside the pushed one.
    #[inline(always)]
    pub(super) fn push_watched(&self, to: u64) -> Self {
        let mut after = self.lift(to << 16, Code::PAWN).place(to, Code::PAWN);
        if beside(to) & after.pawns() & after.own != 0 {
            after.rights |= to << 8;
        }
        after
    }

    /// The position after a double push, seen by the other side.
    #[inline(always)]
    pub(super) fn push_twice(&self, to: u64) -> Self {
        self.turn_over().push_watched(to.swap_bytes())
    }

    /// The position after an en passant capture, seen by the other side.
    #[inline(always)]
    pub(super) fn capture_en_passant(&self, from: u64, to: u64) -> Self {
        let mut after = *self;
        after.clear(to >> 8);
        after.move_piece(from, to, Code::PAWN)
    }

    /// The position after castling, seen by the other side. In Chess960 each piece may arrive where the other one
    /// stood.
    #[inline(always)]
    pub(super) fn castle(&self, castling: &Castling) -> Self {
        let mut after = *self;
        after.clear(castling.king | castling.rook);
        after.put(castling.king_to, Code::KING);
        after.put(castling.rook_to, Code::ROOK);
        after.own |= castling.king_to | castling.rook_to;
        after.rights &= !RANK_1;
        after.turn_over()
    }
}

/// The squares of one castling, as the castling side sees them. All are zero if the position has no such right.
///
/// A king and rook with a right stand where they stood when the count began, so the squares are computed only once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Castling {
    pub(super) king: u64,
    pub(super) rook: u64,
    pub(super) king_to: u64,
    pub(super) rook_to: u64,
    /// The squares that must be empty apart from king and rook.
    pub(super) empty: u64,
    /// The squares that must not be attacked, apart from the king's own.
    pub(super) safe: u64,
}

/// Both castlings of one color.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Castlings {
    pub(super) kingside: Castling,
    pub(super) queenside: Castling,
}

impl Castlings {
    /// The castlings that the side to move has rights for.
    pub(super) fn new(planes: &Planes) -> Self {
        let king = planes.kings() & planes.own & RANK_1;
        let rooks = planes.rights & RANK_1;
        // The king's side is that of the higher squares.
        let kingside = rooks & !(king | (king.wrapping_sub(1)));
        Self {
            kingside: Castling::new(king, kingside, CastlingSide::King),
            queenside: Castling::new(king, rooks & !kingside, CastlingSide::Queen),
        }
    }

    /// The castlings of either, for positions that have the rights of one or the other. `None` if the king or a rook of
    /// a castling stands elsewhere.
    pub(super) fn join(&self, other: &Self) -> Option<Self> {
        let kings =
            [self, other].map(|castlings| castlings.kingside.king | castlings.queenside.king);
        if kings[0] != kings[1] && !kings.contains(&0) {
            return None;
        }
        let either = |one: &Castling, other: &Castling| match (one.rook, other.rook) {
            (0, _) => Some(*other),
            (_, 0) => Some(*one),
            _ => (one == other).then_some(*one),
        };
        Some(Self {
            kingside: either(&self.kingside, &other.kingside)?,
            queenside: either(&self.queenside, &other.queenside)?,
        })
    }

    /// Returns both castlings.
    #[inline(always)]
    pub(super) fn both(&self) -> [&Castling; 2] {
        [&self.kingside, &self.queenside]
    }
}

impl Castling {
    /// The castling of a king with a rook; none without a rook.
    fn new(king: u64, rook: u64, side: CastlingSide) -> Self {
        if rook == 0 {
            return Self::default();
        }
        let [king_to, rook_to] = [side.king_file(), side.rook_file()].map(|file| 1 << file.index());
        Self {
            king,
            rook,
            king_to,
            rook_to,
            empty: span(king | rook | king_to | rook_to) & !(king | rook),
            safe: span(king | king_to) & !king,
        }
    }
}

/// Returns all squares from the lowest to the highest square of a set.
fn span(set: u64) -> u64 {
    let below = |bit: u32| u64::MAX.checked_shr(64 - bit).unwrap_or(0);
    below(64 - set.leading_zeros()) & !below(set.trailing_zeros())
}
