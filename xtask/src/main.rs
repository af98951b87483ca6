//! The tasks of this repository: verify, test, measure, keep tidy. `cargo xtask --help` lists them.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::Parser;
use xtask::Step;

mod arguments;
mod bench;
mod bless;
mod fuzz;
mod optional;
mod sanitize;
mod search;
mod test;
mod tidy;

use arguments::{Arguments, Forwarded, Task};

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
        Task::Miri => sanitize::miri()?,
        Task::Asan => sanitize::asan(root)?,
        Task::Tidy => tidy::run(root)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds and runs another program of this workspace.
fn forward(package: &str, verb: Option<&str>, forwarded: Forwarded) -> Result<ExitCode> {
    let mut command = Command::new(xtask::cargo());
    command.args(["run", "--quiet", "--package", package, "--"]);
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
