//! Moves: 16 bits with the kind of move, and the list of the moves of a position.

use crate::bounded::BoundedList;
use crate::{CastlingSide, PieceType, Square};

/// The kind of a move
/// (the sixteen codes of [encoding moves](https://www.chessprogramming.org/Encoding_Moves#From-To_Based)).
///
/// ```
/// use passant_rules::{MoveKind, Position};
///
/// let mv = Position::initial().parse_uci("e2e4").unwrap();
/// assert_eq!(mv.kind(), MoveKind::DoublePush);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MoveKind {
    /// A piece goes to an empty square; for a pawn, by one square.
    Quiet = 0,
    /// A pawn goes two squares from its original square, and may be captured en passant.
    DoublePush = 1,
    /// The king castles to the g-file.
    CastleKing = 2,
    /// The king castles to the c-file.
    CastleQueen = 3,
    /// A piece captures on the square where it arrives.
    Capture = 4,
    /// A pawn captures a pawn beside it that has just moved two squares.
    EnPassant = 5,
    /// A pawn becomes a knight.
    PromoteKnight = 8,
    /// A pawn becomes a bishop.
    PromoteBishop = 9,
    /// A pawn becomes a rook.
    PromoteRook = 10,
    /// A pawn becomes a queen.
    PromoteQueen = 11,
    /// A pawn captures and becomes a knight.
    CapturePromoteKnight = 12,
    /// A pawn captures and becomes a bishop.
    CapturePromoteBishop = 13,
    /// A pawn captures and becomes a rook.
    CapturePromoteRook = 14,
    /// A pawn captures and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    const CAPTURE_BIT: u8 = 4;

    /// All fourteen kinds.
    pub const ALL: [Self; 14] = [
        Self::Quiet,
        Self::DoublePush,
        Self::CastleKing,
        Self::CastleQueen,
        Self::Capture,
        Self::EnPassant,
        Self::PromoteKnight,
        Self::PromoteBishop,
        Self::PromoteRook,
        Self::PromoteQueen,
        Self::CapturePromoteKnight,
        Self::CapturePromoteBishop,
        Self::CapturePromoteRook,
        Self::CapturePromoteQueen,
    ];

    /// The kind with this code; the codes 6 and 7 are not used and read as [`MoveKind::Quiet`].
    #[inline]
    const fn from_code(code: u8) -> Self {
        /// One load; a match would become a dozen instructions on a Cortex-M0.
        const KINDS: [MoveKind; 16] = {
            let mut kinds = [MoveKind::Quiet; 16];
            let mut i = 0;
            while i < MoveKind::ALL.len() {
                kinds[MoveKind::ALL[i] as usize] = MoveKind::ALL[i];
                i += 1;
            }
            kinds
        };
        KINDS[(code & 15) as usize]
    }

    /// The kind of a pawn's move or capture that reaches the last rank.
    ///
    /// `None` for a kind other than [`MoveKind::Quiet`] and [`MoveKind::Capture`], and for pawn and king, because no
    /// pawn becomes one.
    ///
    /// ```
    /// use passant_rules::{MoveKind, PieceType};
    ///
    /// let kind = MoveKind::Capture.promoting_to(PieceType::Rook);
    /// assert_eq!(kind, Some(MoveKind::CapturePromoteRook));
    /// assert_eq!(MoveKind::Quiet.promoting_to(PieceType::King), None);
    /// ```
    #[must_use]
    pub const fn promoting_to(self, piece: PieceType) -> Option<Self> {
        Some(match (piece, self) {
            (PieceType::Knight, Self::Quiet) => Self::PromoteKnight,
            (PieceType::Bishop, Self::Quiet) => Self::PromoteBishop,
            (PieceType::Rook, Self::Quiet) => Self::PromoteRook,
            (PieceType::Queen, Self::Quiet) => Self::PromoteQueen,
            (PieceType::Knight, Self::Capture) => Self::CapturePromoteKnight,
            (PieceType::Bishop, Self::Capture) => Self::CapturePromoteBishop,
            (PieceType::Rook, Self::Capture) => Self::CapturePromoteRook,
            (PieceType::Queen, Self::Capture) => Self::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// The four promotions of a pawn's move or capture on the last rank.
    #[inline]
    pub(crate) const fn promotions(self) -> [Self; 4] {
        if self.is_capture() {
            [
                Self::CapturePromoteQueen,
                Self::CapturePromoteRook,
                Self::CapturePromoteBishop,
                Self::CapturePromoteKnight,
            ]
        } else {
            [
                Self::PromoteQueen,
                Self::PromoteRook,
                Self::PromoteBishop,
                Self::PromoteKnight,
            ]
        }
    }

    /// Tells whether a piece is taken, en passant included.
    ///
    /// ```
    /// use passant_rules::MoveKind;
    ///
    /// assert!(MoveKind::EnPassant.is_capture());
    /// assert!(!MoveKind::PromoteQueen.is_capture());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self as u8 & Self::CAPTURE_BIT != 0
    }

    /// The side to which the king castles; `None` if the move is not castling.
    ///
    /// ```
    /// use passant_rules::{CastlingSide, MoveKind};
    ///
    /// assert_eq!(MoveKind::CastleQueen.castling_side(), Some(CastlingSide::Queen));
    /// ```
    #[inline]
    #[must_use]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self {
            Self::CastleKing => Some(CastlingSide::King),
            Self::CastleQueen => Some(CastlingSide::Queen),
            _ => None,
        }
    }

    /// Returns the type that the pawn becomes, if it promotes.
    ///
    /// ```
    /// use passant_rules::{MoveKind, PieceType};
    ///
    /// assert_eq!(MoveKind::CapturePromoteRook.promotion(), Some(PieceType::Rook));
    /// ```
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceType> {
        match self {
            Self::PromoteKnight | Self::CapturePromoteKnight => Some(PieceType::Knight),
            Self::PromoteBishop | Self::CapturePromoteBishop => Some(PieceType::Bishop),
            Self::PromoteRook | Self::CapturePromoteRook => Some(PieceType::Rook),
            Self::PromoteQueen | Self::CapturePromoteQueen => Some(PieceType::Queen),
            _ => None,
        }
    }
}

