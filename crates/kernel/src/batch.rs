//! A batch of positions, stored field by field.

use core::ops::Range;

use super::lane_planes::LanePlanes;
use super::lanes::{Lanes, MOST_LANES};
use super::move_list::{MOST_MOVES, MoveList};
use super::planes::Planes;

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
