//! Leaf moves by kind, many positions at once.
//!
//! How many captures, castlings, promotions and double pushes there are, is counted on sets like the moves themselves
//! ([`leaves`]). Checks are rarer. [`suspicions`] finds the squares that are reached and from which the king would be
//! attacked, and the men that shield it. Most checks are [`direct`] ones that are no mate at a glance. The other moves
//! in question are made ([`suspects`]): each child that is in check goes into a batch with the column it belongs to,
//! and the moves of that batch are counted like any others: none means mate.
//!
//! Stalemate could follow any move. But one move takes away the mobility of few men, so that a position in which
//! enough men can move needs no second look; in the others every move is made.

mod direct;
mod en_passant;
mod leaves;
mod suspects;
mod suspicions;

use super::batch::{Batch, MOST_LANES, ROOM};
use super::lanes::Lanes;
use super::planes::{Planes, Wings};
use super::setwise::{Board, count_moves};
use crate::{Column, Tally};

pub(super) use leaves::tally;

/// Positions after moves that give check or might give stalemate, each with what is known of the move.
pub(super) struct Children {
    batch: Box<Batch>,
    kinds: Box<[Kind; ROOM]>,
}

/// Where a move is counted, depending on whether there is a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    /// `None` if the move does not give check.
    check: Option<Check>,
    is_en_passant: bool,
}

/// Who gives check after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Check {
    Direct,
    Discovered,
    DirectDiscovered,
    DoubleDiscovered,
}

impl Check {
    /// The men that give check, and where the man stands that moved, seen by the side in check.
    #[inline(always)]
    fn of(checkers: u64, arrival: u64) -> Option<Self> {
        let is_single = checkers & checkers.wrapping_sub(1) == 0;
        match (checkers & arrival != 0, is_single) {
            _ if checkers == 0 => None,
            (true, true) => Some(Self::Direct),
            (false, true) => Some(Self::Discovered),
            (true, false) => Some(Self::DirectDiscovered),
            (false, false) => Some(Self::DoubleDiscovered),
        }
    }

    /// The columns of checks that are not mate and of those that are; among all moves, and among en passant captures.
    const fn columns(self) -> [[Column; 2]; 2] {
        match self {
            Self::Direct => [
                [Column::DirectChecks, Column::DirectMates],
                [Column::EnPassantDirectChecks, Column::EnPassantDirectMates],
            ],
            Self::Discovered => [
                [Column::DiscoveredChecks, Column::DiscoveredMates],
                [
                    Column::EnPassantDiscoveredChecks,
                    Column::EnPassantDiscoveredMates,
                ],
            ],
            Self::DirectDiscovered => [
                [
                    Column::DirectDiscoveredChecks,
                    Column::DirectDiscoveredMates,
                ],
                [
                    Column::EnPassantDirectDiscoveredChecks,
                    Column::EnPassantDirectDiscoveredMates,
                ],
            ],
            Self::DoubleDiscovered => [
                [
                    Column::DoubleDiscoveredChecks,
                    Column::DoubleDiscoveredMates,
                ],
                [
                    Column::EnPassantDoubleDiscoveredChecks,
                    Column::EnPassantDoubleDiscoveredMates,
                ],
            ],
        }
    }
}

impl Children {
    pub(super) fn new() -> Self {
        let kind = Kind {
            check: None,
            is_en_passant: false,
        };
        Self {
            batch: Batch::new(),
            kinds: Box::new([kind; ROOM]),
        }
    }

    /// Adds a position to be looked at.
    #[inline(always)]
    fn push(&mut self, child: Planes, check: Option<Check>, is_en_passant: bool) {
        self.kinds[self.batch.len()] = Kind {
            check,
            is_en_passant,
        };
        self.batch.push(child);
    }

    /// Looks which of the positions have no move, and counts the moves that led to them.
    ///
    /// `others` are the castlings of the side that would reply.
    #[inline(always)]
    pub(super) fn settle<L: Lanes>(&mut self, others: &Wings, tally: &mut Tally) {
        self.batch.pad();
        let mut at = 0;
        while at < self.batch.len() {
            let board = Board::<L>::load(&self.batch, at);
            let replies = count_moves(&board, others).to_array();
            for lane in 0..L::NUMBER.min(self.batch.len() - at) {
                let kind = self.kinds[at + lane];
                let is_over = replies[lane % MOST_LANES] == 0;
                let Some(check) = kind.check else {
                    tally.add(Column::Stalemates, u64::from(is_over));
                    continue;
                };
                let [all, en_passant] = check.columns();
                tally.add(all[usize::from(is_over)], 1);
                if kind.is_en_passant {
                    tally.add(en_passant[usize::from(is_over)], 1);
                }
            }
            at += L::NUMBER;
        }
        self.batch.clear();
    }
}
