//! Whether documents follow a JSON schema, in the judgement of Python's `jsonschema`, which comes with check-jsonschema.

use passant_test_tools::{package, tool};
use serde_json::{Value, json};

use crate::run::{printed, run_with};

/// Reads a schema and documents, and prints for each document what keeps it from following the schema.
const PROGRAM: &str = "\
import json, sys
sys.path.insert(0, sys.argv[1])
sys.stderr = sys.stdout
from jsonschema import Draft202012Validator
schema, documents = json.load(sys.stdin)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
json.dump([[it.message for it in validator.iter_errors(document)] for document in documents], sys.stdout)
";

/// Demands that reports follow the schema that the command prints.
#[track_caller]
pub(crate) fn reports_follow(reports: &[Value]) {
    let schema = run_with(&["generate", "schema"]).json();
    for faults in faults(&schema, reports) {
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

/// Returns what keeps each document from following a schema, which must be one itself. The current test needs
/// `python3` and `check-jsonschema`.
#[track_caller]
pub(crate) fn faults(schema: &Value, documents: &[Value]) -> Vec<Vec<String>> {
    let (python, library) = (tool("python3"), package("check-jsonschema"));
    let input = json!([schema, documents]).to_string();
    let output = printed(&python, &["-c", PROGRAM, library.to_str().unwrap()], &input);
    let output = String::from_utf8_lossy(&output);
    let faults: Vec<Vec<String>> = serde_json::from_str(&output).expect(&output);
    assert_eq!(faults.len(), documents.len());
    faults
}
