//! Settings that `passant check` finds in the folder of a project.

use std::fs;
use std::path::{Path, PathBuf};

use crate::oracle::{command, link};
use crate::run::{Run, passant, run};

/// A repository with an engine that breaks a rule, in a folder `engine`.
struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for inner in [".git", "engine", "sub/deep"] {
            fs::create_dir_all(folder.path().join(inner)).unwrap();
        }
        link(&folder.path().join("engine/mine"));
        Self(folder)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Runs a check in a folder of the project.
    fn check(&self, folder: &str, arguments: &[&str]) -> Run {
        let mut command = passant(&["check"]);
        command
            .args(arguments)
            .current_dir(self.0.path().join(folder));
        run(command)
    }
}

/// Settings for one class of positions, which the engine fails.
const SETTINGS: &str = "\
engine       = './engine/mine --fault rank-pin-ignored'
class        = ['rejected-rank', 'rejected-file']
search       = 0
no-diagnosis = true
";

#[test]
fn a_check_takes_its_engine_and_options_from_the_project() {
    let project = Project::new();
    project.file("passant.toml", SETTINGS);
    for folder in ["", "sub/deep"] {
        let found = project.check(folder, &[]).exits_with(1);
        assert!(found.stderr.starts_with("settings  "), "{}", found.stderr);
        assert!(
            found.stderr.contains("passant.toml, engine ./engine/mine"),
            "{}",
            found.stderr
        );
        assert!(found.stdout.contains("21 fail"), "{}", found.stdout);
    }
}

#[test]
fn the_command_line_takes_precedence() {
    let project = Project::new();
    project.file("passant.toml", SETTINGS);
    let one_class = project.check("", &["--class", "rejected-file"]);
    assert!(one_class.exits_with(0).stdout.contains("21 pass"));
    let other_engine = project.check("", &[&command("")]).exits_with(0);
    assert!(
        !other_engine.stderr.contains("engine"),
        "{}",
        other_engine.stderr
    );
    let none = project.check("", &["--no-config"]).exits_with(2);
    assert!(
        none.stderr.contains("no engine is named"),
        "{}",
        none.stderr
    );
}

/// Both tables of other files, and a file that is named.
#[test]
fn settings_can_be_a_table_of_another_file() {
    for (name, table) in [
        ("pyproject.toml", "[tool.passant]"),
        ("Cargo.toml", "[package.metadata.passant]"),
    ] {
        let project = Project::new();
        project.file(name, &format!("{table}\n{SETTINGS}"));
        let found = project.check("", &[]).exits_with(1);
        assert!(found.stderr.contains(name), "{}", found.stderr);
    }
    let project = Project::new();
    let file = project.file("other.toml", SETTINGS);
    let found = project.check("sub", &["--config", file.to_str().unwrap()]);
    assert!(found.exits_with(1).stderr.contains("other.toml"));
}

/// A list of expected failures lies beside the file.
#[test]
fn paths_are_relative_to_the_file() {
    let project = Project::new();
    project.file(
        "passant.toml",
        &format!("{SETTINGS}expected = 'known.toml'\n"),
    );
    project.file(
        "known.toml",
        "[[expected]]\nclass = 'rejected-rank'\nreason = 'known'\n",
    );
    let found = project.check("sub", &[]).exits_with(0);
    assert!(found.stdout.contains("21 xfail"), "{}", found.stdout);
}

#[test]
fn a_wrong_key_or_value_is_an_error_with_its_line() {
    let project = Project::new();
    let text = "engine = './engine/mine'\nclas = 'mate'\ntime = 'soon'\nquick = 'yes'\n";
    project.file("passant.toml", text);
    let found = project.check("", &[]).exits_with(2).stderr;
    for part in [
        "passant.toml:2:1",
        "did you mean class?",
        "passant.toml:3:",
        "invalid value 'soon'",
        "passant.toml:4:",
        "expected true or false",
    ] {
        assert!(found.contains(part), "{part}: {found}");
    }
    project.file("passant.toml", "[engine\n");
    let found = project.check("", &[]).exits_with(2).stderr;
    assert!(found.contains("passant.toml:1:"), "{found}");
}

/// Only the repository is trusted, not what lies above it; without one, only the current folder.
#[test]
fn a_file_that_is_too_long_is_said_to_be_so() {
    let project = Project::new();
    let text = format!("engine = '{}'\n", "a".repeat(1 << 20));
    project.file("passant.toml", &text);
    let found = project.check("", &[]).exits_with(2);
    assert!(
        found.stderr.contains("passant.toml has more than 1 MiB"),
        "{}",
        found.stderr
    );
}

#[test]
fn files_outside_the_repository_are_not_read() {
    let project = Project::new();
    project.file("passant.toml", SETTINGS);
    fs::create_dir(project.0.path().join("sub/.git")).unwrap();
    project.check("sub/deep", &[]).exits_with(2);
    fs::remove_dir(project.0.path().join("sub/.git")).unwrap();
    fs::remove_dir(project.0.path().join(".git")).unwrap();
    if !Path::new("/tmp/.git").exists() {
        project.check("sub/deep", &[]).exits_with(2);
    }
    project.check("", &[]).exits_with(1);
}

#[test]
fn a_quick_check_asks_few_positions() {
    let project = Project::new();
    let correct = project
        .check("", &["./engine/mine", "--quick"])
        .exits_with(0);
    assert!(correct.stdout.contains("PASSED"), "{}", correct.stdout);
    let faulty = ["./engine/mine --fault rank-pin-ignored", "--quick"];
    let faulty = project.check("", &faulty).exits_with(1).stdout;
    assert!(!faulty.contains("Diagnosis"), "{faulty}");
}
