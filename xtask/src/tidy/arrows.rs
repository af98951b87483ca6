//! Which crate may use which.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use toml::{Table, Value};

use super::finding::Finding;

/// For each package, by its folder: the packages of this workspace that it may depend on, and those that only its tests
/// and its build script may use. A row may stand here before its folder does.
const ARROWS: &[(&str, &[&str], &[&str])] = &[
    ("crates/rules", &[], &[]),
    ("crates/files", &[], &["test-tools"]),
    ("crates/count", &["rules"], &[]),
    ("crates/kernel", &["rules", "count"], &["test-tools"]),
    (
        "crates/perft",
        &["rules", "count", "kernel", "files"],
        &["test-tools"],
    ),
    ("crates/query", &["rules"], &[]),
    ("crates/uci", &["query"], &[]),
    ("crates/oracle", &["rules", "query", "uci"], &["test-tools"]),
    ("crates/suite", &["rules", "query"], &["test-tools"]),
    (
        "crates/engine",
        &["rules", "query", "count", "files"],
        &["oracle", "suite", "test-tools"],
    ),
    (
        "crates/judge",
        &["rules", "query", "oracle", "suite", "count"],
        &["test-tools"],
    ),
    (
        "crates/report",
        &["rules", "query", "oracle", "suite", "engine", "judge"],
        &["uci", "test-tools"],
    ),
    (
        "crates/passant",
        &[
            "rules", "query", "uci", "oracle", "suite", "count", "kernel", "perft", "engine",
            "judge", "files", "report",
        ],
        &["page", "test-tools"],
    ),
    (
        "crates/page",
        &[
            "rules", "query", "count", "kernel", "suite", "engine", "judge", "report",
        ],
        &["test-tools"],
    ),
    (
        "crates/c",
        &["rules", "count"],
        &["query", "suite", "test-tools"],
    ),
    (
        "crates/firmware",
        &["rules", "count"],
        &["query", "suite", "test-tools"],
    ),
    (
        "crates/snapshots",
        &["rules", "count", "kernel", "perft", "suite"],
        &["query", "oracle"],
    ),
    (
        "crates/fuzz",
        &[
            "rules", "query", "suite", "perft", "engine", "files", "report", "passant",
        ],
        &["test-tools"],
    ),
    ("crates/test-tools", &[], &[]),
    ("xtask", &["test-tools"], &[]),
    (
        "xtask/chess",
        &[
            "rules",
            "query",
            "oracle",
            "suite",
            "perft",
            "judge",
            "report",
            "page",
            "firmware",
            "test-tools",
            "xtask",
        ],
        &[],
    ),
    ("xtask/counter", &[], &[]),
    ("xtask/emulated", &[], &["rules", "count", "kernel"]),
];

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let workspace = Workspace::read(root)?;
    let mut findings = Vec::new();
    for (folder, manifest) in &workspace.manifests {
        let path = folder.join("Cargo.toml");
        let row = ARROWS.iter().find(|(known, ..)| folder == Path::new(known));
        let Some((_, uses, others_use)) = row else {
            findings.push(Finding::new(
                &path,
                None,
                "is not in the table of dependencies (xtask/src/tidy/arrows.rs)",
            ));
            continue;
        };
        for (section, used) in workspace.dependencies(manifest) {
            let is_allowed =
                uses.contains(&used) || section != Section::Normal && others_use.contains(&used);
            if !is_allowed {
                let text = format!(
                    "{} may not use {used} ({})",
                    folder.display(),
                    section.name()
                );
                findings.push(Finding::new(&path, None, text));
            }
        }
    }
    Ok(findings)
}

/// A table of dependencies in a manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    Normal,
    Build,
    Dev,
}

impl Section {
    const ALL: [Self; 3] = [Self::Normal, Self::Build, Self::Dev];

    fn name(self) -> &'static str {
        match self {
            Self::Normal => "dependencies",
            Self::Build => "build-dependencies",
            Self::Dev => "dev-dependencies",
        }
    }
}

/// The manifests of the packages.
struct Workspace {
    /// By folder, relative to the root.
    manifests: BTreeMap<PathBuf, Table>,
    /// The last part of a package's folder, by the name of the package: `rules` for `passant-rules`.
    folders: BTreeMap<String, String>,
    /// The table `[workspace.dependencies]`.
    shared: Table,
}

