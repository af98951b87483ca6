//! Tools that searches and releases need and that a bare machine lacks.

use std::process::{Command, Stdio};

use anyhow::{Result, ensure};
use passant_test_tools::Missing;

/// An optional tool.
pub(crate) struct Tool {
    /// The name in the list of missing tools.
    pub(crate) name: &'static str,
    /// The command that shows whether it is there.
    probe: &'static [&'static str],
    /// The command that installs it.
    pub(crate) install: &'static str,
}

/// The nightly compiler, for sanitizers and fuzzing.
pub(crate) const NIGHTLY: Tool = Tool {
    name: "nightly Rust",
    probe: &["cargo", "+nightly", "--version"],
    install: "rustup toolchain install nightly",
};

/// Miri, an interpreter that notices undefined behavior.
pub(crate) const MIRI: Tool = Tool {
    name: "miri",
    probe: &["cargo", "+nightly", "miri", "--version"],
    install: "rustup toolchain install nightly --component miri,rust-src",
};

/// The driver of libFuzzer.
pub(crate) const CARGO_FUZZ: Tool = Tool {
    name: "cargo-fuzz",
    probe: &["cargo", "fuzz", "--version"],
    install: "cargo install cargo-fuzz --locked",
};

/// The checker of licenses and advisories.
pub(crate) const CARGO_DENY: Tool = Tool {
    name: "cargo-deny",
    probe: &["cargo", "deny", "--version"],
    install: "cargo install cargo-deny --locked",
};

/// Compares what is public in a crate with its last published version.
pub(crate) const CARGO_SEMVER_CHECKS: Tool = Tool {
    name: "cargo-semver-checks",
    probe: &["cargo", "semver-checks", "--version"],
    install: "cargo install cargo-semver-checks --locked",
};

impl Tool {
    /// Tells whether it can be started.
    pub(crate) fn is_installed(&self) -> bool {
        let mut probe = command(self.probe);
        probe.stdout(Stdio::null()).stderr(Stdio::null());
        probe.status().is_ok_and(|status| status.success())
    }

    /// Fails with the command that installs it, if it is missing.
    pub(crate) fn require(&self) -> Result<()> {
        ensure!(
            self.is_installed(),
            "{} is not installed: {}",
            self.name,
            self.install
        );
        Ok(())
    }

    /// Returns the report that a check did not run.
    pub(crate) fn missing(&self, check: &str) -> Missing {
        Missing {
            tool: self.name.to_owned(),
            install: self.install.to_owned(),
            what: check.to_owned(),
        }
    }
}

/// A command for the `cargo` of the user, which may choose another toolchain than the one that runs this program.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}
