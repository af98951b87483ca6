//! The report as a JSON object, as described by `schema/check-1.json`.

use std::io;

use serde::Deserialize;
use serde::Serialize;

use crate::engine_result::EngineResult;
use crate::pretty_json;

/// The JSON schema of the format.
pub const SCHEMA: &str = include_str!("../schema/check-1.json");

/// The version of the format.
const VERSION: u32 = 1;

/// The report of `passant check --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report<'a> {
    /// The version of the format.
    #[cfg_attr(test, schemars(extend("const" = VERSION)))]
    version: u32,
    /// The version of passant that wrote the report.
    passant: &'a str,
    /// The engines, in the order of the command line.
    engines: &'a [EngineResult],
}

#[derive(Deserialize)]
struct StoredReport {
    version: u32,
    engines: Vec<EngineResult>,
}

impl<'a> Report<'a> {
    /// The report on some engines.
    #[must_use]
    pub fn new(engines: &'a [EngineResult]) -> Self {
        Self {
            version: VERSION,
            passant: env!("CARGO_PKG_VERSION"),
            engines,
        }
    }
}

/// The report as text.
pub fn text(results: &[EngineResult]) -> io::Result<String> {
    pretty_json(&Report::new(results))
}

/// Reads a report. The error describes what is wrong.
pub fn read(text: &str) -> Result<Vec<EngineResult>, String> {
    let report: StoredReport = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if report.version != VERSION {
        return Err(format!(
            "expected version {VERSION}, got {}",
            report.version
        ));
    }
    let mut cases = report.engines.iter().flat_map(|engine| &engine.cases);
    match cases.find(|case| case.presentations.is_empty()) {
        Some(case) => Err(format!("the case {} has no presentations", case.address)),
        None => Ok(report.engines),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use schemars::Schema;
    use schemars::generate::SchemaSettings;
    use schemars::transform::{RecursiveTransform, Transform};

    use super::Report;

    /// The schema of the types, which allows no other keys.
    fn schema() -> String {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let mut schema = settings.into_generator().into_root_schema_for::<Report>();
        let mut close = RecursiveTransform(|schema: &mut Schema| {
            if schema.get("properties").is_some() {
                schema.insert("additionalProperties".to_owned(), false.into());
            }
        });
        close.transform(&mut schema);
        serde_json::to_string_pretty(&schema).unwrap() + "\n"
    }

    /// After a change of the types, write the file with `INSTA_UPDATE=always cargo test -p passant-report schema`.
    #[test]
    fn the_schema_file_is_that_of_the_types() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/check-1.json");
        let expected = schema();
        if std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
            fs::write(&path, &expected).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap();
        assert!(
            found == expected,
            "{} differs from the types; write it with INSTA_UPDATE=always cargo test -p passant-report schema",
            path.display()
        );
    }
}
