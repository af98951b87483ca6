//! Perft: walks the tree of legal moves to a depth and counts its leaves
//! ([perft](https://www.chessprogramming.org/Perft)), in total, by root move, or by kind of move.
//!
//! ```
//! use passant_perft::{Column, bulk, tally};
//! use passant_rules::Position;
//!
//! let mut position = Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")?;
//! assert_eq!(bulk(&mut position, 3), 97_862);
//!
//! let tally = tally(&mut position, 3);
//! assert_eq!(tally[Column::Nodes], 97_862);
//! assert_eq!(tally[Column::EnPassant], 45);
//! assert_eq!(tally.wiki().checks, 993);
//! # Ok::<(), passant_rules::FenError>(())
//! ```
//!
//! [`naive`] is the definition of perft and is never optimized; [`bulk`] and [`tally()`] are tested against it. All three
//! use no memory but the stack, so they also run on microcontrollers.
//!
//! On a host, a `Runner` (feature `threads`, on by default) counts what a `Run` describes. It expands the tree near the
//! root, merges transpositions there, spreads the rest over the cores, reports progress, and resumes from a checkpoint
//! file after it was killed. A `Table` is a hash table for deep counts; counts with it stay exact, because it stores
//! whole positions.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "kernels", feature = "threads", test)), no_std)]

mod check_kind;
mod classify;
mod column;
mod count;
#[cfg(feature = "threads")]
mod counter;
#[cfg(feature = "kernels")]
pub mod kernel;
mod move_tally;
#[cfg(feature = "threads")]
mod packed;
#[cfg(feature = "threads")]
mod runner;
#[cfg(feature = "threads")]
mod table;
mod tally;
mod view;
mod within;

pub use column::{Column, ColumnGroup};
pub use count::{Count, Total, bulk, divide, naive, tally};
#[cfg(feature = "threads")]
pub use counter::{Counter, CounterError};
pub use move_tally::MoveTally;
#[cfg(feature = "threads")]
#[doc(hidden)]
pub use runner::rewritten_checkpoint;
#[cfg(feature = "threads")]
pub use runner::{
    CheckpointError, DistinctCount, DistinctRun, FrontierError, FrontierSummary, JoinError, Joined,
    PlySummary, Progress, Resources, Run, RunError, RunResult, Runner, RunnerError, Shard,
    ShardLedger, Split, SplitKey, SplitSummary,
};
#[cfg(feature = "threads")]
pub use table::{Table, TableError};
pub use tally::Tally;
pub use view::{GrandChessTree, Wiki};
pub use within::{bulk_within, naive_within, tally_within};
