//! The parts of packages beside the program: the Python module of the wheel, without installing anything, and the launcher of
//! the npm package, beside packages for systems that have this program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use passant_needs::needs;
use passant_test_tools::{package, tool};
use tempfile::TempDir;

use crate::run::run;

#[needs("python3")]
#[test]
fn the_python_module_runs_the_program_and_reads_its_report() {
    let python = tool("python3");
    let mut tests = module(&python);
    tests.args(["-m", "unittest", "discover", "-b", "-s"]);
    assert_succeeds(tests.arg(folder().join("tests")));
}

#[needs("python3", "pytest")]
#[test]
fn its_fixture_fails_a_test_of_pytest_with_the_whole_report() {
    let (python, pytest) = (tool("python3"), package("pytest"));
    let metadata = installed();
    let paths = [&folder().join("src"), &pytest, metadata.path()];
    let mut tests = module(&python);
    tests.env("PYTHONPATH", std::env::join_paths(paths).unwrap());
    tests.args(["-m", "unittest", "discover", "-b", "-s"]);
    assert_succeeds(tests.arg(folder().join("tests/with_pytest")));
}

#[needs("python3", "python-chess", "hypothesis")]
#[test]
fn its_strategies_find_what_is_wrong_in_a_library() {
    let (library, hypothesis) = (package("python-chess"), package("hypothesis"));
    let paths = [&folder().join("src"), &library, &hypothesis];
    let mut tests = module(&tool("python3"));
    tests.env("PYTHONPATH", std::env::join_paths(paths).unwrap());
    // Hypothesis keeps notes in the folder where it runs.
    let notes = tempfile::tempdir().unwrap();
    tests.current_dir(notes.path()).env_remove("PASSANT_SEED");
    tests.args(["-m", "unittest", "discover", "-b", "-s"]);
    assert_succeeds(tests.arg(folder().join("tests/with_hypothesis")));
}

#[test]
fn its_readme_shows_the_example() {
    let example = folder().join("examples/test_python_chess.py");
    let text = fs::read_to_string(&example).unwrap();
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    assert!(
        readme.contains(&format!("```python\n{text}```\n")),
        "{text}"
    );
}

#[needs("python3", "python-chess", "pytest")]
#[test]
fn the_example_of_its_readme_passes() {
    let text = fs::read_to_string(folder().join("examples/test_python_chess.py")).unwrap();
    let python = tool("python3");
    let (library, pytest) = (package("python-chess"), package("pytest"));
    let metadata = installed();
    let paths = [&folder().join("src"), &library, &pytest, metadata.path()];
    let mut pytest_run = module(&python);
    pytest_run.env("PYTHONPATH", std::env::join_paths(paths).unwrap());
    pytest_run.args(["-m", "pytest", "-p", "no:cacheprovider"]);
    // On a busy machine a whole check of a library in Python takes minutes.
    let few = r#"__file__], options=["--class", "rejected-rank", "--max-nodes", "100"])"#;
    let short = text.replace("__file__])", few);
    assert_ne!(short, text);
    let copy = metadata.path().join("test_python_chess.py");
    fs::write(&copy, short).unwrap();
    assert_succeeds(pytest_run.arg(copy));
}

/// A folder with what pip notes about the installed package: the entry points of `pyproject.toml`.
fn installed() -> TempDir {
    let project = fs::read_to_string(folder().join("pyproject.toml")).unwrap();
    let title = "[project.entry-points.pytest11]\n";
    let (_, points) = project.split_once(title).unwrap();
    let (points, _) = points.split_once("\n\n").unwrap();
    let entry_points = points.replace('"', "");
    let packages = tempfile::tempdir().unwrap();
    let noted = packages.path().join("passant_cli-0.dist-info");
    fs::create_dir(&noted).unwrap();
    let metadata = "Metadata-Version: 2.1\nName: passant-cli\nVersion: 0\n";
    fs::write(noted.join("METADATA"), metadata).unwrap();
    let entry_points = format!("[pytest11]\n{entry_points}\n");
    fs::write(noted.join("entry_points.txt"), entry_points).unwrap();
    packages
}

