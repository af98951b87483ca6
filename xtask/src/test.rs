//! Every check that a change must pass.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::steps::{Step, run_all};
use crate::{suites, tidy};

/// The target that stands for small chips: Cortex-M0, no operating system, no allocator.
const CHIP: &str = "thumbv6m-none-eabi";

/// The cargo and rustc that build `core` from source for [`CHIP`], where rustup has not installed it: on Debian
/// `/usr/bin/cargo` and `/usr/bin/rustc` of the packages cargo-web, rustc-web and rust-web-src.
const CHIP_CARGO: &str = "PASSANT_CHIP_CARGO";
const CHIP_RUSTC: &str = "PASSANT_CHIP_RUSTC";

/// Runs all checks, and fails if one does; what could not be checked is said.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut steps = host_steps();
    let chip = chip_steps();
    let skips_chip = chip.is_empty();
    steps.extend(chip);
    let mut failures: Vec<String> = run_all(&mut steps)
        .err()
        .iter()
        .map(|error| format!("{error:#}"))
        .collect();

    eprintln!("==> tidiness");
    failures.extend(tidy::run(root).err().map(|error| format!("{error:#}")));
    eprintln!("==> suites, computed again");
    failures.extend(
        suites::verify_quickly(root)
            .err()
            .map(|error| format!("{error:#}")),
    );

    if skips_chip {
        eprintln!(
            "skipped: the build for {CHIP}; `rustup target add {CHIP}`, or name a cargo and a rustc with the sources \
             of core in {CHIP_CARGO} and {CHIP_RUSTC} (Debian: apt-get install cargo-web rustc-web rust-web-src)"
        );
    }
    if failures.is_empty() {
        Ok(())
    } else {
        bail!("{}", failures.join("\n"))
    }
}

/// What needs nothing but Rust.
fn host_steps() -> Vec<Step> {
    vec![
        Step::cargo("format", "fmt --all --check"),
        Step::cargo(
            "lints",
            "clippy --quiet --workspace --all-targets --all-features -- -D warnings",
        ),
        Step::cargo(
            "perft without threads",
            "check --quiet -p passant-perft --no-default-features",
        ),
        Step::cargo("tests", "test --workspace --all-features"),
        Step::cargo("documentation", "doc --quiet --workspace --no-deps")
            .env("RUSTDOCFLAGS", "-D warnings"),
    ]
}

/// Builds what runs on chips for a chip; nothing where no compiler for it is at hand.
fn chip_steps() -> Vec<Step> {
    let from_source = std::env::var_os(CHIP_CARGO).zip(std::env::var_os(CHIP_RUSTC));
    let step = |title, package| {
        let build =
            format!("build --quiet --release --target {CHIP} --target-dir target/chip {package}");
        match &from_source {
            // The variables that cargo sets for this program belong to another toolchain.
            Some((cargo, rustc)) => Step::new(title, cargo, &format!("{build} -Z build-std=core"))
                .env("RUSTC", rustc)
                .env("RUSTC_BOOTSTRAP", "1")
                .env_remove("RUSTUP_TOOLCHAIN")
                .env_remove("CARGO"),
            None => Step::cargo(title, &build),
        }
    };
    if from_source.is_none() && !is_installed() {
        return Vec::new();
    }
    vec![
        step("rules for a Cortex-M0", "-p passant-rules --all-features"),
        step(
            "perft for a Cortex-M0",
            "-p passant-perft --no-default-features",
        ),
    ]
}

/// Whether the compiler in use has the core library for the chip.
fn is_installed() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    std::process::Command::new(rustc)
        .args(["--print", "target-libdir", "--target", CHIP])
        .output()
        .is_ok_and(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}
