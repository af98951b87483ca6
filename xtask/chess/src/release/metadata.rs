//! What cargo knows of the packages.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

/// Packages of the workspace and of others.
#[derive(Deserialize)]
pub(super) struct Metadata {
    pub(super) packages: Vec<Package>,
}

/// A package.
#[derive(Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) license: Option<String>,
    pub(super) manifest_path: PathBuf,
    /// The oldest compiler that builds it.
    rust_version: Option<String>,
    /// Where it comes from; `None` in the workspace.
    source: Option<String>,
    /// The registries to which it may be published; none of them, or any.
    publish: Option<Vec<String>>,
    description: Option<String>,
    readme: Option<PathBuf>,
    documentation: Option<String>,
    repository: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
    /// What its manifest says to other tools than cargo.
    pub(super) metadata: Value,
}

impl Metadata {
    pub(super) fn read(root: &Path) -> Result<Self> {
        Self::read_with(root, &[])
    }

    /// The same with further options of `cargo metadata`.
    fn read_with(root: &Path, options: &[&str]) -> Result<Self> {
        let mut command = Command::new(xtask::cargo());
        command.args(["metadata", "--format-version", "1"]);
        command.args(options);
        let output = command.current_dir(root).output()?;
        ensure!(output.status.success(), "cargo metadata failed");
        serde_json::from_slice(&output.stdout).context("cargo metadata printed something else")
    }

    /// The packages of the workspace that are for others.
    pub(super) fn published(&self) -> impl Iterator<Item = &Package> {
        let is_published =
            |package: &&Package| package.source.is_none() && package.publish.is_none();
        self.packages.iter().filter(is_published)
    }

    /// The packages that need a newer compiler than this workspace promises.
    pub(super) fn too_new(&self) -> Vec<String> {
        let needed = |package: &Package| package.rust_version.as_deref().map(version);
        let of_workspace = self.packages.iter().filter(|it| it.source.is_none());
        let promised = of_workspace.filter_map(needed).min();
        let too_new = self.packages.iter().filter(|it| needed(it) > promised);
        too_new
            .map(|it| {
                let needed = it.rust_version.as_deref().unwrap_or_default();
                format!("{} {} needs Rust {needed}", it.name, it.version)
            })
            .collect()
    }

    /// What their manifests lack.
    pub(super) fn missing(&self) -> Vec<String> {
        let lacks = |package: &Package| {
            let missing = package.missing();
            (!missing.is_empty()).then(|| format!("{} needs {}", package.name, missing.join(", ")))
        };
        self.published().filter_map(lacks).collect()
    }
}

impl Package {
    /// The fields that a registry or docs.rs wants, and the manifest lacks.
    fn missing(&self) -> Vec<&'static str> {
        let docs = &self.metadata["docs"]["rs"];
        let rustdoc = docs["rustdoc-args"].as_array();
        let fields = [
            ("description", self.description.is_some()),
            ("license", self.license.is_some()),
            ("readme", self.readme.is_some()),
            ("documentation", self.documentation.is_some()),
            ("repository", self.repository.is_some()),
            ("keywords", !self.keywords.is_empty()),
            ("categories", !self.categories.is_empty()),
            ("all-features for docs.rs", docs["all-features"] == true),
            (
                "the cfg docsrs for docs.rs",
                rustdoc.is_some_and(|it| it.windows(2).any(|it| it == ["--cfg", "docsrs"])),
            ),
        ];
        let missing = fields.iter().filter(|(_, is_there)| !is_there);
        missing.map(|&(field, _)| field).collect()
    }
}

/// The numbers of a version, which may leave out the last ones.
fn version(text: &str) -> [u32; 3] {
    let mut numbers = text.split('.').map(|it| it.parse().unwrap_or(0));
    [0; 3].map(|_| numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Metadata, version};
    use crate::compiler::host;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(version("1.89") < version("1.100"));
        assert_eq!(version("1.89"), version("1.89.0"));
        assert!(version("1.89") < version("1.89.1"));
    }

    impl Metadata {
        /// The packages of this workspace, and those that are built for this host: only they are sure to be downloaded.
        pub(in super::super) fn read_here() -> Self {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let host = host().expect("the compiler names its host");
            let options = ["--offline", "--filter-platform", &host];
            Self::read_with(&root, &options).expect("cargo knows the packages")
        }
    }

    /// Only the address of the repository is not known yet.
    #[test]
    fn manifests_say_what_registries_want() {
        let metadata = Metadata::read_here();
        let published: Vec<_> = metadata.published().collect();
        assert!(published.iter().any(|it| it.name == "passant-rules"));
        for package in published {
            let mut missing = package.missing();
            missing.retain(|&field| field != "repository");
            assert_eq!(missing, Vec::<&str>::new(), "{}", package.name);
        }
    }

    /// Nobody could install the programs with the compiler that the README promises.
    #[test]
    fn dependencies_build_with_the_oldest_compiler() {
        let metadata = Metadata::read_here();
        let names: Vec<_> = metadata.packages.iter().map(|it| &it.name).collect();
        assert!(names.iter().any(|name| *name == "clap"), "{names:?}");
        assert_eq!(metadata.too_new(), Vec::<String>::new());
    }
}
