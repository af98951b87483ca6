//! The command line of `cargo xtask`.

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand};

use crate::bench::Bench;
use crate::bless::Bless;
use crate::fuzz::Fuzz;

/// The tasks of this repository
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Verify the counts of the standard positions, or count one position: runs `passant perft`
    #[command(disable_help_flag = true)]
    Perft(Forwarded),
    /// Run every check that a change must pass
    ///
    /// Lists at the end what did not run because a tool is missing. With CI=true each of these is a failure.
    Test(Test),
    /// Write everything anew that follows from the sources: addresses, tables, snapshots, packed suites, figures
    ///
    /// Review the difference: an answer that became wrong is written like any other.
    Bless(Bless),
    /// Measure speed: in pairs against cozy-chess, then piece by piece; or against other programs
    Bench(Bench),
    /// Run the rules on microcontrollers, in an emulator, and check counts and cost
    #[command(disable_help_flag = true)]
    Firmware(Forwarded),
    /// Build the archives of the rules for C and C++ into `target/c`, and run programs in C for microcontrollers
    #[command(disable_help_flag = true)]
    C(Forwarded),
    /// Lint the code for Windows and macOS; `--quick` lints the crates that call Windows
    #[command(disable_help_flag = true)]
    Lint(Forwarded),
    /// Test the NEON kernel in an emulator
    #[command(disable_help_flag = true)]
    Neon(Forwarded),
    /// Build the page into `target/page`; `--open` shows it in a browser
    #[command(disable_help_flag = true)]
    Page(Forwarded),
    /// Build what a release consists of into `target/release-files`, and try it; publishes nothing
    #[command(disable_help_flag = true)]
    Release(Forwarded),
    /// Verify, confirm and rate the test positions
    #[command(disable_help_flag = true)]
    Suites(Forwarded),
    /// Run the tests for Windows in Wine; `--smoke` runs some of them
    #[command(disable_help_flag = true)]
    Windows(Forwarded),
    /// Check published chess libraries against what `crates/zoo` says about them
    #[command(disable_help_flag = true)]
    Zoo(Forwarded),
    /// Run the recipes for clusters, in `xtask/recipes`, each on a small cluster on this machine, and kill workers on the way
    ///
    /// Needs Python, and Slurm, Dask or GNU parallel: says what is missing, with the command that installs it.
    #[command(disable_help_flag = true)]
    Recipes(Forwarded),
    /// Look for bytes that break a promise of a reader, with libFuzzer
    ///
    /// Needs the nightly compiler and cargo-fuzz. What is found is below `target/fuzz/artifacts`.
    Fuzz(Fuzz),
    /// Run the searches below for a short time each, and check documentation, licenses and advisories
    ///
    /// Missing tools are listed with the command that installs it. With CI=true each of these is a failure.
    Search,
    /// Look for undefined behavior in the rules, the readers and the scalar kernel, with Miri
    Miri,
    /// Look for wrong memory accesses in the kernels and the rules for C, with `AddressSanitizer`
    Asan,
    /// Check the text of the project: dependencies, circles of modules, unsafe, lengths, comments, scripts in `findings`
    Tidy,
}

/// The choice between all checks and the builds alone.
#[derive(Args)]
pub(crate) struct Test {
    /// Build and lint, and run nothing of what was built
    #[arg(long)]
    pub(crate) no_run: bool,
}

/// The arguments of a task that another program runs. `--help` is one of them.
#[derive(Args)]
pub(crate) struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub(crate) arguments: Vec<OsString>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use passant_test_tools::readme;

    use super::Arguments;

    /// The programs to which tasks are forwarded have tests of their own for the rest.
    #[test]
    fn accepts_the_commands_of_the_pages() {
        let accepts = |words: &[&str]| Arguments::command().try_get_matches_from(words).is_ok();
        for command in readme::commands() {
            if command.program == "cargo xtask" {
                let words = std::iter::once(&command.program).chain(&command.arguments);
                let words: Vec<_> = words.map(String::as_str).collect();
                let (page, line) = (&command.page, command.line);
                assert!(accepts(&words), "{page}:{line}: {words:?}");
            }
        }
        assert!(!accepts(&["cargo xtask", "perfect"]));
        assert!(!accepts(&["cargo xtask", "tidy", "--no-such-option"]));
    }
}
