//! The Python module of the wheel, with this program and without installing anything.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use passant_needs::needs;
use passant_test_tools::{package, tool};
use tempfile::TempDir;

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
