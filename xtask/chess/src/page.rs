//! `cargo xtask page`: builds the page into `target/page`.
//!
//! The result is a folder of files for any web server, also below a path: a module of WebAssembly, `crates/page/web`, the
//! board of the npm package cm-chessboard, and the cases that the judge asks about.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use passant_page::pack_cases;
use passant_suite::Suites;
use xtask::Step;
use xtask::missing_tools::report_or_fail;

use crate::compiler::{ChipCompiler, is_program, page_artifacts};
use browser::Browser;

mod browser;
mod server;

/// What to do with the page.
#[derive(Args)]
pub(crate) struct PageOptions {
    /// Serve the page on the loopback address and open it in the browser, until Ctrl-C
    #[arg(long)]
    open: bool,
    /// Test the page in a browser, with Node
    #[arg(long, conflicts_with_all = ["open", "serve"])]
    test: bool,
    /// Report what is missing for building or testing the page instead of failing
    #[arg(long, conflicts_with_all = ["open", "serve"])]
    available: bool,
    /// Serve the page on this port of the loopback address, without opening it
    #[arg(long, conflicts_with = "open", value_name = "PORT")]
    serve: Option<u16>,
}

/// The target of the compiler.
const TARGET: &str = "wasm32-unknown-unknown";

/// The module, as the compiler and the loader call it.
const MODULE: &str = "passant_page.wasm";

/// Where the page is built, below the root.
const PAGE: &str = "target/page";

/// Where npm installs packages, below the root.
const PACKAGES: &str = "target/page-npm";

/// The folders of cm-chessboard that the page uses.
const BOARD: [&str; 2] = ["src", "assets"];

/// Builds the page, and serves it on demand.
pub(crate) fn run(root: &Path, options: &PageOptions) -> Result<()> {
    let page = root.join(PAGE);
    if options.test || options.available {
        return with_tools(root, &page, options);
    }
    build(root, &page)?;
    eprintln!("the page is in {PAGE}");
    match options.serve {
        Some(port) => server::serve(&page, port, server::Browser::Closed),
        None if options.open => server::serve(&page, 0, server::Browser::Open),
        None => Ok(()),
    }
}

/// Builds the page, and tests it on demand. If something is missing for that, it is reported or an error, as the options
/// say.
fn with_tools(root: &Path, page: &Path, options: &PageOptions) -> Result<()> {
    let found =
        ChipCompiler::require(TARGET, browser::WHAT).and_then(|_| Browser::find(root, PACKAGES));
    match found {
        Ok(browser) => {
            build(root, page)?;
            if options.test {
                browser.test(page)?;
            }
            Ok(())
        }
        Err(missing) => report_or_fail(&[missing], options.available),
    }
}

fn build(root: &Path, page: &Path) -> Result<()> {
    let compiler = ChipCompiler::find(TARGET).ok_or_else(|| {
        let install = ChipCompiler::advice(TARGET);
        anyhow!("there is no compiler for {TARGET}: {install}")
    })?;
    compiler
        .page_step(
            "page: WebAssembly",
            TARGET,
            // Not in the manifest: a host has no use for it.
            "-p passant-page --lib --crate-type cdylib",
        )
        .run()?;
    if page.exists() {
        fs::remove_dir_all(page).with_context(|| format!("cannot empty {}", page.display()))?;
    }
    copy(&root.join("crates/page/web"), page)?;
    let module = page_artifacts(root, TARGET).join(MODULE);
    let copied = fs::copy(&module, page.join(MODULE));
    copied.with_context(|| format!("cannot copy {}", module.display()))?;
    let packages = install_packages(root)?;
    let (board, shipped) = (packages.join("cm-chessboard"), page.join("cm-chessboard"));
    for folder in BOARD {
        copy(&board.join(folder), &shipped.join(folder))?;
    }
    // Its license asks for its text in every copy.
    fs::copy(board.join("LICENSE"), shipped.join("LICENSE")).context("cannot copy LICENSE")?;
    let suites = Suites::builtin()?;
    let cases = pack_cases(&suites).map_err(|error| anyhow!(error))?;
    fs::write(page.join("cases.txt"), cases).context("cannot write cases.txt")
}

/// Installs what `crates/page/package-lock.json` pins, without the packages for tests, and returns the folder of the
/// packages.
fn install_packages(root: &Path) -> Result<std::path::PathBuf> {
    let folder = root.join(PACKAGES);
    let packages = folder.join("node_modules");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut is_fresh = packages.is_dir();
    for name in ["package.json", "package-lock.json"] {
        let from = root.join("crates/page").join(name);
        let text = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
        let to = folder.join(name);
        if fs::read(&to).ok().as_ref() != Some(&text) {
            is_fresh = false;
            fs::write(&to, text).with_context(|| format!("cannot write {}", to.display()))?;
        }
    }
    if !is_fresh {
        if !is_program(NPM) {
            bail!("npm is not installed: apt-get install npm");
        }
        Step::new(
            "page: npm",
            NPM.as_ref(),
            "ci --omit=dev --ignore-scripts --no-audit --no-fund",
        )
        .argument("--prefix")
        .argument(&folder.display().to_string())
        .run()?;
    }
    Ok(packages)
}

/// The program that installs packages.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let context = || format!("cannot copy {} to {}", from.display(), to.display());
    fs::create_dir_all(to).with_context(context)?;
    for entry in fs::read_dir(from).with_context(context)? {
        let entry = entry.with_context(context)?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target).with_context(context)?;
        }
    }
    Ok(())
}
