//! Programs and packages that tests may use if they are installed, the report of those that are missing, and the `PATH` of
//! the programs under test.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fmt};

use crate::program::{folder, target};

/// The part of the checks that is named where a tool of tests is missing.
const TESTS: &str = "tests";

/// A program that tests may use.
struct Tool {
    /// The name by which tests call the tool.
    name: &'static str,
    /// The file names under which it is installed, the first choice first.
    files: &'static [&'static str],
    /// The Debian package.
    package: &'static str,
}

/// The programs that tests may use, apart from [`BASE`].
const TOOLS: &[Tool] = &[
    plain_tool("c++", "g++"),
    plain_tool("cc", "gcc libc6-dev"),
    Tool {
        name: "chromium",
        // The browser without windows takes half as long for the same tests.
        files: &[
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
        ],
        package: "chromium-headless-shell",
    },
    plain_tool("ethereal-chess", "ethereal-chess"),
    plain_tool("fairy-stockfish", "fairy-stockfish"),
    plain_tool("flock", "util-linux"),
    plain_tool("glaurung", "glaurung"),
    plain_tool("gnuchess", "gnuchess"),
    plain_tool("hoichess", "hoichess"),
    plain_tool("node", "nodejs"),
    plain_tool("phalanx", "phalanx"),
    plain_tool("polyglot", "polyglot"),
    plain_tool("prove", "perl"),
    plain_tool("python3", "python3"),
    plain_tool("sh", "dash"),
    plain_tool("shellcheck", "shellcheck"),
    plain_tool("sjaakii", "sjaakii"),
    plain_tool("sjeng", "sjeng"),
    plain_tool("stdbuf", "coreutils"),
    plain_tool("stockfish", "stockfish"),
    plain_tool("toga2", "toga2"),
    plain_tool("xboard", "xboard"),
    plain_tool("xvfb-run", "xvfb"),
];

/// The programs that other checks may use.
const CHECKERS: &[Tool] = &[
    plain_tool(
        "aarch64-linux-gnu-gcc",
        "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    ),
    plain_tool("npm", "npm"),
    plain_tool("qemu-aarch64", "qemu-user"),
    plain_tool("wine", "wine wine64"),
    plain_tool("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64-win32"),
];

/// Compilers of languages for which there is an adapter, which continuous integration does not install.
const OPTIONAL: &[Tool] = &[
    plain_tool("go", "golang-go"),
    plain_tool("java", "default-jre-headless"),
    plain_tool("javac", "default-jdk-headless"),
    plain_tool("mcs", "mono-mcs"),
    plain_tool("mono", "mono-runtime"),
];

const fn plain_tool(name: &'static str, package: &'static str) -> Tool {
    Tool {
        name,
        files: &[],
        package,
    }
}

/// The folder in which Debian installs chess engines; the `PATH` of a user may leave it out.
const GAMES: &str = "/usr/games";

/// Returns the path of a program for a test, which has it in its attribute `needs`.
///
/// # Panics
///
/// If no tool of this name is declared in this crate, or if it is missing.
#[must_use]
pub fn tool(name: &str) -> PathBuf {
    let found = tool_among(TOOLS.iter().chain(OPTIONAL), name).find(TESTS);
    found.unwrap_or_else(|missing| panic!("{missing}"))
}

/// Returns what of all that tests may use is missing, with packages below `target/zoo` of this folder; with `is_ci` only what
/// continuous integration does not install.
#[must_use]
pub fn missing_tools(target: &Path, is_ci: bool) -> Vec<Missing> {
    let required = if is_ci { &[] } else { TOOLS };
    let tools = required.iter().chain(OPTIONAL);
    let mut missing: Vec<_> = tools.filter_map(|tool| tool.find(TESTS).err()).collect();
    if !is_ci {
        missing.extend(PACKAGES.iter().filter_map(|package| {
            let is_there = folder_of(package, target).is_dir();
            (!is_there).then(|| without_package(package))
        }));
    }
    missing
}

/// Returns the path of an installed program, or the report that a check, `what`, does not run without it.
///
/// # Errors
///
/// If it is missing.
///
/// # Panics
///
/// If no tool of this name is declared in this crate.
pub fn find_tool(name: &str, what: &str) -> Result<PathBuf, Missing> {
    tool_among(TOOLS.iter().chain(CHECKERS), name).find(what)
}

/// Returns the tool of this name.
fn tool_among<'a>(mut tools: impl Iterator<Item = &'a Tool>, name: &str) -> &'a Tool {
    let tool = tools.find(|tool| tool.name == name);
    tool.unwrap_or_else(|| panic!("{name} is not declared in {}", file!()))
}

