//! `cargo xtask windows` builds tests for Windows, and runs them in Wine. Wine is not Windows: [`UNSEEN`] lists what it does not
//! show. `cargo xtask lint` has lints for the systems that this host is not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use clap::Args;
use passant_test_tools::{Missing, find_tool};
use xtask::missing_tools::report_or_fail;
use xtask::{Step, run_all};

use crate::compiler::{ChipCompiler, SYSTEMS};

/// The tests to run.
#[derive(Args)]
pub(crate) struct WindowsOptions {
    /// Run only the tests about processes, paths, quoting and files
    #[arg(long)]
    smoke: bool,
    /// Report what is missing instead of failing
    #[arg(long)]
    available: bool,
    /// Only tests whose names contain one of these
    filters: Vec<String>,
}

/// The system whose programs Wine runs.
const TARGET: &str = "x86_64-pc-windows-gnu";

/// The packages with code of their own for Windows.
const TESTED: &str = "-p passant -p passant-engine -p passant-files -p passant-test-tools";

/// The packages whose programs the tests start.
const STARTED: &str = "-p passant -p passant-oracle -p passant-test-tools";

/// The packages of which a short run has all tests, and the modules of tests that it has of `passant`.
const SMOKE_PACKAGES: &str = "-p passant-engine -p passant-files -p passant-test-tools";
const SMOKE_MODULES: [&str; 8] = [
    "damaged::",
    "descriptors::",
    "escapes::",
    "files::",
    "hostile::",
    "long_run::",
    "rerun::",
    "windows::",
];

/// The tests that do not run in Wine: it has no compiler.
const GAPS: [&str; 1] = ["test_snippets::rust_snippets_pass_and_fail_as_expected"];

/// The behavior that no test shows in Wine.
const UNSEEN: &str = "not shown by Wine:
  test snippets in Rust: there is no compiler in Wine
  Ctrl-C: without a screen Wine has no console, which sends it
  the engine alone in batch files of --reproduce: cmd of Wine 8 cannot pipe a block of commands; the rest of the file runs
  UNC paths: Wine has no shares; verbatim paths (\\\\?\\) are tested
  programs whose path has more than 260 characters: Wine does not start them; files with such paths are tested
  PowerShell: Wine has none
  a console: colors, progress and text that is not ASCII on a screen
  the script of the action, which Git Bash runs on Windows: Wine has no shell; the tests of Linux run it
  the commands of the pages, signals, full disks, and recipes for clusters: their tests are compiled for Unix only";

/// The compiler for C, which also links programs of Rust.
const LINKER: &str = "x86_64-w64-mingw32-gcc";

/// The random numbers that the standard library asks for since Windows 10, and that Wine has from version 9 on; and the library
/// that has them.
const RANDOM: &str = include_str!("windows/random.c");
const RANDOM_LIBRARY: &str = "bcryptprimitives.dll";

/// The number of tests at a time. Many tests wait for an engine. With more at once, the server of Wine keeps some waiting for too
/// long.
const THREADS: &str = "3";

/// Runs everything that is selected, prints what Wine does not show, and fails if a test does.
pub(crate) fn run(root: &Path, options: &WindowsOptions) -> Result<()> {
    let compiler = match find_compiler() {
        Ok(compiler) => compiler,
        Err(missing) => return report_or_fail(&missing, options.available),
    };
    let workspace = root.canonicalize().context("cannot find the workspace")?;
    let wine = Wine::prepare(&workspace)?;
    let programs = format!("build {STARTED} --quiet --all-features --bins --examples");
    let title = format!("programs for {TARGET}");
    let programs = compiler.system_step(&title, TARGET, &programs);
    let filters: Vec<_> = options.filters.iter().map(String::as_str).collect();
    let test =
        |packages: &str, filters: &[&str]| wine.test(&workspace, &compiler, packages, filters);
    let mut steps = vec![programs];
    if options.smoke && filters.is_empty() {
        steps.push(test("-p passant", &SMOKE_MODULES));
        steps.push(test(SMOKE_PACKAGES, &[]));
    } else {
        steps.push(test(TESTED, &filters));
    }
    let result = run_all(&mut steps);
    wine.end();
    println!("{UNSEEN}");
    result
}

