//! Checks published chess libraries against what `crates/zoo` says about them.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::Parser;
use xtask::Step;

mod expected;
mod install;
mod library;
mod pages;
mod results;

use install::Adapter;
use library::{Library, ZooPaths};
use pages::Pages;
use results::{Report, Results};

/// Every check of a library.
const CHECK: &str = "check --protocol line --time 3600 --quiet --json";

/// The check with the suites: deep enough for a capture and the reply, few enough nodes for slow libraries.
const BOUNDS: &str = "--depth 2 --max-nodes 500";

/// The time limit for an answer, in seconds.
const TIMEOUT: u32 = 30;

/// Check published chess libraries against what `crates/zoo` says about them; installs them on demand
///
/// Exit codes: 0 each library does what `crates/zoo` says, 1 one does not, or could not be run.
#[derive(Parser)]
#[command(
    name = "cargo xtask zoo",
    bin_name = "cargo xtask zoo",
    max_term_width = 100
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command"
)]
struct Options {
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
    /// Write MATRIX.md and FINDINGS.md from zoo.toml and the committed results, without running anything
    #[arg(long, conflicts_with_all = ["names", "install", "draw", "write_expected"])]
    pages: bool,
    /// Write web pages and badges into this folder, from the committed results, without running anything
    #[arg(long, value_name = "DIR", conflicts_with_all = ["names", "install", "draw", "write_expected"])]
    site: Option<PathBuf>,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap_or(Path::new("."));
    match run(root, &Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, options: &Options) -> Result<()> {
    let zoo = ZooPaths::new(root)?;
    let libraries = library::read(&zoo.folder)?;
    if options.pages || options.site.is_some() {
        let results = Results::read(&zoo.folder)?;
        let pages = Pages::new(&libraries, &results)?;
        if options.pages {
            pages.write_markdown(&zoo.folder)?;
        }
        return match &options.site {
            Some(folder) => pages.write_site(folder),
            None => Ok(()),
        };
    }
    let mut chosen = libraries.clone();
    chosen.retain(|library| library.is_selected(&options.names));
    if chosen.is_empty() {
        bail!("no library has this name; crates/zoo/zoo.toml lists all of them");
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
        if let Err(error) = visit(&zoo, library, options) {
            failures.push(format!("{}: {error:#}", library.id()));
        }
    }
    if !options.install {
        draw_boards(&zoo, &chosen)?;
        if chosen.len() == libraries.len() {
            let results = Results::from_reports(&zoo, &libraries)?;
            results.write(&zoo.folder)?;
            Pages::new(&libraries, &results)?.write_markdown(&zoo.folder)?;
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        bail!("{}", failures.join("\n"))
    }
}

/// Installs a library if it is missing, checks it, and writes its list of expected failures, as far as the options say.
fn visit(zoo: &ZooPaths, library: &Library, options: &Options) -> Result<()> {
    std::fs::create_dir_all(&zoo.target)?;
    let expected = zoo.folder.join(format!("expected/{}.toml", library.id()));
    if !options.draw {
        let adapter = install::install(zoo, library)?;
        if options.install {
            return Ok(());
        }
        let unexpected = check(zoo, library, &adapter, &expected)?;
        if let Some(what) = unexpected.filter(|_| !options.write_expected) {
            bail!("{what}");
        }
    }
    if options.write_expected {
        match expected::list(library, &Report::read(zoo, library)?)? {
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
    adapter: &Adapter,
    expected: &Path,
) -> Result<Option<String>> {
    let mut command = passant_check(zoo, library, adapter);
    command.args(BOUNDS.split(' '));
    if expected.exists() {
        command.arg("--expected").arg(expected);
    }
    let output = command.output().context("cannot start passant")?;
    std::fs::write(zoo.report(library), &output.stdout)?;
    let mut unexpected = Vec::new();
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        unexpected.push(format!(
            "not as expected ({}) {}",
            output.status,
            message.trim()
        ));
    }
    for (option, counts) in &library.own {
        let mut command = passant_check(zoo, library, adapter);
        let output = command.arg(format!("--{option}")).output()?;
        let report = Report::parse(&output.stdout)
            .with_context(|| format!("passant check --{option} wrote no report"))?;
        let found = report.counts().to_string();
        if found != *counts {
            unexpected.push(format!("--{option}: {found}, not {counts}"));
        }
    }
    Ok((!unexpected.is_empty()).then(|| unexpected.join("\n")))
}

/// Begins the command that checks a library.
fn passant_check(zoo: &ZooPaths, library: &Library, adapter: &Adapter) -> Command {
    let mut command = Command::new(&zoo.passant);
    let timeout = library.timeout.unwrap_or(TIMEOUT).to_string();
    command
        .args(CHECK.split(' '))
        .args(["--timeout", &timeout])
        .arg(shell_words::join(&adapter.command))
        .envs(adapter.environment.iter().cloned());
    command
}

/// Draws the libraries against the classes, as a page with boards.
fn draw_boards(zoo: &ZooPaths, libraries: &[Library]) -> Result<()> {
    let page = zoo.target.join("matrix.html");
    let reports = libraries.iter().map(|library| zoo.report(library));
    let is_written = |path: &PathBuf| path.metadata().is_ok_and(|file| file.len() > 0);
    let reports: Vec<_> = reports.filter(is_written).collect();
    if reports.is_empty() {
        return Ok(());
    }
    let mut command = Command::new(&zoo.passant);
    command.arg("matrix").args(reports).arg("-o").arg(&page);
    let status = command.status().context("cannot start passant")?;
    if !status.success() {
        bail!("passant matrix failed ({status})");
    }
    eprintln!("==> {}", page.display());
    Ok(())
}
