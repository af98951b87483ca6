//! Checks the dependencies between the packages of this workspace.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::files::{Finding, display};

/// For each package, by its folder: the packages of this workspace that it may depend on, and after the bar those that only
/// its tests and its build script may use.
const ARROWS: &str = "
    crates/rules/            |
    crates/files/            | test-tools
    crates/count/            rules |
    crates/kernel/           rules count | test-tools
    crates/perft/            rules count kernel files | test-tools
    crates/query/            rules |
    crates/uci/              query |
    crates/oracle/           rules query uci | test-tools
    crates/suite/            rules query | test-tools
    crates/sampler/          rules query suite |
    crates/pgn/              rules query suite | test-tools needs
    crates/engine/           rules query count files | oracle suite test-tools needs
    crates/judge/            rules query oracle suite pgn sampler count | test-tools needs
    crates/referee/          rules query suite pgn uci |
    crates/report/           rules query oracle suite pgn engine judge referee | uci test-tools needs
    crates/passant/          rules query uci oracle suite pgn sampler count kernel perft engine judge files referee report | page test-tools needs
    crates/page/             rules query count kernel suite pgn engine judge report | test-tools needs
    crates/c/                rules count | query suite test-tools needs
    crates/firmware/         rules count | query suite test-tools needs
    crates/snapshots/        rules count kernel perft suite | query oracle
    crates/zoo/              query suite judge report test-tools xtask |
    crates/fuzz/             rules query suite pgn perft engine files report passant | test-tools
    crates/test-tools/       rules |
    crates/test-tools/needs/ | test-tools
    xtask/                   test-tools |
    xtask/chess/             rules query oracle suite sampler count perft engine judge report page firmware test-tools xtask | needs
    xtask/counter/           |
    xtask/emulated/          | rules count kernel
";

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut cargo = Command::new(xtask::cargo());
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version=1"]);
    let output = cargo
        .current_dir(root)
        .output()
        .context("cannot start cargo")?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata fails")?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let path = |value: &Value| value.as_str().map(|path| display(root, Path::new(path)));
    let mut findings = Vec::new();
    for package in list(&metadata["packages"]) {
        let manifest = path(&package["manifest_path"]).unwrap_or_default();
        let folder = manifest.trim_end_matches("/Cargo.toml");
        let mut rows = ARROWS.lines().filter_map(|row| row.split_once("/ "));
        let Some((_, row)) = rows.find(|(known, _)| known.trim_start() == folder) else {
            findings.push(format!("{manifest}: is not in the table of {}", file!()));
            continue;
        };
        let (uses, _) = row.split_once('|').unwrap_or_default();
        for dependency in list(&package["dependencies"]) {
            // Another package of this workspace has a path. Only those of tests and of build scripts have a kind.
            let other = path(&dependency["path"]).unwrap_or_default();
            let name = other.rsplit('/').next().unwrap_or_default();
            let packages = if dependency["kind"].is_null() {
                uses
            } else {
                row
            };
            if !name.is_empty() && !packages.split(' ').any(|package| package == name) {
                findings.push(format!("{manifest}: may not use {name}"));
            }
        }
    }
    Ok(findings)
}
