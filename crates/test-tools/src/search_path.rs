//! The `PATH` of the programs under test.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::{fs, io};

use crate::program::folder;
use crate::tool::find_program;

/// The programs that every system with a POSIX shell has, and with which the engines of the tests are written.
const BASE: [&str; 9] = [
    "cat", "env", "flock", "mkdir", "mktemp", "rm", "sh", "sleep", "true",
];

/// The declared interpreters: adapters and engines of the tests are written in their languages.
const INTERPRETERS: [&str; 2] = ["node", "python3"];

/// The `PATH` for the programs under test: a folder of links to the declared tools that are installed. On Windows,
/// where links need a privilege, it is the `PATH` of this process.
///
/// # Panics
///
/// If the folder cannot be written.
#[must_use]
pub fn search_path() -> &'static OsStr {
    static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
        if cfg!(unix) {
            let path = folder().join("test-path");
            fill(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            path
        } else {
            std::env::var_os("PATH").unwrap_or_default().into()
        }
    });
    PATH.as_os_str()
}

/// Fills the folder, and removes what does not belong there.
fn fill(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)?;
    let names = || BASE.iter().chain(&INTERPRETERS);
    for result in path.read_dir()? {
        let entry = result?;
        if !names().any(|name| entry.file_name() == *name) {
            fs::remove_file(entry.path())?;
        }
    }
    for name in names() {
        let Some(target) = find_program(name).map(|found| resolve(name, found)) else {
            continue;
        };
        let link = path.join(name);
        if fs::read_link(&link).is_ok_and(|old| old == target) {
            continue;
        }
        // Another test program may do the same at the same time: a link is replaced as a whole.
        let new = path.join(format!("{name}.{}", std::process::id()));
        link_to(&target, &new)?;
        fs::rename(&new, &link)?;
    }
    Ok(())
}

/// The program itself where a version manager has put a script in its place, which would need other programs.
fn resolve(name: &str, found: PathBuf) -> PathBuf {
    if name != "python3" {
        return found;
    }
    let print = "import sys; print(sys.executable)";
    match Command::new(&found).args(["-c", print]).output() {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().into()
        }
        _ => found,
    }
}

#[cfg(unix)]
fn link_to(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn link_to(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}
