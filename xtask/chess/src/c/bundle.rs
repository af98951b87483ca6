//! The bundle: header, archives, licenses and example in one file.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use tar::{Builder, HeaderMode};
use walkdir::WalkDir;

/// The files of the bundle besides archives: the path of each below the root, and its name in the bundle.
const FILES: [(&str, &str); 8] = [
    ("crates/c/include/passant.h", "include/passant.h"),
    ("crates/c/README.md", "README.md"),
    ("crates/c/example/board.cpp", "example/board.cpp"),
    ("crates/c/example/engine.c", "example/engine.c"),
    ("crates/c/example/engine.h", "example/engine.h"),
    ("crates/c/example/engine_test.c", "example/engine_test.c"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

/// Writes the bundle and returns its path.
pub(crate) fn write(root: &Path, folder: &Path, archives: &[PathBuf]) -> Result<PathBuf> {
    let name = concat!("passant-c-", env!("CARGO_PKG_VERSION"));
    let bundle = folder.join(name);
    // The files of an earlier run are not part of this bundle.
    let _ = std::fs::remove_dir_all(&bundle);
    for (from, to) in FILES {
        copy(&root.join(from), &bundle.join(to))?;
    }
    for archive in archives {
        let target = archive
            .parent()
            .and_then(Path::file_name)
            .context("archives have a folder")?;
        copy(
            archive,
            &bundle.join("lib").join(target).join("libpassant.a"),
        )?;
    }
    pack(folder, name)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let context = || format!("cannot copy {} to {}", from.display(), to.display());
    std::fs::copy(from, to).with_context(context)?;
    Ok(())
}

/// Packs a folder, with its name, into `<name>.tar.gz` beside it, and returns the path of that. The bytes depend on names and
/// contents only: files have no time and no owner, and permissions depend on no settings of this user.
fn pack(parent: &Path, name: &str) -> Result<PathBuf> {
    let path = parent.join(format!("{name}.tar.gz"));
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut tar = Builder::new(GzBuilder::new().write(file, Compression::best()));
    tar.mode(HeaderMode::Deterministic);
    for entry in WalkDir::new(parent.join(name)).sort_by_file_name() {
        let path = entry?.into_path();
        if path.is_file() {
            tar.append_path_with_name(&path, path.strip_prefix(parent)?)?;
        }
    }
    tar.into_inner()?.finish()?;
    Ok(path)
}
