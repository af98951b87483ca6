//! Attacks, checks and pins.

use crate::geometry::relation::{KNIGHT, LINE, NEAR, RAY};
use crate::geometry::{Address, NOWHERE, address, on_board, relation, square, step_of};
use crate::mailbox::{EMPTY, Mailbox, PIECES, Slot, is_piece_of};
use crate::{Bitboard, Color, Position, Square};

impl Mailbox {
    /// Tells whether a piece of `by` would attack an address if the square `hole` were empty.
    ///
    /// For the moves of a king, `hole` is its own square, because it does not shield the squares behind it.
    pub(crate) fn attacks(&self, by: Color, target: Address, hole: Address) -> bool {
        self.pawn_attackers(by, target).into_iter().any(on_board)
            || self.non_pawns(by).any(|slot| {
                let from = self.address_of(slot);
                let bits = relation(from, target);
                bits & self.code(slot) != 0
                    && on_board(from)
                    && (bits & (NEAR | KNIGHT) != 0
                        || self.is_clear(from, target, step_of(bits), hole))
            })
    }

    /// The pawns of `by` that attack an address from the left and from the right; [`NOWHERE`] if there is none.
    #[inline]
    pub(crate) fn pawn_attackers(&self, by: Color, target: Address) -> [Address; 2] {
        let behind = if by == Color::White {
            target.wrapping_sub(0x10)
        } else {
            target.wrapping_add(0x10)
        };
        [behind.wrapping_sub(1), behind.wrapping_add(1)].map(|from| {
            if self.has_pawn(by, from) {
                from
            } else {
                NOWHERE
            }
        })
    }

    /// Tells whether the squares between two squares of a line are empty; `hole` counts as empty.
    #[inline]
    fn is_clear(&self, from: Address, to: Address, step: u8, hole: Address) -> bool {
        let mut at = from.wrapping_add(step);
        while at != to {
            if self.cell(at) != EMPTY && at != hole {
                return false;
            }
            at = at.wrapping_add(step);
        }
        true
    }

    /// Tells whether the king of `us` is attacked after a piece other than the king has moved, and has captured what stood on its
    /// destination.
    pub(crate) fn exposes_king(&self, us: Color, [from, to]: [Address; 2]) -> bool {
        let king = self.king(us);
        let mut pawns = self.pawn_attackers(!us, king).into_iter();
        pawns.any(|at| on_board(at) && at != to)
            || self.non_pawns(!us).any(|slot| {
                let at = self.address_of(slot);
                let bits = relation(at, king);
                bits & self.code(slot) != 0
                    && on_board(at)
                    && at != to
                    && (bits & (NEAR | KNIGHT) != 0
                        || self.is_clear_but(at, king, step_of(bits), [from, to]))
            })
    }

    /// Tells whether the squares between two squares of a line are empty once a piece has moved.
    #[inline]
    fn is_clear_but(
        &self,
        start: Address,
        end: Address,
        step: u8,
        [from, to]: [Address; 2],
    ) -> bool {
        let mut at = start.wrapping_add(step);
        while at != end {
            if at == to || (self.cell(at) != EMPTY && at != from) {
                return false;
            }
            at = at.wrapping_add(step);
        }
        true
    }

    /// Tells whether a piece reaches a square by the way it moves, whatever stands there.
    #[inline]
    pub(crate) fn reaches(&self, slot: Slot, to: Address) -> bool {
        let from = self.address_of(slot);
        let bits = relation(from, to);
        bits & self.code(slot) != 0
            && on_board(from)
            && (bits & (NEAR | KNIGHT) != 0 || self.is_clear(from, to, step_of(bits), NOWHERE))
    }

    /// The squares of the pieces of `by` that attack an address.
    pub(crate) fn attackers(&self, by: Color, target: Address) -> Bitboard {
        let pawns = self
            .pawn_attackers(by, target)
            .into_iter()
            .filter(|&from| on_board(from));
        let non_pawns = self
            .non_pawns(by)
            .map(|slot| (self.address_of(slot), self.code(slot)))
            .filter(|&(from, code)| {
                let bits = relation(from, target);
                on_board(from)
                    && bits & code != 0
                    && (bits & (NEAR | KNIGHT) != 0
                        || self.is_clear(from, target, step_of(bits), NOWHERE))
            });
        pawns
            .chain(non_pawns.map(|(from, _)| from))
            .map(square)
            .collect()
    }
}

