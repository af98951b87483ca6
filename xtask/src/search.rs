//! Checks that look for what nobody has thought of. They take long, and need tools that a bare machine lacks, so that
//! they are no part of the tests.

use std::path::Path;

use anyhow::{Result, bail};
use xtask::missing_tools;

use crate::optional::Tool;
use crate::{deny, fuzz, sanitize};

/// The searches: a title, the tools, and the function that runs it.
const SEARCHES: [(&str, &[Tool], Search); 4] = [
    ("fuzzing", fuzz::TOOLS, |root| {
        fuzz::run(root, &fuzz::Fuzz::short())
    }),
    ("Miri", sanitize::MIRI_TOOLS, |_| sanitize::miri()),
    ("AddressSanitizer", sanitize::ASAN_TOOLS, sanitize::asan),
    ("licenses", deny::TOOLS, |_| deny::licenses()),
];

/// Runs a search in the workspace at this path.
type Search = fn(&Path) -> Result<()>;

/// Runs every search whose tools are there, and lists what did not run. Fails if one of them finds something; with `CI=true`
/// a missing tool is a failure too.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut missing = Vec::new();
    let mut failures = Vec::new();
    let mut note = |result: Result<()>| {
        failures.extend(result.err().map(|error| format!("{error:#}")));
    };
    for (title, tools, search) in SEARCHES {
        match tools.iter().find(|tool| !tool.is_installed()) {
            Some(tool) => missing.push(tool.missing(title)),
            None => note(search(root)),
        }
    }
    if deny::TOOLS.iter().all(Tool::is_installed) {
        note(deny::advisories().map(|absent| missing.extend(absent)));
    }
    for failure in &failures {
        eprintln!("failed: {failure}");
    }
    eprint!("{}", missing_tools::table(&missing));
    match failures.len() {
        0 => missing_tools::accept(&missing),
        number => bail!("{number} searches failed"),
    }
}
