//! Virtual environments of Python, each made from nothing and deleted at the end.

use std::path::{Path, PathBuf};
use std::process::Command;

use passant_test_tools::Missing;
use tempfile::TempDir;
use xtask::Step;

use crate::python::interpreter;

/// The version of Python for which every library of the trial is published.
pub(super) const NEWEST: &str = "3.13";

/// A virtual environment.
pub(super) struct Environment {
    folder: TempDir,
}

impl Environment {
    /// Makes an environment with the packages of a file in `crates/passant/python`, or says what is missing; `what` does
    /// not run then.
    pub(super) fn create(root: &Path, requirements: &str, what: &str) -> Result<Self, Missing> {
        let missing = |tool: &str, install: &str| Missing {
            tool: tool.to_owned(),
            install: install.to_owned(),
            what: what.to_owned(),
        };
        let python = interpreter(Some(NEWEST)).or_else(|_| interpreter(None));
        let python = python.map_err(|_| missing("python3", "apt-get install python3"))?;
        let folder = tempfile::tempdir()
            .map_err(|_| missing("a temporary folder", "export TMPDIR=FOLDER"))?;
        let environment = Self { folder };
        let mut venv = Command::new(python);
        venv.args(["-m", "venv"]).arg(environment.folder.path());
        let title = format!("{what}: an environment of Python");
        let made = Step::of(&title, venv).run();
        made.map_err(|_| missing("python3-venv", "apt-get install python3-venv"))?;
        let mut pip = environment.pip_install();
        pip.args(["--require-hashes", "--requirement"]);
        pip.arg(root.join("crates/passant/python").join(requirements));
        let installed = Step::of(&format!("{what}: {requirements}"), pip).run();
        installed.map_err(|_| missing("packages of PyPI", "pip says above what it needs"))?;
        Ok(environment)
    }

    /// The command that installs packages.
    pub(super) fn pip_install(&self) -> Command {
        let mut pip = self.command("python");
        pip.args(["-m", "pip", "install", "--quiet", "--no-input"]);
        pip.arg("--disable-pip-version-check");
        pip
    }

    /// A program of the environment. It sees nothing of the modules of this repository.
    pub(super) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.path(program));
        command.current_dir(self.folder.path());
        command
            .env_remove("PYTHONPATH")
            .env("PYTHONDONTWRITEBYTECODE", "1");
        command
    }

    /// The folder of its programs.
    pub(super) fn programs(&self) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.folder.path().join(folder)
    }

    /// The path of a program.
    pub(super) fn path(&self, program: &str) -> PathBuf {
        let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
        self.programs().join(name)
    }
}
