//! En passant: the right to capture, worked out once, and the one function that decides whether a capture is legal.
//!
//! # The three rules of the game
//!
//! FIDE Laws of Chess, 3.7.3: *a pawn occupying a square on the same rank as and on an adjacent file to an
//! opponent's pawn which has just advanced two squares in one move from its original square may capture this
//! opponent's pawn as though the latter had been moved only one square. This capture is only legal on the move
//! following this advance.* Taken apart, with the capturer `P`, the victim `p` and the target `*`:
//!
//! **1. The capturer has advanced exactly three ranks**: a white one stands on the fifth rank, a black one on the
//! fourth. Nowhere else can it meet a pawn that passes ([`fifth_rank`]).
//!
//! ```text
//! 6 . . . * . . . .
//! 5 . . . p P . . .   P on e5 may capture.
//! 4 . . . . P . . .   P on e4 may not: it has advanced two ranks.
//!   a b c d e f g h
//! ```
//!
//! **2. The victim has just moved two squares and stands beside the capturer.** It disappears from where it
//! stands; the capturer goes to the target, the square the victim passed over ([`beside`]).
//!
//! ```text
//! 7 . . . | . . . .           7 . . . . . . . .
//! 6 . . . * . . . .           6 . . . P . . . .
//! 5 . . P p P . P .   c5xd6:  5 . . . . P . P .
//!   a b c d e f g h             a b c d e f g h
//! ```
//!
//! The pawns on c5 and e5 stand beside it; the one on g5 does not.
//!
//! **3. Only at once.** The right belongs to the position after the double push, and to no other: every move
//! drops it before it may set a new one ([`Position::make`](crate::Position::make)).
//!
//! ```text
//! 1… d7d5   the right to capture on d6 arises
//! 2. h2h3   the right has expired: no capture on d6 from here on
//! ```
//!
//! # Legal or not
//!
//! A capture that the three rules allow may still expose the king. Two pieces leave their squares in one move, and a
//! line can open that no other move opens; [`IllegalReason`] names each case. The decision is made when the right
//! arises, because it cannot change before the right expires, and it is stored in [`EnPassant`]: the generator, FEN,
//! keys and repetition only look it up.

use core::fmt;

use crate::geometry::relation::{DIAGONAL, KNIGHT, LINE};
use crate::geometry::{Address, address, on_board, relation, step_of};
use crate::mailbox::{EMPTY, Mailbox};
use crate::{Bitboard, Color, Rank, Square};

/// The right to capture en passant, in the position right after a double push.
///
/// There is one after *every* double push, even if no pawn can use it. The three conventions for writing
/// it in a FEN are views of the same value ([`EnPassantMode`]).
///
/// ```
/// use passant_rules::{Position, Square};
///
/// // Black has just played d7d5. Two white pawns stand beside it; the one on c5 is pinned by the bishop.
/// let position = Position::from_fen("7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1")?;
/// let right = position.en_passant().expect("a pawn has just moved two squares");
///
/// assert_eq!(right.target(), Square::D6);
/// assert_eq!(right.victim(), Square::D5);
/// assert_eq!(right.capturers().len(), 2);
/// assert!(right.legal().into_iter().eq([Square::E5]));
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EnPassant {
    target: Square,
    capturers: Beside,
    legal: Beside,
}

/// When a FEN shows an en passant square: the three conventions.
///
/// ```
/// use passant_rules::{EnPassantMode, Position};
///
/// // After 1. e4, no black pawn can capture on e3.
/// let position = Position::initial();
/// let position = position.after(position.parse_uci("e2e4").unwrap());
/// let field = |mode| position.fen(mode).split(' ').nth(3).map(str::to_owned);
/// assert_eq!(field(EnPassantMode::Always).as_deref(), Some("e3"));
/// assert_eq!(field(EnPassantMode::Legal).as_deref(), Some("-"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum EnPassantMode {
    /// After every double push
    /// ([PGN standard](https://www.chessprogramming.org/Portable_Game_Notation), 16.1.3.4).
    #[default]
    Always,
    /// When a pawn of the side to move stands beside the one that has moved two squares
    /// ([X-FEN](https://www.chessprogramming.org/Forsyth-Edwards_Notation)).
    PseudoLegal,
    /// When at least one en passant capture is legal.
    Legal,
}

