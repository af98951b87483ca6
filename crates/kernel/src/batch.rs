//! A batch of positions, stored field by field.

use core::ops::Range;

use super::attacks::square;
use super::lanes::{Lanes, MOST_LANES, MOST_SQUARES};
use super::planes::{Code, Planes};

/// A batch with this many positions must be emptied.
pub(super) const FULL: usize = 256;

/// Room for a full batch, for the children of one more position, and for lanes beyond the end.
///
/// The arrays must not lie a multiple of 4096 bytes apart, because their lines would compete for the same places in the
/// cache.
pub(super) const ROOM: usize = (FULL + MOST_MOVES + MOST_LANES).next_multiple_of(8);
const _: () = assert!(!(ROOM * 8).is_multiple_of(4096));

/// Positions below some roots: five arrays, one for each field of [`Planes`].
///
/// The positions below the same root are neighbors.
#[repr(C, align(64))]
pub(super) struct Batch {
    pub(super) short: [u64; ROOM],
    pub(super) orthogonal: [u64; ROOM],
    pub(super) diagonal: [u64; ROOM],
    pub(super) own: [u64; ROOM],
    pub(super) rights: [u64; ROOM],
    len: usize,
    runs: Vec<Run>,
    /// The moves of the position whose children are made.
    pub(super) moves: MoveList,
}

/// Neighbors in a group of lanes whose children are made one after the other.
pub(super) struct Parents<'a> {
    pub(super) batch: &'a Batch,
    /// The position of the first lane of the group.
    pub(super) at: usize,
    pub(super) lanes: Range<usize>,
}

impl Parents<'_> {
    /// The position in a lane.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Planes {
        self.batch.get(self.at + lane)
    }
}

/// Room for the positions of a count: a batch for each ply. It is kept from one count to the next, because clearing the
/// memory would take as long as counting a small tree.
///
/// ```
/// use passant_kernel::{Batches, Kernel, Mode, Root, count_in};
/// use passant_rules::Position;
///
/// let mut batches = Batches::default();
/// for (depth, nodes) in [(1, 20), (2, 400), (3, 8_902)] {
///     let roots = [Root::from(&Position::initial())];
///     let counts = count_in(&mut batches, &roots, depth, Kernel::best(), Mode::Reuse);
///     assert_eq!(counts, [nodes]);
/// }
/// ```
#[derive(Default)]
pub struct Batches(pub(super) Vec<Box<Batch>>);

/// Neighbors in a batch that lie below the same root, up to the next run or the last position.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    root: usize,
}

impl Batch {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            short: [0; ROOM],
            orthogonal: [0; ROOM],
            diagonal: [0; ROOM],
            own: [0; ROOM],
            rights: [0; ROOM],
            len: 0,
            runs: Vec::new(),
            moves: MoveList::new(),
        })
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Tells whether the children of one more position might not fit.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        FULL <= self.len
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.runs.clear();
    }

    /// Declares that the positions that are appended from now on lie below this root.
    #[inline(always)]
    pub(super) fn below(&mut self, root: usize) {
        if self.runs.last().is_none_or(|run| run.root != root) {
            self.begin_run(root);
        }
    }

    #[cold]
    fn begin_run(&mut self, root: usize) {
        let first = self.len;
        self.runs.pop_if(|run| run.first == first);
        self.runs.push(Run { first, root });
    }

    /// The roots of the first `number` positions, each with the range of its positions.
    pub(super) fn roots(&self, number: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let ends = self.runs.iter().skip(1).map(|run| run.first);
        let runs = self.runs.iter().zip(ends.chain([self.len]));
        runs.map(move |(run, end)| (run.root, run.first.min(number)..end.min(number)))
            .filter(|(_, positions)| !positions.is_empty())
    }

    /// Declares that this many positions have been written after the last one.
    ///
    /// # Panics
    ///
    /// Panics if that leaves no room for the lanes of one more write.
    #[inline(always)]
    pub(super) fn grow(&mut self, number: usize) {
        self.len += number;
        assert!(
            self.len <= ROOM - MOST_LANES,
            "a position with too many moves"
        );
    }

    #[inline(always)]
    pub(super) fn push(&mut self, planes: Planes) {
        let at = self.len;
        self.grow(1);
        self.set(at, planes);
    }

    /// Appends the positions of the first `number` lanes.
    ///
    /// # Panics
    ///
    /// Panics if there is no room for all lanes.
    #[inline(always)]
    pub(super) fn push_lanes<L: Lanes>(&mut self, planes: &LanePlanes<L>, number: usize) {
        let at = self.len;
        assert!(at <= ROOM - MOST_LANES, "a position with too many moves");
        planes.short.store(&mut self.short, at);
        planes.orthogonal.store(&mut self.orthogonal, at);
        planes.diagonal.store(&mut self.diagonal, at);
        planes.own.store(&mut self.own, at);
        planes.rights.store(&mut self.rights, at);
        self.len = at + number;
    }

    #[inline(always)]
    fn set(&mut self, at: usize, planes: Planes) {
        self.short[at] = planes.short;
        self.orthogonal[at] = planes.orthogonal;
        self.diagonal[at] = planes.diagonal;
        self.own[at] = planes.own;
        self.rights[at] = planes.rights;
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> Planes {
        Planes {
            short: self.short[at],
            orthogonal: self.orthogonal[at],
            diagonal: self.diagonal[at],
            own: self.own[at],
            rights: self.rights[at],
        }
    }

    /// The root of a position, and the end of its run. `run` is 0 for the first position that is asked for, and is kept for
    /// those after it.
    #[inline(always)]
    pub(super) fn root_of(&self, at: usize, run: &mut usize) -> (usize, usize) {
        loop {
            match self.runs.get(*run + 1) {
                Some(next) if next.first <= at => *run += 1,
                next => {
                    return (
                        self.runs[*run].root,
                        next.map_or(self.len, |next| next.first),
                    );
                }
            }
        }
    }

    /// Removes the first positions, and moves the others to the front.
    #[inline(always)]
    pub(super) fn drop_first(&mut self, number: usize) {
        let left = self.len - number;
        for at in 0..left {
            self.set(at, self.get(number + at));
        }
        self.len = left;
        let begun = self.runs.partition_point(|run| run.first <= number);
        self.runs.drain(..begun.saturating_sub(1));
        for run in &mut self.runs {
            run.first = run.first.saturating_sub(number);
        }
    }

    /// Writes empty boards after the last position, to fill the unused lanes. An empty board has no moves.
    #[inline(always)]
    pub(super) fn pad(&mut self) {
        for at in self.len..self.len.next_multiple_of(MOST_LANES) {
            self.set(at, Planes::default());
        }
    }
}

