//! Moves whose column depends on whether there is a reply.

use passant_count::{CheckKind, Column, Tally};

use crate::axes::KingView;
use crate::batch::{Batch, ROOM};
use crate::lanes::{Lanes, MOST_LANES};
use crate::planes::{Castlings, Planes};
use crate::setwise::{Board, count_moves};

/// Positions after moves that give check or might give stalemate, each with its kind of move.
pub(crate) struct PendingChildren {
    batch: Box<Batch>,
    kinds: Box<[PendingMove; ROOM]>,
    root: usize,
}

/// The columns of a move, depending on whether there is a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PendingMove {
    /// `None` if the move does not give check.
    check: Option<CheckKind>,
    is_en_passant: bool,
    /// The root that the move lies below.
    root: usize,
}

impl PendingChildren {
    pub(crate) fn new() -> Self {
        let kind = PendingMove {
            check: None,
            is_en_passant: false,
            root: 0,
        };
        Self {
            batch: Batch::new(),
            kinds: Box::new([kind; ROOM]),
            root: 0,
        }
    }

    /// Declares that the positions that are added from now on lie below this root.
    #[inline(always)]
    pub(crate) fn below(&mut self, root: usize) {
        self.root = root;
    }

    /// The tally of that root.
    #[inline(always)]
    pub(super) fn tally<'a>(&self, tallies: &'a mut [Tally]) -> &'a mut Tally {
        &mut tallies[self.root]
    }

    /// Adds a position whose replies are to be counted.
    #[inline(always)]
    pub(super) fn push(&mut self, child: Planes, check: Option<CheckKind>, is_en_passant: bool) {
        self.kinds[self.batch.len()] = PendingMove {
            check,
            is_en_passant,
            root: self.root,
        };
        self.batch.push(child);
    }

    /// Tells whether the positions must be settled before more are added.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.batch.is_full()
    }

    /// Counts the replies in all positions, and adds the moves that led to them to the tallies of their roots.
    ///
    /// `others` are the castlings of the side that would reply.
    #[inline(always)]
    pub(crate) fn settle<L: Lanes>(&mut self, others: &Castlings, tallies: &mut [Tally]) {
        self.batch.pad();
        let mut at = 0;
        while at < self.batch.len() {
            let board = Board::<L>::load(&self.batch, at);
            let king_view = KingView::of(board.king());
            let replies = count_moves(&board, &king_view, others).to_array();
            for lane in 0..L::NUMBER.min(self.batch.len() - at) {
                let kind = self.kinds[at + lane];
                let tally = &mut tallies[kind.root];
                let is_over = replies[lane % MOST_LANES] == 0;
                let Some(check) = kind.check else {
                    tally.add(Column::Stalemates, u64::from(is_over));
                    continue;
                };
                tally.add(check.column(is_over), 1);
                if kind.is_en_passant {
                    tally.add(check.en_passant_column(is_over), 1);
                }
            }
            at += L::NUMBER;
        }
        self.batch.clear();
    }
}
