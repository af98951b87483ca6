//! Facts and sentences about positions, games and engines, for every program that shows them.
//!
//! The command prints them and the page draws them, so both say the same. Nothing here knows terminals, files, threads or
//! clocks.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub mod answered_block;
pub mod badge;
pub mod block_protocol;
pub mod case_record;
pub mod check_report;
mod counterexample_record;
mod diagnosis_record;
mod engine_result;
mod explanation;
mod fault_coverage;
pub mod fen_error;
mod fen_reading;
mod game_record;
pub mod judged_captures;
pub mod lookalike;
pub mod move_error;
pub mod move_list;
pub mod pasted;
pub mod pgn;
pub mod right_events;
#[cfg(test)]
mod schema;
pub mod test_snippets;
mod text_judge;
mod words;

pub use counterexample_record::{
    CounterexampleRecord, VariantRecord, describe_defect, smallest_position,
};
pub use diagnosis_record::{
    ConventionRecord, Counterevidence, DiagnosisOutcome, DiagnosisRecord, FaultDescription, Suspect,
};
pub use engine_result::{EngineResult, HuntRecord, TextCoverage};
pub use explanation::{CONVENTIONS, Entry, Explanation, Right, ending, reason, right_sentence};
pub use fault_coverage::FaultCoverage;
pub use fen_reading::{FenReading, STARTPOS};
pub use game_record::{Ending, GameRecord, Ply};
pub use text_judge::TextJudge;
pub use words::{
    adjective, command_line, command_line_in, describe_conventions, number_of, pretty_json,
};
