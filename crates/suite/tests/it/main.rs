//! Tests of the public API, in one binary.

mod engines;
mod epd;
mod perft_file;
mod play;
mod referee;
mod search;
mod select;
mod state;
mod suites;

use std::path::Path;
use std::{env, fs};

use passant_suite::Diagnostics;

/// Compares a text with the content of a file below `tests/data`. With `BLESS` in the environment, writes the file.
#[track_caller]
fn check(file: impl AsRef<Path>, actual: &str) {
    let file = Path::new("tests/data").join(file);
    // For paths on Windows, and files that were checked out there.
    let actual = actual.trim_end().replace('\\', "/");
    let contents = fs::read_to_string(&file).unwrap_or_default();
    let expected = contents.trim_end().replace("\r\n", "\n");
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

/// A line for each diagnostic, and below it the characters that are wrong.
fn listed(diagnostics: &Diagnostics) -> String {
    let listed = diagnostics.iter().map(|diagnostic| {
        let excerpt = diagnostic
            .excerpt()
            .map(|excerpt| format!("    {excerpt}\n"));
        format!("{diagnostic}\n{}", excerpt.unwrap_or_default())
    });
    listed.collect()
}
