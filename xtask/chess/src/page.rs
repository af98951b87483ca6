//! `cargo xtask page`: builds the page into `target/page`.
//!
//! The result is a folder of files for any web server, also below a path: a module of WebAssembly, `crates/page/web`, the
//! board of the npm package cm-chessboard, and the cases that the judge asks about.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use passant_page::pack_cases;
use passant_suite::Suites;
use passant_test_tools::{Missing, find_tool};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use walkdir::WalkDir;
use xtask::Step;
use xtask::missing_tools::report_or_fail;

use crate::compiler::{ChipCompiler, page_artifacts};

/// The uses of the page.
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

/// The folder of the page, below the root.
const PAGE: &str = "target/page";

/// The folder in which npm installs packages, below the root.
const PACKAGES: &str = "target/page-npm";

/// The folders of cm-chessboard that the page uses.
const BOARD: [&str; 2] = ["src", "assets"];

/// Builds the page, and serves it on demand.
pub(crate) fn run(root: &Path, options: &PageOptions) -> Result<()> {
    let page = root.join(PAGE);
    if options.test || options.available {
        return with_tools(root, &page, options);
    }
    build(root, &page, &require_compiler(root)?)?;
    eprintln!("the page is in {PAGE}");
    if options.open || options.serve.is_some() {
        return serve(&page, options);
    }
    Ok(())
}

/// Returns the compiler of the page. The error names everything that is missing for building the page.
fn require_compiler(root: &Path) -> Result<ChipCompiler> {
    let compiler = ChipCompiler::require(TARGET, "the page");
    let mut missing: Vec<_> = compiler.as_ref().err().cloned().into_iter().collect();
    if !Packages::of(root)?.are_installed {
        missing.extend(find_tool("npm", "the page").err());
    }
    report_or_fail(&missing, false)?;
    compiler.map_err(|missing| anyhow!("{missing}"))
}

/// Serves a folder by `passant page` until the process is ended.
fn serve(folder: &Path, options: &PageOptions) -> Result<()> {
    let run = "run --quiet --package passant -- page --folder";
    let mut server = Step::cargo("server of the page", run).argument(&folder.display().to_string());
    if options.open {
        server = server.argument("--open");
    }
    if let Some(port) = options.serve {
        server = server.argument("--port").argument(&port.to_string());
    }
    server.run()
}

/// Builds the page, and tests it on demand. If something is missing for that, it is reported or an error, as the options
/// say.
fn with_tools(root: &Path, page: &Path, options: &PageOptions) -> Result<()> {
    let found = ChipCompiler::require(TARGET, WHAT)
        .and_then(|compiler| Ok((compiler, Browser::find(root, PACKAGES)?)));
    match found {
        Ok((compiler, browser)) => {
            build(root, page, &compiler)?;
            if options.test {
                browser.test(page)?;
            }
            Ok(())
        }
        Err(missing) => report_or_fail(&[missing], options.available),
    }
}

fn build(root: &Path, page: &Path, compiler: &ChipCompiler) -> Result<()> {
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
    let packages = Packages::of(root)?.install()?;
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

/// The packages of npm that are part of the page.
struct Packages {
    folder: PathBuf,
    /// The files that say what is installed, with their contents, which differ from those of the last installation.
    changed: Vec<(PathBuf, Vec<u8>)>,
    are_installed: bool,
}

impl Packages {
    fn of(root: &Path) -> Result<Self> {
        let folder = root.join(PACKAGES);
        let mut changed = Vec::new();
        for name in ["package.json", "package-lock.json"] {
            let from = root.join("crates/page").join(name);
            let text =
                fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
            let to = folder.join(name);
            if fs::read(&to).ok().as_ref() != Some(&text) {
                changed.push((to, text));
            }
        }
        let are_installed = changed.is_empty() && folder.join("node_modules").is_dir();
        Ok(Self {
            folder,
            changed,
            are_installed,
        })
    }

    /// Installs what `crates/page/package-lock.json` pins, without the packages for tests, and returns the folder of the
    /// packages.
    fn install(self) -> Result<PathBuf> {
        let Self { folder, .. } = &self;
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        for (file, text) in &self.changed {
            fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
        }
        if !self.are_installed {
            let npm = find_tool("npm", "page").map_err(|missing| anyhow!("{missing}"))?;
            Step::new(
                "page: npm",
                npm.as_os_str(),
                "ci --omit=dev --ignore-scripts --no-audit --no-fund",
            )
            .argument("--prefix")
            .argument(&folder.display().to_string())
            .run()?;
        }
        Ok(folder.join("node_modules"))
    }
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let context = || format!("cannot copy {} to {}", from.display(), to.display());
    for entry in WalkDir::new(from) {
        let entry = entry.with_context(context)?;
        let target = to.join(entry.path().strip_prefix(from)?);
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).with_context(context)?;
        } else {
            fs::copy(entry.path(), target).with_context(context)?;
        }
    }
    Ok(())
}

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
