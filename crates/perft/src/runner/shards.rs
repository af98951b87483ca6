//! A run in pieces, for many machines: files of positions, a ledger beside each, and their sum.
//!
//! ```text
//! DIR/split.json               what was divided, and how many positions and lines there are in all
//! DIR/shard-00017.positions    one piece: what to count, and the positions
//! DIR/shard-00017.avx512.json  its ledger: what that kernel has counted of it
//! ```

mod join;
mod shard;
mod split;

pub(super) use join::join;
pub use join::{JoinError, Joined, ShardLedger};
pub use shard::{Shard, SplitKey};
pub use split::{Split, SplitSummary};