impl EnPassantMode {
    /// All three, from the one that shows the square most often to the one that shows it least often.
    pub const ALL: [Self; 3] = [Self::Always, Self::PseudoLegal, Self::Legal];

    /// Returns the word for it: `always`, `pseudo-legal` or `legal`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::PseudoLegal => "pseudo-legal",
            Self::Legal => "legal",
        }
    }
}

/// The verdict on an en passant capture that the three rules allow: legal, or illegal for a reason.
///
/// ```
/// use passant_rules::{EnPassantVerdict, Position, Square};
///
/// let position = Position::from_fen("3k4/8/8/2Pp4/8/8/8/3K4 w - d6 0 1")?;
/// assert_eq!(position.judge_en_passant(Square::C5), Some(EnPassantVerdict::Legal));
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum EnPassantVerdict {
    /// The capture may be played.
    Legal,
    /// The king of the capturing side would be in check after it.
    Illegal(IllegalReason),
}

/// The reason why an en passant capture is illegal. If several reasons apply, the first in this order is given.
///
/// ```
/// use passant_rules::{EnPassantVerdict, IllegalReason, Position, Square};
///
/// let position = Position::from_fen("3k4/2r5/8/2Pp4/8/2K5/8/8 w - d6 0 1")?;
/// let verdict = position.judge_en_passant(Square::C5);
/// assert_eq!(verdict, Some(EnPassantVerdict::Illegal(IllegalReason::File)));
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum IllegalReason {
    /// The side to move is in check, and the capture does not answer it.
    ///
    /// ```text
    /// 8 . . . k . . . .
    /// 7 K . . . . . . r   d7d5 has uncovered the rook: White is in check.
    /// 6 . . . * . . . .
    /// 5 . . P p . . . .   c5xd6 does not help.
    /// ```
    Check,
    /// The capturer is pinned on its file.
    ///
    /// ```text
    /// 6 . . r * . . . .
    /// 5 . . P p . . . .   c5xd6 would leave the file.
    /// 4 . . . . . . . .
    /// 3 . . K . . . . .
    /// ```
    File,
    /// The capturer is pinned on a diagonal, and the target is not on it.
    ///
    /// ```text
    /// 7 b . . . . . . .
    /// 6 . . . * . . . .
    /// 5 . . P p . . . .   c5xd6 would open the diagonal a7–e3.
    /// 4 . . . . . . . .
    /// 3 . . . . K . . .
    /// ```
    Diagonal,
    /// Capturer and victim leave the rank together and open it to a rook or a queen: the "horizontal pin".
    ///
    /// ```text
    /// 6 . . . * . . . .
    /// 5 K . P p . . . r   c5xd6 would leave nothing between a5 and h5.
    /// ```
    Rank,
    /// The victim shields the king on a diagonal. No legal game reaches this: before the double push, the diagonal
    /// was open, so that the king was in check while the other side was to move.
    ///
    /// ```text
    /// 7 . . b . . . . .
    /// 6 . . . . * . . .
    /// 5 . . . P p . . .   d5xe6 would open the diagonal c7–g3.
    /// 4 . . . . . . . .
    /// 3 . . . . . . K .
    /// ```
    Victim,
}

impl IllegalReason {
    /// All five, in the order in which they are given.
    pub const ALL: [Self; 5] = [
        Self::Check,
        Self::File,
        Self::Diagonal,
        Self::Rank,
        Self::Victim,
    ];
}