/// A move: from, to and kind, in 16 bits.
///
/// ```text
///  15      12 11         6 5          0
/// +----------+------------+------------+
/// |   kind   |     to     |    from    |
/// +----------+------------+------------+
/// ```
///
/// A castling move is the king's: `to` is the g- or c-file square where the king ends, in Chess960 too (where
/// `from` and `to` may be the same square).
///
/// ```
/// use passant_rules::{Move, MoveKind, Square};
///
/// let capture = Move::new(Square::E5, Square::D6, MoveKind::EnPassant);
/// assert_eq!(capture.victim_square(), Some(Square::D5));
/// assert_eq!(size_of::<Move>(), 2);
/// ```
///
/// The layout is that of the number, for the callers of `passant-c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// Packs a move. Only a [`Position`](crate::Position) knows whether it is legal.
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
    /// assert_eq!((mv.from(), mv.to(), mv.kind()), (Square::G1, Square::F3, MoveKind::Quiet));
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12)
    }

    /// The square that the piece leaves; for castling, the king.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0 as u8 & 63)
    }

    /// The square where the piece arrives; for castling, the king.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0 >> 6) as u8 & 63)
    }

    /// The kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        MoveKind::from_code((self.0 >> 12) as u8)
    }

    /// Tells whether the kind is [`MoveKind::Quiet`] or [`MoveKind::Capture`]: the kinds with no bit set or bit 2
    /// alone.
    #[inline]
    pub(crate) const fn is_plain(self) -> bool {
        self.0 & 0xB000 == 0
    }

    /// The move with these bits, as drawn above. Any number is a move, few are legal: [`Position::is_legal`] knows, and
    /// no position has a legal move with bits that [`Move::bits`] does not return.
    ///
    /// ```
    /// use passant_rules::{Move, Position};
    ///
    /// let mv = Position::initial().parse_uci("e2e4").unwrap();
    /// assert_eq!(Move::from_bits(mv.bits()), mv);
    /// assert!(!Position::initial().is_legal(Move::from_bits(0xFFFF)));
    /// ```
    ///
    /// [`Position::is_legal`]: crate::Position::is_legal
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The 16 bits, as drawn above.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Tells whether a piece is taken, en passant included.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.kind().is_capture()
    }

    /// Tells whether the move captures en passant.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2")?;
    /// assert!(position.parse_uci("c5d6").unwrap().is_en_passant());
    /// assert!(!position.parse_uci("c5c6").unwrap().is_en_passant());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }

    /// Returns the type that the pawn becomes, if it promotes.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceType> {
        self.kind().promotion()
    }

    /// The square of the piece that is taken, or `None` if the move is not a capture.
    ///
    /// It is the square where the capturing piece arrives, except for en passant: then the victim stands beside the
    /// square that the capturer left. A board with lights must show that square, because the player has to remove the
    /// pawn by hand.
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Square};
    ///
    /// let capture = Move::new(Square::E5, Square::D6, MoveKind::Capture);
    /// assert_eq!(capture.victim_square(), Some(Square::D6));
    /// let en_passant = Move::new(Square::E5, Square::D6, MoveKind::EnPassant);
    /// assert_eq!(en_passant.victim_square(), Some(Square::D5));
    /// ```
    #[inline]
    #[must_use]
    pub const fn victim_square(self) -> Option<Square> {
        match self.kind() {
            MoveKind::EnPassant => Some(Square::new(self.to().file(), self.from().rank())),
            kind if kind.is_capture() => Some(self.to()),
            _ => None,
        }
    }
}

impl core::fmt::Debug for Move {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}{} {:?}", self.from(), self.to(), self.kind())
    }
}

/// The most moves a position of a legal game can have
/// (R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w,
/// [chess programming wiki](https://www.chessprogramming.org/Chess_Position)).
pub const MAX_MOVES: usize = 218;

/// The moves of a position, at most [`MAX_MOVES`].
///
/// It cannot overflow: 218 is enough for the material that a game can have. Validation refuses any other
/// ([`SetupFault::Promotions`](crate::SetupFault::Promotions)) unless 218 are also enough for all its pieces on an empty
/// board, with every pawn a queen.
///
/// ```
/// use passant_rules::{MoveList, Position};
///
/// let mut moves: MoveList = Position::initial().legal_moves();
/// moves.sort_unstable();
/// assert_eq!(moves[0].uci(), "b1a3");
/// ```
pub type MoveList = BoundedList<Move, MAX_MOVES>;
