//! The report as a JSON object, as described by `schema/check-1.json`.

use std::io;

use passant_suite::Suites;
use serde::Deserialize;
use serde::Serialize;
use serde_json::Value;

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
    /// The suites that are built into it.
    suites: BuiltinSuites,
    /// The CRC-32 of the report without this key, as JSON without spaces and with sorted keys. A report that was changed on
    /// purpose has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    crc32: Option<String>,
    /// The engines, in the order of the command line.
    engines: &'a [EngineResult],
}

/// The built-in suites.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BuiltinSuites {
    /// Their version.
    version: &'static str,
    /// The SHA-256 of the lines that `sha256sum` prints for the TOML files of `suites/`, ordered by path.
    sha256: &'static str,
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
            suites: BuiltinSuites {
                version: Suites::BUILTIN_VERSION,
                sha256: Suites::BUILTIN_SHA256,
            },
            crc32: None,
            engines,
        }
    }
}

/// The report as text, with its checksum.
pub fn text(results: &[EngineResult]) -> io::Result<String> {
    let mut report = Report::new(results);
    // The checksum is over the values that a reader gets from the text.
    let text = serde_json::to_string(&report)?;
    report.crc32 = checksums(serde_json::from_str(&text)?).map(|sums| sums.computed);
    pretty_json(&report)
}

/// The checksums of a report; `None` for what is none.
fn checksums(report: Value) -> Option<Checksums> {
    let Value::Object(mut report) = report else {
        return None;
    };
    let found = report.remove("crc32");
    let mut contents = Value::from(report);
    contents.sort_all_objects();
    let computed = format!("{:08x}", crc32fast::hash(contents.to_string().as_bytes()));
    Some(Checksums { found, computed })
}

/// The checksum that a report has, and the one that fits it.
struct Checksums {
    found: Option<Value>,
    computed: String,
}

/// Reads a report. The error describes what is wrong, such as contents that do not fit the checksum.
pub fn read(text: &str) -> Result<Vec<EngineResult>, String> {
    let report: StoredReport = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let contents = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if let Some(Checksums {
        found: Some(found),
        computed,
    }) = checksums(contents)
        && found != computed
    {
        return Err(format!(
            "crc32: expected \"{computed}\", got {found}: the report is damaged, or was changed; remove crc32 if you changed it"
        ));
    }
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
    use passant_test_tools::bit_flips;

    use super::{read, text};

    /// A report without a checksum, as one that somebody has changed.
    const CHANGED: &str = include_str!("../../fuzz/corpus/report/faulty");

    #[test]
    fn no_report_with_a_flipped_bit_is_believed() {
        let sound = text(&read(CHANGED).unwrap()).unwrap();
        assert!(sound.contains("\"crc32\": \""), "{sound}");
        let mut believed = Vec::new();
        for (place, damaged) in bit_flips(sound.as_bytes(), 1000) {
            let Ok(damaged) = String::from_utf8(damaged) else {
                continue;
            };
            // A space may have become another one, or the key of the checksum one without a meaning.
            if read(&damaged).is_ok_and(|engines| text(&engines).unwrap() != sound) {
                believed.push(place);
            }
        }
        assert!(believed.is_empty(), "{believed:?}");
    }

    #[test]
    fn a_report_may_be_formatted_anew() {
        let sound = text(&read(CHANGED).unwrap()).unwrap();
        let value: serde_json::Value = serde_json::from_str(&sound).unwrap();
        let compact = read(&value.to_string()).unwrap();
        assert_eq!(text(&compact).unwrap(), sound);
        let edited = sound.replace("\"pass\"", "\"fail\"");
        assert_ne!(edited, sound);
        let error = read(&edited).unwrap_err();
        assert!(error.ends_with("remove crc32 if you changed it"), "{error}");
    }
}