impl EnPassant {
    /// Works out the right after a double push that is already on the board; `us` is the side that may capture.
    #[inline(never)]
    pub(crate) fn after_push(board: &Mailbox, us: Color, target: Square) -> Self {
        let mut right = Self {
            target,
            capturers: Beside::NEITHER,
            legal: Beside::NEITHER,
        };
        for side in [Beside::WEST, Beside::EAST] {
            let Some(capturer) = beside(right.victim(), side) else {
                continue;
            };
            if !board.has_pawn(us, address(capturer)) {
                continue;
            }
            right.capturers = right.capturers.and(side);
            if right.judge(board, us, capturer) == EnPassantVerdict::Legal {
                right.legal = right.legal.and(side);
            }
        }
        right
    }

    /// Packs the right into ten bits, which are never all 0: no target is A1.
    ///
    /// ```text
    ///  9   8 7       6 5        0
    /// +-----+---------+----------+
    /// |legal|capturers|  target  |
    /// +-----+---------+----------+
    /// ```
    #[inline]
    pub(crate) const fn pack(self) -> u16 {
        self.target.index() as u16 | (self.capturers.0 as u16) << 6 | (self.legal.0 as u16) << 8
    }

    /// The inverse of [`EnPassant::pack`]; `None` for 0.
    #[inline]
    pub(crate) const fn unpack(bits: u16) -> Option<Self> {
        if bits == 0 {
            return None;
        }
        Some(Self {
            target: Square::wrapping(bits as u8 & 63),
            capturers: Beside((bits >> 6) as u8 & 3),
            legal: Beside((bits >> 8) as u8 & 3),
        })
    }

    /// The square that the pawn passed over, where a capturer lands.
    #[must_use]
    pub const fn target(self) -> Square {
        self.target
    }

    /// The square of the pawn that has just moved two squares: the pawn that is removed when it is captured.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let right = Position::from_fen("4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 1")?.en_passant().unwrap();
    /// assert_eq!(right.target(), Square::C3);
    /// assert_eq!(right.victim(), Square::C4);
    /// assert_eq!(right.origin(), Square::C2);
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub const fn victim(self) -> Square {
        // One step from the target towards the middle of the board.
        Square::new(self.target.file(), fifth_rank(self.capturing_side()))
    }

    /// The square on which the victim started.
    #[must_use]
    pub const fn origin(self) -> Square {
        match self.capturing_side() {
            Color::White => Square::new(self.target.file(), Rank::Seventh),
            Color::Black => Square::new(self.target.file(), Rank::Second),
        }
    }

    /// The pawns beside the victim, whether or not their capture is legal: none, one or two squares.
    #[must_use]
    pub fn capturers(self) -> Bitboard {
        self.capturers.of(self.victim())
    }

    /// The pawns whose capture is legal: some, all or none of [`EnPassant::capturers`].
    #[must_use]
    pub fn legal(self) -> Bitboard {
        self.legal.of(self.victim())
    }

    /// The squares of [`EnPassant::legal`] as addresses, for the generator.
    #[inline]
    pub(crate) fn legal_from(self) -> impl Iterator<Item = Address> {
        let victim = address(self.victim());
        let sides = [
            (Beside::WEST, victim.wrapping_sub(1)),
            (Beside::EAST, victim.wrapping_add(1)),
        ];
        sides
            .into_iter()
            .filter(move |(side, _)| self.legal.0 & side.0 != 0)
            .map(|(_, from)| from)
    }

    /// The target, if one of the three conventions shows it.
    ///
    /// ```
    /// use passant_rules::{EnPassantMode, Position, Square};
    ///
    /// // The capture on d6 is illegal: both pawns would leave the rank between king and rook.
    /// let right = Position::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1")?.en_passant().unwrap();
    /// assert_eq!(right.shown(EnPassantMode::PseudoLegal), Some(Square::D6));
    /// assert_eq!(right.shown(EnPassantMode::Legal), None);
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn shown(self, mode: EnPassantMode) -> Option<Square> {
        let is_shown = match mode {
            EnPassantMode::Always => true,
            EnPassantMode::PseudoLegal => self.capturers != Beside::NEITHER,
            EnPassantMode::Legal => self.legal != Beside::NEITHER,
        };
        is_shown.then_some(self.target)
    }

