//! The plain walks over the tree.

use core::fmt::Debug;
use core::ops::AddAssign;

use passant_rules::{Move, Position};

use crate::classify;
use crate::column::Column;
use crate::tally::Tally;

/// Something that is counted over a tree and adds up over its subtrees: nodes (`u64`) or a [`Tally`].
pub trait Count: AddAssign + Clone + Default + PartialEq + Debug + Send + Sync + 'static {
    /// Sums of many counts, which may be larger than one count can be: each number has 128 bits.
    type Total: Total;

    /// The number of numbers in the count.
    const COLUMNS: usize;

    /// The name of what is counted, in one word.
    const NAME: &'static str;

    /// The numbers of the count. The first is the number of leaf nodes.
    fn columns(&self) -> &[u64];

    /// The numbers of the count, mutable.
    fn columns_mut(&mut self) -> &mut [u64];

    /// Counts the tree below a position to a depth in plies. The position is unchanged afterwards.
    fn count(position: &mut Position, depth: u32) -> Self;

    /// Counts the part of the tree that begins with one legal move; `depth` includes the move and is at least 1.
    fn count_move(position: &mut Position, mv: Move, depth: u32) -> Self {
        let undo = position.make(mv);
        let count = Self::count(position, depth - 1);
        position.unmake(mv, undo);
        count
    }

    /// Adds another count, multiplied. Returns `None` if a number overflows a `u64`; the sum is meaningless then.
    #[must_use = "a sum that is too large means nothing"]
    fn add_times(&mut self, other: &Self, times: u64) -> Option<()> {
        for (sum, &more) in self.columns_mut().iter_mut().zip(other.columns()) {
            *sum = more.checked_mul(times)?.checked_add(*sum)?;
        }
        Some(())
    }
}

/// A sum of counts that are perhaps of more than 2^64 leaves: the initial position has so many at depth 14.
///
/// ```
/// use passant_count::{Count, Total};
///
/// let mut total = <u64 as Count>::Total::default();
/// total.add_times(&u64::MAX, 10);
/// assert_eq!(total, 184_467_440_737_095_516_150);
/// ```
pub trait Total: Clone + Default + PartialEq + Debug + Send + Sync + 'static {
    /// The numbers of the sum. The first is the number of leaf nodes.
    fn columns(&self) -> &[u128];

    /// The numbers of the sum, mutable.
    fn columns_mut(&mut self) -> &mut [u128];

    /// Adds a count, multiplied. No tree that can be counted comes near the largest sum.
    fn add_times<C: Count<Total = Self>>(&mut self, count: &C, times: u64) {
        for (sum, &more) in self.columns_mut().iter_mut().zip(count.columns()) {
            *sum = sum.saturating_add(u128::from(more) * u128::from(times));
        }
    }

    /// Adds another sum.
    fn add(&mut self, other: &Self) {
        for (sum, more) in self.columns_mut().iter_mut().zip(other.columns()) {
            *sum = sum.saturating_add(*more);
        }
    }
}

impl Total for u128 {
    fn columns(&self) -> &[u128] {
        core::slice::from_ref(self)
    }

    fn columns_mut(&mut self) -> &mut [u128] {
        core::slice::from_mut(self)
    }
}

impl Total for Tally<u128> {
    fn columns(&self) -> &[u128] {
        &self.counts
    }

    fn columns_mut(&mut self) -> &mut [u128] {
        &mut self.counts
    }
}

impl Count for u64 {
    type Total = u128;

    const COLUMNS: usize = 1;
    const NAME: &'static str = "nodes";

    fn columns(&self) -> &[u64] {
        core::slice::from_ref(self)
    }

    fn columns_mut(&mut self) -> &mut [u64] {
        core::slice::from_mut(self)
    }

    /// Counts the leaves with [`bulk`].
    fn count(position: &mut Position, depth: u32) -> Self {
        bulk(position, depth)
    }
}

impl Count for Tally {
    type Total = Tally<u128>;

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

    /// At depth 1 the move itself is the leaf. The en passant captures that are illegal at the root belong to no move,
    /// so they appear in the tally of the root only.
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

/// The definition of perft: plays every line of `depth` plies and counts the lines one by one.
///
/// This function is written to be obviously correct, not to be fast; every other counter is tested against it. The
/// position is unchanged afterwards. Each ply uses about 600 bytes of stack.
///
/// ```
/// use passant_rules::Position;
///
/// assert_eq!(passant_count::naive(&mut Position::initial(), 3), 8_902);
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

/// Counts the same leaves as [`naive`], but counts the legal moves of the last ply instead of playing them ([bulk
/// counting](https://www.chessprogramming.org/Perft#Bulk_Counting)).
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

/// Counts the leaf moves below a position by kind. The position is unchanged afterwards.
///
/// At depth 0 there is one node and no move, so only [`Column::Nodes`] is 1.
///
/// ```
/// use passant_count::{Column, tally};
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

/// Counts below each root move, and reports each move with its count as soon as the count is known.
///
/// At depth 0 there is no root move, and nothing is reported.
///
/// ```
/// use passant_rules::Position;
///
/// let mut total = 0;
/// passant_count::divide(&mut Position::initial(), 3, |mv, nodes: u64| {
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
