//! The bodies of the fuzz targets, one for each reader.
//!
//! A target is a function of bytes that panics if a promise is broken: what was read is written and read again, two
//! readers agree, an error points into the text, what is printed cannot be invisible. Two programs call it:
//!
//! - `cargo xtask fuzz` lets libFuzzer look for bytes that break a promise. The one program in `libfuzzer/` is built under the name of each target.
//! - `cargo test -p passant-fuzz` runs it over the files in `corpus/` and damaged copies of them, the same ones in every
//!   run, with any compiler.
//!
//! ```
//! for target in passant_fuzz::TARGETS {
//!     (target.run)(b"whatever");
//! }
//! ```

pub mod targets;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is that of its folder in `corpus/`, its file in `dictionaries/` and its `[[bin]]` in `libfuzzer/`.
    pub name: &'static str,
    /// Panics if the bytes break a promise.
    pub run: fn(&[u8]),
}

/// All targets, by name.
pub const TARGETS: [Target; 23] = [
    target("adapter", targets::adapter),
    target("calibration", targets::calibration),
    target("checkpoint", targets::checkpoint),
    target("demands", targets::demands),
    target("descriptors", targets::descriptors),
    target("dialect", targets::dialect),
    target("epd", targets::epd),
    target("expected", targets::expected),
    target("expected_findings", targets::expected_findings),
    target("fen", targets::fen),
    target("journal", targets::journal),
    target("perft_file", targets::perft_file),
    target("pgn", targets::pgn),
    target("pgn_file", targets::pgn_file),
    target("printed", targets::printed),
    target("question", targets::question),
    target("report", targets::report),
    target("san", targets::san),
    target("script", targets::script),
    target("settings", targets::settings),
    target("suite", targets::suite),
    target("uci", targets::uci),
    target("xboard", targets::xboard),
];

/// Runs the target of a name.
///
/// # Panics
///
/// If the bytes break a promise, or if there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("every program has the name of a target").run)(bytes);
}

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}
