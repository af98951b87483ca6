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
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["metadata", "--format-version", "1"]);
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
