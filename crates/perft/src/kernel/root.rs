//! The positions below which a kernel counts.

use passant_rules::{Color, Position, Square};

use super::planes::{Code, Planes};
#[cfg(feature = "threads")]
use crate::packed::{Packed, Sets};

/// A position as a kernel begins with it: its board, castling rights and en passant right, without clocks.
///
/// ```
/// use passant_perft::kernel::{Batches, Kernel, Mode, Root, count_in};
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

impl Root {
    /// Each position as a kernel begins with it.
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

#[cfg(feature = "threads")]
impl From<&Packed> for Root {
    /// The position with these words, which must be those of one: what comes from a file must have been looked at.
    fn from(packed: &Packed) -> Self {
        let sets = packed.sets();
        let Sets {
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            kings,
            ..
        } = sets;
        let us = sets.side_to_move;
        let view = View(us);
        let (own, target) = match us {
            Color::White => (sets.white, sets.victim << 8),
            Color::Black => (packed.words[0] & !sets.white, sets.victim >> 8),
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
