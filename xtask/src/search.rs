//! Runs checks that take long, and most of which need tools that a bare machine lacks: they are no part of the tests.

use std::path::Path;

use anyhow::{Result, bail};
use xtask::{Step, missing_tools};

use crate::optional::Tool;
use crate::{deny, fuzz, sanitize};

/// The searches: a title, the tools, and the function that runs it.
const SEARCHES: [(&str, &[Tool], Search); 5] = [
    ("documentation", &[], |_| check_documentation()),
    ("fuzzing", fuzz::TOOLS, |root| {
        fuzz::run(root, &fuzz::Fuzz::short())
    }),
    ("Miri", sanitize::MIRI_TOOLS, |_| sanitize::miri()),
    ("AddressSanitizer", sanitize::ASAN_TOOLS, sanitize::asan),
    ("licenses", deny::TOOLS, |_| deny::licenses()),
];

/// Runs a search in the workspace at this path.
type Search = fn(&Path) -> Result<()>;

/// Writes the documentation of all libraries; a warning, such as a link to nothing, is an error. `cargo doc` analyzes each crate
/// and everything that it depends on once more, which takes as long as a third of the tests' build.
pub(crate) fn check_documentation() -> Result<()> {
    let doc = "doc --quiet --workspace --no-deps --all-features --lib";
    let step = Step::cargo("documentation", doc);
    step.env("RUSTDOCFLAGS", "-D warnings").run()
}

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
