//! The tests of the page in a browser: `crates/page/tests/browser`, run by Node.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, bail};
use passant_test_tools::{Missing, find_tool};
use xtask::Step;

use super::{MODULE, PACKAGES, TARGET, build};
use crate::compiler::ChipCompiler;

/// What does not run if something is missing.
const WHAT: &str = "page in a browser";

/// The folder of the tests, below the root.
const TESTS: &str = "crates/page/tests/browser";

/// The programs that the tests need.
struct Tools {
    node: PathBuf,
    chromium: PathBuf,
}

/// Builds the page and tests it. If something is missing, that is reported where `is_optional`, and an error otherwise.
pub(super) fn test(root: &Path, page: &Path, is_optional: bool) -> Result<()> {
    let tools = match find(root) {
        Ok(tools) => tools,
        Err(missing) if is_optional => {
            missing.report();
            return Ok(());
        }
        Err(Missing { tool, install, .. }) => bail!("{tool} is not installed: {install}"),
    };
    build(root, page)?;
    let module = page.join(MODULE);
    module
        .metadata()
        .with_context(|| format!("{}", module.display()))?;
    let mut step = Step::new(WHAT, tools.node.as_os_str(), "--test --test-reporter=spec");
    for file in test_files(&root.join(TESTS))? {
        step = step.argument(&file.display().to_string());
    }
    step.env("PASSANT_CHROMIUM", &tools.chromium)
        .env("PASSANT_ORACLE", oracle()?)
        .env("PASSANT_PAGE", page)
        .env("PASSANT_PAGE_PACKAGES", root.join(PACKAGES))
        .run()
}

/// Finds the compiler, the programs and the packages, or says what is missing.
fn find(root: &Path) -> Result<Tools, Missing> {
    let missing = |tool: &str, install: String| Missing {
        tool: tool.to_owned(),
        install,
        what: WHAT.to_owned(),
    };
    if ChipCompiler::find(TARGET).is_none() {
        let advice = ChipCompiler::advice(TARGET);
        return Err(missing(&format!("a compiler for {TARGET}"), advice));
    }
    if !has_packages(root) {
        let install = format!(
            "mkdir -p {PACKAGES} && cp crates/page/package*.json {PACKAGES}/ && \
             npm ci --ignore-scripts --prefix {PACKAGES}"
        );
        return Err(missing("playwright-core", install));
    }
    Ok(Tools {
        node: find_tool("node", WHAT)?,
        chromium: find_tool("chromium", WHAT)?,
    })
}

/// Whether the packages of the tests are installed, as the lock file pins them.
fn has_packages(root: &Path) -> bool {
    let lock = |folder: &str| fs::read(root.join(folder).join("package-lock.json")).ok();
    let installed = root.join(PACKAGES).join("node_modules/playwright-core");
    installed.is_dir() && lock(PACKAGES) == lock("crates/page")
}

fn test_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The engine that answers the questions of the judge, which `cargo test` has built beside this program.
fn oracle() -> Result<PathBuf> {
    let program = env::current_exe().context("cannot tell where this program is")?;
    let name = format!("passant-oracle{}", env::consts::EXE_SUFFIX);
    let oracle = program.with_file_name(OsStr::new(&name));
    if !oracle.is_file() {
        bail!(
            "{} is missing: cargo build -p passant-oracle",
            oracle.display()
        );
    }
    Ok(oracle)
}
