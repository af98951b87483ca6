//! Archives for Windows, whose file manager opens them.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use zip::read::{ZipArchive, root_dir_common_filter};
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::tarball::files_in_order;

/// Packs a folder, with its name, into `<name>.zip` beside it, and returns the path of that. The bytes depend on names and
/// contents only.
pub(super) fn write(parent: &Path, name: &str) -> Result<PathBuf> {
    let path = parent.join(format!("{name}.zip"));
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut zip = ZipWriter::new(file);
    // Its time is the first that an archive can hold.
    let options = SimpleFileOptions::DEFAULT.compression_level(Some(9));
    for (name, file) in files_in_order(parent, name)? {
        zip.start_file(name, options)?;
        zip.write_all(&std::fs::read(&file)?)?;
    }
    zip.finish()?;
    Ok(path)
}

/// Unpacks an archive into a folder, without the folder that everything in it is in.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    let mut zip = ZipArchive::new(File::open(archive)?)?;
    zip.extract_unwrapped_root_dir(folder, root_dir_common_filter)?;
    Ok(())
}
