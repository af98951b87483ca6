//! One shard: a file of positions.

use std::path::{Path, PathBuf};

use passant_rules::Position;
use serde::{Deserialize, Serialize};

use crate::counter::Counter;
use crate::runner::checkpoint::ShardOf;
use crate::runner::error::{FileCause, FrontierError, RunError};
use crate::runner::frontier::{Entries, Numbers, read_positions, read_positions_header};

/// The name of the file that describes all shards of a folder.
pub(super) const SPLIT: &str = "split.json";

/// The end of the name of a shard.
pub(super) const POSITIONS: &str = "positions";

/// The end of the name of a ledger.
pub(super) const LEDGER: &str = "json";

/// The facts that all shards of a folder have in common.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct SplitKey {
    /// The version of this crate.
    pub passant: String,
    /// The root.
    pub fen: String,
    /// The depth below the root, in plies.
    pub depth: u32,
    /// The kind of count: the [name](passant_count::Count::NAME) of a count.
    pub counted: String,
    /// The number of plies from the root to the positions.
    pub ply: u32,
    /// The number of shards.
    pub shards: u64,
}

/// The file of one shard.
#[derive(Clone, Debug)]
pub struct Shard {
    file: PathBuf,
    header: Header,
}

/// The first line of a shard.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) split: SplitKey,
    /// From 1 to the number of shards.
    pub(super) shard: u64,
    pub(super) numbers: Numbers,
}

impl Shard {
    /// Opens the file of a shard, and reads what it is.
    ///
    /// # Errors
    ///
    /// [`RunError::Frontier`] if there is no such file, or it cannot be read, or is damaged where it says what it is.
    pub fn open(file: &Path) -> Result<Self, RunError> {
        let refused = |cause| RunError::Frontier(FrontierError::new(file, cause));
        let header: Header = read_positions_header(file)
            .map_err(refused)?
            .ok_or_else(|| refused(FileCause::Missing))?;
        if Position::from_fen(&header.split.fen).is_err() || header.split.depth < header.split.ply {
            return Err(refused(FileCause::Damaged(
                "line 1: there is no such root, or its depth is less than its ply".to_owned(),
            )));
        }
        Ok(Self {
            file: file.to_owned(),
            header,
        })
    }

    /// Returns the split to which the shard belongs.
    #[must_use]
    pub fn split(&self) -> &SplitKey {
        &self.header.split
    }

    /// Returns its number, from 1 to the number of shards.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.header.shard
    }

    /// The number of positions in it.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.header.numbers.positions
    }

    /// Returns the path of this counter's ledger: beside the shard.
    #[must_use]
    pub fn ledger(&self, counter: Counter) -> PathBuf {
        self.file
            .with_extension(format!("{}.{LEDGER}", counter.name()))
    }

    pub(in crate::runner) fn key(&self) -> ShardOf {
        let Header {
            split,
            shard,
            numbers,
        } = &self.header;
        ShardOf {
            shard: *shard,
            shards: split.shards,
            ply: split.ply,
            positions: numbers.positions,
            lines: numbers.lines,
        }
    }

    pub(in crate::runner) fn numbers(&self) -> Numbers {
        self.header.numbers
    }

    /// Reads the positions, and checks every byte.
    pub(in crate::runner) fn entries(&self) -> Result<Entries, RunError> {
        let refused = |cause| RunError::Frontier(FrontierError::new(&self.file, cause));
        let (header, entries): (Header, Entries) = read_positions(&self.file)
            .map_err(refused)?
            .ok_or_else(|| refused(FileCause::Missing))?;
        let numbers = Numbers::of(&entries, header.numbers.moves);
        if header != self.header || numbers != header.numbers {
            let what = "it has other positions than it says".to_owned();
            return Err(refused(FileCause::Damaged(what)));
        }
        Ok(entries)
    }
}
