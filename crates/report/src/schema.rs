//! The schemas are those of the types.

use std::path::Path;

use passant_test_tools::assert_generated;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};

use crate::case_record::CaseRecord;
use crate::check_report::Report;

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
    ];
    for (name, expected) in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("schema")
            .join(name);
        assert_generated(&path, expected);
    }
}
