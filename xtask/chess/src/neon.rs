//! `cargo xtask neon`: the tests of the kernels for another processor, in an emulator.

use anyhow::Result;
use clap::Args;
use passant_test_tools::find_tool;
use xtask::missing_tools::report_or_fail;

use crate::compiler::ChipCompiler;

/// The policy for missing tools.
#[derive(Args)]
pub(crate) struct NeonOptions {
    /// Report what is missing instead of failing
    #[arg(long)]
    available: bool,
}

/// The system whose programs the emulator runs.
const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The compiler for C, which links programs.
const LINKER: &str = "aarch64-linux-gnu-gcc";

/// The program has the C library in it. The emulated dynamic linker would take one library from the packages for
/// cross-compilers and the next from those for this architecture, if the machine has both, and such a mixture hangs.
const ALONE: &str = "-Ctarget-feature=+crt-static";

/// The emulator.
const EMULATOR: &str = "qemu-aarch64";

/// An emulator is fifty times slower than a processor.
const CASES: &str = "60";

/// Counts hundreds of millions of positions with each kernel.
const TOO_LONG: &str = "reaches_published_counts";

/// Builds the tests of the kernels, and runs them. A missing tool is reported or an error, as the options say.
pub(crate) fn run(options: &NeonOptions) -> Result<()> {
    let what = "tests of the NEON kernel";
    let found = find_tool(LINKER, what)
        .and_then(|_| find_tool(EMULATOR, what))
        .and_then(|_| ChipCompiler::require(TARGET, what));
    let compiler = match found {
        Ok(compiler) => compiler,
        Err(missing) => return report_or_fail(&[missing], options.available),
    };
    let arguments = "test --quiet -p passant-emulated-tests --test kernels";
    compiler
        .system_step(what, TARGET, arguments)
        .argument("--")
        .argument("--skip")
        .argument(TOO_LONG)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUSTFLAGS", ALONE)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", EMULATOR)
        .env("PROPTEST_CASES", CASES)
        .run()
}
