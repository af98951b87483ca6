//! The tests of the page in a browser: `crates/page/tests/browser`, run by Node.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, bail};
use passant_test_tools::{Missing, find_tool};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use xtask::Step;

/// The check that does not run if something is missing.
pub(super) const WHAT: &str = "page in a browser";

/// The folder of the tests, below the root.
const TESTS: &str = "crates/page/tests/browser";

/// The programs and packages that the tests need.
pub(super) struct Browser<'a> {
    root: &'a Path,
    /// The folder of the packages, below the root.
    packages: &'a str,
    node: PathBuf,
    chromium: PathBuf,
}

impl<'a> Browser<'a> {
    /// Finds them, or says what is missing. `packages` is the folder of the packages, below the root.
    pub(super) fn find(root: &'a Path, packages: &'a str) -> Result<Self, Missing> {
        if !has_packages(root, packages) {
            let install = format!(
                "mkdir -p {packages} && cp crates/page/package*.json {packages}/ && \
                 npm ci --ignore-scripts --prefix {packages}"
            );
            return Err(Missing {
                tool: "playwright-core".to_owned(),
                install,
                what: WHAT.to_owned(),
            });
        }
        Ok(Self {
            root,
            packages,
            node: find_tool("node", WHAT)?,
            chromium: find_tool("chromium", WHAT)?,
        })
    }

    /// Tests a page that was built. Each file of tests has a browser of its own, and there is one for each core.
    pub(super) fn test(&self, page: &Path) -> Result<()> {
        let oracle = oracle()?;
        let files = test_files(&self.root.join(TESTS))?;
        let results = files.par_iter().map(|file| {
            let name = file.file_name().unwrap_or_default().display();
            let node = self.node.as_os_str();
            Step::new(
                &format!("page: {name}"),
                node,
                "--test --test-reporter=spec",
            )
            .argument(&file.display().to_string())
            .env("PASSANT_CHROMIUM", &self.chromium)
            .env("PASSANT_ORACLE", &oracle)
            .env("PASSANT_PAGE", page)
            .env("PASSANT_PAGE_PACKAGES", self.root.join(self.packages))
            .run()
        });
        // All of them, also after a failure.
        let results: Vec<Result<()>> = results.collect();
        results.into_iter().collect()
    }
}

/// Tells whether the packages of the tests are installed, as the lock file pins them.
fn has_packages(root: &Path, packages: &str) -> bool {
    let lock = |folder: &str| fs::read(root.join(folder).join("package-lock.json")).ok();
    let installed = root.join(packages).join("node_modules/playwright-core");
    installed.is_dir() && lock(packages) == lock("crates/page")
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
