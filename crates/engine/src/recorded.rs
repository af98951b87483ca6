//! The output of an engine as a subject: nothing is run.
//!
//! A [`Block`] holds questions in the words of a protocol, to be given to an engine by any means: a pipe, a terminal, a
//! browser. Between the questions stand *markers*, numbered questions with answers that no other question has. What the
//! engine prints is read line by line, whatever stands around it: the answer to a question is what stands between its
//! marker and the next one. Where either is missing, so is the answer. [`Recorded`] gives the answers that were found,
//! and [`EngineError::Unsupported`](passant_query::EngineError::Unsupported) for all others.
//!
//! ```
//! use passant_engine::recorded::{Block, Form, PrintedText};
//! use passant_query::{Question, Subject};
//!
//! let question: Question = "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1: count 2".parse()?;
//! let block = Block::new(Form::Fen, vec![question.clone()])?;
//! assert_eq!(block.to_string().lines().nth(1), Some("8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1"));
//!
//! // The program has printed nothing but a banner.
//! let mut recorded = block.read(&PrintedText::from_bytes(b"My Engine 1.0\n"));
//! assert_eq!(recorded.coverage().answered, 0);
//! assert!(recorded.count(&question.line, 2).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "processes")]
pub(crate) use markers::fnv_1a;
mod answers;
mod block;
mod markers;
mod printed_text;

pub use answers::{Found, Recorded};
pub use block::{Block, Form, TooManyQuestions};
pub use printed_text::PrintedText;
