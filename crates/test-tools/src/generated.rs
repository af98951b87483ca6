//! Files that follow from the sources.

use std::fs;
use std::path::Path;

/// Compares a file with what the sources make of it. With `INSTA_UPDATE=always`, as `cargo xtask bless` sets it, writes the
/// file.
///
/// # Panics
///
/// Panics if the file differs, or cannot be written.
#[track_caller]
pub fn assert_generated(path: &Path, expected: impl AsRef<[u8]>) {
    let bytes = expected.as_ref();
    let is_same = fs::read(path).is_ok_and(|found| found == bytes);
    if !is_same && is_blessing() {
        fs::write(path, bytes).expect("the file can be written");
        return;
    }
    assert!(
        is_same,
        "{} is not what the sources make: cargo xtask bless writes it anew",
        path.display()
    );
}

/// Tells whether the tests are to write what follows from the sources, as snapshots do.
#[must_use]
pub fn is_blessing() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always")
}
