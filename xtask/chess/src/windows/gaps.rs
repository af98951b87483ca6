//! What Wine does not show.

/// A test that does not run in Wine.
pub(super) struct Gap {
    /// Its name, with its module.
    pub(super) test: &'static str,
    /// Why Wine does not show what it asserts.
    pub(super) reason: &'static str,
}

/// All such tests.
pub(super) const GAPS: [Gap; 1] = [Gap {
    test: "test_snippets::rust_snippets_pass_and_fail_as_expected",
    reason: "there is no compiler in Wine",
}];

/// What no test shows in Wine.
pub(super) const UNSEEN: [&str; 8] = [
    "Ctrl-C: without a screen Wine has no console, which sends it",
    "the engine alone in batch files of --reproduce: cmd of Wine 8 cannot pipe a block of commands; the rest of the file runs",
    "UNC paths: Wine has no shares; verbatim paths (\\\\?\\) are tested",
    "programs whose path has more than 260 characters: Wine does not start them; files with such paths are tested",
    "PowerShell: Wine has none",
    "a console: colors, progress and text that is not ASCII on a screen",
    "the script of the action, which Git Bash runs on Windows: Wine has no shell; the tests of Linux run it",
    "the commands of the pages, signals, full disks, and recipes for clusters: their tests are compiled for Unix only",
];
