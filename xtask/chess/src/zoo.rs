//! Checks published libraries, and whether what is known of them is still so.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use xtask::Step;

mod install;
mod library;
mod matrix;
mod paths;

use library::Library;
use paths::ZooPaths;

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
    let zoo = ZooPaths::new(root)?;
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
        let outcome = visit(&zoo, library, options);
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

/// Installs a library if it is missing, and checks it.
fn visit(zoo: &ZooPaths, library: &Library, options: &ZooOptions) -> Result<()> {
    std::fs::create_dir_all(&zoo.target)?;
    let adapter = install::install(zoo, library)?;
    if options.install {
        return Ok(());
    }
    let expected = zoo.folder.join(format!("expected/{}.toml", library.id()));
    let mut command = Command::new(&zoo.passant);
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
    std::fs::write(zoo.report(library), &output.stdout)?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    if options.write_expected || output.status.success() {
        Ok(())
    } else {
        bail!("not as expected ({}) {}", output.status, complaint.trim())
    }
}