/// Python with the module and this program.
fn module(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.env("PYTHONPATH", folder().join("src"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.env("PASSANT_PROGRAM", env!("CARGO_BIN_EXE_passant"));
    command
}

fn assert_succeeds(command: &mut Command) {
    let output = command.output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert!(output.status.success(), "{printed}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("python")
}

/// A folder in which npm has installed the launcher, and the package for this system.
struct Installed {
    node: PathBuf,
    folder: TempDir,
}

impl Installed {
    /// Installs the launcher alone.
    fn without_program() -> Self {
        let node = tool("node");
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("node_modules/passant-cli");
        fs::create_dir_all(&package).unwrap();
        for file in ["package.json", "passant.js"] {
            fs::copy(npm().join(file), package.join(file)).unwrap();
        }
        Self { node, folder }
    }

    fn with_program() -> Self {
        let installed = Self::without_program();
        let package = format!("node_modules/@passant-cli/{}", installed.system());
        let package = installed.folder.path().join(package);
        fs::create_dir_all(&package).unwrap();
        let file = package.join(format!("passant{}", std::env::consts::EXE_SUFFIX));
        fs::hard_link(env!("CARGO_BIN_EXE_passant"), &file)
            .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_passant"), &file).map(|_| ()))
            .unwrap();
        installed
    }

    /// The system, as Node calls it.
    fn system(&self) -> String {
        let mut command = Command::new(&self.node);
        command.args(["-p", "`${process.platform}-${process.arch}`"]);
        run(command).stdout.trim().to_owned()
    }

    fn launcher(&self) -> PathBuf {
        let file = "node_modules/passant-cli/passant.js";
        self.folder.path().join(file)
    }

    fn passant(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.launcher()).args(arguments);
        command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.stdin(Stdio::null());
        command
    }
}

#[needs("node")]
#[test]
fn the_launcher_has_the_output_and_the_exit_codes_of_the_program() {
    let installed = Installed::with_program();
    let fen = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    for arguments in [
        &["--version"][..],
        &["explain", fen],
        &["explain", "nonsense"],
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_passant"));
        program.args(arguments).stdin(Stdio::null());
        let expected = run(program);
        let got = run(installed.passant(arguments));
        assert_eq!(
            (got.code, got.stdout, got.stderr),
            (expected.code, expected.stdout, expected.stderr)
        );
    }
}

/// Exit code 1 would mean that a case fails, so it is that of a system which cannot do the work.
#[needs("node")]
#[test]
fn the_launcher_says_which_package_is_missing() {
    let installed = Installed::without_program();
    let system = installed.system();
    let launched = run(installed.passant(&["--version"])).exits_with(74);
    let expected = format!("error: the package @passant-cli/{system} is not installed");
    assert!(
        launched.stderr.starts_with(&expected),
        "{}",
        launched.stderr
    );

    let file = installed.launcher().with_file_name("package.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(file, text.replace(&system, "plan9-mips")).unwrap();
    let launched = run(installed.passant(&["--version"])).exits_with(74);
    let expected = format!("error: there is no package for {system}, only for ");
    assert!(
        launched.stderr.starts_with(&expected),
        "{}",
        launched.stderr
    );
    assert!(
        launched.stderr.contains("plan9-mips"),
        "{}",
        launched.stderr
    );
}

#[cfg(unix)]
#[needs("node")]
#[test]
fn the_launcher_says_that_the_program_cannot_be_started() {
    let installed = Installed::without_program();
    let package = format!("node_modules/@passant-cli/{}", installed.system());
    let package = installed.folder.path().join(package);
    fs::create_dir_all(&package).unwrap();
    // Nothing may execute it.
    fs::write(package.join("passant"), "").unwrap();
    let launched = run(installed.passant(&["--version"])).exits_with(74);
    let expected = "cannot be started: ";
    assert!(launched.stderr.contains(expected), "{}", launched.stderr);
}

#[cfg(unix)]
#[needs("node")]
#[test]
fn a_signal_ends_the_launcher_and_its_program() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::os::unix::process::ExitStatusExt;

    use nix::sys::signal::Signal;

    let installed = Installed::with_program();
    let mut command = installed.passant(&["uci"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut launcher = command.spawn().unwrap();
    launcher
        .stdin
        .as_mut()
        .unwrap()
        .write_all(b"uci\n")
        .unwrap();
    let mut output = BufReader::new(launcher.stdout.take().unwrap());
    let mut line = String::new();
    while line.trim() != "uciok" {
        line.clear();
        assert_ne!(
            output.read_line(&mut line).unwrap(),
            0,
            "the engine has ended"
        );
    }
    crate::run::send(Signal::SIGTERM, &launcher);
    // The output ends when nobody holds it any more.
    output.read_to_string(&mut line).unwrap();
    let status = launcher.wait().unwrap();
    assert_eq!(status.signal(), Some(Signal::SIGTERM as i32));
}

fn npm() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("npm")
}
