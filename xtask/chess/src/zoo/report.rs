//! What the run of a library has found.

use anyhow::{Context, Result};
use passant_judge::check::Verdict;
use serde::Deserialize;
use serde_json::Value;

use super::library::Library;
use super::paths::ZooPaths;

/// What a library's run has found.
pub(super) fn read(zoo: &ZooPaths, library: &Library) -> Result<Value> {
    Ok(whole(zoo, library)?["engines"][0].clone())
}

/// The report of a library's run, which also names the suites.
pub(super) fn whole(zoo: &ZooPaths, library: &Library) -> Result<Value> {
    let path = zoo.report(library);
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no report", path.display()))
}

/// Whether a library is correct in a case of its report; `None` if it cannot be asked about it.
pub(super) fn is_correct(case: &Value) -> Option<bool> {
    // A verdict that this version does not know is not correct.
    Verdict::deserialize(&case["verdict"]).map_or(Some(false), Verdict::is_correct)
}
