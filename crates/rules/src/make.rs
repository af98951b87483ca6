//! Playing a move and taking it back.

use crate::geometry::{Address, address};
use crate::mailbox::{EMPTY, code};
use crate::position::Castling;
use crate::state::State;
use crate::{CastlingSide, Color, EnPassant, Move, Position, Square};

/// The eight bytes that [`Position::unmake`] and [`Position::unmake_null`] need to take a move back.
///
/// ```
/// use passant_rules::Position;
///
/// let mut position = Position::initial();
/// let mv = position.parse_uci("e2e4").unwrap();
/// let undo = position.make(mv);
/// position.unmake(mv, undo);
/// assert_eq!(position, Position::initial());
/// assert_eq!(size_of_val(&undo), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "without it the move cannot be taken back"]
pub struct Undo(State);

impl Undo {
    /// The value of a place where no move is recorded yet.
    pub(crate) const NOTHING: Self = Self(State::new(0, 0));
}

/// A move is not legal in the position.
///
/// ```
/// use passant_rules::{IllegalMove, Move, MoveKind, Position, Square};
///
/// let mv = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
/// assert_eq!(Position::initial().try_make(mv), Err(IllegalMove(mv)));
/// assert_eq!(IllegalMove(mv).to_string(), "e2e5 is not a legal move here");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IllegalMove(pub Move);

