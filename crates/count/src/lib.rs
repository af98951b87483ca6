//! Perft: walks the tree of legal moves to a depth and counts its leaves
//! ([perft](https://www.chessprogramming.org/Perft)), in total, by root move, or by kind of move.
//!
//! ```
//! use passant_count::{Column, bulk, tally};
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
//! use no memory but the stack, so they also run on microcontrollers. `passant-kernel` counts the same faster on hosts.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), no_std)]

mod classify;
mod column;
mod count;
mod move_tally;
mod tally;
mod view;
mod within;

pub use column::{CheckKind, Column, ColumnGroup};
pub use count::{Count, Total, bulk, divide, naive, tally};
pub use move_tally::MoveTally;
pub use tally::Tally;
pub use view::{GrandChessTree, Wiki};
pub use within::{bulk_within, naive_within, tally_within};
