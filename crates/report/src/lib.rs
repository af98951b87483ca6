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
mod game_record;
pub mod judged_captures;
pub mod lookalike;
pub mod move_error;
pub mod move_list;
pub mod pasted;
pub mod pgn_report;
mod pgn_sentence;
pub mod referee_report;
pub mod right_events;
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
pub use fen_error::{FenReading, STARTPOS};
pub use game_record::{Ending, GameRecord, Ply};
pub use text_judge::TextJudge;
pub use words::{
    adjective, command_line, command_line_in, describe_conventions, describe_retries, number_of,
    pretty_json,
};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use passant_test_tools::assert_generated;
    use schemars::generate::SchemaSettings;
    use schemars::transform::{RecursiveTransform, Transform};
    use schemars::{JsonSchema, Schema};

    use crate::case_record::CaseRecord;
    use crate::check_report::Report;
    use crate::pgn_report::PgnReport;
    use crate::referee_report::RefereeReport;

    /// The schema of a type, which allows no other keys.
    fn schema<T: JsonSchema>() -> String {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        let mut close = RecursiveTransform(|schema: &mut Schema| {
            if schema.get("properties").is_some() {
                schema.insert("additionalProperties".to_owned(), false.into());
            }
        });
        close.transform(&mut schema);
        serde_json::to_string_pretty(&schema).unwrap() + "\n"
    }

    #[test]
    fn the_schema_files_are_those_of_the_types() {
        let files = [
            ("check-1.json", schema::<Report>()),
            ("case-1.json", schema::<CaseRecord>()),
            ("referee-1.json", schema::<RefereeReport>()),
            ("pgn-1.json", schema::<PgnReport>()),
        ];
        for (name, expected) in files {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("schema")
                .join(name);
            assert_generated(&path, expected);
        }
    }
}
