//! All positions of one ply, in memory or in files.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use passant_rules::{EnPassantMode, Position};
use serde::{Deserialize, Serialize};

use super::entries::{Entries, EntrySums, Expanded};
use super::entry::Entry;
use super::expand::{Expansion, Labels, Options, Part};
use super::position_file;
use crate::packed::Packed;
use crate::runner::error::{FileCause, FrontierError, RunError};

/// The positions of one ply, in parts.
pub(in crate::runner) struct Layer {
    pub(in crate::runner) ply: u32,
    pub(in crate::runner) numbers: Numbers,
    parts: Vec<Stored>,
    pub(in crate::runner) times: LayerTimes,
    /// The size of all files together.
    bytes_in_files: u64,
}

/// With a folder, a ply is made in at most this many passes over the ply before. Fewer would take more of the disk, because
/// the moves of a pass are kept there before they are merged.
const MOST_PASSES: u64 = 16;

/// One of the passes over a ply that make the next one.
#[derive(Clone, Copy, Debug)]
pub(in crate::runner) struct Pass {
    /// The ply that is made.
    pub(in crate::runner) ply: u32,
    /// From 1.
    pub(in crate::runner) number: u64,
    pub(in crate::runner) of: u64,
}

/// The way to make a ply.
#[derive(Clone, Copy)]
pub(in crate::runner) struct Making<'a> {
    pub(in crate::runner) options: Options,
    /// The folder for what does not fit into memory.
    pub(in crate::runner) scratch: Option<&'a Scratch>,
    pub(in crate::runner) stop: &'a AtomicBool,
    /// Called at the beginning of each pass.
    pub(in crate::runner) progress: &'a (dyn Fn(Pass) + Sync),
}

/// The numbers of entries, positions, lines and moves in a layer, or in a part of one.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(in crate::runner) struct Numbers {
    pub(in crate::runner) entries: u64,
    /// Entries of one position with different labels are one position.
    pub(in crate::runner) positions: u64,
    /// The lines that lead to them from the root: the perft of the ply.
    pub(in crate::runner) lines: u128,
    /// The moves that lead to them from the positions one ply before.
    pub(in crate::runner) moves: u64,
}

/// The time that it took to lay a layer out.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::runner) struct LayerTimes {
    /// From beginning to end.
    pub(in crate::runner) time: Duration,
    /// Sorting and merging, the sum over all threads.
    pub(in crate::runner) merging: Duration,
    /// The number of passes over the ply before.
    pub(in crate::runner) passes: u64,
}

enum Stored {
    InMemory(Entries),
    InFile(PathBuf),
}

/// The beginning and the end of the name of each file of positions.
const START: &str = "ply-";
const END: &str = ".positions";

/// The folder that keeps the parts of layers that do not fit into memory.
#[derive(Clone, Debug)]
pub(in crate::runner) struct Scratch {
    pub(in crate::runner) folder: PathBuf,
    /// The facts on which the positions depend: files of another run are not mixed up with those of this one.
    key: ScratchKey,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct ScratchKey {
    passant: String,
    fen: String,
    labels: Labels,
    merged: bool,
}

/// The first line of a part in a file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct PartHeader {
    frontier: ScratchKey,
    ply: u32,
    part: Part,
    numbers: Numbers,
}

impl Numbers {
    pub(in crate::runner) fn add(&mut self, more: Self) {
        self.entries += more.entries;
        self.positions += more.positions;
        self.lines += more.lines;
        self.moves += more.moves;
    }

    pub(in crate::runner) fn of(entries: &Entries, moves: u64) -> Self {
        let EntrySums { positions, lines } = entries.sums();
        Self {
            entries: entries.len() as u64,
            positions,
            lines,
            moves,
        }
    }
}

impl Layer {
    /// The root alone.
    pub(in crate::runner) fn root(position: &Position) -> Self {
        let entry = Entry::new(Packed::of(position), 0, 1);
        let entries = entry.into_iter().collect::<Entries>();
        Self {
            ply: 0,
            numbers: Numbers::of(&entries, 0),
            parts: vec![Stored::InMemory(entries)],
            times: LayerTimes::default(),
            bytes_in_files: 0,
        }
    }

    /// Returns a layer of some positions of a ply.
    pub(in crate::runner) fn of_shard(ply: u32, numbers: Numbers, entries: Entries) -> Self {
        Self {
            ply,
            numbers,
            parts: vec![Stored::InMemory(entries)],
            times: LayerTimes::default(),
            bytes_in_files: 0,
        }
    }

