//! What every installed program must do.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// How libraries are asked, which are slow: as in the zoo.
pub(super) const LIBRARY_CHECK: &str =
    "check --protocol line --depth 2 --max-nodes 500 --quiet --no-diagnosis";

/// Checks the oracle with an installed program: a correct engine passes, a faulty one does not. `passant` starts the
/// program.
pub(super) fn tells_engines_apart(passant: impl Fn() -> Command, oracle: &Path) -> Result<()> {
    let oracle = shell_words::quote(&oracle.to_string_lossy()).into_owned();
    let faulty = format!("{oracle} --fault rank-pin-ignored");
    for (engine, expected) in [(oracle, 0), (faulty, 1)] {
        let mut check = passant();
        check.args(["check", &engine, "--suite", "en-passant/rejected-rank"]);
        exits_with(&mut check, expected)?;
    }
    Ok(())
}

/// Demands that an installed program, which is called without a command, names pages that are there.
pub(super) fn names_its_pages(passant: &mut Command) -> Result<()> {
    let output = passant.output();
    let output = output.with_context(|| format!("cannot start {passant:?}"))?;
    let printed = String::from_utf8_lossy(&output.stderr);
    let mut lines = printed.lines();
    let page = lines.find_map(|line| line.strip_prefix("Pages to read: "));
    let page = Path::new(page.context("no pages are named")?);
    ensure!(page.is_file(), "{} does not exist", page.display());
    Ok(())
}

/// Runs a command, and demands an exit code.
pub(super) fn exits_with(command: &mut Command, expected: i32) -> Result<()> {
    let output = command
        .output()
        .with_context(|| format!("cannot start {command:?}"))?;
    let code = output.status.code();
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    ensure!(
        code == Some(expected),
        "{command:?}: exit code {code:?}, expected {expected}\n{printed}"
    );
    Ok(())
}

/// Demands that a file that was installed has the bytes of the one that was packed.
pub(super) fn has_same_bytes(installed: &Path, packed: &Path) -> Result<()> {
    let read = |path: &Path| {
        std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let (installed, packed) = (read(installed)?, read(packed)?);
    ensure!(installed == packed, "the package has another program");
    Ok(())
}
