//! Playing a move and taking it back.

use crate::geometry::{Address, address};
use crate::mailbox::{EMPTY, Slot, code};
use crate::position::{Castling, State};
use crate::{CastlingSide, Color, EnPassant, Move, MoveKind, Position, Square};

/// What a move destroyed, for [`Position::unmake`] to restore. Eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "without it the move cannot be taken back"]
pub struct Undo(State);

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
    pub fn make(&mut self, mv: Move) -> Undo {
        let us = self.side_to_move;
        let (from, to, kind) = (address(mv.from()), address(mv.to()), mv.kind());
        let mut undo = Undo(self.state);
        let slot = self.mailbox.cell(from);
        let code = self.mailbox.code(slot);
        let captured = if kind.is_capture() {
            self.mailbox.take(victim(kind, from, to))
        } else {
            EMPTY
        };
        self.mailbox.shift(slot, from, to);
        self.state.captured = captured;
        self.state.en_passant = None;
        self.state.halfmove_clock = if captured != EMPTY || code == code::PAWN {
            0
        } else {
            self.state.halfmove_clock.wrapping_add(1)
        };
        self.side_to_move = !us;
        self.fullmove_number = self.fullmove_number.wrapping_add(us as u16);
        if self.state.castling_rights != 0
            && (captured != EMPTY || code & (code::KING | code::ROOK) != 0)
        {
            self.forfeit_castling(us, code, [from, to]);
        }
        if is_special(kind) {
            self.make_special(us, mv, &mut undo);
        }
        undo
    }

    /// Takes a move back: the last one that was made, with the [`Undo`] that making it returned.
    ///
    /// Restores every byte. With any other move or record nothing panics, but the position means nothing afterwards.
    #[inline(never)]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        let us = !self.side_to_move;
        let (from, to, kind) = (address(mv.from()), address(mv.to()), mv.kind());
        let captured = self.state.captured;
        self.state = undo.0;
        self.side_to_move = us;
        self.fullmove_number = self.fullmove_number.wrapping_sub(us as u16);
        let slot = self.mailbox.cell(to);
        self.mailbox.shift(slot, to, from);
        if captured != EMPTY {
            self.mailbox.put(captured, victim(kind, from, to));
        }
        if is_special(kind) {
            self.unmake_special(us, mv, slot);
        }
    }

    /// What a move does besides taking a man off and putting one down, if it is one of the rare kinds. Apart, so that
    /// the others do not pay for it: a Cortex-M0 has eight registers.
    #[inline(never)]
    fn make_special(&mut self, us: Color, mv: Move, undo: &mut Undo) {
        let kind = mv.kind();
        if let Some(side) = kind.castling_side() {
            let (rook_from, rook_to) = self.castling_squares(us, side);
            self.shift_rook(us, rook_from, rook_to);
        } else if let Some(promotion) = kind.promotion() {
            let slot = self.mailbox.cell(address(mv.to()));
            undo.0.officers = self.mailbox.officers_bound(us);
            self.mailbox.promote(us, slot, promotion);
        } else if kind == MoveKind::DoublePush {
            let target = passed_square(mv);
            self.state.en_passant = Some(EnPassant::after_push(&self.mailbox, !us, target));
        }
    }

    #[inline(never)]
    fn unmake_special(&mut self, us: Color, mv: Move, slot: Slot) {
        if let Some(side) = mv.kind().castling_side() {
            let (rook_from, rook_to) = self.castling_squares(us, side);
            self.shift_rook(us, rook_to, rook_from);
        } else if mv.promotion().is_some() {
            self.mailbox.demote(us, slot, self.state.officers);
            self.state.officers = 0;
        }
    }

    /// Takes away the rights that end with a move of a king or a rook, or with the capture of a rook.
    #[inline(never)]
    fn forfeit_castling(&mut self, us: Color, code: u8, [from, to]: [Address; 2]) {
        if code == code::KING {
            self.state.castling_rights &= !(0b11 << (2 * us.index()));
        } else if code == code::ROOK {
            self.forfeit_castling_with(from);
        }
        let captured = self.state.captured;
        if captured != EMPTY && self.mailbox.code(captured) == code::ROOK {
            self.forfeit_castling_with(to);
        }
    }

    /// Takes away the rights of the rook on a square.
    #[inline(never)]
    fn forfeit_castling_with(&mut self, rook: Address) {
        for (index, at) in self.castling.rooks.into_iter().enumerate() {
            if at == rook {
                self.state.castling_rights &= !(1 << index);
            }
        }
    }

    /// Moves the rook of a castling whose king has moved already. In Chess960 the king may have come to stand where the
    /// rook is, so the rook is looked for in the list.
    fn shift_rook(&mut self, us: Color, from: Address, to: Address) {
        let rook = self
            .mailbox
            .officers(us)
            .skip(1)
            .find(|&slot| self.mailbox.address_of(slot) == from);
        let Some(rook) = rook else {
            return;
        };
        if self.mailbox.cell(from) == rook {
            self.mailbox.clear(from);
        }
        self.mailbox.put(rook, to);
    }

    /// Where the rook of a castling comes from and goes to.
    fn castling_squares(&self, us: Color, side: CastlingSide) -> (Address, Address) {
        let rook_to = address(Square::new(side.rook_file(), us.home_rank()));
        (self.castling.rooks[Castling::index(us, side)], rook_to)
    }
}

/// Whether a move of this kind does more than take a man off and put one down.
#[inline]
fn is_special(kind: MoveKind) -> bool {
    !matches!(
        kind,
        MoveKind::Quiet | MoveKind::Capture | MoveKind::EnPassant
    )
}

/// Where the man stands that a capture takes: where the capturer arrives, or beside where it came from.
#[inline]
fn victim(kind: MoveKind, from: Address, to: Address) -> Address {
    if kind == MoveKind::EnPassant {
        from & 0x70 | to & 7
    } else {
        to
    }
}

/// The square that a double push passes over.
fn passed_square(mv: Move) -> Square {
    Square::wrapping(u8::midpoint(mv.from().index(), mv.to().index()))
}