    /// The number of parts.
    pub(in crate::runner) fn parts(&self) -> u64 {
        self.parts.len() as u64
    }

    /// Lays the next ply out, in memory or in files. Files that an earlier run has left are used again.
    pub(in crate::runner) fn next(
        &self,
        parts: u64,
        in_files: bool,
        making: &Making<'_>,
    ) -> Result<Self, RunError> {
        let start = Instant::now();
        let mut next = Self {
            ply: self.ply + 1,
            numbers: Numbers::default(),
            parts: Vec::new(),
            times: LayerTimes::default(),
            bytes_in_files: 0,
        };
        let scratch = making.scratch.filter(|_| in_files);
        let known = |index| match scratch {
            Some(scratch) => scratch.numbers(self.ply + 1, Part { index, of: parts }),
            None => Ok(None),
        };
        let known: Vec<_> = (0..parts).map(known).collect::<Result<_, _>>()?;
        let mut numbers = known.clone();
        let is_known = |index: u64| known[index as usize].is_some();
        next.times.passes =
            self.for_each_part(parts, making, &is_known, &mut |part, expanded| {
                next.times.merging += expanded.merging;
                let of_part = Numbers::of(&expanded.entries, expanded.moves);
                numbers[part.index as usize] = Some(of_part);
                match scratch {
                    Some(scratch) => {
                        scratch.write(self.ply + 1, part, of_part, &expanded.entries)?;
                    }
                    None => next.parts.push(Stored::InMemory(expanded.entries)),
                }
                Ok(())
            })?;
        for numbers in numbers.into_iter().flatten() {
            next.numbers.add(numbers);
        }
        if let Some(scratch) = scratch {
            for index in 0..parts {
                let path = scratch.path(next.ply, Part { index, of: parts });
                // If its size is unknown, it is read in vain later.
                next.bytes_in_files += path.metadata().map_or(0, |file| file.len());
                next.parts.push(Stored::InFile(path));
            }
        }
        next.times.time = start.elapsed();
        Ok(next)
    }

    /// Makes all parts of the next ply that are not known yet, in order, and hands each over. Returns the number of passes over
    /// this layer.
    ///
    /// With a folder there are at most [`MOST_PASSES`]: the moves to several parts are generated in one pass, and those of each
    /// part are kept in a file until they are merged. Otherwise each part takes a pass.
    pub(in crate::runner) fn for_each_part(
        &self,
        parts: u64,
        making: &Making<'_>,
        is_known: &dyn Fn(u64) -> bool,
        take: &mut dyn FnMut(Part, Expanded) -> Result<(), RunError>,
    ) -> Result<u64, RunError> {
        let in_a_pass = parts_in_a_pass(parts, making.scratch.is_some());
        let passes = parts.div_ceil(in_a_pass);
        let mut made = 0;
        for pass in 0..passes {
            let first = pass * in_a_pass;
            let end = parts.min(first + in_a_pass);
            if (first..end).all(is_known) {
                continue;
            }
            made += 1;
            (making.progress)(Pass {
                ply: self.ply + 1,
                number: pass + 1,
                of: passes,
            });
            let part = |index| Part { index, of: parts };
            let expansion = match making.scratch {
                Some(scratch) if 1 < in_a_pass => {
                    let files =
                        (first..end).map(|index| scratch.spill_path(self.ply + 1, part(index)));
                    let files = files.collect();
                    Expansion::into_files(making.options, self.ply, part(first), files, making.stop)
                }
                _ => Expansion::new(making.options, self.ply, part(first), making.stop),
            };
            self.expand_into(&expansion)?;
            expansion.finish(&mut |number, expanded| {
                let index = first + number;
                if is_known(index) {
                    return Ok(());
                }
                take(part(index), expanded)
            })?;
        }
        Ok(made)
    }

    fn expand_into(&self, expansion: &Expansion<'_>) -> Result<(), RunError> {
        (0..self.parts.len()).try_for_each(|index| expansion.add(&*self.part(index)?))
    }

    /// Expands one part of the next ply.
    pub(in crate::runner) fn expand(
        &self,
        part: Part,
        options: Options,
        stop: &AtomicBool,
    ) -> Result<(Entries, Numbers, Duration), RunError> {
        let expansion = Expansion::new(options, self.ply, part, stop);
        self.expand_into(&expansion)?;
        let mut found = (Entries::default(), Numbers::default(), Duration::ZERO);
        expansion.finish(&mut |_, expanded| {
            let numbers = Numbers::of(&expanded.entries, expanded.moves);
            found = (expanded.entries, numbers, expanded.merging);
            Ok(())
        })?;
        Ok(found)
    }

