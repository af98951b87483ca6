//! Archives that have the same bytes whenever and wherever they are made.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use tar::{Archive, Builder, HeaderMode};
use walkdir::WalkDir;

/// Packs a folder, with its name, into `<name>.tar.gz` beside it, and returns the path of that. Files have no time and no
/// owner, and permissions depend on no settings of this user.
pub(crate) fn write(parent: &Path, name: &str) -> Result<PathBuf> {
    let path = parent.join(format!("{name}.tar.gz"));
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut tar = Builder::new(GzBuilder::new().write(file, Compression::best()));
    tar.mode(HeaderMode::Deterministic);
    for (name, file) in files_in_order(parent, name)? {
        tar.append_path_with_name(file, name)?;
    }
    tar.into_inner()?.finish()?;
    Ok(path)
}

/// Unpacks an archive into a folder. Everything in it must be in one folder, which is left out.
pub(crate) fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    let mut tar = Archive::new(GzDecoder::new(File::open(archive)?));
    for entry in tar.entries()? {
        let mut entry = entry?;
        let path: PathBuf = entry.path()?.components().skip(1).collect();
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        entry.unpack(path)?;
    }
    Ok(())
}

/// The files of a folder and of its folders in the order of their names, each with its name in an archive, which begins with
/// that of the folder.
pub(crate) fn files_in_order(parent: &Path, name: &str) -> Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(parent.join(name)).sort_by_file_name() {
        let path = entry?.into_path();
        if path.is_file() {
            let relative = path.strip_prefix(parent)?.to_string_lossy();
            files.push((relative.replace('\\', "/"), path));
        }
    }
    Ok(files)
}
