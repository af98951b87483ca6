//! Deep perft: counts the leaves of a tree of legal moves on all cores of a host, or on many machines.
//!
//! ```
//! use passant_count::{Column, Tally};
//! use passant_perft::{Run, Runner};
//! use passant_rules::Position;
//!
//! let run = Run::<Tally>::new(Position::initial(), 5);
//! let total = Runner::new(None)?.run(&run)?.total;
//! assert_eq!(total[Column::Nodes], 4_865_609);
//! assert_eq!(total[Column::EnPassant], 258);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Runner`] counts what a [`Run`] describes, with the counters of `passant-count` or a kernel of `passant-kernel`. It
//! expands the tree near the root, merges transpositions there, spreads the rest over the cores, reports progress, and
//! resumes from a checkpoint file after it was killed. A [`Table`] is a hash table for deep counts; counts with it stay
//! exact, because it stores whole positions.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod counter;
mod packed;
mod runner;
mod table;

pub use counter::{Counter, CounterError};
#[doc(hidden)]
pub use runner::rewritten_checkpoint;
pub use runner::{
    CheckpointError, DistinctCount, DistinctRun, FrontierError, FrontierSummary, JoinError, Joined,
    PlySummary, Progress, Resources, Run, RunError, RunResult, Runner, RunnerError, Shard,
    ShardLedger, Split, SplitKey, SplitSummary,
};
pub use table::{Table, TableError};
