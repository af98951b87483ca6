//! Checks published libraries, and whether what is known of them is still so.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::steps::Step;

mod install;
mod library;
mod matrix;

use library::Library;

/// What to ask: deep enough for a capture and its answer, few enough nodes for libraries that are slow.
const QUESTION: &str = "check --protocol line --depth 2 --max-nodes 500 --quiet --json";

/// How long an answer may take, in seconds.
const TIMEOUT: i64 = 30;

/// Which libraries, and what to do with them.
#[derive(Args)]
pub(crate) struct ZooOptions {
    /// Libraries by name, or by name and version like owlchess-0.4.0; all by default
    #[arg(value_name = "LIBRARY")]
    names: Vec<String>,
    /// Install, and check nothing
    #[arg(long)]
    install: bool,
    /// Check nothing, and draw the matrix from the reports that are there
    #[arg(long, conflicts_with_all = ["install", "write_expected"])]
    draw: bool,
    /// Write the lists of expected failures anew, to be read and explained before they are kept
    #[arg(long)]
    write_expected: bool,
}

pub(crate) fn run(root: &Path, options: &ZooOptions) -> Result<()> {
    let zoo = Zoo::new(root)?;
    let libraries = library::read(&zoo.folder.join("zoo.toml"))?;
    let chosen: Vec<_> = libraries
        .iter()
        .filter(|library| library.is_meant(&options.names))
        .collect();
    if chosen.is_empty() {
        bail!("no library is called that; xtask/zoo/zoo.toml lists them");
    }
    Step::cargo("passant is built", "build --quiet --package passant").run()?;
    let mut troubles = Vec::new();
    for library in chosen.iter().filter(|_| !options.draw) {
        eprintln!("==> {}", library.id());
        let outcome = zoo.visit(library, options);
        troubles.extend(
            outcome
                .err()
                .map(|error| format!("{}: {error:#}", library.id())),
        );
    }
    if !options.install && !options.write_expected {
        let whole = chosen.len() == libraries.len();
        matrix::write(&zoo, &chosen, whole)?;
    }
    if troubles.is_empty() {
        Ok(())
    } else {
        bail!("{}", troubles.join("\n"))
    }
}

/// Where things are.
pub(crate) struct Zoo {
    /// `xtask/zoo`: adapters and what is known.
    folder: PathBuf,
    /// `target/zoo`: what is installed and built, and reports.
    target: PathBuf,
    /// The command `passant`.
    passant: PathBuf,
}

impl Zoo {
    fn new(root: &Path) -> Result<Self> {
        // This program stands in `target/debug` or `target/release`, and so does `passant`.
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

    fn report(&self, library: &Library) -> PathBuf {
        self.target.join(format!("{}.json", library.id()))
    }

    fn visit(&self, library: &Library, options: &ZooOptions) -> Result<()> {
        std::fs::create_dir_all(&self.target)?;
        let adapter = install::install(self, library)?;
        if options.install {
            return Ok(());
        }
        let expected = self.folder.join(format!("expected/{}.toml", library.id()));
        let mut command = Command::new(&self.passant);
        let timeout = library.timeout.unwrap_or(TIMEOUT).to_string();
        command
            .args(QUESTION.split(' '))
            .args(["--timeout", &timeout]);
        if options.write_expected {
            command.arg("--write-expected").arg(&expected);
        } else if expected.exists() {
            command.arg("--expected").arg(&expected);
        }
        command
            .arg(shell_words::join(&adapter.command))
            .envs(adapter.environment);
        let output = command.output().context("cannot start passant")?;
        std::fs::write(self.report(library), &output.stdout)?;
        let complaint = String::from_utf8_lossy(&output.stderr);
        if options.write_expected || output.status.success() {
            Ok(())
        } else {
            bail!("not as expected ({}) {}", output.status, complaint.trim())
        }
    }
}
