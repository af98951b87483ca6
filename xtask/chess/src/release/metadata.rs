//! What cargo knows of the packages.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

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
            let Package {
                name,
                keywords,
                categories,
                ..
            } = package;
            let fields = [
                ("description", package.description.is_some()),
                ("license", package.license.is_some()),
                ("readme", package.readme.is_some()),
                ("documentation", package.documentation.is_some()),
                ("repository", package.repository.is_some()),
                ("keywords", !keywords.is_empty()),
                ("categories", !categories.is_empty()),
            ];
            let missing = fields.iter().filter(|(_, is_there)| !is_there);
            let missing: Vec<_> = missing.map(|&(field, _)| field).collect();
            (!missing.is_empty()).then(|| format!("{name} needs {}", missing.join(", ")))
        };
        self.published().filter_map(lacks).collect()
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

    /// Nobody could install the programs with the compiler that the README promises.
    #[test]
    fn dependencies_build_with_the_oldest_compiler() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        // Only what is built for this host is sure to be downloaded.
        let host = host().expect("the compiler names its host");
        let options = ["--offline", "--filter-platform", &host];
        let metadata = Metadata::read_with(&root, &options).expect("cargo knows the packages");
        let names: Vec<_> = metadata.packages.iter().map(|it| &it.name).collect();
        assert!(names.iter().any(|name| *name == "clap"), "{names:?}");
        assert_eq!(metadata.too_new(), Vec::<String>::new());
    }
}
