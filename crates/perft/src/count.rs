//! The walks over the tree.

use core::fmt::Debug;
use core::ops::AddAssign;

use passant_rules::{Move, Position};

use crate::classify;
use crate::column::Column;
#[cfg(feature = "kernels")]
use crate::kernel::{self, Kernel, Mode};
use crate::tally::Tally;

/// Something that is counted over a tree, and adds up over its subtrees: nodes (`u64`) or a [`Tally`].
pub trait Count: AddAssign + Clone + Default + PartialEq + Debug + Send + Sync + 'static {
    /// How many numbers it has.
    const COLUMNS: usize;

    /// What is counted, in one word.
    const NAME: &'static str;

    /// Its numbers.
    fn columns(&self) -> &[u64];

    /// Its numbers, to be changed.
    fn columns_mut(&mut self) -> &mut [u64];

    /// Counts the tree below a position to a depth in plies. The position is the same afterwards.
    fn count(position: &mut Position, depth: u32) -> Self;

    /// Counts the same with a kernel.
    #[cfg(feature = "kernels")]
    fn count_by_kernel(position: &Position, depth: u32, kernel: Kernel, mode: Mode) -> Self;

    /// Counts the part of that tree that begins with one legal move; `depth` is at least 1 and includes the move.
    fn count_move(position: &mut Position, mv: Move, depth: u32) -> Self {
        let undo = position.make(mv);
        let count = Self::count(position, depth - 1);
        position.unmake(mv, undo);
        count
    }

    /// Adds another count a number of times. `None` if a number would be larger than a `u64` can say; the sum means
    /// nothing then.
    #[must_use = "a sum that is too large means nothing"]
    fn add_times(&mut self, other: &Self, times: u64) -> Option<()> {
        for (sum, &more) in self.columns_mut().iter_mut().zip(other.columns()) {
            *sum = more.checked_mul(times)?.checked_add(*sum)?;
        }
        Some(())
    }
}

impl Count for u64 {
    const COLUMNS: usize = 1;
    const NAME: &'static str = "nodes";

    fn columns(&self) -> &[u64] {
        core::slice::from_ref(self)
    }

    fn columns_mut(&mut self) -> &mut [u64] {
        core::slice::from_mut(self)
    }

    /// Counts the leaves, by [`bulk`].
    fn count(position: &mut Position, depth: u32) -> Self {
        bulk(position, depth)
    }

    #[cfg(feature = "kernels")]
    fn count_by_kernel(position: &Position, depth: u32, kernel: Kernel, mode: Mode) -> Self {
        kernel::count(position, depth, kernel, mode)
    }
}

impl Count for Tally {
    const COLUMNS: usize = Column::COUNT;
    const NAME: &'static str = "tally";

    fn columns(&self) -> &[u64] {
        &self.counts
    }

    fn columns_mut(&mut self) -> &mut [u64] {
        &mut self.counts
    }

    fn count(position: &mut Position, depth: u32) -> Self {
        tally(position, depth)
    }

    #[cfg(feature = "kernels")]
    fn count_by_kernel(position: &Position, depth: u32, kernel: Kernel, mode: Mode) -> Self {
        kernel::tally(position, depth, kernel, mode)
    }

    /// At depth 1 the move is itself the leaf. The captures that the root refuses belong to no move: they are
    /// in the tally of the root alone.
    fn count_move(position: &mut Position, mv: Move, depth: u32) -> Self {
        if depth == 1 {
            return classify::leaf_move(position, mv);
        }
        let undo = position.make(mv);
        let count = tally(position, depth - 1);
        position.unmake(mv, undo);
        count
    }
}

/// The definition of perft: plays every line of `depth` plies and counts them one by one.
///
/// It is here to be believed, not to be fast; every other counter is tested against it. The position is the same
/// afterwards. Uses some 600 bytes of stack for each ply.
///
/// ```
/// use passant_rules::Position;
///
/// assert_eq!(passant_perft::naive(&mut Position::initial(), 3), 8_902);
/// ```
pub fn naive(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        nodes += naive(position, depth - 1);
        position.unmake(mv, undo);
    }
    nodes
}

/// Counts the same leaves as [`naive`], but does not play the last ply: it counts the legal moves instead
/// ([bulk counting](https://www.chessprogramming.org/Perft#Bulk_Counting)).
pub fn bulk(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => {
            let mut nodes = 0;
            for mv in position.legal_moves() {
                let undo = position.make(mv);
                nodes += bulk(position, depth - 1);
                position.unmake(mv, undo);
            }
            nodes
        }
    }
}

/// Counts the leaf moves below a position by kind. The position is the same afterwards.
///
/// At depth 0 there is one node, and no move to tell anything of.
///
/// ```
/// use passant_perft::{Column, tally};
/// use passant_rules::Position;
///
/// // Capturing on d6 would take both pawns off the fifth rank and uncover the rook.
/// let mut position = Position::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1")?;
/// let tally = tally(&mut position, 1);
/// assert_eq!(tally[Column::EnPassant], 0);
/// assert_eq!(tally[Column::RejectedRank], 1);
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[must_use]
pub fn tally(position: &mut Position, depth: u32) -> Tally {
    let mut total = Tally::default();
    if depth == 0 {
        total.add(Column::Nodes, 1);
    } else {
        walk_tally(position, depth, &mut total);
    }
    total
}

fn walk_tally(position: &mut Position, depth: u32, total: &mut Tally) {
    if depth == 1 {
        let moves = position.legal_moves();
        classify::leaf_moves(position, moves, total);
        return;
    }
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        walk_tally(position, depth - 1, total);
        position.unmake(mv, undo);
    }
}

/// Counts below each root move, and hands over each move with its count as soon as it is known.
///
/// At depth 0 there is no root move to divide by, and nothing is reported.
///
/// ```
/// use passant_rules::Position;
///
/// let mut total = 0;
/// passant_perft::divide(&mut Position::initial(), 3, |mv, nodes: u64| {
///     if &mv.uci()[..] == "e2e4" {
///         assert_eq!(nodes, 600);
///     }
///     total += nodes;
/// });
/// assert_eq!(total, 8_902);
/// ```
pub fn divide<C: Count>(position: &mut Position, depth: u32, mut report: impl FnMut(Move, C)) {
    if depth == 0 {
        return;
    }
    for mv in position.legal_moves() {
        let count = C::count_move(position, mv, depth);
        report(mv, count);
    }
}
