//! A second opinion on the rules of chess, written to be obviously correct and not to be fast.
//!
//! A generator that knows about pins and check lines can be wrong in ways that its author did not think of. This one
//! does without: it plays each move on a copy of the board and tests whether the king can be captured
//! ([pseudo-legal move](https://www.chessprogramming.org/Pseudo-Legal_Move)). It shares only value types with
//! `passant-rules` (squares, pieces, boards, moves, what a FEN says), so that a bug cannot hide in both.
//!
//! ```
//! use passant_oracle::{Reason, State};
//! use passant_rules::{Setup, Square};
//!
//! // Black has just played d7d5. c5xd6 would take both pawns off the rank, and the rook would give check.
//! let setup = Setup::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1")?;
//! let state = State::new(&setup);
//! let right = state.en_passant().unwrap();
//!
//! assert!(right.capturers.contains(Square::C5));
//! assert!(right.legal.is_empty());
//! assert_eq!(state.why_illegal(Square::C5), Some(Reason::Rank));
//! assert_eq!(state.perft(3), 578);
//! # Ok::<(), passant_rules::SyntaxError>(())
//! ```
//!
//! Each rule is a small function of its own. [`State::make`] reads as the list of what a move does, and whatever one
//! function forgets shows in the counts.
//!
//! An [`Engine`] is built on the oracle and can be made to break rules: each [`EngineFault`] is a rule that public engines
//! have broken, and each [question](passant_query::Question) can reveal one.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod attack;
mod castling;
mod en_passant;
mod engine;
mod fault;
mod moves;
mod question;
mod state;
mod tally;
pub mod uci;

pub use attack::attackers;
pub use en_passant::{EnPassant, Reason};
pub use engine::{Engine, FoundLine, SearchOutcome, SearchTable};
pub use fault::{EngineFault, Family, FaultSet, Scope, record_consulted};
pub use question::Oracle;
pub use state::State;
pub use tally::Tally;
