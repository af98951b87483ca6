//! The Python module of the wheel, with this program and without installing anything.

use std::path::{Path, PathBuf};
use std::process::Command;

use passant_test_tools::{package, tool};

#[test]
fn the_python_module_runs_the_program_and_reads_its_report() {
    if let Some(python) = tool("python3") {
        let mut tests = module(&python);
        tests.args(["-m", "unittest", "discover", "-b", "-s"]);
        assert_succeeds(tests.arg(folder().join("tests")));
    }
}

#[test]
fn the_example_of_its_readme_tests_python_chess() {
    let example = folder().join("examples/test_python_chess.py");
    let text = std::fs::read_to_string(&example).unwrap();
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    assert!(
        readme.contains(&format!("```python\n{text}```\n")),
        "{text}"
    );
    if let Some((python, library)) = tool("python3").zip(package("python-chess")) {
        let mut call = module(&python);
        let paths = [folder().join("src"), library, folder().join("examples")];
        call.env("PYTHONPATH", std::env::join_paths(paths).unwrap());
        let code = "import test_python_chess; test_python_chess.test_en_passant()";
        assert_succeeds(call.args(["-c", code]));
    }
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
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("python")
}
