//! This program in place of the compiler and of rustdoc: the build of the tests lints, and their documentation is checked
//! with what was built for them.
//!
//! `cargo clippy` and `cargo doc` analyze each crate, and everything that it depends on, for themselves: together that takes
//! as long as the build of the tests. clippy-driver is a compiler that lints as well, and takes about as long.
//! See <https://doc.rust-lang.org/clippy/usage.html> and <https://doc.rust-lang.org/cargo/reference/config.html>
//! (`build.rustc-workspace-wrapper`, `build.rustdoc`).

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use xtask::Step;

/// The compiler that lints. It comes with clippy.
const LINTING_COMPILER: &str = "clippy-driver";

/// Tells this program that cargo calls it in place of another.
const VARIABLE: &str = "XTASK_STAND_IN";

/// What is refused in code and in documentation.
const WARNINGS: [&str; 2] = ["-D", "warnings"];

/// The step with a compiler that lints the crates of this workspace: a warning is an error. What such a step has built,
/// only such a step finds again.
pub(crate) fn linting(step: Step) -> Result<Step> {
    let step = step.env("RUSTC_WORKSPACE_WRAPPER", this_program()?);
    Ok(step.env(VARIABLE, "1"))
}

/// The step, which runs the tests in the documentation, with a rustdoc that writes the documentation too: a warning is an
/// error.
pub(crate) fn documenting(step: Step) -> Result<Step> {
    Ok(step.env("RUSTDOC", this_program()?).env(VARIABLE, "1"))
}

/// What to run if cargo calls this program in place of another.
pub(crate) fn command() -> Option<Result<Command>> {
    std::env::var_os(VARIABLE)?;
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    // Cargo calls a compiler with its path, and rustdoc only with options.
    let is_option = |argument: &OsString| argument.as_encoded_bytes().starts_with(b"-");
    Some(match arguments.first() {
        Some(first) if !is_option(first) => Ok(compiler(&arguments)),
        _ => rustdoc(&arguments),
    })
}

/// The compiler that lints, which takes the call of another compiler as its arguments.
fn compiler(arguments: &[OsString]) -> Command {
    let mut compiler = Command::new(LINTING_COMPILER);
    compiler.args(arguments).args(WARNINGS);
    if arguments.iter().any(only_calls) {
        // To optimize it would take longer than it then saves.
        compiler.args(["-C", "opt-level=0"]);
    }
    compiler
}

/// Whether an argument is the file of a test, a bench or an example: crates of their own, which call what was optimized
/// already. Cargo gives the path from the root of the workspace, such as `crates/rules/tests/it/main.rs`.
fn only_calls(argument: &OsString) -> bool {
    let file = Path::new(argument);
    let folder = file.iter().nth(2).and_then(OsStr::to_str);
    file.is_relative() && matches!(folder, Some("tests" | "benches" | "examples"))
}

/// Writes the documentation of a crate whose tests are to be run, and returns the command that runs them.
fn rustdoc(arguments: &[OsString]) -> Result<Command> {
    if let Some(options) = documentation(arguments) {
        let mut documentation = Command::new("rustdoc");
        documentation.args(options).args(WARNINGS);
        let folder = this_program()?
            .parent()
            .map(|profile| profile.with_file_name("doc"));
        documentation
            .arg("--out-dir")
            .arg(folder.context("this program has no folder")?);
        let status = documentation.status().context("cannot start rustdoc")?;
        ensure!(status.success(), "the documentation has errors");
    }
    let mut tests = Command::new("rustdoc");
    tests.args(arguments);
    Ok(tests)
}

/// The options for documentation among those for its tests; `None` if these options run no tests.
fn documentation(arguments: &[OsString]) -> Option<Vec<&OsStr>> {
    let mut arguments = arguments.iter().map(OsString::as_os_str);
    let mut options = Vec::new();
    let mut runs_tests = false;
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--test") => runs_tests = true,
            Some("--test-run-directory") => drop(arguments.next()),
            _ => options.push(argument),
        }
    }
    runs_tests.then_some(options)
}

fn this_program() -> Result<PathBuf> {
    std::env::current_exe().context("cannot tell where this program is")
}

#[cfg(test)]
mod tests {
    use super::{compiler, documentation};

    #[test]
    fn tests_benches_and_examples_are_not_optimized() {
        let levels = |file: &str| {
            let call = ["rustc", "--crate-name", "a", file, "-C", "opt-level=3"];
            let compiler = compiler(&call.map(Into::into));
            let options = compiler.get_args().filter_map(|it| it.to_str());
            let levels = options.filter(|it| it.starts_with("opt-level="));
            levels.map(str::to_owned).collect::<Vec<_>>()
        };
        for file in [
            "crates/kernel/benches/count.rs",
            "crates/kernel/benches/peers/main.rs",
            "crates/perft/examples/divide.rs",
            "crates/perft/tests/it/main.rs",
        ] {
            assert_eq!(levels(file), ["opt-level=3", "opt-level=0"], "{file}");
        }
        assert_eq!(levels("crates/perft/src/lib.rs"), ["opt-level=3"]);
    }

    #[test]
    fn documentation_is_written_without_the_options_of_its_tests() {
        let test = [
            "--crate-name",
            "a",
            "--test",
            "lib.rs",
            "--test-run-directory",
            "b",
            "-L",
            "c",
        ];
        let arguments = test.map(Into::into);
        let options = ["--crate-name", "a", "lib.rs", "-L", "c"].map(std::ffi::OsStr::new);
        assert_eq!(documentation(&arguments).as_deref(), Some(&options[..]));
        assert_eq!(documentation(&["-vV".into()]), None);
    }
}
