//! All positions of one ply, in memory or in files.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use passant_rules::{EnPassantMode, Position};
use serde::{Deserialize, Serialize};

use super::entries::{Entries, Entry};
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
        Self {
            entries: entries.len() as u64,
            positions: entries.positions(),
            lines: entries.lines(),
            moves,
        }
    }
}

impl Layer {
    /// The root alone.
    pub(in crate::runner) fn root(position: &Position) -> Self {
        let entry = Entry::new(Packed::of(position), 0, 1);
        let entries = Entries::new(vec![entry.into_iter().collect()]);
        Self {
            ply: 0,
            numbers: Numbers::of(&entries, 0),
            parts: vec![Stored::InMemory(entries)],
            times: LayerTimes::default(),
        }
    }

    /// Returns a layer of some positions of a ply.
    pub(in crate::runner) fn of_shard(ply: u32, numbers: Numbers, entries: Entries) -> Self {
        Self {
            ply,
            numbers,
            parts: vec![Stored::InMemory(entries)],
            times: LayerTimes::default(),
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
        options: Options,
        scratch: Option<&Scratch>,
        stop: &AtomicBool,
    ) -> Result<Self, RunError> {
        let start = Instant::now();
        let mut next = Self {
            ply: self.ply + 1,
            numbers: Numbers::default(),
            parts: Vec::new(),
            times: LayerTimes::default(),
        };
        for index in 0..parts {
            let part = Part { index, of: parts };
            let path = scratch.map(|scratch| scratch.path(next.ply, part));
            let known = match (scratch, &path) {
                (Some(scratch), Some(path)) => scratch.numbers(path, next.ply, part)?,
                _ => None,
            };
            let numbers = if let Some(known) = known {
                known
            } else {
                let (entries, numbers, merging) = self.expand(part, options, stop)?;
                next.times.merging += merging;
                match (scratch, &path) {
                    (Some(scratch), Some(path)) => {
                        scratch.write(path, next.ply, part, numbers, &entries)?;
                    }
                    _ => next.parts.push(Stored::InMemory(entries)),
                }
                numbers
            };
            next.numbers.add(numbers);
            next.parts.extend(path.map(Stored::InFile));
        }
        next.times.time = start.elapsed();
        Ok(next)
    }

    /// Expands one part of the next ply.
    pub(in crate::runner) fn expand(
        &self,
        part: Part,
        options: Options,
        stop: &AtomicBool,
    ) -> Result<(Entries, Numbers, Duration), RunError> {
        let expansion = Expansion::new(options, self.ply, part, stop);
        for index in 0..self.parts.len() {
            expansion.add(&*self.part(index)?)?;
        }
        let expanded = expansion.finish()?;
        let numbers = Numbers::of(&expanded.entries, expanded.moves);
        Ok((expanded.entries, numbers, expanded.merging))
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
        let bytes = self.numbers.entries * Entry::BYTES as u64;
        match self.parts.first() {
            Some(Stored::InFile(_)) => (0, bytes),
            _ => (bytes, 0),
        }
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

    /// Returns the numbers that the file of a part states; `None` if there is no file yet.
    fn numbers(&self, path: &Path, ply: u32, part: Part) -> Result<Option<Numbers>, RunError> {
        let refused = |cause| RunError::Frontier(FrontierError::new(path, cause));
        let Some(header) = position_file::header::<PartHeader>(path).map_err(refused)? else {
            return Ok(None);
        };
        if (&header.frontier, header.ply, header.part) != (&self.key, ply, part) {
            return Err(refused(FileCause::Foreign));
        }
        Ok(Some(header.numbers))
    }

    fn write(
        &self,
        path: &Path,
        ply: u32,
        part: Part,
        numbers: Numbers,
        entries: &Entries,
    ) -> Result<(), RunError> {
        let header = PartHeader {
            frontier: self.key.clone(),
            ply,
            part,
            numbers,
        };
        position_file::write(path, &header, entries.iter())
            .map_err(|error| RunError::Frontier(FrontierError::new(path, FileCause::Write(error))))
    }
}