/// Returns the compiler, or what is missing.
fn find_compiler() -> Result<ChipCompiler, Vec<Missing>> {
    let what = "tests for Windows";
    let mut missing: Vec<_> = [LINKER, "wine"]
        .iter()
        .filter_map(|tool| find_tool(tool, what).err())
        .collect();
    match ChipCompiler::require(TARGET, what) {
        Ok(compiler) if missing.is_empty() => return Ok(compiler),
        Ok(_) => {}
        Err(compiler) => missing.push(compiler),
    }
    Err(missing)
}

/// Wine, with a folder of its own.
struct Wine {
    folder: PathBuf,
}

impl Wine {
    /// Makes the folder unless there is one.
    fn prepare(root: &Path) -> Result<Self> {
        let folder = root.join(SYSTEMS).join("wine");
        let wine = Self { folder };
        let system = wine.folder.join("drive_c/windows/system32");
        let library = system.join(RANDOM_LIBRARY);
        if library.exists() {
            return Ok(wine);
        }
        let mut boot = Command::new("wine");
        boot.args(["wineboot", "--init"]).envs(wine.variables());
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

    /// Returns a step that builds the tests of packages, and runs them.
    fn test(&self, root: &Path, compiler: &ChipCompiler, packages: &str, filters: &[&str]) -> Step {
        let arguments = format!("test {packages} --all-features --lib --tests --no-fail-fast");
        let mut step = compiler
            .system_step(&format!("tests for {TARGET}"), TARGET, &arguments)
            .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", "wine")
            .env("RUST_TEST_THREADS", THREADS)
            .env("RUST_BACKTRACE", "0")
            .env("INSTA_WORKSPACE_ROOT", root)
            .env("INSTA_UPDATE", "no")
            .env_remove("DISPLAY")
            .argument("--");
        for (name, value) in self.variables() {
            step = step.env(name, value);
        }
        for gap in GAPS {
            step = step.argument("--skip").argument(gap);
        }
        filters.iter().fold(step, |step, it| step.argument(it))
    }

    /// Ends everything that still runs.
    fn end(&self) {
        let mut server = Command::new("wineserver");
        let _ = server.arg("--kill").envs(self.variables()).status();
    }

    /// Returns the environment of Wine: neither .NET nor a browser is installed.
    fn variables(&self) -> [(&'static str, String); 3] {
        [
            ("WINEPREFIX", self.folder.display().to_string()),
            ("WINEDEBUG", "-all".to_owned()),
            ("WINEDLLOVERRIDES", "mscoree,mshtml=".to_owned()),
        ]
    }
}

/// The choice of lints.
#[derive(Args)]
pub(crate) struct LintOptions {
    /// Only the crates that call Windows, without their tests, and for macOS only if its library is installed
    #[arg(long)]
    quick: bool,
    /// Report what is missing instead of failing
    #[arg(long)]
    available: bool,
}

/// The system of Apple, whose code is linted without its linker.
const APPLE: &str = "aarch64-apple-darwin";

/// The crates that call Windows.
const CALLERS: &str =
    "--quiet -p passant-engine -p passant-files -p passant-test-tools --lib --bins";

/// Lints the code for Windows and macOS, unless this is one of them: its code is linted with everything else. A warning is an
/// error.
pub(crate) fn lint(options: &LintOptions) -> Result<()> {
    let all = format!("--quiet {TESTED} --all-targets --all-features");
    let selected = if options.quick { CALLERS } else { &all };
    let mut absent = Vec::new();
    for (target, is_host) in [(TARGET, cfg!(windows)), (APPLE, cfg!(target_os = "macos"))] {
        if is_host {
            continue;
        }
        let title = format!("lints for {target}");
        match ChipCompiler::require_lints(target, &title) {
            // To build them takes a minute, for few lines.
            Ok(compiler)
                if options.quick && target == APPLE && compiler.builds_libraries(target) => {}
            Ok(compiler) => compiler.system_lints(&title, target, selected).run()?,
            Err(missing) => absent.push(missing),
        }
    }
    report_or_fail(&absent, options.available)
}