    const fn capturing_side(self) -> Color {
        match self.target.rank() {
            Rank::Sixth => Color::White,
            _ => Color::Black,
        }
    }

    /// Decides whether the capture by the pawn on `capturer` is legal. No other function decides this.
    ///
    /// Looks at every piece of the other side: does it attack the king once capturer and victim have left their
    /// squares and the target is occupied? A line that the capture opens is named by the square through which it
    /// opens; every other attack is a check that the capture does not answer.
    #[inline(never)]
    pub(crate) fn judge(self, board: &Mailbox, us: Color, capturer: Square) -> EnPassantVerdict {
        let king = board.king(us);
        let leaving = [address(capturer), address(self.victim())];
        let mut pawns = board.pawn_attackers(!us, king).into_iter();
        if pawns.any(|from| on_board(from) && from != leaving[1]) {
            return EnPassantVerdict::Illegal(IllegalReason::Check);
        }
        let mut worst = EnPassantVerdict::Legal;
        for slot in board.non_pawns(!us) {
            let from = board.address_of(slot);
            let bits = relation(from, king);
            if bits & board.code(slot) & (LINE | KNIGHT) == 0 || !on_board(from) {
                continue;
            }
            let found = if bits & KNIGHT != 0 {
                Some(IllegalReason::Check)
            } else {
                self.attack(board, [from, king], leaving)
            };
            worst = match (found, worst) {
                (Some(found), EnPassantVerdict::Illegal(worst)) => {
                    EnPassantVerdict::Illegal(found.min(worst))
                }
                (Some(found), EnPassantVerdict::Legal) => EnPassantVerdict::Illegal(found),
                (None, _) => worst,
            };
        }
        worst
    }

    /// Returns the reason why a slider attacks the king after the capture; `None` if a piece stands between them.
    #[inline]
    fn attack(
        self,
        board: &Mailbox,
        [from, king]: [Address; 2],
        [capturer, victim]: [Address; 2],
    ) -> Option<IllegalReason> {
        let bits = relation(from, king);
        let (mut past_capturer, mut past_victim) = (false, false);
        let mut at = from.wrapping_add(step_of(bits));
        while at != king {
            if at == capturer {
                past_capturer = true;
            } else if at == victim {
                past_victim = true;
            } else if at == address(self.target) || board.cell(at) != EMPTY {
                return None;
            }
            at = at.wrapping_add(step_of(bits));
        }
        Some(if !past_capturer && !past_victim {
            IllegalReason::Check
        } else if bits & DIAGONAL != 0 {
            if past_capturer {
                IllegalReason::Diagonal
            } else {
                IllegalReason::Victim
            }
        } else if bits & 0b10 != 0 {
            IllegalReason::File
        } else {
            IllegalReason::Rank
        })
    }
}

/// Returns, for rule 1, the rank on which a capturer of this side stands, three ranks from where its pawns start.
const fn fifth_rank(us: Color) -> Rank {
    Rank::Fifth.relative_to(us)
}

/// Returns, for rule 2, the square on one side of the victim.
const fn beside(victim: Square, side: Beside) -> Option<Square> {
    victim.offset(if side.0 == Beside::WEST.0 { -1 } else { 1 }, 0)
}

/// A set of the two squares beside the victim: neither, the one towards the a-file, the other, both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Beside(u8);

impl Beside {
    const NEITHER: Self = Self(0);
    const WEST: Self = Self(1);
    const EAST: Self = Self(2);

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn of(self, victim: Square) -> Bitboard {
        [Self::WEST, Self::EAST]
            .into_iter()
            .filter(|side| self.0 & side.0 != 0)
            .filter_map(|side| beside(victim, side))
            .collect()
    }
}

impl fmt::Debug for EnPassant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnPassant")
            .field("target", &self.target)
            .field("capturers", &self.capturers())
            .field("legal", &self.legal())
            .finish()
    }
}