/// An upper bound for the moves of a position: nine queens, two rooks, two bishops and two knights on an empty board,
/// and a king.
pub(super) const MOST_MOVES: usize = 9 * 27 + 2 * 14 + 2 * 13 + 2 * 8 + 8 + 2;

/// Moves of which nothing but the squares matters: the piece stays what it is, and no right depends on it but that of a
/// rook on its own square.
///
/// It is as large as it is aligned, and so lies in one page of memory. A write across two pages takes so long that making
/// children took 1.3 times as long where a page ended in a list.
#[repr(align(1024))]
pub(super) struct MoveList {
    from: [u8; Self::ROOM],
    to: [u8; Self::ROOM],
    pub(super) len: usize,
}

const _: () = assert!(size_of::<MoveList>() == align_of::<MoveList>());

impl MoveList {
    /// Room for all moves, and for what is written beyond the last one.
    const ROOM: usize = MOST_MOVES + MOST_SQUARES;

    pub(super) const fn new() -> Self {
        Self {
            from: [0; Self::ROOM],
            to: [0; Self::ROOM],
            len: 0,
        }
    }

    /// The squares that some moves leave and enter, from `at` on, each pair in a lane, on the board turned over.
    #[inline(always)]
    pub(super) fn squares<L: Lanes>(&self, at: usize) -> [L; 2] {
        [
            L::load_squares(&self.from, at).turn_over(),
            L::load_squares(&self.to, at).turn_over(),
        ]
    }

    /// Lists the moves of one piece.
    #[inline(always)]
    pub(super) fn add_piece<L: Lanes>(&mut self, from: u64, targets: u64) {
        L::list_squares(targets, &mut self.to, self.len);
        self.from[self.len..][..MOST_SQUARES].fill(square(from) as u8);
        self.len += targets.count_ones() as usize;
    }

    /// Lists pawn moves of this many squares.
    #[inline(always)]
    pub(super) fn add_pawns<L: Lanes>(&mut self, step: u32, targets: u64) {
        L::list_squares(targets, &mut self.to, self.len);
        L::list_squares(targets >> step, &mut self.from, self.len);
        self.len += targets.count_ones() as usize;
    }
}

/// Positions in the lanes of registers, with the fields of [`Planes`].
#[derive(Clone, Copy)]
pub(super) struct LanePlanes<L> {
    pub(super) short: L,
    pub(super) orthogonal: L,
    pub(super) diagonal: L,
    pub(super) own: L,
    pub(super) rights: L,
}

impl<L: Lanes> LanePlanes<L> {
    /// The same position in each lane.
    #[inline(always)]
    pub(super) fn splat(planes: &Planes) -> Self {
        Self {
            short: L::splat(planes.short),
            orthogonal: L::splat(planes.orthogonal),
            diagonal: L::splat(planes.diagonal),
            own: L::splat(planes.own),
            rights: L::splat(planes.rights),
        }
    }

    /// The position after a move that neither promotes nor castles, by a piece of the side that is *not* to move, and not by a
    /// king. Each lane has one square to leave and one to enter.
    #[inline(always)]
    pub(super) fn move_piece(&self, from: L, to: L) -> Self {
        Self {
            short: move_in_set(self.short, from, to),
            orthogonal: move_in_set(self.orthogonal, from, to),
            diagonal: move_in_set(self.diagonal, from, to),
            own: self.own & !to,
            rights: self.rights & !(from | to),
        }
    }

    /// Does [`Planes::place`] in each lane.
    #[inline(always)]
    pub(super) fn place(&self, to: L, arrives: Code) -> Self {
        Self {
            short: replace_in_set(self.short, to, arrives.short),
            orthogonal: replace_in_set(self.orthogonal, to, arrives.orthogonal),
            diagonal: replace_in_set(self.diagonal, to, arrives.diagonal),
            own: self.own & !to,
            rights: self.rights & !to,
        }
    }
}

/// Adds squares to a set, or removes them.
#[inline(always)]
fn replace_in_set<L: Lanes>(set: L, squares: L, is_in: bool) -> L {
    if is_in { set | squares } else { set & !squares }
}

/// Moves a piece from one square to another, if the set has it, and removes what stands there.
#[inline(always)]
fn move_in_set<L: Lanes>(set: L, from: L, to: L) -> L {
    (set & !(from | to)) | to.only((set & from).occupied_lanes())
}
