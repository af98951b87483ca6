//! The positions below which a kernel counts.

use passant_rules::{Color, Position, Square};

use super::planes::{Code, Planes};

/// A position as a kernel begins with it: its board, castling rights and en passant right, without clocks.
///
/// ```
/// use passant_kernel::{Batches, Kernel, Mode, Root, count_in};
/// use passant_rules::Position;
///
/// let root = Root::from(&Position::initial());
/// let counts = count_in(&mut Batches::default(), &[root], 3, Kernel::best(), Mode::Reuse);
/// assert_eq!(counts, [8_902]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root {
    pub(super) planes: Planes,
}

/// The squares of the pieces of a position, A1 lowest, and the rest of its state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sets {
    /// The pawns of both sides, as in the next five.
    pub pawns: u64,
    /// The knights.
    pub knights: u64,
    /// The bishops.
    pub bishops: u64,
    /// The rooks.
    pub rooks: u64,
    /// The queens.
    pub queens: u64,
    /// The kings.
    pub kings: u64,
    /// All pieces of White.
    pub white: u64,
    /// The rooks with a castling right.
    pub castling_rooks: u64,
    /// The pawn that can be captured en passant; empty without one.
    pub victim: u64,
    /// The side to move.
    pub side_to_move: Color,
}

impl Root {
    /// Returns each position as a kernel begins with it.
    #[must_use]
    pub fn all<'a, P>(positions: &'a [P]) -> Vec<Self>
    where
        Self: From<&'a P>,
    {
        positions.iter().map(Self::from).collect()
    }
}

impl From<&Position> for Root {
    fn from(position: &Position) -> Self {
        let us = position.side_to_move();
        let view = View(us);
        let mut planes = Planes {
            own: view.set(position.occupied_by(us).0),
            ..Planes::default()
        };
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                planes.put(view.square(square), Code::of(piece.piece_type()));
            }
        }
        for (color, _, file) in position.castling_rights().iter() {
            planes.rights |= view.square(Square::new(file, color.home_rank()));
        }
        if let Some(right) = position
            .en_passant()
            .filter(|right| !right.capturers().is_empty())
        {
            planes.rights |= view.square(right.target());
        }
        Self { planes }
    }
}

impl From<&Sets> for Root {
    /// The position with these sets, which must be those of one: what comes from a file must have been looked at.
    fn from(sets: &Sets) -> Self {
        let &Sets {
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            kings,
            ..
        } = sets;
        let black = (pawns | knights | bishops | rooks | queens | kings) & !sets.white;
        let view = View(sets.side_to_move);
        let (own, target) = match sets.side_to_move {
            Color::White => (sets.white, sets.victim << 8),
            Color::Black => (black, sets.victim >> 8),
        };
        let planes = Planes {
            short: view.set(pawns | knights | kings),
            orthogonal: view.set(rooks | queens | kings),
            diagonal: view.set(knights | bishops | queens),
            own: view.set(own),
            rights: view.set(sets.castling_rooks | target),
        };
        Self { planes }
    }
}

/// The board as one color sees it.
#[derive(Clone, Copy)]
struct View(Color);

impl View {
    fn set(self, set: u64) -> u64 {
        match self.0 {
            Color::White => set,
            Color::Black => set.swap_bytes(),
        }
    }

    fn square(self, square: Square) -> u64 {
        self.set(1 << square.index())
    }
}
