//! Judges what a chess engine or library answers about en passant.
//!
//! A [`Subject`](passant_query::Subject) is asked about the positions of the suites, and its answers are compared with
//! the rules. Here the oracle, told to ignore pins along a rank, is asked about one position:
//!
//! ```
//! use std::time::Duration;
//!
//! use passant_judge::check::judge::judge;
//! use passant_judge::check::pace::Pace;
//! use passant_judge::check::presentation::presentations;
//! use passant_oracle::{EngineFault, Oracle};
//! use passant_suite::Suites;
//!
//! let suites = Suites::builtin().unwrap();
//! let case = suites.cases().find(|case| case.class == "rejected-rank").unwrap();
//! let mut engine = Oracle::with(EngineFault::RankPinIgnored);
//! let mut pace = Pace::new(Duration::from_secs(1));
//!
//! for prompt in presentations(case).iter().filter(|prompt| !prompt.presentation.goes_on()) {
//!     let result = judge(&mut engine, &mut pace, prompt, &[(1, prompt.position.count_legal_moves() as u64)]);
//!     println!("{} {}: {}", case.address, prompt.presentation.word(), result.verdict);
//!     assert_eq!(result.verdict.word(), "fail");
//!     assert!(result.findings[0].to_string().contains("both pawns leave the rank and uncover the king"));
//! }
//! ```
//!
//! Authors of Rust engines use the macros [`en_passant_tests!`], [`state_tests!`] and [`fresh_tests!`], which [`test_macros`]
//! explains. With the feature `proptest`, `strategy` has fresh positions for properties of their own.
//!
//! [`check`] asks all cases of a plan. [`diagnosis`] names the fault of an engine by its answers, and [`minimize`]
//! shrinks a position in which an engine is wrong.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod check;
mod connections;
pub mod diagnosis;
mod in_process;
pub mod minimize;
mod parallel;
mod rules_subject;
#[cfg(feature = "proptest")]
pub mod strategy;
pub mod test_macros;

pub use connections::{Connections, EnginePool};
pub use in_process::InProcess;
/// The vocabulary of questions and answers, for authors who depend on this crate alone.
pub use passant_query as query;
pub use rules_subject::RulesSubject;
