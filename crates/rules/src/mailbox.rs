//! The board of a position: a 0x88 mailbox with a piece list for each side.
//!
//! Every piece has a slot, 0–15 for White and 16–31 for Black, and keeps it from the first move to the last. A cell
//! holds the slot of its piece, so that a captured piece is found in its list at once. The list holds the address, so
//! that no code needs to scan the 64 squares ([piece lists](https://www.chessprogramming.org/Piece-Lists)). Removing a
//! piece and putting it back changes one cell and one entry: playing a move is cheap, and taking it back restores every
//! byte.

use crate::geometry::{Address, NOWHERE, address, on_board, relation, square};
use crate::{Bitboard, Board, Color, Piece, PieceType, Square};

/// The place of a piece in the lists, or [`EMPTY`] in a cell.
pub(crate) type Slot = u8;

/// The value of an empty cell.
pub(crate) const EMPTY: Slot = 0x20;

/// The bits of a cell that tell which side its piece belongs to, or that it is empty.
const OWNER: u8 = 0x30;

/// The number of pieces that one side can have.
pub(crate) const PIECES: usize = 16;

/// The type of a piece, written as the [`relation`] over which it attacks: a rook attacks along orthogonals.
/// Pawns have none, because their attacks depend on the direction: they are found by looking at the squares from which
/// they would attack.
pub(crate) mod code {
    use super::relation;

    pub(crate) const PAWN: u8 = 0;
    pub(crate) const KNIGHT: u8 = relation::KNIGHT;
    pub(crate) const BISHOP: u8 = relation::DIAGONAL;
    pub(crate) const ROOK: u8 = relation::ORTHOGONAL;
    pub(crate) const QUEEN: u8 = relation::ORTHOGONAL | relation::DIAGONAL;
    pub(crate) const KING: u8 = relation::NEAR;
}

/// The code of a type.
pub(crate) const fn code_of(kind: PieceType) -> u8 {
    match kind {
        PieceType::Pawn => code::PAWN,
        PieceType::Knight => code::KNIGHT,
        PieceType::Bishop => code::BISHOP,
        PieceType::Rook => code::ROOK,
        PieceType::Queen => code::QUEEN,
        PieceType::King => code::KING,
    }
}

const fn type_of(code: u8) -> PieceType {
    match code {
        code::KNIGHT => PieceType::Knight,
        code::BISHOP => PieceType::Bishop,
        code::ROOK => PieceType::Rook,
        code::QUEEN => PieceType::Queen,
        code::KING => PieceType::King,
        _ => PieceType::Pawn,
    }
}

/// The 0x88 cells and the piece lists.
#[derive(Clone)]
pub(crate) struct Mailbox {
    cells: [Slot; 128],
    addresses: [Address; 2 * PIECES],
    codes: [u8; 2 * PIECES],
    /// For each side, one more than the number of its last slot that may hold a non-pawn.
    non_pawns: [u8; 2],
}

impl Mailbox {
    /// Returns a mailbox without pieces.
    pub(crate) const fn empty() -> Self {
        Self {
            cells: [EMPTY; 128],
            addresses: [NOWHERE; 2 * PIECES],
            codes: [code::PAWN; 2 * PIECES],
            non_pawns: [0; 2],
        }
    }

    /// Removes all pieces.
    pub(crate) fn clear_all(&mut self) {
        self.cells.fill(EMPTY);
        self.addresses.fill(NOWHERE);
        self.codes.fill(code::PAWN);
        self.non_pawns = [0; 2];
    }

    /// Puts the pieces of a board into the slots of this mailbox, which was empty: the king first, then queens, rooks,
    /// bishops, knights, pawns. `counts` says how many of each there are, see [`Board::counts`].
    ///
    /// Returns `false` and does nothing if a side has more than 16 pieces or not exactly one king.
    #[inline(never)]
    pub(crate) fn fill(&mut self, board: &Board, counts: &[u8; 16]) -> bool {
        let mut next = [0; 16];
        for color in Color::ALL {
            let mut pieces = 0;
            for kind in PieceType::ALL.into_iter().rev() {
                let piece = Piece::new(color, kind) as usize & 15;
                if kind == PieceType::Pawn {
                    self.non_pawns[color.index()] = pieces;
                }
                next[piece] = base(color) + pieces;
                pieces += counts[piece];
            }
            let kings = counts[Piece::new(color, PieceType::King) as usize & 15];
            if usize::from(pieces) > PIECES || kings != 1 {
                return false;
            }
        }
        for (at, piece) in board.iter() {
            let slot = &mut next[piece as usize & 15];
            self.codes[usize::from(*slot & 31)] = code_of(piece.piece_type());
            let put = *slot;
            *slot += 1;
            self.put(put, address(at));
        }
        true
    }

