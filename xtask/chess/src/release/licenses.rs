//! The licenses of everything that is linked into the programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use super::metadata::{Metadata, Package};
use super::runtime;

/// The beginnings of the names of files with a license, in lower case.
const FILES: [&str; 4] = ["license", "licence", "copying", "notice"];

/// A list of all packages, and of what the compiler adds to them, with their licenses, and then every text of a license once.
pub(super) fn text(root: &Path, metadata: &Metadata, target: &str) -> Result<String> {
    let linked = linked(root, target)?;
    let mut list = String::from("Packages in these programs, each with its license:\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in &metadata.packages {
        let Package {
            name,
            version,
            license,
            ..
        } = package;
        let id = format!("{name} v{version}");
        if !linked.contains(&id) {
            continue;
        }
        let license = license.as_deref().unwrap_or("see its text");
        writeln!(list, "{name} {version}: {license}")?;
        for text in license_files(package)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    writeln!(list, "\nThe compiler has added:\n")?;
    for part in runtime::parts(target) {
        writeln!(list, "{}: {}", part.name, part.license)?;
        let notice = part.notice(target)?;
        texts.entry(notice).or_default().push(part.name.to_owned());
    }
    for (text, names) in texts {
        let (names, text) = (names.join(", "), text.trim_end());
        writeln!(list, "\n----- {names}\n\n{text}")?;
    }
    Ok(list)
}

/// The packages that are linked into the programs, each as `name vversion`.
fn linked(root: &Path, target: &str) -> Result<BTreeSet<String>> {
    let mut command = Command::new(xtask::cargo());
    command.args([
        "tree",
        "--package",
        "passant",
        "--package",
        "passant-oracle",
    ]);
    command.args(["--edges", "normal", "--prefix", "none", "--target", target]);
    let output = command.current_dir(root).output()?;
    ensure!(output.status.success(), "cargo tree failed");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let id = |line: &str| {
        let mut words = line.split_whitespace();
        Some(format!("{} {}", words.next()?, words.next()?))
    };
    Ok(lines.lines().filter_map(id).collect())
}

fn license_files(package: &Package) -> Result<Vec<String>> {
    let folder = package.manifest_path.parent().unwrap_or(Path::new("."));
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if FILES.iter().any(|start| name.starts_with(start)) && entry.path().is_file() {
            texts.push(fs::read_to_string(entry.path())?.replace("\r\n", "\n"));
        }
    }
    texts.sort();
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::metadata::Metadata;
    use super::text;
    use crate::compiler::host;

    #[test]
    fn lists_packages_and_what_the_compiler_adds() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let text = text(&root, &Metadata::read_here(), &host().unwrap()).unwrap();
        let line = |start: &str| text.lines().find(|line| line.starts_with(start));
        assert!(line("clap 4.").is_some_and(|line| line.contains("MIT OR Apache-2.0")));
        assert!(line("the Rust standard library: ").is_some());
        assert!(line("----- the Rust standard library").is_some());
        // Only tests use it.
        assert_eq!(line("proptest "), None);
    }
}
