//! Checks published chess libraries against what `xtask/zoo` says about them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;
use xtask::Step;

mod expected;
mod install;
mod last_run;
mod library;
mod matrix;
mod paths;
mod report;
mod site;

use install::Adapter;
use library::Library;
use paths::ZooPaths;

/// How each library is checked: deep enough for a capture and the reply, few enough nodes for slow libraries.
const QUESTION: &str = "check --protocol line --depth 2 --max-nodes 500 --time 3600 --quiet --json";

/// The time limit for an answer, in seconds.
const TIMEOUT: i64 = 30;

/// Which libraries, and what to do with them.
#[derive(Args)]
pub(crate) struct ZooOptions {
    /// Names of libraries, or names with a version such as owlchess-0.4.0; default: all
    #[arg(value_name = "LIBRARY")]
    names: Vec<String>,
    /// Install the libraries without checking them
    #[arg(long)]
    install: bool,
    /// Draw the matrix from existing reports without checking anything
    #[arg(long, conflicts_with = "install")]
    draw: bool,
    /// Write new lists of expected failures, to be reviewed before they are committed
    #[arg(long)]
    write_expected: bool,
    /// Write web pages and badges into this folder, from the committed results, without running anything
    #[arg(long, value_name = "DIR", conflicts_with_all = ["names", "install", "draw", "write_expected"])]
    site: Option<PathBuf>,
}

pub(crate) fn run(root: &Path, options: &ZooOptions) -> Result<()> {
    let zoo = ZooPaths::new(root)?;
    let libraries = library::read(&zoo.folder.join("zoo.toml"))?;
    if let Some(folder) = &options.site {
        return write_site(&zoo, &libraries, folder);
    }
    let chosen: Vec<_> = libraries
        .iter()
        .filter(|library| library.is_selected(&options.names))
        .collect();
    if chosen.is_empty() {
        bail!("no library has this name; xtask/zoo/zoo.toml lists all of them");
    }
    // The one that `cargo test` has built, if it has.
    Step::cargo(
        "passant",
        "build --quiet --workspace --all-features --bin passant",
    )
    .run()?;
    let mut failures = Vec::new();
    let has_work = !options.draw || options.write_expected;
    for library in chosen.iter().filter(|_| has_work) {
        eprintln!("==> {}", library.id());
        let outcome = visit(&zoo, library, options);
        failures.extend(
            outcome
                .err()
                .map(|error| format!("{}: {error:#}", library.id())),
        );
    }
    if !options.install {
        let whole = chosen.len() == libraries.len();
        matrix::write(&zoo, &chosen, whole)?;
    }
    if failures.is_empty() {
        Ok(())
    } else {
        bail!("{}", failures.join("\n"))
    }
}

/// Writes the results as web pages.
fn write_site(zoo: &ZooPaths, libraries: &[Library], folder: &Path) -> Result<()> {
    let read = |name: &str| {
        let path = zoo.folder.join(name);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let sources = site::Sources {
        libraries,
        matrix: &read("MATRIX.md")?,
        readme: &read("README.md")?,
    };
    site::write(&sources, folder)?;
    eprintln!("==> {}", folder.join("index.html").display());
    Ok(())
}

/// Installs a library if it is missing, checks it, and writes its list of expected failures, as far as the options say.
fn visit(zoo: &ZooPaths, library: &Library, options: &ZooOptions) -> Result<()> {
    std::fs::create_dir_all(&zoo.target)?;
    let expected = zoo.folder.join(format!("expected/{}.toml", library.id()));
    if !options.draw {
        let adapter = install::install(zoo, library)?;
        if options.install {
            return Ok(());
        }
        let unexpected = check(zoo, library, adapter, &expected)?;
        if let Some(what) = unexpected.filter(|_| !options.write_expected) {
            bail!("{what}");
        }
    }
    if options.write_expected {
        match expected::list(library, &report::read(zoo, library)?)? {
            Some(list) => std::fs::write(expected, list)?,
            None if expected.exists() => std::fs::remove_file(expected)?,
            None => {}
        }
    }
    Ok(())
}

/// Checks a library; returns what is not as expected.
fn check(
    zoo: &ZooPaths,
    library: &Library,
    adapter: Adapter,
    expected: &Path,
) -> Result<Option<String>> {
    let mut command = Command::new(&zoo.passant);
    let timeout = library.timeout.unwrap_or(TIMEOUT).to_string();
    command
        .args(QUESTION.split(' '))
        .args(["--timeout", &timeout]);
    if expected.exists() {
        command.arg("--expected").arg(expected);
    }
    command
        .arg(shell_words::join(&adapter.command))
        .envs(adapter.environment);
    let output = command.output().context("cannot start passant")?;
    std::fs::write(zoo.report(library), &output.stdout)?;
    if output.status.success() {
        return Ok(None);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let unexpected = format!("not as expected ({}) {}", output.status, message.trim());
    Ok(Some(unexpected))
}
