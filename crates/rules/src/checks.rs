//! Checks and pins.

use crate::geometry::relation::{KNIGHT, LINE, NEAR, RAY};
use crate::geometry::{Address, NOWHERE, on_board, relation, step_of};
use crate::mailbox::{EMPTY, Mailbox, PIECES, is_piece_of};
use crate::{Bitboard, Color, geometry};

impl Mailbox {
    /// Whether a man of `by` attacks an address, if the square `hole` were empty.
    ///
    /// A king that asks where it may go names its own square, for it does not shield the squares behind it.
    pub(crate) fn attacks(&self, by: Color, target: Address, hole: Address) -> bool {
        self.pawn_attackers(by, target).into_iter().any(on_board)
            || self.non_pawns(by).any(|slot| {
                let from = self.address_of(slot);
                let lies = relation(from, target);
                lies & self.code(slot) != 0
                    && on_board(from)
                    && (lies & (NEAR | KNIGHT) != 0
                        || self.is_clear(from, target, step_of(lies), hole))
            })
    }

    /// The pawns of `by` that attack an address; [`NOWHERE`] where there is none.
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

    /// Whether nothing stands between two squares of a line, if `hole` were empty.
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

    /// The squares of the men of `by` that attack an address.
    pub(crate) fn attackers(&self, by: Color, target: Address) -> Bitboard {
        let pawns = self
            .pawn_attackers(by, target)
            .into_iter()
            .filter(|&from| on_board(from));
        let non_pawns = self
            .non_pawns(by)
            .map(|slot| (self.address_of(slot), self.code(slot)))
            .filter(|&(from, code)| {
                let lies = relation(from, target);
                on_board(from)
                    && lies & code != 0
                    && (lies & (NEAR | KNIGHT) != 0
                        || self.is_clear(from, target, step_of(lies), NOWHERE))
            });
        pawns
            .chain(non_pawns.map(|(from, _)| from))
            .map(geometry::square)
            .collect()
    }
}

/// What restrains the side to move: who checks its king, and which of its men are pinned.
///
/// Worked out once per position, by asking each slider of the other side what stands between it and the king.
pub(crate) struct CheckInfo {
    king: Address,
    checkers: u8,
    /// The last checker found; the only one, where there is one.
    checker: Address,
    /// For each slot of the side to move, the step from the pinning slider towards the king, or 0.
    pins: [u8; PIECES],
}

impl CheckInfo {
    /// None yet, for a king on this square.
    #[inline]
    pub(crate) fn new(king: Address) -> Self {
        Self {
            king,
            checkers: 0,
            checker: NOWHERE,
            pins: [0; PIECES],
        }
    }

    /// What restrains a side.
    pub(crate) fn of(board: &Mailbox, us: Color) -> Self {
        let mut check_info = Self::new(board.king(us));
        check_info.find(board, us);
        check_info
    }

    /// Finds them, once.
    pub(crate) fn find(&mut self, board: &Mailbox, us: Color) {
        for from in board.pawn_attackers(!us, self.king) {
            if on_board(from) {
                self.add_checker(from);
            }
        }
        for slot in board.non_pawns(!us) {
            let from = board.address_of(slot);
            let lies = relation(from, self.king);
            if lies & board.code(slot) == 0 || !on_board(from) {
                continue;
            }
            if lies & KNIGHT != 0 {
                self.add_checker(from);
            } else if lies & LINE != 0 {
                self.follow_line(board, us, from, step_of(lies));
            }
        }
    }

    #[inline]
    fn add_checker(&mut self, from: Address) {
        self.checkers += 1;
        self.checker = from;
    }

    /// Walks from a slider to the king: nothing between is a check, one man of ours is a pin.
    #[inline]
    fn follow_line(&mut self, board: &Mailbox, us: Color, from: Address, step: u8) {
        let mut shield = EMPTY;
        let mut at = from.wrapping_add(step);
        while at != self.king {
            let cell = board.cell(at);
            if cell != EMPTY {
                if shield != EMPTY || !is_piece_of(us, cell) {
                    return;
                }
                shield = cell;
            }
            at = at.wrapping_add(step);
        }
        if shield == EMPTY {
            self.add_checker(from);
        } else {
            self.pins[usize::from(shield & 15)] = step;
        }
    }

    /// How many men check the king.
    #[inline]
    pub(crate) fn checkers(&self) -> u8 {
        self.checkers
    }

    /// The step of the line on which the man of a slot is pinned, or 0 if it is free.
    #[inline]
    pub(crate) fn pin(&self, slot: u8) -> u8 {
        self.pins[usize::from(slot & 15)]
    }

    /// Whether a man other than the king that arrives here takes the only checker or stands in its way.
    #[inline(never)]
    pub(crate) fn is_answered_at(&self, to: Address) -> bool {
        let lies = relation(self.king, self.checker);
        to == self.checker
            || (lies & LINE != 0
                && (relation(self.king, to) ^ lies) & RAY == 0
                && distance(self.king, to) < distance(self.king, self.checker))
    }
}

/// How far two addresses of one ray lie apart, in a unit that depends on the ray.
#[inline]
fn distance(from: Address, to: Address) -> u8 {
    (to.wrapping_sub(from).cast_signed()).unsigned_abs()
}
