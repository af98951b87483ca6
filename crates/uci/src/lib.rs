//! The Universal Chess Interface from the engine's side: one front end for everything that counts leaf nodes.
//!
//! A [`UciEngine`] says what the answers are; the [`FrontEnd`] reads commands and prints answers; [`converse`] reads lines
//! while a count runs, so that `stop` ends it. `passant uci` is such an engine, and so is `passant-oracle`.
//!
//! ```
//! use passant_uci::{Dialect, FrontEnd, Limits, NoCount, Search, Stop, UciEngine};
//!
//! /// An engine that has one move in every position.
//! struct OneMove;
//!
//! impl UciEngine for OneMove {
//!     fn name(&self) -> String {
//!         "one move".to_owned()
//!     }
//!     fn set_position(&mut self, _: &str) -> Result<Vec<String>, String> {
//!         Ok(Vec::new())
//!     }
//!     fn divide(&mut self, _: u32, _: &Stop) -> Result<Vec<(String, u64)>, NoCount> {
//!         Ok(vec![("e2e4".to_owned(), 1)])
//!     }
//!     fn search(&mut self, _: &Limits) -> Search {
//!         Search { lines: Vec::new(), best: Some("e2e4".to_owned()), is_late: false }
//!     }
//!     fn display(&self) -> String {
//!         String::new()
//!     }
//! }
//!
//! let mut front_end = FrontEnd::new(OneMove, Dialect::STOCKFISH);
//! let mut out = Vec::new();
//! front_end.answer("go perft 3", &mut out)?;
//! assert_eq!(String::from_utf8(out).unwrap(), "e2e4: 1\n\nNodes searched: 1\n\n");
//! # Ok::<(), std::io::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod conversation;
mod dialect;
mod front_end;
mod uci_engine;

pub use conversation::{ConversationError, converse};
pub use dialect::{Dialect, PerftRequest};
pub use front_end::{FrontEnd, Next};
pub use uci_engine::{Limits, NoCount, Search, Stop, UciEngine};
