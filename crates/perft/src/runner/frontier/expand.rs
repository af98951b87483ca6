//! From the positions of one ply to those of the next.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use passant_rules::{Bitboard, EnPassantMode, Move, Position};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::buckets::{Buckets, Entries};
use super::entry::{Entry, is_same_position};
use crate::packed::{Packed, spread};
use crate::runner::error::RunError;

/// How many entries a thread expands before it looks whether to stop and hands the next ones on.
const AT_A_TIME: usize = 512;

/// What the label of an entry says.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(in crate::runner) enum Labels {
    /// Nothing.
    None,
    /// The index of the root move that its lines begin with.
    RootMove,
    /// The square that the last move passed over, if it was a double push and no capture on that square is legal, see
    /// [`target_label`].
    Target,
}

/// What is kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runner) struct Options {
    pub(in crate::runner) labels: Labels,
    /// Whether lines that lead to the same position, with the same label, are one entry.
    pub(in crate::runner) merge: bool,
}

/// One of several parts of a ply: positions are divided by a hash of their occupied squares.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::runner) struct Part {
    pub(in crate::runner) index: u64,
    pub(in crate::runner) of: u64,
}

impl Part {
    fn contains(self, hash: u64) -> bool {
        let scaled = u128::from(hash) * u128::from(self.of);
        (scaled >> 64) as u64 == self.index
    }
}

/// Expands entries of one ply into one part of the next.
pub(super) struct Expansion<'a> {
    options: Options,
    part: Part,
    /// Whether the root is expanded.
    is_root: bool,
    stop: &'a AtomicBool,
    buckets: Buckets,
    moves: AtomicU64,
}

/// What has come of an expansion.
pub(super) struct Expanded {
    pub(super) entries: Entries,
    /// How many moves led there, those of the same position to the same position counted once.
    pub(super) moves: u64,
    /// The time that sorting and merging took all threads together.
    pub(super) merging: Duration,
}

impl<'a> Expansion<'a> {
    /// Expands a ply that is so far below the root.
    pub(super) fn new(options: Options, ply: u32, part: Part, stop: &'a AtomicBool) -> Self {
        Self {
            options,
            part,
            is_root: ply == 0,
            stop,
            buckets: Buckets::new(options.merge),
            moves: AtomicU64::new(0),
        }
    }

    /// Expands some entries of the ply before.
    pub(super) fn add(&self, source: &[Entry]) -> Result<(), RunError> {
        let chunks = source.par_chunks(AT_A_TIME);
        chunks.try_for_each_init(Buckets::lists, |lists, chunk| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
            let is_same =
                |one: &Entry, other: &Entry| self.options.merge && is_same_position(one, other);
            for same in chunk.chunk_by(is_same) {
                self.expand(same, lists)?;
            }
            let moves: usize = lists.iter().map(Vec::len).sum();
            self.moves.fetch_add(moves as u64, Ordering::Relaxed);
            self.buckets.add(lists)
        })
    }

    pub(super) fn finish(self) -> Result<Expanded, RunError> {
        let (entries, merging) = self.buckets.finish()?;
        Ok(Expanded {
            entries,
            moves: self.moves.into_inner(),
            merging,
        })
    }

    /// Puts the children of one position into the lists of their buckets.
    fn expand(&self, same: &[Entry], lists: &mut [Vec<Entry>]) -> Result<(), RunError> {
        let Some(first) = same.first() else {
            return Ok(());
        };
        let mut position = first.position.position().ok_or(RunError::NoPosition)?;
        let occupied = position.occupied();
        for (index, mv) in position.legal_moves().into_iter().enumerate() {
            let hash = occupied_after(occupied, mv).map(|occupied| spread(occupied.0));
            if hash.is_some_and(|hash| !self.part.contains(hash)) {
                continue;
            }
            let undo = position.make(mv);
            let child = Packed::of(&position);
            let target = target_label(&position);
            position.unmake(mv, undo);
            let hash = hash.unwrap_or_else(|| child.place());
            if !self.part.contains(hash) {
                continue;
            }
            let list = &mut lists[Buckets::index(hash)];
            match self.options.labels {
                Labels::RootMove if !self.is_root => {
                    for entry in same {
                        let (label, lines) = (entry.label(), entry.lines());
                        list.push(Entry::new(child, label, lines).ok_or(RunError::TooMany)?);
                    }
                }
                labels => {
                    let label = match labels {
                        Labels::None => 0,
                        Labels::RootMove => index as u8,
                        Labels::Target => target,
                    };
                    let lines = same.iter().map(Entry::lines).sum();
                    list.push(Entry::new(child, label, lines).ok_or(RunError::TooMany)?);
                }
            }
        }
        Ok(())
    }
}

/// Files of a board, and the labels of targets that at least one pawn attacks.
const FILES: u8 = 8;

/// Tells apart what a FEN may name after a double push that nobody can answer with a legal capture: 0 where there is
/// nothing of that kind; 1 to 8, one for each file, where a pawn stands beside the victim, which may not capture; 9 to 16
/// where none does.
fn target_label(position: &Position) -> u8 {
    let Some(right) = position.en_passant() else {
        return 0;
    };
    let file = right.target().file() as u8;
    if right.shown(EnPassantMode::Legal).is_some() {
        0
    } else if right.shown(EnPassantMode::PseudoLegal).is_some() {
        1 + file
    } else {
        1 + FILES + file
    }
}

/// Whether the target that a label stands for is named by the convention *pseudo-legal*.
pub(in crate::runner) fn is_pseudo_legal(label: u8) -> bool {
    (1..=FILES).contains(&label)
}

/// The occupied squares after a move; `None` for castling, which is rare and moves two pieces.
fn occupied_after(occupied: Bitboard, mv: Move) -> Option<Bitboard> {
    if mv.kind().castling_side().is_some() {
        return None;
    }
    let mut after = occupied;
    after.remove(mv.from());
    after.insert(mv.to());
    if mv.is_en_passant()
        && let Some(victim) = mv.victim_square()
    {
        after.remove(victim);
    }
    Some(after)
}
