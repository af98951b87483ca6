//! One vocabulary for all questions that the test bench asks chess programs.
//!
//! A [`Line`] is a position with the moves that follow it, a [`Query`] is a question about the end of the line, and an
//! [`Answer`] is the result. Every program that answers queries implements one trait, [`Subject`]: an engine, a script,
//! a library in this process, or the oracle with a fault.
//!
//! A Rust library becomes a subject with a single function:
//!
//! ```
//! use passant_query::{Answer, EngineError, EngineMove, Line, Query, Subject};
//! use passant_rules::Position;
//!
//! /// A library that only lists legal moves.
//! struct Library;
//!
//! impl Subject for Library {
//!     fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
//!         let refused = || EngineError::Refused("not a position".to_owned());
//!         let position: Position = line.position().ok_or_else(refused)?;
//!         match query {
//!             Query::Moves => {
//!                 let moves = position.legal_moves().into_iter();
//!                 Ok(Answer::Moves(moves.map(|mv| EngineMove::Uci(position.uci_move(mv))).collect()))
//!             }
//!             other => Err(EngineError::unsupported(other)),
//!         }
//!     }
//! }
//!
//! let line: Line = "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1".parse()?;
//! assert_eq!(Library.moves(&line).map(|moves| moves.len()), Ok(6));
//! assert!(matches!(Library.key(&line), Err(EngineError::Unsupported(_))));
//! # Ok::<(), passant_query::QuestionError>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

mod answer;
mod channel;
mod decoy;
mod engine_move;
mod error;
mod escape;
mod interrupt;
mod line;
mod question;
mod repacked;
mod retries;
mod search;
mod subject;

pub use answer::{Answer, Counts, Expected, Occurrences, ParsedMove, Replayed};
pub use channel::{Abilities, Asks, Channel, Feature};
pub use decoy::{decoy, distinguishing_moves, is_distinguishing, stale_positions};
pub use engine_move::{EngineMove, plain_san};
pub use error::EngineError;
pub use escape::{Escaped, Syntax, escape, escape_invisible, shorten};
pub use interrupt::Interrupt;
pub use line::{Line, QuestionError, Step, stopped_before};
pub use question::{AnswerKind, MoveQuery, Query, Question, Topic};
pub use repacked::{PackedFormat, Repacked};
pub use retries::{Retries, RetryLog};
pub use search::{SearchLimit, SearchRequest, SearchScore, Searched, SearchedLine};
pub use subject::Subject;
