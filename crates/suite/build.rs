//! Puts the files of `suites/` into the library, so that an installed binary has them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let suites =
        Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../suites");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", suites.display());

    let mut code = String::from("&[\n");
    let mut files = Vec::new();
    for folder in sorted(&suites)?.iter().filter(|path| path.is_dir()) {
        toml_files(folder, &mut files)?;
    }
    for file in files {
        let address = file.strip_prefix(&suites).unwrap_or(&file);
        // A path that is written as a string of Rust on every system, and with / on every system.
        let address = address.to_string_lossy().replace('\\', "/");
        let content = file.canonicalize()?;
        writeln!(
            code,
            "    ({address:?}, include_str!({:?})),",
            content.to_string_lossy()
        )
        .map_err(io::Error::other)?;
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("builtin.rs"), code)
}

/// The TOML files below a folder, by name.
fn toml_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for path in sorted(folder)? {
        if path.is_dir() {
            toml_files(&path, files)?;
        } else if is_toml(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// What a folder holds, by name; nothing if there is no such folder.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
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
