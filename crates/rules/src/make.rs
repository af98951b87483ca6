//! Playing a move and taking it back.

use crate::geometry::{Address, address};
use crate::mailbox::{EMPTY, Mailbox, Slot, base};
use crate::position::Castling;
use crate::{CastlingSide, Color, EnPassant, Move, MoveKind, Position, Square};

/// What a move destroyed, for [`Position::unmake`] to restore. Eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "without it the move cannot be taken back"]
pub struct Undo {
    captured: Slot,
    castling: u8,
    officers: u8,
    en_passant: Option<EnPassant>,
    halfmove_clock: u16,
}

const _: () = assert!(size_of::<Undo>() == 8);

/// The move is not legal in this position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// The move must be one of [`Position::legal_moves`]. With any other move nothing panics, but the position means
    /// nothing afterwards; for a move from outside there is [`Position::try_make`].
    ///
    /// Drops the right to capture en passant that there was, whatever the move (the third of the three rules), and
    /// sets a new one after a double push. Takes constant time, except after a double push beside an enemy pawn,
    /// when each such pawn's capture is judged.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let us = self.side_to_move;
        let (from, to) = (address(mv.from()), address(mv.to()));
        let kind = mv.kind();
        let mut undo = Undo {
            captured: EMPTY,
            castling: self.castling.rights,
            officers: self.mailbox.officers_bound(us),
            en_passant: self.en_passant.take(),
            halfmove_clock: self.halfmove_clock,
        };
        let slot = self.mailbox.cell(from);
        if let Some(side) = kind.castling_side() {
            self.castle(us, side);
        } else {
            if kind.is_capture() {
                undo.captured = self.mailbox.take(victim(mv, to));
            }
            self.mailbox.shift(slot, from, to);
            if let Some(promotion) = kind.promotion() {
                self.mailbox.promote(us, slot, promotion);
            }
        }
        let resets = kind.is_capture() || self.mailbox.is_pawn(slot) || kind.promotion().is_some();
        self.halfmove_clock = if resets {
            0
        } else {
            self.halfmove_clock.wrapping_add(1)
        };
        self.fullmove_number = self.fullmove_number.wrapping_add(us as u16);
        self.side_to_move = !us;
        if self.castling.rights != 0 {
            self.forfeit_castling(us, slot, from, to);
        }
        if kind == MoveKind::DoublePush {
            let target = passed_square(mv);
            self.en_passant = Some(EnPassant::after_push(&self.mailbox, !us, target));
        }
        undo
    }

    /// Takes a move back: the last one that was made, with the [`Undo`] that making it returned.
    ///
    /// Restores every byte. With any other move or record nothing panics, but the position means nothing afterwards.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        let us = !self.side_to_move;
        let (from, to) = (address(mv.from()), address(mv.to()));
        self.side_to_move = us;
        self.castling.rights = undo.castling;
        self.en_passant = undo.en_passant;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = self.fullmove_number.wrapping_sub(us as u16);
        if let Some(side) = mv.kind().castling_side() {
            self.uncastle(us, side, from);
            return;
        }
        let slot = self.mailbox.cell(to);
        self.mailbox.shift(slot, to, from);
        if undo.captured != EMPTY {
            self.mailbox.put(undo.captured, victim(mv, to));
        }
        if mv.promotion().is_some() {
            self.mailbox.demote(us, slot, undo.officers);
        }
    }

    /// Takes away the rights that a move of `slot` from one square to another ends.
    #[inline]
    fn forfeit_castling(&mut self, us: Color, slot: Slot, from: Address, to: Address) {
        if slot == base(us) {
            self.castling.rights &= !(0b11 << (2 * us.index()));
        }
        for (index, rook) in self.castling.rooks.into_iter().enumerate() {
            if rook == from || rook == to {
                self.castling.rights &= !(1 << index);
            }
        }
    }

    /// King and rook leave their squares, then both arrive: in Chess960 each may end where the other stood.
    fn castle(&mut self, us: Color, side: CastlingSide) {
        let (rook_from, rook_to, king_to) = self.castling_squares(us, side);
        let king_from = self.mailbox.king(us);
        let rook = self.mailbox.cell(rook_from);
        self.mailbox.clear(rook_from);
        self.mailbox.clear(king_from);
        self.mailbox.put(rook, rook_to);
        self.mailbox.put(base(us), king_to);
    }

    fn uncastle(&mut self, us: Color, side: CastlingSide, king_from: Address) {
        let (rook_from, rook_to, king_to) = self.castling_squares(us, side);
        let rook = self.mailbox.cell(rook_to);
        self.mailbox.clear(rook_to);
        self.mailbox.clear(king_to);
        self.mailbox.put(rook, rook_from);
        self.mailbox.put(base(us), king_from);
    }

    /// Where the rook of a castling comes from and goes to, and where the king goes.
    fn castling_squares(&self, us: Color, side: CastlingSide) -> (Address, Address, Address) {
        let home = address(Square::new(side.king_file(), us.home_rank())) & 0x70;
        let rook_from = self.castling.rooks[Castling::index(us, side)] & 0x77;
        (
            rook_from,
            home | side.rook_file().index(),
            home | side.king_file().index(),
        )
    }
}

/// Where the man stands that a capture takes.
#[inline]
fn victim(mv: Move, to: Address) -> Address {
    mv.victim_square().map_or(to, address)
}

/// The square that a double push passes over.
fn passed_square(mv: Move) -> Square {
    Square::wrapping(u8::midpoint(mv.from().index(), mv.to().index()))
}

impl Mailbox {
    /// Whether the man of a slot is a pawn.
    #[inline]
    fn is_pawn(&self, slot: Slot) -> bool {
        self.code(slot) == crate::mailbox::code::PAWN
    }
}
