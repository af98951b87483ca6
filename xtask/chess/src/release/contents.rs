//! Files for a package: what they are copied from, and the licenses that each package must have.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The licenses of this project.
pub(super) const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The file with the licenses of everything that is linked into the programs.
pub(super) const LICENSES_OF_PARTS: &str = "LICENSES-OF-PARTS.txt";

/// Copies a file into a folder, which is made, under the same name.
pub(super) fn copy(file: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let name = file.file_name().unwrap_or_default();
    fs::copy(file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    Ok(())
}

/// Copies the licenses of this project and writes those of its parts into a folder.
pub(super) fn add_licenses(root: &Path, of_parts: &str, folder: &Path) -> Result<()> {
    for file in LICENSES {
        copy(&root.join(file), folder)?;
    }
    fs::write(folder.join(LICENSES_OF_PARTS), of_parts)?;
    Ok(())
}
