//! `cargo xtask lint`: lints for the systems that this host is not.

use anyhow::Result;
use clap::Args;
use xtask::missing_tools::report_or_fail;

use crate::compiler::ChipCompiler;
use crate::windows::{TARGET as WINDOWS, TESTED};

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
pub(crate) fn run(options: &LintOptions) -> Result<()> {
    let all = format!("--quiet {TESTED} --all-targets --all-features");
    let selected = if options.quick { CALLERS } else { &all };
    let mut absent = Vec::new();
    for (target, is_host) in [(WINDOWS, cfg!(windows)), (APPLE, cfg!(target_os = "macos"))] {
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