    /// The slot of the piece at an address on the board, or [`EMPTY`].
    #[inline]
    pub(crate) fn cell(&self, address: Address) -> Slot {
        self.cells[usize::from(address & 0x7F)]
    }

    /// Returns the address of the piece of a slot, or [`NOWHERE`].
    #[inline]
    pub(crate) fn address_of(&self, slot: Slot) -> Address {
        self.addresses[usize::from(slot & 31)]
    }

    /// The type of the piece of a slot: one of [`code`].
    #[inline]
    pub(crate) fn code(&self, slot: Slot) -> u8 {
        self.codes[usize::from(slot & 31)]
    }

    /// Returns the address of a side's king.
    #[inline]
    pub(crate) fn king(&self, color: Color) -> Address {
        self.address_of(base(color))
    }

    /// The slots of a side that may hold a non-pawn, the king's first.
    #[inline]
    pub(crate) fn non_pawns(&self, color: Color) -> core::ops::Range<Slot> {
        base(color)..base(color) + self.non_pawns[color.index()]
    }

    /// Tells whether a pawn of this side stands at an address, which may be off the board.
    #[inline]
    pub(crate) fn has_pawn(&self, color: Color, at: Address) -> bool {
        let cell = self.cell(at);
        on_board(at) && is_piece_of(color, cell) && self.code(cell) == code::PAWN
    }

    /// The piece on a square.
    #[inline]
    pub(crate) fn piece_at(&self, at: Square) -> Option<Piece> {
        let cell = self.cell(address(at));
        let color = if is_piece_of(Color::White, cell) {
            Color::White
        } else {
            Color::Black
        };
        (cell != EMPTY).then(|| Piece::new(color, type_of(self.code(cell))))
    }

    /// The squares of all pieces of a side.
    pub(crate) fn occupied_by(&self, color: Color) -> Bitboard {
        self.addresses[usize::from(base(color))..]
            .iter()
            .take(PIECES)
            .filter(|&&at| on_board(at))
            .map(|&at| square(at))
            .collect()
    }

    /// Moves the piece of a slot to a cell that is empty or may be overwritten.
    #[inline]
    pub(crate) fn shift(&mut self, slot: Slot, from: Address, to: Address) {
        self.clear(from);
        self.put(slot, to);
    }

    /// Puts the piece of a slot down.
    #[inline]
    pub(crate) fn put(&mut self, slot: Slot, to: Address) {
        self.cells[usize::from(to & 0x7F)] = slot;
        self.addresses[usize::from(slot & 31)] = to;
    }

    /// Removes the piece at an address and returns its slot.
    #[inline]
    pub(crate) fn take(&mut self, at: Address) -> Slot {
        let slot = self.cell(at);
        self.clear(at);
        self.forget(slot);
        slot
    }

    /// Notes that the piece of a slot is no longer on the board.
    #[inline]
    pub(crate) fn forget(&mut self, slot: Slot) {
        self.addresses[usize::from(slot & 31)] = NOWHERE;
    }

    /// Empties a cell whose piece is about to be put down elsewhere.
    #[inline]
    pub(crate) fn clear(&mut self, at: Address) {
        self.cells[usize::from(at & 0x7F)] = EMPTY;
    }

    /// The bound of [`Mailbox::non_pawns`], for [`Mailbox::demote`] to restore.
    #[inline]
    pub(crate) fn non_pawn_bound(&self, color: Color) -> u8 {
        self.non_pawns[color.index()]
    }

    /// Turns the pawn of a slot into another piece.
    pub(crate) fn promote(&mut self, color: Color, slot: Slot, kind: PieceType) {
        self.codes[usize::from(slot & 31)] = code_of(kind);
        let bound = &mut self.non_pawns[color.index()];
        *bound = (*bound).max((slot & 15) + 1);
    }

    /// Turns a promoted piece back into a pawn, and restores the bound of [`Mailbox::non_pawns`].
    pub(crate) fn demote(&mut self, color: Color, slot: Slot, non_pawns: u8) {
        self.codes[usize::from(slot & 31)] = code::PAWN;
        self.non_pawns[color.index()] = non_pawns;
    }
}

/// The first slot of a side, its king's.
#[inline]
pub(crate) const fn base(color: Color) -> Slot {
    (color as u8) << 4
}

/// Tells whether a cell holds a piece of this side.
#[inline]
pub(crate) const fn is_piece_of(color: Color, cell: Slot) -> bool {
    cell & OWNER == base(color)
}
