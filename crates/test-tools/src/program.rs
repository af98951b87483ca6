//! Programs that this workspace builds.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::SystemTime;

/// The programs, and the options of `cargo build` that build each.
const PROGRAMS: [(&str, &str); 5] = [
    ("passant-oracle", "-p passant-oracle"),
    ("passant-filter", "-p passant-test-tools"),
    ("passant-hostile", "-p passant-test-tools"),
    ("passant-runner", "-p passant-test-tools"),
    ("examples/adapter", "-p passant --example adapter"),
];

/// The path of a program of this workspace, built in the same profile as the current test.
///
/// Cargo builds the programs of other packages only if it is told to: `cargo test --workspace` and `cargo xtask test`
/// do so, `cargo test -p passant` does not.
///
/// # Panics
///
/// If no program of this name is declared in this crate, if it has not been built, or if a source was newer than it when
/// this process started.
#[must_use]
pub fn program(name: &str) -> PathBuf {
    let known = PROGRAMS.iter().find(|(known, _)| *known == name);
    let (_, options) = known.unwrap_or_else(|| panic!("{name} is not declared in {}", file!()));
    let path = folder().join(format!("{name}{EXE_SUFFIX}"));
    let is_release = folder().ends_with("release");
    let release = if is_release { " --release" } else { "" };
    let rule = folder().join(format!("{name}.d"));
    must_be_built(&path, &rule, &format!("cargo build {options}{release}"));
    path
}

/// Demands a file that Cargo builds; `rule` is the rule for make that it writes next to it, and `command` builds both.
///
/// # Panics
///
/// If the file has not been built, or if a source was newer than it when this process started.
pub fn must_be_built(file: &Path, rule: &Path, command: &str) {
    let Some(built) = modification_time(file) else {
        panic!("{} is missing: run `{command}`", file.display());
    };
    if let Some(source) = newer_source(rule, built) {
        let (source, file) = (source.display(), file.display());
        panic!("{source} is newer than {file}: run `{command}`");
    }
}

/// The path of `passant-filter`, which changes the lines between its standard streams and an engine.
#[must_use]
pub fn filter() -> PathBuf {
    program("passant-filter")
}

/// The folder in which Cargo puts programs: `target/debug` for tests in `target/debug/deps`.
pub(crate) fn folder() -> PathBuf {
    let test = env::current_exe().expect("a test knows its own path");
    let folder = test.ancestors().nth(2).expect("tests are in `deps`");
    folder.to_owned()
}

/// The folder `target`.
///
/// # Panics
///
/// If the current program is not in a folder that Cargo has made.
#[must_use]
pub fn target() -> PathBuf {
    let folder = folder();
    folder.parent().expect("profiles have a folder").to_owned()
}

fn modification_time(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

/// The first source that is newer than a program, from the rule for make that `cargo build` writes next to the program.
/// Sources that are edited while the tests run do not count.
fn newer_source(rule: &Path, built: SystemTime) -> Option<PathBuf> {
    static START: LazyLock<SystemTime> = LazyLock::new(SystemTime::now);
    let start = *START;
    let rule = fs::read_to_string(rule).ok()?;
    let (_, sources) = rule.split_once(": ")?;
    // A space in a name is escaped.
    let with_marks = sources.trim().replace("\\ ", "\0");
    with_marks
        .split(' ')
        .map(|source| PathBuf::from(source.replace('\0', " ")))
        .find(|source| modification_time(source).is_some_and(|time| built < time && time < start))
}
