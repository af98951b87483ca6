//! The reasons why a setup is not a position, and how a lenient reader repairs each.

use core::fmt;

use crate::bounded::BoundedList;
use crate::{Bitboard, CastlingSide, Color, File, Square};

/// A reason why a [`Setup`](crate::Setup) is not a position of a game.
///
/// ```
/// use passant_rules::{Color, Setup, SetupFault};
///
/// let setup = Setup::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1")?;
/// assert_eq!(setup.faults()[..], [SetupFault::NoKing(Color::Black)]);
/// assert_eq!(setup.faults()[0].to_string(), "Black has no king; each side needs exactly one");
/// # Ok::<(), passant_rules::SyntaxError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SetupFault {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    ManyKings(Color),
    /// A side has more than 16 pieces.
    Pieces(Color),
    /// A side has more than 8 pawns.
    Pawns(Color),
    /// A side has more promoted pieces than missing pawns, and might have more than [`MAX_MOVES`](crate::MAX_MOVES) moves.
    Promotions(Color),
    /// A side has more promoted pieces than missing pawns, but so few strong ones that it never has more than
    /// [`MAX_MOVES`](crate::MAX_MOVES) moves.
    ExcessPromotions(Color),
    /// Pawns stand on the first or the last rank.
    BackRankPawns(Bitboard),
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// The square of that side's king.
        king: Square,
    },
    /// A castling right without a king on its home rank, inside of the rook.
    CastlingKing(Color, CastlingSide),
    /// A castling right without a rook where it should stand.
    CastlingRook(Color, CastlingSide, File),
    /// No single move leads to a check by all of these pieces: there are three or more, both are knights or pawns, or
    /// two sliders stand on the two sides of the king on one line.
    ImpossibleCheck {
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// The en passant square is neither on the third nor on the sixth rank.
    EnPassantRank(Square),
    /// The en passant square belongs to a double push by the side to move.
    EnPassantSide(Square),
    /// A piece stands on the en passant square.
    EnPassantOccupied(Square),
    /// No pawn of the other side stands where the double push must have ended.
    EnPassantNoPawn {
        /// The square on which the pawn should stand.
        victim: Square,
    },
    /// A piece stands on the square where the double push must have started.
    EnPassantOrigin {
        /// The square that should be empty.
        origin: Square,
    },
    /// The king of the side to move was already attacked before the double push, which cannot happen in a game.
    EnPassantCheck {
        /// The pieces that attacked the king.
        attackers: Bitboard,
    },
}

/// The way in which a lenient reader repairs a [`SetupFault`].
///
/// ```
/// use passant_rules::{Repair, Setup};
///
/// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w K e6 0 1")?;
/// let repairs: Vec<_> = setup.faults().iter().map(|fault| fault.repair()).collect();
/// assert_eq!(repairs, [Repair::DropCastling, Repair::DropEnPassant]);
/// # Ok::<(), passant_rules::SyntaxError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Repair {
    /// The setup cannot be repaired: no game can go on from there.
    Impossible,
    /// The castling right is dropped.
    DropCastling,
    /// The en passant square is dropped.
    DropEnPassant,
    /// The setup is accepted: no game reaches the position, but the rules say how to go on.
    Accept,
}

impl SetupFault {
    /// Returns the way in which a lenient reader repairs the fault.
    ///
    /// ```
    /// use passant_rules::{Color, Repair, SetupFault, Square};
    ///
    /// assert_eq!(SetupFault::NoKing(Color::White).repair(), Repair::Impossible);
    /// assert_eq!(SetupFault::EnPassantOccupied(Square::E3).repair(), Repair::DropEnPassant);
    /// ```
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
            Self::ExcessPromotions(_)
            | Self::ImpossibleCheck { .. }
            | Self::EnPassantCheck { .. } => Repair::Accept,
        }
    }
}

/// All reasons for refusing a setup, at most one of each kind and color or right.
///
/// ```
/// use passant_rules::{Position, SetupFaults};
///
/// let fen = "4k3/8/8/8/8/8/8/4K3 w K e6 0 1";
/// let (position, repaired): (Position, SetupFaults) = Position::from_fen_lenient(fen)?;
/// assert_eq!(repaired.len(), 2);
/// # Ok::<(), passant_rules::FenError>(())
/// ```
pub type SetupFaults = BoundedList<SetupFault, 16>;

impl SetupFault {
    /// Returns what would be correct, unless the message already says it.
    const fn advice(self) -> Option<&'static str> {
        Some(match self {
            Self::NoKing(_) | Self::ManyKings(_) => "each side needs exactly one",
            Self::Promotions(_) | Self::ExcessPromotions(_) => {
                "pawns and promoted pieces are 8 at most"
            }
            Self::BackRankPawns(_) => "pawns stand on ranks 2 to 7",
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
            Self::Pieces(color) => write!(f, "{color} has more than 16 pieces"),
            Self::Pawns(color) => write!(f, "{color} has more than 8 pawns"),
            Self::Promotions(color) | Self::ExcessPromotions(color) => write!(f, "{color} has more promoted pieces than missing pawns"),
            Self::BackRankPawns(_) => f.write_str("a pawn stands on the first or last rank"),
            Self::OpponentInCheck { king } => write!(f, "the side not to move is in check on {king}"),
            Self::CastlingKing(color, side) => write!(
                f, "{color} may not castle {side}: its king is not at home beside that rook",
            ),
            Self::CastlingRook(color, side, file) => write!(
                f, "{color} may not castle {side}: it has no rook on {}",
                Square::new(file, color.home_rank()),
            ),
            Self::ImpossibleCheck { checkers } => write!(
                f, "{} pieces give check, and no single move leads to that", checkers.len(),
            ),
            Self::EnPassantRank(target) => write!(f, "no pawn passes over {target}"),
            Self::EnPassantSide(target) => write!(f, "a double push over {target} is a move of the side to move"),
            Self::EnPassantOccupied(target) => {
                write!(f, "{target} is not empty, so no pawn has just passed over it")
            }
            Self::EnPassantNoPawn { victim } => write!(f, "no pawn of the other side stands on {victim}"),
            Self::EnPassantOrigin { origin } => {
                write!(f, "{origin} is not empty, so no pawn has just come from there")
            }
            Self::EnPassantCheck { .. } => f.write_str(
                "the king was already attacked before that double push; no game reaches this position",
            ),
        }
    }
}

impl fmt::Display for SetupFault {
    /// Writes what is wrong, and what would be correct.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_wrong(f)?;
        match self.advice() {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}
