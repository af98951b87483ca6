//! Wine, with a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};
use xtask::Step;

use super::build::TestProgram;
use super::gaps::GAPS;
use super::results::Outcome;
use crate::compiler::SYSTEMS;

/// The compiler for C, which also links programs of Rust.
pub(super) const LINKER: &str = "x86_64-w64-mingw32-gcc";

/// The random numbers that the standard library asks for since Windows 10, and that Wine has from version 9 on.
const RANDOM: &str = include_str!("random.c");

/// The library that has them.
const RANDOM_LIBRARY: &str = "bcryptprimitives.dll";

/// Many tests wait for an engine. With more at once, the server of Wine keeps some waiting for too long.
const THREADS: &str = "3";

/// Wine with its folder.
pub(super) struct Wine {
    root: PathBuf,
    folder: PathBuf,
}

impl Wine {
    /// Makes the folder unless there is one.
    pub(super) fn prepare(root: &Path) -> Result<Self> {
        let root = root.canonicalize().context("cannot find the workspace")?;
        let wine = Self {
            folder: root.join(SYSTEMS).join("wine"),
            root,
        };
        let library = wine
            .folder
            .join("drive_c/windows/system32")
            .join(RANDOM_LIBRARY);
        if library.exists() {
            return Ok(wine);
        }
        let mut boot = wine.command("wine");
        boot.args(["wineboot", "--init"]);
        boot.stdout(Stdio::null()).stderr(Stdio::null());
        Step::of("a folder for Wine", boot).run()?;
        let source = wine.folder.join("random.c");
        fs::write(&source, RANDOM).with_context(|| format!("cannot write {}", source.display()))?;
        let mut compile = Command::new(LINKER);
        compile.args(["-shared", "-Wall", "-Werror", "-o"]);
        compile.arg(&library).arg(&source).arg("-ladvapi32");
        Step::of(RANDOM_LIBRARY, compile).run()?;
        Ok(wine)
    }

    /// Runs the tests of a program.
    pub(super) fn run(&self, program: &TestProgram, filters: &[&str]) -> Result<Outcome> {
        let title = format!("{} ({}) in Wine", program.package, program.name);
        eprintln!("==> {title}");
        let mut command = self.command("wine");
        command.arg(&program.file).args(filters);
        for gap in GAPS {
            command.args(["--skip", gap.test]);
        }
        command.current_dir(&program.folder);
        command.env("CARGO_MANIFEST_DIR", &program.folder);
        command.env("RUST_TEST_THREADS", THREADS);
        command.env("RUST_BACKTRACE", "0");
        command.env("INSTA_WORKSPACE_ROOT", &self.root);
        command.env("INSTA_UPDATE", "no");
        let start = Instant::now();
        let output = command
            .stdin(Stdio::null())
            .output()
            .context("cannot start wine")?;
        let took = start.elapsed();
        eprintln!("    {title}: {:.1} s", took.as_secs_f64());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(Outcome {
            title: format!("{} ({})", program.package, program.name),
            text,
            messages: String::from_utf8_lossy(&output.stderr).into_owned(),
            took,
            has_succeeded: output.status.success(),
        })
    }

    /// Ends everything that still runs.
    pub(super) fn end(&self) {
        let _ = self.command("wineserver").arg("--kill").status();
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("WINEPREFIX", &self.folder);
        command.env("WINEDEBUG", "-all");
        // Neither .NET nor a browser is installed.
        command.env("WINEDLLOVERRIDES", "mscoree,mshtml=");
        command.env_remove("DISPLAY");
        command
    }
}
