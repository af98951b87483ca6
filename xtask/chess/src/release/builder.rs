//! What compiles programs for a system: cargo for this one, Windows and macOS, and cargo-zigbuild for Linux, which brings a
//! linker and a C library.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context, Result};
use passant_test_tools::{Missing, find_tool};
use xtask::Step;

use super::environment::Environment;
use super::systems::{is_linux, is_windows};
use crate::compiler::{ChipCompiler, host};
use crate::windows::wine::LINKER;

/// Builds programs for any system.
pub(super) struct Builder {
    /// Where cargo-zigbuild is; installed when it is first needed.
    environment: Option<Environment>,
}

impl Builder {
    pub(super) const fn new() -> Self {
        Self { environment: None }
    }

    /// Whether programs for a target can be built, and how to get what is missing.
    pub(super) fn prepare(&mut self, root: &Path, target: &str) -> Result<Result<(), Missing>> {
        if target == host()? {
            return Ok(Ok(()));
        }
        let what = format!("programs for {target}");
        if let Err(missing) = ChipCompiler::require(target, &what) {
            return Ok(Err(missing));
        }
        if is_windows(target) {
            return Ok(find_tool(LINKER, &what).map(|_| ()));
        }
        if is_linux(target) && self.environment.is_none() {
            match Environment::create(root, "requirements-cross.txt", &what) {
                Ok(environment) => self.environment = Some(environment),
                Err(missing) => return Ok(Err(missing)),
            }
        }
        Ok(Ok(()))
    }

    /// A step that builds a program, and the options that the compiler needs for that; the arguments are separated by spaces.
    pub(super) fn step(
        &self,
        title: &str,
        target: &str,
        arguments: &str,
    ) -> Result<(Step, &'static str)> {
        let build = format!("build {arguments}");
        if target == host()? {
            return Ok((Step::cargo(title, &build), ""));
        }
        let compiler = ChipCompiler::find(target).context("the compiler is gone")?;
        let Some(environment) = self.environment.as_ref().filter(|_| is_linux(target)) else {
            return Ok((compiler.program_step(title, &build), ""));
        };
        let step = compiler.program_step(title, &format!("zig{build}"));
        // The library of rustup brings the start of a program for musl; the source of the library does not.
        let options = if compiler.takes_unstable() && target.ends_with("-musl") {
            " -Clink-self-contained=no"
        } else {
            ""
        };
        Ok((step.env("PATH", search_path(environment)?), options))
    }
}

/// `PATH` with the programs of an environment first: `cargo zigbuild` is one of them.
fn search_path(environment: &Environment) -> Result<OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [environment.programs()].into_iter();
    Ok(env::join_paths(folders.chain(env::split_paths(&path)))?)
}
