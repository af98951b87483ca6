//! From the positions of one ply to those of the next.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use passant_rules::{EnPassantMode, File, Move, MoveKind, Position};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::entries::{Buckets, Entries, Expanded};
use super::entry::{Entry, is_same_position};
use super::spill::Spill;
use crate::packed::Packed;
use crate::runner::error::RunError;
use crate::runner::parent::Parent;

/// The batch size of a thread: the number of entries that it expands before it looks whether to stop and hands the next
/// ones on.
const AT_A_TIME: usize = 512;

/// The meaning of an entry's label.
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

/// The distinctions that an expansion keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runner) struct Options {
    pub(in crate::runner) labels: Labels,
    /// True if lines that lead to the same position, with the same label, are one entry.
    pub(in crate::runner) merge: bool,
}

/// One of several parts of a ply: positions are divided by a hash of their occupied squares.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::runner) struct Part {
    pub(in crate::runner) index: u64,
    pub(in crate::runner) of: u64,
}

/// The parts of a ply that are made in one pass: this one and those after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) first: Part,
    pub(super) parts: u64,
}

impl Group {
    /// The place of a position in the group, by the hash of its occupied squares; `None` if it belongs to another part.
    fn place_of(self, hash: u64) -> Option<usize> {
        let scaled = u128::from(hash) * u128::from(self.first.of);
        let index = (scaled >> 64) as u64;
        let place = index.checked_sub(self.first.index)?;
        (place < self.parts).then_some(place as usize)
    }
}

/// The place for the children.
enum Sink {
    /// In memory: the only part.
    Buckets(Buckets, AtomicU64),
    /// In files: several parts.
    Spills(Vec<Spill>),
}

/// Expands entries of one ply into some parts of the next.
pub(super) struct Expansion<'a> {
    options: Options,
    group: Group,
    /// True if the root is expanded.
    is_root: bool,
    stop: &'a AtomicBool,
    sink: Sink,
}

impl<'a> Expansion<'a> {
    /// Expands a ply that is so far below the root, into one part.
    pub(super) fn new(options: Options, ply: u32, part: Part, stop: &'a AtomicBool) -> Self {
        Self {
            options,
            group: Group {
                first: part,
                parts: 1,
            },
            is_root: ply == 0,
            stop,
            sink: Sink::Buckets(Buckets::new(options.merge), AtomicU64::new(0)),
        }
    }

    /// Expands a ply that is so far below the root into several parts: one for each file.
    pub(super) fn into_files(
        options: Options,
        ply: u32,
        first: Part,
        files: Vec<PathBuf>,
        stop: &'a AtomicBool,
    ) -> Self {
        let parts = files.len() as u64;
        let spills = files.into_iter();
        Self {
            options,
            group: Group { first, parts },
            is_root: ply == 0,
            stop,
            sink: Sink::Spills(spills.map(|file| Spill::new(file, options.merge)).collect()),
        }
    }

    /// Expands entries of the ply before.
    pub(super) fn add(&self, source: &Entries) -> Result<(), RunError> {
        // The blocks of all buckets at once: near the root, a bucket has too few for all threads.
        let blocks = source.blocks(AT_A_TIME).into_par_iter();
        let room = || (self.sink.lists(), Vec::with_capacity(AT_A_TIME));
        blocks.try_for_each_init(room, |(lists, entries), block| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
            entries.clear();
            entries.extend(block.entries());
            let is_same =
                |one: &Entry, other: &Entry| self.options.merge && is_same_position(one, other);
            for same in entries.chunk_by(is_same) {
                self.expand(same, lists)?;
            }
            self.sink.add(lists)
        })
    }

    /// Hands over each part, and its number within the expansion.
    pub(super) fn finish(
        self,
        take: &mut dyn FnMut(u64, Expanded) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        match self.sink {
            Sink::Buckets(buckets, moves) => {
                let (entries, merging) = buckets.finish()?;
                let moves = moves.into_inner();
                take(
                    0,
                    Expanded {
                        entries,
                        moves,
                        merging,
                    },
                )
            }
            Sink::Spills(spills) => {
                let stop = self.stop;
                let mut parts = (0..).zip(spills);
                parts.try_for_each(|(number, spill)| take(number, spill.finish(stop)?))
            }
        }
    }

    /// Puts the children of one position into the lists of their places.
    fn expand(&self, same: &[Entry], lists: &mut [Vec<Entry>]) -> Result<(), RunError> {
        let Some(first) = same.first() else {
            return Ok(());
        };
        let mut parent = Parent::of(&first.position).ok_or(RunError::NoPosition)?;
        let lines = same.iter().map(Entry::lines).sum();
        for (index, mv) in parent.position().legal_moves().into_iter().enumerate() {
            let (child, target) = child(&mut parent, mv);
            let hash = child.place();
            let Some(place) = self.group.place_of(hash) else {
                continue;
            };
            let list = match self.sink {
                Sink::Buckets(..) => &mut lists[Buckets::index(hash)],
                Sink::Spills(_) => &mut lists[place],
            };
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
                    let Some(entry) = Entry::new(child, label, lines) else {
                        return Err(RunError::TooMany);
                    };
                    list.push(entry);
                }
            }
        }
        Ok(())
    }
}

impl Sink {
    /// Returns room for the entries of one thread.
    fn lists(&self) -> Vec<Vec<Entry>> {
        match self {
            Self::Buckets(..) => Buckets::lists(),
            Self::Spills(spills) => vec![Vec::new(); spills.len()],
        }
    }

    /// Takes over the entries of a thread.
    fn add(&self, lists: &mut [Vec<Entry>]) -> Result<(), RunError> {
        match self {
            Self::Buckets(buckets, moves) => {
                let more: usize = lists.iter().map(Vec::len).sum();
                moves.fetch_add(more as u64, Ordering::Relaxed);
                buckets.add(lists)
            }
            Self::Spills(spills) => {
                let mut pairs = spills.iter().zip(lists);
                pairs.try_for_each(|(spill, list)| spill.add(list))
            }
        }
    }
}

/// The position after a legal move, and its [label](target_label).
fn child(parent: &mut Parent, mv: Move) -> (Packed, u8) {
    match parent.child(mv) {
        Some(child) if mv.kind() == MoveKind::DoublePush => {
            (child, label_without_attacker(mv.to().file()))
        }
        Some(child) => (child, 0),
        None => parent.make(mv, |child| (Packed::of(child), target_label(child))),
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
    let file = right.target().file();
    if right.shown(EnPassantMode::Legal).is_some() {
        0
    } else if right.shown(EnPassantMode::PseudoLegal).is_some() {
        1 + file as u8
    } else {
        label_without_attacker(file)
    }
}

/// The label of a target that no pawn attacks.
fn label_without_attacker(file: File) -> u8 {
    1 + FILES + file as u8
}

/// Tells whether the target that a label stands for is named by the convention *pseudo-legal*.
pub(in crate::runner) fn is_pseudo_legal(label: u8) -> bool {
    (1..=FILES).contains(&label)
}
