//! The state that a move changes without leaving a trace on the board.

use crate::EnPassant;
use crate::mailbox::{EMPTY, Slot};

/// Everything that taking a move back cannot derive from the board: two words, which a chip keeps in two registers.
///
/// ```text
///            31        24 23         16 15          8 7         0
///           +-------------------------+--------------+-----------+
/// counters  |     halfmove clock      |      0       | castling  |
///           +-----------+-------------+--------------+-----------+
/// record    | non-pawns |        en passant          | captured  |
///           +-----------+----------------------------+-----------+
/// ```
///
/// *Castling* has a bit for each right that is left (see `Castling::bit`), *captured* is the slot of the piece that the
/// last move took, or [`EMPTY`]. In the `Undo` of a promotion, *non-pawns* is the bound that the promotion may have
/// raised (see `Mailbox::non_pawns`); otherwise it is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    counters: u32,
    record: u32,
}

impl State {
    /// The state at the start, when no piece was captured.
    #[inline]
    pub(crate) const fn new(castling_rights: u8, halfmove_clock: u16) -> Self {
        Self {
            counters: (halfmove_clock as u32) << 16 | castling_rights as u32,
            record: EMPTY as u32,
        }
    }

    /// The state after a move that captures nothing and moves no pawn. The clock wraps around.
    #[inline]
    pub(crate) fn after_quiet(self) -> Self {
        Self {
            counters: self.counters.wrapping_add(1 << 16),
            record: u32::from(EMPTY),
        }
    }

    /// The state after a pawn move or a capture.
    #[inline]
    pub(crate) fn after_progress(self, captured: Slot) -> Self {
        Self {
            counters: self.counters & 0xFFFF,
            record: u32::from(captured),
        }
    }

    #[inline]
    pub(crate) const fn halfmove_clock(self) -> u16 {
        (self.counters >> 16) as u16
    }

    #[inline]
    pub(crate) const fn castling_rights(self) -> u8 {
        self.counters as u8
    }

    /// Removes castling rights, a bit for each.
    #[inline]
    pub(crate) fn forfeit(&mut self, rights: u8) {
        self.counters &= !u32::from(rights);
    }

    #[inline]
    pub(crate) const fn captured(self) -> Slot {
        self.record as u8
    }

    #[inline]
    pub(crate) fn en_passant(self) -> Option<EnPassant> {
        EnPassant::unpack((self.record >> 8) as u16)
    }

    #[inline]
    pub(crate) fn with_en_passant(self, right: Option<EnPassant>) -> Self {
        let packed = right.map_or(0, EnPassant::pack);
        Self {
            record: self.record | u32::from(packed) << 8,
            ..self
        }
    }

    #[inline]
    pub(crate) const fn non_pawns(self) -> u8 {
        (self.record >> 24) as u8
    }

    #[inline]
    pub(crate) const fn with_non_pawns(self, non_pawns: u8) -> Self {
        Self {
            record: self.record | (non_pawns as u32) << 24,
            ..self
        }
    }

    /// The state without the bound that only the `Undo` of a promotion has.
    #[inline]
    pub(crate) const fn without_non_pawns(self) -> Self {
        Self {
            record: self.record & 0x00FF_FFFF,
            ..self
        }
    }
}
