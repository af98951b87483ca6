//! Tests of what the crate offers, all in one binary.

mod epd;
mod folder;
mod select;
mod state;
mod suites;
mod twin;

use std::path::Path;
use std::{env, fs};

use passant_suite::Problems;

/// Holds a text against the content of a file below `tests/data`. With `BLESS` in the environment, writes the file.
#[track_caller]
fn check(file: impl AsRef<Path>, actual: &str) {
    let file = Path::new("tests/data").join(file);
    // Paths on Windows, and files that were checked out there.
    let actual = actual.trim_end().replace('\\', "/");
    let expected = fs::read_to_string(&file).unwrap_or_default();
    let expected = expected.trim_end().replace("\r\n", "\n");
    if env::var_os("BLESS").is_some() {
        fs::write(&file, actual + "\n").unwrap();
    } else {
        assert!(
            actual == expected,
            "{} should be:\n{actual}",
            file.display()
        );
    }
}

/// A line for each problem, and below it the text that is wrong.
fn listed(problems: &Problems) -> String {
    let listed = problems.iter().map(|problem| {
        let excerpt = problem.text().zip(problem.span());
        let excerpt = excerpt.map(|(text, span)| format!("    {}\n", &text[span]));
        format!("{problem}\n{}", excerpt.unwrap_or_default())
    });
    listed.collect()
}