impl Position {
    /// The pieces that give check.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
    /// assert!(position.checkers().into_iter().eq([Square::E2]));
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(!self.side_to_move(), self.king(self.side_to_move()))
    }

    /// Tells whether the side to move is in check.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// assert!(!Position::initial().is_check());
    /// assert!(Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?.is_check());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        let us = self.side_to_move();
        self.mailbox.attacks(!us, self.mailbox.king(us), NOWHERE)
    }

    /// The pieces of a side that attack a square, whether or not they may move there.
    ///
    /// ```
    /// use passant_rules::{Color, Position, Square};
    ///
    /// let position = Position::initial();
    /// let attackers = position.attackers(Color::White, Square::F3);
    /// assert!(attackers.into_iter().eq([Square::G1, Square::E2, Square::G2]));
    /// ```
    #[must_use]
    pub fn attackers(&self, by: Color, target: Square) -> Bitboard {
        self.mailbox.attackers(by, address(target))
    }

    /// The pieces of the side to move that are pinned: they shield their king from a slider.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
    /// assert!(position.pinned().into_iter().eq([Square::E2]));
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let check_info = CheckInfo::of(&self.mailbox, self.side_to_move());
        self.occupied_by(self.side_to_move())
            .into_iter()
            .filter(|&at| check_info.pin(self.mailbox.cell(address(at))) != 0)
            .collect()
    }
}

/// The pieces that check the king of the side to move, and its own pieces that are pinned.
///
/// Worked out once per position, by looking at what stands between each slider of the other side and the king.
pub(crate) struct CheckInfo {
    king: Address,
    checkers: u8,
    /// The last checker found; the only one, where there is one.
    checker: Address,
    /// For each slot of the side to move, the step from the pinning slider towards the king, or 0.
    pins: [u8; PIECES],
}

impl CheckInfo {
    /// Returns no check and no pin yet, for a king on this square.
    #[inline]
    pub(crate) fn new(king: Address) -> Self {
        Self {
            king,
            checkers: 0,
            checker: NOWHERE,
            pins: [0; PIECES],
        }
    }

    /// The checks and pins of a side.
    pub(crate) fn of(board: &Mailbox, us: Color) -> Self {
        let mut check_info = Self::new(board.king(us));
        check_info.find(board, us);
        check_info
    }

    /// Finds checks and pins; called once.
    pub(crate) fn find(&mut self, board: &Mailbox, us: Color) {
        for from in board.pawn_attackers(!us, self.king) {
            if on_board(from) {
                self.add_checker(from);
            }
        }
        for slot in board.non_pawns(!us) {
            let from = board.address_of(slot);
            let bits = relation(from, self.king);
            if bits & board.code(slot) == 0 || !on_board(from) {
                continue;
            }
            if bits & KNIGHT != 0 {
                self.add_checker(from);
            } else if bits & LINE != 0 {
                self.follow_line(board, us, from, step_of(bits));
            }
        }
    }

    #[inline]
    fn add_checker(&mut self, from: Address) {
        self.checkers += 1;
        self.checker = from;
    }

    /// Walks from a slider to the king. If no piece stands between them, it is a check; if one of ours does, it is a pin.
    #[inline]
    fn follow_line(&mut self, board: &Mailbox, us: Color, from: Address, step: u8) {
        let mut blocker = EMPTY;
        let mut at = from.wrapping_add(step);
        while at != self.king {
            let cell = board.cell(at);
            if cell != EMPTY {
                if blocker != EMPTY || !is_piece_of(us, cell) {
                    return;
                }
                blocker = cell;
            }
            at = at.wrapping_add(step);
        }
        if blocker == EMPTY {
            self.add_checker(from);
        } else {
            self.pins[usize::from(blocker & 15)] = step;
        }
    }

    /// Returns the number of pieces that check the king.
    #[inline]
    pub(crate) fn checkers(&self) -> u8 {
        self.checkers
    }

    /// The step of the line on which the piece of a slot is pinned, or 0 if it is not pinned.
    #[inline]
    pub(crate) fn pin(&self, slot: u8) -> u8 {
        self.pins[usize::from(slot & 15)]
    }

    /// Tells whether a piece other than the king answers the only check by arriving here: it takes the checker or
    /// blocks it.
    #[inline(never)]
    pub(crate) fn is_answered_at(&self, to: Address) -> bool {
        let bits = relation(self.king, self.checker);
        to == self.checker
            || (bits & LINE != 0
                && (relation(self.king, to) ^ bits) & RAY == 0
                && distance(self.king, to) < distance(self.king, self.checker))
    }
}

/// The distance of two addresses on one ray, in a unit that depends on the ray.
#[inline]
fn distance(from: Address, to: Address) -> u8 {
    (to.wrapping_sub(from).cast_signed()).unsigned_abs()
}
