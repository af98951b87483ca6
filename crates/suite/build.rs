//! Puts the files of `suites/` into the library, so that an installed binary has them, and their SHA-256.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // A package has a copy of the suites. In the repository it is a link, which some systems check out as a file.
    let copy = package.join("suites");
    let original = package.join("../../suites");
    let suites = if copy.is_dir() { copy } else { original }.canonicalize()?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", suites.display());

    let mut paths = Vec::new();
    for folder in list_entries(&suites)?.iter().filter(|path| path.is_dir()) {
        toml_files(folder, &mut paths)?;
    }
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for path in paths {
        let address = path.strip_prefix(&suites).unwrap_or(&path);
        // A path that is written as a string of Rust on every system, and with / on every system.
        files.push((address.to_string_lossy().replace('\\', "/"), path));
    }
    files.sort();
    let mut code = String::from("&[\n");
    let mut sums = Sha256::new();
    for (address, path) in files {
        let content = path.canonicalize()?;
        writeln!(
            code,
            "    ({address:?}, include_str!({:?})),",
            content.to_string_lossy()
        )
        .map_err(io::Error::other)?;
        // A line of the output of `sha256sum`.
        let sum = Sha256::digest(fs::read(&path)?);
        sums.update(format!("{sum:x}  {address}\n"));
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::copy(suites.join("quick.txt"), out.join("quick.txt"))?;
    fs::write(out.join("sha256.txt"), format!("{:x}", sums.finalize()))?;
    fs::write(out.join("builtin.rs"), code)
}

/// The TOML files below a folder, by name.
fn toml_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for path in list_entries(folder)? {
        if path.is_dir() {
            toml_files(&path, files)?;
        } else if is_toml(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the contents of a folder, sorted by name; nothing if there is no such folder.
fn list_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn is_toml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "toml")
}
