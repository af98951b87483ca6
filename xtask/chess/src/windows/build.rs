//! Building for Windows.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::compiler::ChipCompiler;

/// The system whose programs Wine runs.
pub(crate) const TARGET: &str = "x86_64-pc-windows-gnu";

/// The packages with code of their own for Windows.
pub(crate) const TESTED: &str =
    "-p passant -p passant-engine -p passant-files -p passant-test-tools";

/// The packages whose programs the tests start.
const STARTED: &str = "-p passant -p passant-oracle -p passant-test-tools";

/// A program that runs tests.
pub(super) struct TestProgram {
    /// The name of the folder of its package.
    pub(super) package: String,
    /// The name of the test, or of the library whose unit tests it has.
    pub(super) name: String,
    /// The folder of its package.
    pub(super) folder: PathBuf,
    /// The program.
    pub(super) file: PathBuf,
}

/// Builds the programs of this workspace that tests need, and the tests.
pub(super) fn build(compiler: &ChipCompiler) -> Result<Vec<TestProgram>> {
    let title = format!("programs for {TARGET}");
    let arguments = format!("build {STARTED} --quiet --all-features --bins --examples");
    compiler.system_step(&title, TARGET, &arguments).run()?;
    let title = format!("tests for {TARGET}");
    let arguments = format!(
        "test --no-run {TESTED} --quiet --all-features --lib --tests \
         --message-format=json-render-diagnostics"
    );
    let messages = compiler.system_step(&title, TARGET, &arguments).output()?;
    let programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let is_test = message["profile"]["test"] == true;
        let file = message["executable"].as_str().filter(|_| is_test)?;
        Some(program(&message, file.into()))
    });
    programs.collect()
}

/// The program of a message of cargo.
fn program(message: &Value, file: PathBuf) -> Result<TestProgram> {
    let manifest = message["manifest_path"].as_str().map(Path::new);
    let folder = manifest.and_then(Path::parent);
    let folder = folder.context("a message of cargo names no package")?;
    let package = folder.file_name().unwrap_or_default().to_string_lossy();
    let name = message["target"]["name"].as_str().unwrap_or_default();
    Ok(TestProgram {
        package: package.into_owned(),
        name: name.to_owned(),
        folder: folder.to_owned(),
        file,
    })
}
