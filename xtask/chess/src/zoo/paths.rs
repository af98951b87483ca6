//! The folders of the zoo.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::library::Library;

/// The folders of the zoo, and the command.
pub(super) struct ZooPaths {
    /// `xtask/zoo`: adapters and expectations.
    pub(super) folder: PathBuf,
    /// `target/zoo`: installed libraries, built adapters, and reports.
    pub(super) target: PathBuf,
    /// The command `passant`.
    pub(super) passant: PathBuf,
}

impl ZooPaths {
    pub(super) fn new(root: &Path) -> Result<Self> {
        // This program is in `target/debug` or `target/release`.
        let this = std::env::current_exe().context("cannot tell where this program is")?;
        let target = this
            .ancestors()
            .nth(2)
            .context("this program is not in target/")?;
        Ok(Self {
            folder: std::path::absolute(root.join("xtask/zoo"))?,
            target: target.join("zoo"),
            passant: target.join("debug/passant"),
        })
    }

    pub(super) fn report(&self, library: &Library) -> PathBuf {
        self.target.join(format!("{}.json", library.id()))
    }
}