impl Workspace {
    fn read(root: &Path) -> Result<Self> {
        let mut folders = vec![PathBuf::from("xtask"), PathBuf::from("xtask/chess")];
        let crates = root.join("crates");
        for entry in crates.read_dir().context("cannot list crates/")? {
            folders.push(Path::new("crates").join(entry?.file_name()));
        }
        let mut manifests = BTreeMap::new();
        for folder in folders {
            let manifest = read(&root.join(&folder).join("Cargo.toml"))?;
            manifests.insert(folder, manifest);
        }
        let shared = read(&root.join("Cargo.toml"))?;
        let shared = shared
            .get("workspace")
            .and_then(|it| it.get("dependencies"));
        let shared = shared.and_then(Value::as_table).cloned();
        Ok(Self::new(manifests, shared.unwrap_or_default()))
    }

    fn new(manifests: BTreeMap<PathBuf, Table>, shared: Table) -> Self {
        let named = manifests.iter().filter_map(|(folder, manifest)| {
            let name = manifest.get("package")?.get("name")?.as_str()?;
            let folder = folder.file_name()?.to_str()?;
            Some((name.to_owned(), folder.to_owned()))
        });
        Self {
            folders: named.collect(),
            manifests,
            shared,
        }
    }

    /// The packages of this workspace that a manifest names, for every target and under whatever name.
    fn dependencies<'a>(&'a self, manifest: &'a Table) -> Vec<(Section, &'a str)> {
        let targets = manifest.get("target").and_then(Value::as_table);
        let targets = targets.into_iter().flat_map(Table::values);
        let tables = std::iter::once(manifest).chain(targets.filter_map(Value::as_table));
        let mut found = Vec::new();
        for table in tables {
            for section in Section::ALL {
                let entries = table.get(section.name()).and_then(Value::as_table);
                let packages = entries
                    .into_iter()
                    .flatten()
                    .map(|(name, entry)| self.package(name, entry));
                let folders = packages.filter_map(|package| self.folders.get(package));
                found.extend(folders.map(|folder| (section, folder.as_str())));
            }
        }
        found
    }

    /// The package behind an entry, which may be renamed here or in the table that all packages share.
    fn package<'a>(&'a self, name: &'a str, entry: &'a Value) -> &'a str {
        let renamed = |entry: &'a Value| entry.get("package").and_then(Value::as_str);
        let is_shared = entry.get("workspace").is_some();
        let shared = self.shared.get(name).filter(|_| is_shared);
        renamed(entry).or_else(|| renamed(shared?)).unwrap_or(name)
    }
}

fn read(path: &Path) -> Result<Table> {
    let context = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(path).with_context(context)?;
    text.parse().with_context(context)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use super::{Section, Workspace};

    #[test]
    fn finds_dependencies_of_every_target_and_under_every_name() {
        let manifest = |package: &str| {
            format!("[package]\nname = \"{package}\"\n")
                .parse()
                .unwrap()
        };
        let folders = [
            ("rules", "passant-rules"),
            ("oracle", "passant-oracle"),
            ("passant", "passant"),
            ("suite", "passant-suite"),
        ];
        let manifests: BTreeMap<_, _> = folders
            .into_iter()
            .map(|(folder, package)| (PathBuf::from(folder), manifest(package)))
            .collect();
        let shared = "second = { package = \"passant-oracle\", path = \"x\" }"
            .parse()
            .unwrap();
        let workspace = Workspace::new(manifests, shared);
        let user = r#"
            [dependencies]
            passant-rules = {}
            second.workspace = true
            clap = "4"
            [target.'cfg(unix)'.dependencies]
            passant.workspace = true
            [target.'cfg(windows)'.dev-dependencies]
            cases = { package = "passant-suite", path = "y" }
        "#
        .parse()
        .unwrap();
        let mut found = workspace.dependencies(&user);
        found.sort_by_key(|(_, used)| *used);
        assert_eq!(
            found,
            [
                (Section::Normal, "oracle"),
                (Section::Normal, "passant"),
                (Section::Normal, "rules"),
                (Section::Dev, "suite"),
            ]
        );
    }
}