impl Tool {
    /// Returns the path of the tool, or the report that a check, `what`, does not run without it.
    fn find(&self, what: &str) -> Result<PathBuf, Missing> {
        let found = if self.files.is_empty() {
            find_program(self.name)
        } else {
            self.files.iter().find_map(|file| find_program(file))
        };
        found.ok_or_else(|| Missing {
            tool: self.name.to_owned(),
            install: format!("apt-get install {}", self.package),
            what: what.to_owned(),
        })
    }
}

/// Returns the path of a program in one of the folders of `PATH`, or among the games of Debian.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    let folders = env::join_paths(folders_of_programs()).ok()?;
    which::which_in(name, Some(folders), ".").ok()
}

/// Returns the folders in which programs are looked for, without those that do not exist.
pub fn folders_of_programs() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    let folders = folders.into_iter().chain([PathBuf::from(GAMES)]);
    folders.filter(|folder| folder.is_dir())
}

/// Libraries and programs in other languages, installed into a folder of their own below `target/zoo`, and how.
const PACKAGES: [(&str, &str); 6] = [
    (
        "check-jsonschema",
        "python3 -m pip install --target FOLDER check-jsonschema==0.39.0",
    ),
    (
        "zizmor",
        "python3 -m pip install --target FOLDER zizmor==1.32.0",
    ),
    (
        "python-chess",
        "python3 -m pip install --target FOLDER chess==1.11.2",
    ),
    (
        "pytest",
        "python3 -m pip install --target FOLDER pytest==8.4.2",
    ),
    (
        "hypothesis",
        "python3 -m pip install --target FOLDER hypothesis==6.155.7",
    ),
    ("chess.js", "npm install --prefix FOLDER chess.js@1.4.0"),
];

/// Returns the folder of an installed library of another language, for a test that has it in its attribute `needs`.
///
/// # Panics
///
/// If no library of this name is declared in this crate, or if it is missing.
#[must_use]
pub fn package(name: &str) -> PathBuf {
    let known = PACKAGES.iter().find(|(known, _)| *known == name);
    let known = known.unwrap_or_else(|| panic!("{name} is not declared in {}", file!()));
    let folder = folder_of(known, &target());
    assert!(folder.is_dir(), "{}", without_package(known));
    folder
}

fn folder_of((name, _): &(&str, &str), target: &Path) -> PathBuf {
    target.join("zoo").join(name)
}

fn without_package((name, install): &(&str, &str)) -> Missing {
    let shown = format!("target/zoo/{name}");
    let install = install.replace("FOLDER", &shown);
    Missing {
        tool: (*name).to_owned(),
        // Cargo does not look into that folder for what has changed.
        install: format!("{install} && touch crates/test-tools/needs/build.rs"),
        what: TESTS.to_owned(),
    }
}

/// The environment variable that names the file to which missing tools are appended. `cargo xtask test` sets it, and
/// prints the file as a table.
pub const REPORT_FILE: &str = "PASSANT_NOT_RUN";

/// Something that did not run because a tool is not installed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Missing {
    /// The tool, such as `stockfish`.
    pub tool: String,
    /// The command that installs it, such as `apt-get install stockfish`.
    pub install: String,
    /// The name of the test or of the check that did not run.
    pub what: String,
}

impl Missing {
    /// Prints the report to standard error, and appends it to [`REPORT_FILE`].
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn report(&self) {
        // A report that cannot be printed must not fail the check.
        let _ = writeln!(io::stderr(), "{self}");
        if let Some(path) = env::var_os(REPORT_FILE) {
            self.append_to(Path::new(&path));
        }
    }

    /// Appends the report to a file.
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn append_to(&self, path: &Path) {
        let Self {
            tool,
            install,
            what,
        } = self;
        let written = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            // One write for one line: test programs may run at the same time.
            .and_then(|mut file| file.write_all(format!("{tool}\t{install}\t{what}\n").as_bytes()));
        assert!(
            written.is_ok(),
            "cannot write {}: {written:?}",
            path.display()
        );
    }

    /// Reads the reports from a file, sorted by tool, each once. A file that does not exist has none.
    #[must_use]
    pub fn read(path: &Path) -> Vec<Self> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut reports: Vec<Self> = text.lines().filter_map(Self::from_line).collect();
        reports.sort();
        reports.dedup();
        reports
    }

    fn from_line(line: &str) -> Option<Self> {
        let mut fields = line.split('\t').map(str::to_owned);
        Some(Self {
            tool: fields.next()?,
            install: fields.next()?,
            what: fields.next()?,
        })
    }
}

impl fmt::Display for Missing {
    /// Says what did not run, and how to change that.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tool,
            install,
            what,
        } = self;
        write!(f, "{what} did not run: {tool} is not installed ({install})")
    }
}

/// Tells whether a missing tool is a failure: `CI` is `true`.
#[must_use]
pub fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|ci| ci == "true")
}

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
            env::var_os("PATH").unwrap_or_default().into()
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
