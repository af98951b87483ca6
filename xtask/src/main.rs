//! The tasks of this repository: verify, test, measure, keep tidy. `cargo xtask --help` lists them.

mod bench;
mod bless;
mod fuzz;
mod optional;
mod search;
mod test;
mod tidy;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use xtask::Step;

use crate::bench::Bench;
use crate::bless::Bless;
use crate::fuzz::Fuzz;
use crate::test::TestOptions;

/// The tasks of this repository
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Verify the counts of the standard positions, or count one position: runs `passant perft`
    #[command(disable_help_flag = true)]
    Perft(Forwarded),
    /// Run every check that a change must pass
    ///
    /// Lists at the end what did not run because a tool is missing. With CI=true each of these is a failure.
    Test(TestOptions),
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

/// The arguments of a task that another program runs. `--help` is one of them.
#[derive(Args)]
struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<OsString>,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."));
    match run(root, Arguments::parse().task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, task: Task) -> Result<ExitCode> {
    match task {
        Task::Perft(forwarded) => return forward("passant", Some("perft"), forwarded),
        Task::Firmware(forwarded) => return forward("xtask-chess", Some("firmware"), forwarded),
        Task::C(forwarded) => return forward("xtask-chess", Some("c"), forwarded),
        Task::Neon(forwarded) => return forward("xtask-chess", Some("neon"), forwarded),
        Task::Page(forwarded) => return forward("xtask-chess", Some("page"), forwarded),
        Task::Release(forwarded) => {
            if forwarded.arguments.is_empty() {
                search::check_release()?;
            }
            let mut command = Command::new("python3");
            command.arg(root.join("xtask/release/run.py"));
            command.args(forwarded.arguments);
            return replace(command);
        }
        Task::Suites(forwarded) => return forward("xtask-chess", Some("suites"), forwarded),
        Task::Lint(forwarded) => return forward("xtask-chess", Some("lint"), forwarded),
        Task::Windows(forwarded) => return forward("xtask-chess", Some("windows"), forwarded),
        Task::Zoo(forwarded) => return forward("passant-zoo", None, forwarded),
        Task::Recipes(forwarded) => return recipes(root, forwarded),
        Task::Test(options) => test::run(root, &options)?,
        Task::Bench(options) => bench::run(&options)?,
        Task::Bless(options) => bless::run(&options)?,
        Task::Fuzz(options) => fuzz::run(root, &options)?,
        Task::Search => search::run(root)?,
        Task::Miri => search::miri()?,
        Task::Asan => search::asan(root)?,
        Task::Tidy => tidy::run(root)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds and runs another program of this workspace.
fn forward(package: &str, verb: Option<&str>, forwarded: Forwarded) -> Result<ExitCode> {
    let mut command = Command::new(xtask::cargo());
    command.arg("run");
    // The first build takes minutes, and who waits at a terminal wants to see that.
    if !std::io::stderr().is_terminal() {
        command.arg("--quiet");
    }
    command.args(["--package", package, "--"]);
    command.args(verb).args(forwarded.arguments);
    replace(command)
}

/// Builds `passant`, and runs the recipes for clusters with it.
fn recipes(root: &Path, forwarded: Forwarded) -> Result<ExitCode> {
    let build = "build --quiet --release --package passant";
    Step::cargo("passant", build).run()?;
    let program = bench::target()?.join("release/passant");
    let mut command = Command::new("python3");
    command.arg(root.join("xtask/recipes/run.py"));
    command.arg("--passant").arg(program);
    command.args(forwarded.arguments);
    replace(command)
}

/// Puts a command in the place of this process: signals reach it, and its exit code is that of the task.
#[cfg(unix)]
fn replace(mut command: Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn replace(mut command: Command) -> Result<ExitCode> {
    let code = command.status()?.code();
    let code = code.and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
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
