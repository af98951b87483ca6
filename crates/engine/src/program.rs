//! Where the program of a command is.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The endings of programs that Windows starts, in the order in which it looks for them.
const ENDINGS: [&str; 4] = ["com", "exe", "bat", "cmd"];

/// The file that a command starts; `None` if there is none. A name without a folder is looked up in `PATH`.
#[must_use]
pub fn find_program(program: impl AsRef<Path>) -> Option<PathBuf> {
    let program = program.as_ref();
    if program.components().count() != 1 {
        return program_file(program);
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find_map(|folder| program_file(&folder.join(program)))
}

/// The file of a program at a path; `None` if there is none. On Windows the path may lack the ending, such as `.exe` or
/// `.cmd`: the endings are tried in the order of `PATHEXT`.
#[must_use]
pub fn program_file(path: &Path) -> Option<PathBuf> {
    if cfg!(windows) {
        with_ending(path, &endings(env::var("PATHEXT").ok().as_deref()))
    } else {
        path.is_file().then(|| path.to_owned())
    }
}

/// The endings that a value of `PATHEXT` lists, without those that only a shell can start.
fn endings(list: Option<&str>) -> Vec<&'static str> {
    let Some(list) = list else {
        return ENDINGS.into();
    };
    let listed = list.split(';').filter_map(|ending| {
        let ending = ending.trim().strip_prefix('.')?;
        let mut known = ENDINGS.into_iter();
        known.find(|known| known.eq_ignore_ascii_case(ending))
    });
    listed.collect()
}

/// The file at a path, with one of the endings unless the path has one. A file without an ending comes last, because it
/// may be a script for another system.
fn with_ending(path: &Path, endings: &[&str]) -> Option<PathBuf> {
    let is_known = |ending: &OsStr| {
        ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    };
    let ended = |ending: &&str| {
        let mut ended = OsString::from(path);
        ended.push(".");
        ended.push(ending);
        PathBuf::from(ended)
    };
    let endings = if path.extension().is_some_and(is_known) {
        &[]
    } else {
        endings
    };
    let mut files = endings.iter().map(ended).chain([path.to_owned()]);
    files.find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{endings, with_ending};

    #[test]
    fn a_program_is_found_without_its_ending() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for name in [
            "npm",
            "npm.cmd",
            "sf-16.1.exe",
            "sf-16.1.bat",
            "engine.py",
            "bare",
        ] {
            fs::write(file(name), "").unwrap();
        }
        let endings = ["exe", "cmd", "bat"];
        for (name, found) in [
            // The file without an ending is for other systems.
            ("npm", Some("npm.cmd")),
            ("npm.cmd", Some("npm.cmd")),
            ("sf-16.1", Some("sf-16.1.exe")),
            ("sf-16.1.bat", Some("sf-16.1.bat")),
            ("sf-16", None),
            ("engine", None),
            ("engine.py", Some("engine.py")),
            ("bare", Some("bare")),
            ("bare.exe", None),
        ] {
            let expected = found.map(file);
            assert_eq!(with_ending(&file(name), &endings), expected, "{name}");
        }
    }

    #[test]
    fn the_endings_are_those_of_the_system_that_need_no_shell() {
        assert_eq!(endings(None), ["com", "exe", "bat", "cmd"]);
        let list = ".CMD; .Exe;.VBS;.PY;exe;;.BAT";
        assert_eq!(endings(Some(list)), ["cmd", "exe", "bat"]);
    }
}