    /// The entries of a part.
    pub(in crate::runner) fn part(&self, index: usize) -> Result<Cow<'_, Entries>, RunError> {
        match &self.parts[index] {
            Stored::InMemory(entries) => Ok(Cow::Borrowed(entries)),
            Stored::InFile(path) => Ok(Cow::Owned(read(path)?)),
        }
    }

    /// The bytes that the layer takes in memory, and in files.
    pub(in crate::runner) fn bytes(&self) -> (u64, u64) {
        let in_memory = |part: &Stored| match part {
            Stored::InMemory(entries) => entries.bytes(),
            Stored::InFile(_) => 0,
        };
        (self.parts.iter().map(in_memory).sum(), self.bytes_in_files)
    }
}

/// The number of parts that are made in one pass over the ply before.
pub(super) fn parts_in_a_pass(parts: u64, has_scratch: bool) -> u64 {
    if has_scratch {
        parts.div_ceil(MOST_PASSES).max(1)
    } else {
        1
    }
}

fn read(path: &Path) -> Result<Entries, RunError> {
    let damaged = |cause| RunError::Frontier(FrontierError::new(path, cause));
    let (header, entries): (PartHeader, _) = position_file::read(path)
        .map_err(damaged)?
        .ok_or_else(|| damaged(FileCause::Damaged("it has been removed".to_owned())))?;
    if header.numbers.entries != entries.len() as u64 {
        let found = entries.len();
        let expected = header.numbers.entries;
        return Err(damaged(FileCause::Damaged(format!(
            "it has {found} positions, and says {expected}"
        ))));
    }
    Ok(entries)
}

impl Scratch {
    pub(in crate::runner) fn new(folder: &Path, root: &Position, options: Options) -> Self {
        Self {
            folder: folder.to_owned(),
            key: ScratchKey {
                passant: env!("CARGO_PKG_VERSION").to_owned(),
                fen: root.fen(EnPassantMode::Always).to_string(),
                labels: options.labels,
                merged: options.merge,
            },
        }
    }

    /// Removes the files of this run: all is counted. What cannot be removed is left.
    pub(in crate::runner) fn remove_files(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let file_name = entry.file_name();
            let name = file_name.to_string_lossy();
            let is_part = name.starts_with(START) && name.contains(END);
            let is_own = || {
                let header = position_file::header::<PartHeader>(&path);
                matches!(header, Ok(Some(header)) if header.frontier == self.key)
            };
            // A file that a killed run was writing has more after the end of its name.
            if is_part && (!name.ends_with(END) || is_own()) {
                let _ = fs::remove_file(&path);
            }
        }
    }

    fn path(&self, ply: u32, part: Part) -> PathBuf {
        let Part { index, of } = part;
        let name = format!("{START}{ply}-part-{}-of-{of}{END}", index + 1);
        self.folder.join(name)
    }

    /// The file for the moves to a part that are not merged yet. It is removed with the files that a killed run has left.
    fn spill_path(&self, ply: u32, part: Part) -> PathBuf {
        let mut path = self.path(ply, part).into_os_string();
        path.push(".moves");
        path.into()
    }

    /// Returns the numbers that the file of a part states; `None` if there is no file yet.
    fn numbers(&self, ply: u32, part: Part) -> Result<Option<Numbers>, RunError> {
        let path = self.path(ply, part);
        let refused = |cause| RunError::Frontier(FrontierError::new(&path, cause));
        let Some(header) = position_file::header::<PartHeader>(&path).map_err(refused)? else {
            return Ok(None);
        };
        if (&header.frontier, header.ply, header.part) != (&self.key, ply, part) {
            return Err(refused(FileCause::Foreign));
        }
        Ok(Some(header.numbers))
    }

    fn write(
        &self,
        ply: u32,
        part: Part,
        numbers: Numbers,
        entries: &Entries,
    ) -> Result<(), RunError> {
        let path = self.path(ply, part);
        let header = PartHeader {
            frontier: self.key.clone(),
            ply,
            part,
            numbers,
        };
        position_file::write(&path, &header, entries.iter())
            .map_err(|error| RunError::Frontier(FrontierError::new(&path, FileCause::Write(error))))
    }
}
