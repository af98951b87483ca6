//! The report as a JSON object, as described by `schema/check-1.json`.

use std::io;

use passant_suite::Suites;
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
    /// The suites that are built into it.
    suites: BuiltinSuites,
    /// The engines, in the order of the command line.
    engines: &'a [EngineResult],
}

/// Which suites are built in.
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
