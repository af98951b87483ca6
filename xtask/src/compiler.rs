//! The compiler for chips: a rustup target, or the Debian packages that bring `core` as source.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;

use crate::steps::Step;

/// The cargo and rustc that build `core` from source, where rustup has not installed it: on Debian `/usr/bin/cargo`
/// and `/usr/bin/rustc` of the packages cargo-web, rustc-web and rust-web-src.
pub(crate) const CHIP_CARGO: &str = "PASSANT_CHIP_CARGO";
pub(crate) const CHIP_RUSTC: &str = "PASSANT_CHIP_RUSTC";

/// Something that compiles for a chip.
#[derive(Clone)]
pub(crate) enum ChipCompiler {
    /// Cargo and rustc as they are; the target is installed.
    Installed,
    /// Another cargo and rustc, which build `core` first.
    FromSource { cargo: OsString, rustc: OsString },
}

impl ChipCompiler {
    /// A compiler for a target, if there is one at hand.
    pub(crate) fn find(target: &str) -> Option<Self> {
        if let Some((cargo, rustc)) = std::env::var_os(CHIP_CARGO).zip(std::env::var_os(CHIP_RUSTC))
        {
            return Some(Self::FromSource { cargo, rustc });
        }
        is_installed(target).then_some(Self::Installed)
    }

    /// What to do when there is none.
    pub(crate) fn advice(target: &str) -> String {
        let from_source = format!(
            "name a cargo and a rustc with the sources of core in {CHIP_CARGO} and {CHIP_RUSTC} \
             (Debian: apt-get install cargo-web rustc-web rust-web-src)"
        );
        // For AVR, rustup has no library.
        if target.starts_with("avr") {
            return from_source;
        }
        format!("`rustup target add {target}`, or {from_source}")
    }

    /// A step that builds for a target, in a folder of its own; the arguments are separated by blanks.
    pub(crate) fn step(&self, title: &str, target: &str, arguments: &str) -> Step {
        let build = format!(
            "build --quiet --release --target {target} --target-dir target/chip {arguments}"
        );
        match self {
            Self::Installed => Step::cargo(title, &build),
            // The variables that cargo sets for this program belong to another toolchain.
            Self::FromSource { cargo, rustc } => {
                Step::new(title, cargo, &format!("{build} -Z build-std=core"))
                    .env("RUSTC", rustc)
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env_remove("RUSTUP_TOOLCHAIN")
                    .env_remove("CARGO")
            }
        }
    }

    /// Whether it takes the options that are not stable.
    pub(crate) fn takes_unstable(&self) -> bool {
        matches!(self, Self::FromSource { .. })
    }
}

/// Whether the compiler in use has the core library for a target.
fn is_installed(target: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(rustc)
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .is_ok_and(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Whether there is a program of this name in one of the folders of `PATH`.
pub(crate) fn is_program(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(OsStr::new(name)).is_file())
}
