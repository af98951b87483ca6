//! The packages for npm: `passant-cli` with a launcher, and one with the program for each system.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use passant_test_tools::{Missing, find_tool};
use serde_json::json;
use tempfile::TempDir;
use xtask::Step;

use super::programs::Programs;
use super::systems::SYSTEMS;
use super::trial::{
    LIBRARY_CHECK, exits_with, has_same_bytes, names_its_pages, tells_engines_apart,
};
use super::{contents, pages};
use crate::tarball;

/// Builds the launcher and the package for the target, or nothing if npm does not know its system: the launcher would only be
/// there once more, and on Windows without the permission to run it.
pub(super) fn build(
    root: &Path,
    programs: &Programs,
    licenses: &str,
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    let system = SYSTEMS.iter().find(|it| it.target == programs.target);
    let Some(system) = system else {
        return Ok(Vec::new());
    };
    let program = program(root, programs, licenses, folder, system.npm)?;
    Ok(vec![launcher(root, folder)?, program])
}

/// The package that people install.
fn launcher(root: &Path, folder: &Path) -> Result<PathBuf> {
    let staged = tempfile::tempdir()?;
    let package = staged.path().join("package");
    for file in ["package.json", "passant.js", "README.md"] {
        contents::copy(&root.join("crates/passant/npm").join(file), &package)?;
    }
    // The licenses are among them.
    pages::copy(root, &package)?;
    pack(&staged, folder, "passant-cli")
}

/// The package with the program for a system.
fn program(
    root: &Path,
    programs: &Programs,
    licenses: &str,
    folder: &Path,
    [os, cpu]: [&str; 2],
) -> Result<PathBuf> {
    let staged = tempfile::tempdir()?;
    let package = staged.path().join("package");
    contents::copy(&programs.path("passant"), &package)?;
    contents::add_licenses(root, licenses, &package)?;
    let manifest = json!({
        "name": format!("@passant-cli/{os}-{cpu}"),
        "version": env!("CARGO_PKG_VERSION"),
        "description": format!("The program of passant-cli for {os}-{cpu}"),
        "license": "MIT OR Apache-2.0",
        "os": [os],
        "cpu": [cpu],
        // A program cannot be started out of an archive.
        "preferUnplugged": true,
    });
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    fs::write(package.join("package.json"), text)?;
    pack(&staged, folder, &format!("passant-cli-{os}-{cpu}"))
}

/// Packs the folder `package`, in which npm expects the files.
fn pack(staged: &TempDir, folder: &Path, name: &str) -> Result<PathBuf> {
    let archive = tarball::write(staged.path(), "package")?;
    let path = folder.join(format!("{name}-{}.tgz", env!("CARGO_PKG_VERSION")));
    fs::create_dir_all(folder)?;
    fs::copy(archive, &path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// Installs the packages where nothing else is, and checks engines and chess.js with them. Returns what is missing for that.
pub(super) fn try_it(
    root: &Path,
    packages: &[PathBuf],
    programs: &Programs,
) -> Result<Vec<Missing>> {
    let tools = ["node", "npm"].map(|tool| find_tool(tool, "trial of the packages for npm"));
    let missing: Vec<_> = tools.into_iter().filter_map(Result::err).collect();
    if !missing.is_empty() || packages.len() < 2 {
        return Ok(missing);
    }
    let folder = tempfile::tempdir()?;
    for file in ["package.json", "package-lock.json"] {
        contents::copy(
            &root.join("crates/passant/npm/trial").join(file),
            folder.path(),
        )?;
    }
    let npm = |program: &str, arguments: &str| {
        let mut command = Command::new(program);
        command
            .args(arguments.split(' '))
            .current_dir(folder.path());
        command
    };
    let fetch = npm("npm", "ci --silent --ignore-scripts");
    if Step::of("chess.js", fetch).run().is_err() {
        return Ok(vec![Missing {
            tool: "packages of npm".to_owned(),
            install: "npm says above what it needs".to_owned(),
            what: "trial of the packages for npm".to_owned(),
        }]);
    }
    // The packages for other systems are in no registry yet, and must not be looked for.
    let mut install = npm(
        "npm",
        "install --silent --offline --no-save --ignore-scripts",
    );
    install.args(packages);
    Step::of("install the packages for npm", install).run()?;
    let modules = folder.path().join("node_modules");
    let installed = fs::read_dir(modules.join("@passant-cli"))?.next();
    let installed = installed.context("npm has not installed the program")??;
    let installed = installed.path().join(programs.file_name("passant"));
    has_same_bytes(&installed, &programs.path("passant"))?;
    let npx = || npm("npx", "--offline passant-cli");
    names_its_pages(&mut npx())?;
    tells_engines_apart(npx, &programs.path("passant-oracle"))?;
    // As the README says. Its moves are correct; that it counts an illegal capture as a right is known (see the zoo).
    contents::copy(
        &modules.join("passant-cli/adapters/chess_js.mjs"),
        folder.path(),
    )?;
    for (suite, expected) in [("en-passant", 0), ("state/repetition/refused", 1)] {
        let mut check = npx();
        check.args(LIBRARY_CHECK.split(' '));
        check.args(["node chess_js.mjs", "--suite", suite]);
        exits_with(&mut check, expected)?;
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};

    use serde_json::{Map, Value};

    use super::super::programs::Programs;
    use super::super::systems::SYSTEMS;
    use super::build;

    /// Otherwise two systems would build the launcher, and its permissions would differ.
    #[test]
    fn a_system_without_a_package_has_no_launcher() {
        let folder = tempfile::tempdir().unwrap();
        let programs = Programs {
            target: "x86_64-pc-windows-msvc".to_owned(),
            target_folder: folder.path().to_owned(),
            options: <(String, String)>::default(),
        };
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let packages = build(&root, &programs, "", folder.path()).unwrap();
        assert_eq!(packages, Vec::<PathBuf>::new());
    }

    #[test]
    fn the_launcher_wants_the_program_of_its_own_version_for_each_system() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/passant/npm/package.json");
        let manifest: Map<String, Value> =
            serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
        let wanted: BTreeMap<String, String> =
            serde_json::from_value(manifest["optionalDependencies"].clone()).unwrap();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let built = SYSTEMS.map(|system| {
            (
                format!("@passant-cli/{}", system.npm.join("-")),
                version.clone(),
            )
        });
        assert_eq!(wanted, BTreeMap::from(built));
    }
}
