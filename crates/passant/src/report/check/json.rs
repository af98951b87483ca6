//! The report as a JSON object, as described by `schema/check-1.json`.

use std::io;

use serde::Deserialize;
use serde::Serialize;

use crate::engine_report::EngineResult;

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    passant: &'a str,
    engines: &'a [EngineResult],
}

#[derive(Deserialize)]
struct StoredReport {
    version: u32,
    engines: Vec<EngineResult>,
}

/// The report as text.
pub(crate) fn text(results: &[EngineResult]) -> io::Result<String> {
    let report = Report {
        version: VERSION,
        passant: env!("CARGO_PKG_VERSION"),
        engines: results,
    };
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}

/// Reads a report. The error describes what is wrong.
pub(crate) fn read(text: &str) -> Result<Vec<EngineResult>, String> {
    let report: StoredReport = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if report.version != VERSION {
        return Err(format!(
            "expected version {VERSION}, got {}",
            report.version
        ));
    }
    let mut cases = report.engines.iter().flat_map(|engine| &engine.cases);
    match cases.find(|case| case.ways.is_empty()) {
        Some(case) => Err(format!("the case {} has no presentations", case.address)),
        None => Ok(report.engines),
    }
}