impl core::fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} is not a legal move here", self.0.uci())
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// Plays a move if it is legal.
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Position, Square};
    ///
    /// let mut position = Position::initial();
    /// assert!(position.try_make(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)).is_ok());
    /// assert!(position.try_make(Move::new(Square::E4, Square::E5, MoveKind::Quiet)).is_err());
    /// ```
    pub fn try_make(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if self.is_legal(mv) {
            Ok(self.make(mv))
        } else {
            Err(IllegalMove(mv))
        }
    }

    /// Plays a legal move.
    ///
    /// The move must be one of [`Position::legal_moves`]. After any other move the position is meaningless, although
    /// nothing panics; for a move that may be illegal, use [`Position::try_make`].
    ///
    /// Every move drops the right to capture en passant (the third of the three rules), and a double push sets a new
    /// one. Takes constant time, except for a double push beside a pawn of the other side: then each possible capture is
    /// judged.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let mut position = Position::initial();
    /// let _ = position.make(position.parse_san("e4").unwrap());
    /// assert_eq!(position.en_passant().unwrap().target(), Square::E3);
    /// ```
    pub fn make(&mut self, mv: Move) -> Undo {
        // In a function of its own, so that other moves do not pay for the rare kinds: a Cortex-M0 has eight registers.
        if mv.is_plain() {
            self.make_plain(mv)
        } else {
            self.make_special(mv)
        }
    }

    /// The position after a legal move, see [`Position::make`]; this one stays.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let position = Position::initial();
    /// let after = position.after(position.parse_uci("e2e4").unwrap());
    /// assert_eq!(after.en_passant().unwrap().target(), Square::E3);
    /// assert_eq!(position, Position::initial());
    /// ```
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        let _ = after.make(mv);
        after
    }

    /// Takes back the last move, with the [`Undo`] that [`Position::make`] returned.
    ///
    /// Restores every byte. With any other move or `Undo` the position is meaningless, although nothing panics.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let start = Position::from_fen("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2")?;
    /// let mut position = start.clone();
    /// for mv in start.legal_moves() {
    ///     let undo = position.make(mv);
    ///     position.unmake(mv, undo);
    ///     assert_eq!(position.en_passant(), start.en_passant());
    /// }
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[inline(never)]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.plies = self.plies.wrapping_sub(1);
        if mv.is_plain() {
            self.unmake_plain(mv);
            self.state = undo.0;
        } else {
            self.unmake_special(mv, undo);
        }
    }

    /// Plays a null move, as search programs do to see what the other side threatens: the other side is to move, and a
    /// right to capture en passant has expired. The clock goes on as after a quiet move. If the side to move is in
    /// check, returns `None` and changes nothing. Games have no null moves.
    ///
    /// Source: chess programming wiki, "Null Move". UCI writes `0000`.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let mut position = Position::from_fen("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2").unwrap();
    /// let before = position.clone();
    /// let undo = position.make_null().unwrap();
    /// assert_eq!(position.en_passant(), None);
    /// position.unmake_null(undo);
    /// assert_eq!(position, before);
    /// ```
    pub fn make_null(&mut self) -> Option<Undo> {
        if self.is_check() {
            return None;
        }
        let before = self.state;
        self.plies = self.plies.wrapping_add(1);
        self.state = before.after_quiet();
        Some(Undo(before))
    }

    /// Takes back a null move, if it was the last move, with the [`Undo`] that [`Position::make_null`] returned.
    pub fn unmake_null(&mut self, Undo(before): Undo) {
        self.plies = self.plies.wrapping_sub(1);
        self.state = before;
    }

    /// Moves a piece, and takes the piece on its destination.
    #[inline]
    fn make_plain(&mut self, mv: Move) -> Undo {
        let before = self.state;
        let (from, to) = (address(mv.from()), address(mv.to()));
        let slot = self.mailbox.cell(from);
        let code = self.mailbox.code(slot);
        let captured = self.mailbox.cell(to);
        self.mailbox.shift(slot, from, to);
        self.plies = self.plies.wrapping_add(1);
        self.state = if captured != EMPTY {
            self.mailbox.forget(captured);
            before.after_progress(captured)
        } else if code == code::PAWN {
            before.after_progress(EMPTY)
        } else {
            before.after_quiet()
        };
        if before.castling_rights() != 0
            && (matches!(code, code::KING | code::ROOK)
                || (captured != EMPTY && self.mailbox.code(captured) == code::ROOK))
        {
            self.forfeit_castling(code, [from, to]);
        }
        Undo(before)
    }

    #[inline]
    fn unmake_plain(&mut self, mv: Move) {
        let (from, to) = (address(mv.from()), address(mv.to()));
        let slot = self.mailbox.cell(to);
        let captured = self.state.captured();
        self.mailbox.put(slot, from);
        if captured == EMPTY {
            self.mailbox.clear(to);
        } else {
            self.mailbox.put(captured, to);
        }
    }

    /// Makes castling, en passant captures, promotions and double pushes.
    #[inline(never)]
    fn make_special(&mut self, mv: Move) -> Undo {
        let us = self.side_to_move();
        let kind = mv.kind();
        if let Some(side) = kind.castling_side() {
            return self.make_castling(us, mv, side);
        }
        let Undo(mut before) = self.make_plain(mv);
        if let Some(promotion) = kind.promotion() {
            let slot = self.mailbox.cell(address(mv.to()));
            before = before.with_non_pawns(self.mailbox.non_pawn_bound(us));
            self.mailbox.promote(us, slot, promotion);
        } else if let Some(victim) = mv.victim_square() {
            let victim = self.mailbox.take(address(victim));
            self.state = before.after_progress(victim);
        } else {
            let target = passed_square(mv);
            let right = EnPassant::after_push(&self.mailbox, !us, target);
            self.state = self.state.with_en_passant(Some(right));
        }
        Undo(before)
    }

    #[inline(never)]
    fn unmake_special(&mut self, mv: Move, Undo(before): Undo) {
        let us = self.side_to_move();
        let kind = mv.kind();
        let captured = self.state.captured();
        self.state = before.without_non_pawns();
        if let Some(side) = kind.castling_side() {
            return self.unmake_castling(us, mv, side);
        }
        let (from, to) = (address(mv.from()), address(mv.to()));
        let slot = self.mailbox.cell(to);
        self.mailbox.shift(slot, to, from);
        if kind.promotion().is_some() {
            self.mailbox.demote(us, slot, before.non_pawns());
        }
        if captured != EMPTY
            && let Some(victim) = mv.victim_square()
        {
            self.mailbox.put(captured, address(victim));
        }
    }

    /// Castles. In Chess960 king and rook may each arrive where the other one stands.
    fn make_castling(&mut self, us: Color, mv: Move, side: CastlingSide) -> Undo {
        let before = self.state;
        let (rook_from, rook_to) = self.castling_squares(us, side);
        self.plies = self.plies.wrapping_add(1);
        self.state = before.after_quiet();
        self.state.forfeit(Castling::bits(us));
        self.shift_both([address(mv.from()), rook_from], [address(mv.to()), rook_to]);
        Undo(before)
    }

    fn unmake_castling(&mut self, us: Color, mv: Move, side: CastlingSide) {
        let (rook_from, rook_to) = self.castling_squares(us, side);
        self.shift_both([address(mv.to()), rook_to], [address(mv.from()), rook_from]);
    }

    /// Moves king and rook at once.
    fn shift_both(&mut self, from: [Address; 2], to: [Address; 2]) {
        let slots = from.map(|from| self.mailbox.cell(from));
        for from in from {
            self.mailbox.clear(from);
        }
        for (slot, to) in slots.into_iter().zip(to) {
            self.mailbox.put(slot, to);
        }
    }

    /// Removes the castling rights that end with a move of the king, or with a move from or to the square of a rook:
    /// as long as the right is left, no other piece can stand there.
    #[inline(never)]
    fn forfeit_castling(&mut self, code: u8, [from, to]: [Address; 2]) {
        let mut ended = 0;
        if code == code::KING {
            ended = Castling::bits(!self.side_to_move());
        }
        for (index, rook) in self.castling.rooks.into_iter().enumerate() {
            ended |= u8::from(rook == from || rook == to) << index;
        }
        self.state.forfeit(ended);
    }

    /// Returns the squares on which the rook starts and ends when its side castles.
    fn castling_squares(&self, us: Color, side: CastlingSide) -> (Address, Address) {
        let rook_to = address(Square::new(side.rook_file(), us.home_rank()));
        (self.castling.rooks[Castling::index(us, side)], rook_to)
    }
}

/// The square that a double push passes over.
fn passed_square(mv: Move) -> Square {
    Square::wrapping(u8::midpoint(mv.from().index(), mv.to().index()))
}
