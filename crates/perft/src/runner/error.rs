//! The errors of a run.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use passant_files::record::RecordError;

/// The threads could not be started.
#[derive(Debug)]
pub struct RunnerError(pub(super) rayon::ThreadPoolBuildError);

/// The reason why a run has no result.
#[derive(Debug)]
pub enum RunError {
    /// The run was told to stop. What it had counted is in the checkpoint, if the run has one.
    Interrupted,
    /// The tree below one position has more than 2^64 nodes, or more than 2^56 lines lead to one position.
    TooMany,
    /// There are more leaf nodes than the run was to count at most, which is this number.
    MoreThan(u64),
    /// The checkpoint cannot be used.
    Checkpoint(CheckpointError),
    /// A file of positions cannot be used.
    Frontier(FrontierError),
    /// More positions must be kept than fit into the memory, in bytes, and there is no folder for them.
    Memory(u64),
    /// A file of positions, although its checksum is correct, has an entry that is not a position.
    NoPosition,
    /// This many lines lead to the positions of a ply, which is not the perft of that ply.
    Lines {
        /// The number of plies from the root.
        ply: u32,
        /// The lines that lead to its positions.
        lines: u128,
    },
}

/// A file of positions that cannot be read or written, or belongs to another run.
#[derive(Debug)]
pub struct FrontierError {
    file: PathBuf,
    cause: FileCause,
}

/// The cause of an error in a file of positions.
#[derive(Debug)]
pub(super) enum FileCause {
    Read(io::Error),
    Write(io::Error),
    /// The place of the damage, and what does not fit.
    Damaged(String),
    /// The file has another format than this version reads and writes.
    Format {
        found: u32,
        expected: u32,
    },
    /// The file belongs to another run.
    Foreign,
    /// There is no such file.
    Missing,
}

impl FrontierError {
    pub(super) fn new(file: &Path, cause: FileCause) -> Self {
        Self {
            file: file.to_owned(),
            cause,
        }
    }

    /// Tells whether the file could not be read or written. Otherwise it was read, and cannot be used.
    #[must_use]
    pub fn is_input_output(&self) -> bool {
        matches!(self.cause, FileCause::Read(_) | FileCause::Write(_))
    }
}

impl fmt::Display for FrontierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match &self.cause {
            FileCause::Read(error) => write!(f, "cannot read the positions in {file}: {error}"),
            FileCause::Write(error) => write!(
                f,
                "cannot write positions to {file}: {error}; what was written before is kept"
            ),
            FileCause::Damaged(what) => write!(
                f,
                "the file of positions {file} is damaged: {what}; remove it, and it is made again"
            ),
            FileCause::Format { found, expected } => write!(
                f,
                "the file of positions {file} has format {found}, and this version reads format {expected}; \
                 remove it, and make it again with this version"
            ),
            FileCause::Missing => write!(f, "there is no file of positions {file}"),
            FileCause::Foreign => write!(
                f,
                "{file} has the positions of another run; name another folder, or remove the file"
            ),
        }
    }
}

impl std::error::Error for FrontierError {}

/// A checkpoint that cannot be read or written, or belongs to another run.
#[derive(Debug)]
pub struct CheckpointError {
    pub(super) file: PathBuf,
    pub(super) cause: Cause,
}

/// The cause of an error in a checkpoint.
#[derive(Debug)]
pub(super) enum Cause {
    Read(io::Error),
    Write(io::Error),
    NoCheckpoint(RecordError),
    /// The contents of the file, and the expected contents, in words.
    Contents(String),
    /// The property in which the file belongs to another run, what the file says, and what was expected.
    Foreign(&'static str, String, String),
}

impl CheckpointError {
    /// Tells whether the file could not be read or written. Otherwise it was read, and cannot be used.
    #[must_use]
    pub fn is_input_output(&self) -> bool {
        matches!(self.cause, Cause::Read(_) | Cause::Write(_))
    }
}

impl From<CheckpointError> for RunError {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(error)
    }
}

impl fmt::Display for RunnerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start the threads: {}", self.0)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::TooMany => write!(
                f,
                "there are more than {} nodes below one position",
                u64::MAX
            ),
            Self::MoreThan(most) => write!(f, "there are more than {most} nodes"),
            Self::Checkpoint(error) => error.fmt(f),
            Self::Frontier(error) => error.fmt(f),
            Self::Memory(bytes) => write!(
                f,
                "more positions must be kept than fit into {bytes} bytes of memory; allow more, or name a folder for them"
            ),
            Self::NoPosition => f.write_str("a file of positions has an entry that is no position"),
            Self::Lines { ply, lines } => write!(
                f,
                "{lines} lines lead to the positions of ply {ply}, which is not its perft: positions were lost or changed"
            ),
        }
    }
}

impl std::error::Error for RunnerError {}

impl std::error::Error for RunError {}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match &self.cause {
            Cause::Read(error) => write!(f, "cannot read the checkpoint {file}: {error}"),
            Cause::Write(error) => write!(f, "cannot write the checkpoint {file}: {error}"),
            Cause::NoCheckpoint(error) => write!(f, "{file} is not a checkpoint: {error}"),
            Cause::Contents(message) => write!(
                f,
                "the checkpoint {file} is damaged: {message}; remove this file, or name another one"
            ),
            Cause::Foreign(what, found, expected) => write!(
                f,
                "{file} is the checkpoint of another run: its {what} is {found}, not {expected}; \
                 remove this file, or name another one"
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}
