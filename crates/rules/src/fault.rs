//! The reasons why a setup is no position, and what a lenient reader does about each.

use core::fmt;

use crate::bounded::BoundedList;
use crate::{Bitboard, CastlingSide, Color, File, Square};

/// A reason why a [`Setup`](crate::Setup) is no position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SetupFault {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    ManyKings(Color),
    /// A side has more than 16 men.
    Pieces(Color),
    /// A side has more than 8 pawns.
    Pawns(Color),
    /// A side has more queens, rooks, bishops and knights than its missing pawns can have become.
    Promotions(Color),
    /// Pawns stand on the first or the last rank.
    BackRankPawns(Bitboard),
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// Where the king stands that could be taken.
        king: Square,
    },
    /// A castling right without a king on its home rank, on the right side of the rook.
    CastlingKing(Color, CastlingSide),
    /// A castling right without a rook where it should stand.
    CastlingRook(Color, CastlingSide, File),
    /// The men that give check cannot have come to do so together in one move: three or more, two of them knights
    /// or pawns, or two sliders on both sides of the king on one line.
    ImpossibleCheck {
        /// The men that give check.
        checkers: Bitboard,
    },
    /// The en passant square is neither on the third nor on the sixth rank.
    EnPassantRank(Square),
    /// The en passant square belongs to a double push by the side to move itself.
    EnPassantSide(Square),
    /// A man stands on the en passant square.
    EnPassantOccupied(Square),
    /// No pawn stands where the double push must have ended.
    EnPassantNoPawn {
        /// Where it should stand.
        victim: Square,
    },
    /// A man stands on the square from which the double push must have come.
    EnPassantOrigin {
        /// The square that should be empty.
        origin: Square,
    },
    /// The king of the side to move was attacked before the double push already: the other side made that push
    /// instead of taking the king.
    EnPassantCheck {
        /// The men that attacked the king.
        attackers: Bitboard,
    },
}

/// What a lenient reader does about a [`SetupFault`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Repair {
    /// Nothing helps: no game can go on from there.
    Impossible,
    /// The castling right is dropped.
    DropCastling,
    /// The en passant square is dropped.
    DropEnPassant,
    /// It is left as it is: no game leads there, but the rules say how to go on.
    Accept,
}

impl SetupFault {
    /// What a lenient reader does about it.
    #[must_use]
    pub const fn repair(self) -> Repair {
        match self {
            Self::NoKing(_)
            | Self::ManyKings(_)
            | Self::Pieces(_)
            | Self::Pawns(_)
            | Self::Promotions(_)
            | Self::BackRankPawns(_)
            | Self::OpponentInCheck { .. } => Repair::Impossible,
            Self::CastlingKing(..) | Self::CastlingRook(..) => Repair::DropCastling,
            Self::EnPassantRank(_)
            | Self::EnPassantSide(_)
            | Self::EnPassantOccupied(_)
            | Self::EnPassantNoPawn { .. }
            | Self::EnPassantOrigin { .. } => Repair::DropEnPassant,
            Self::ImpossibleCheck { .. } | Self::EnPassantCheck { .. } => Repair::Accept,
        }
    }
}

/// All the reasons for refusing a setup at once, at most one of each kind and colour or right.
pub type SetupFaults = BoundedList<SetupFault, 16>;

impl SetupFault {
    /// What would be right, where saying what is wrong does not say it already.
    const fn advice(self) -> Option<&'static str> {
        Some(match self {
            Self::NoKing(_) | Self::ManyKings(_) => "each side needs exactly one",
            Self::Promotions(_) => "pawns and promoted men are 8 at most",
            Self::BackRankPawns(_) => "ranks 2 to 7 hold pawns",
            Self::OpponentInCheck { .. } | Self::EnPassantSide(_) => {
                "perhaps the other side is to move"
            }
            Self::EnPassantRank(_) => {
                "the en passant square is on rank 6 with White to move, on rank 3 with Black to move"
            }
            Self::EnPassantNoPawn { .. } | Self::EnPassantOrigin { .. } => {
                "the en passant square should be -"
            }
            Self::Pieces(_)
            | Self::Pawns(_)
            | Self::CastlingKing(..)
            | Self::CastlingRook(..)
            | Self::ImpossibleCheck { .. }
            | Self::EnPassantOccupied(_)
            | Self::EnPassantCheck { .. } => return None,
        })
    }

    #[rustfmt::skip]
    fn write_wrong(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::ManyKings(color) => write!(f, "{color} has more than one king"),
            Self::Pieces(color) => write!(f, "{color} has more than 16 men"),
            Self::Pawns(color) => write!(f, "{color} has more than 8 pawns"),
            Self::Promotions(color) => write!(f, "{color} has more promoted men than missing pawns"),
            Self::BackRankPawns(_) => f.write_str("a pawn stands on the first or last rank"),
            Self::OpponentInCheck { king } => write!(f, "the side not to move is in check on {king}"),
            Self::CastlingKing(color, side) => write!(
                f, "{color} may not castle on the {side} wing: its king is not at home beside that rook",
            ),
            Self::CastlingRook(color, side, file) => write!(
                f, "{color} may not castle on the {side} wing: it has no rook on {}",
                Square::new(file, color.home_rank()),
            ),
            Self::ImpossibleCheck { checkers } => write!(
                f, "{} men give check that no single move can have brought there", checkers.len(),
            ),
            Self::EnPassantRank(target) => write!(f, "no pawn passes over {target}"),
            Self::EnPassantSide(target) => write!(f, "{target} is passed over by the side to move itself"),
            Self::EnPassantOccupied(target) => {
                write!(f, "{target} is not empty, so no pawn has just passed over it")
            }
            Self::EnPassantNoPawn { victim } => write!(f, "no pawn of the other side stands on {victim}"),
            Self::EnPassantOrigin { origin } => {
                write!(f, "{origin} is not empty, so no pawn has just come from there")
            }
            Self::EnPassantCheck { .. } => f.write_str(
                "before that double push the king was attacked already: no game leads there",
            ),
        }
    }
}

impl fmt::Display for SetupFault {
    /// What is wrong, and what would be right.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_wrong(f)?;
        match self.advice() {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}
