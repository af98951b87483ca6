//! The programs of a release, built once for the archive, the wheel and the packages for npm.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::builder::Builder;
use super::systems::is_windows;

/// The programs, each the package of the same name.
pub(super) const PROGRAMS: [&str; 2] = ["passant", "passant-oracle"];

/// The profile of cargo with which they are built.
pub(super) const PROFILE: &str = "dist";

/// Where the programs for a target are, and how they were built.
pub(super) struct Programs {
    pub(super) target: String,
    /// The folder of everything that cargo builds.
    pub(super) target_folder: PathBuf,
    /// The variable with the options of the compiler.
    pub(super) options: (String, String),
}

impl Programs {
    /// Builds them for a target; `target_folder` is below the root.
    pub(super) fn build(
        root: &Path,
        builder: &Builder,
        target: &str,
        target_folder: &str,
    ) -> Result<Self> {
        // No path of this machine is in the programs.
        let home = std::env::var("CARGO_HOME")
            .or_else(|_| std::env::var("HOME").map(|home| home + "/.cargo"));
        let paths = format!(
            "--remap-path-prefix={}=passant --remap-path-prefix={}=cargo",
            root.display(),
            home.unwrap_or_default(),
        );
        let variable = target.to_uppercase().replace('-', "_");
        let variable = format!("CARGO_TARGET_{variable}_RUSTFLAGS");
        let mut options = String::new();
        // One after the other: together they would have other features than alone, as the wheel has its program.
        for program in PROGRAMS {
            let build = format!(
                "--quiet --locked --profile {PROFILE} --package {program} --target {target} \
                 --target-dir {target_folder}"
            );
            let title = format!("{program} for {target}");
            let (step, needed) = builder.step(&title, target, &build)?;
            options = format!("{paths}{needed}");
            step.env(&variable, &options).run()?;
        }
        Ok(Self {
            target: target.to_owned(),
            target_folder: root.join(target_folder),
            options: (variable, options),
        })
    }

    /// The path of a program.
    pub(super) fn path(&self, program: &str) -> PathBuf {
        let folder = self.target_folder.join(&self.target).join(PROFILE);
        folder.join(self.file_name(program))
    }

    /// The file name of a program.
    pub(super) fn file_name(&self, program: &str) -> String {
        let suffix = if is_windows(&self.target) { ".exe" } else { "" };
        format!("{program}{suffix}")
    }
}
