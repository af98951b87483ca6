//! The files that other programs than ours read: workflows, the action, the job for GitLab, and the scripts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use passant_needs::needs;
use passant_test_tools::{package, readme, tool};

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}

/// The files of a folder below the root with this ending, or those of the folders in it.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "{folder}: {ending}");
    files
}

/// What a program prints; fails unless it succeeds.
#[track_caller]
fn succeeds(command: &mut Command) {
    let output = command.output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert!(output.status.success(), "{command:?}\n{printed}");
}

/// Demands that files follow a schema that check-jsonschema has with it.
#[track_caller]
fn follow(schema: &str, files: &[PathBuf]) {
    let (python, library) = (tool("python3"), package("check-jsonschema"));
    let mut check = Command::new(python);
    check
        .env("PYTHONPATH", library)
        .args(["-m", "check_jsonschema", "--quiet"]);
    check.args(["--builtin-schema", schema, "--data-transform", "gitlab-ci"]);
    succeeds(check.args(files));
}

/// The blocks of the page about continuous integration that begin with the name of a file, as files in a folder.
fn blocks_of_the_page(folder: &Path, name: &str) -> Vec<PathBuf> {
    let pages = readme::pages();
    let page = pages.iter().find(|page| page.path.ends_with("/ci.md"));
    let head = format!("```yaml\n# {name}");
    let blocks: Vec<_> = page
        .unwrap()
        .text
        .split(&head)
        .skip(1)
        .enumerate()
        .map(|(number, rest)| {
            let (block, _) = rest.split_once("\n```").unwrap();
            let path = folder.join(format!("{number}.yml"));
            fs::write(&path, format!("# {block}\n")).unwrap();
            path
        })
        .collect();
    assert!(!blocks.is_empty(), "{head}");
    blocks
}

#[needs("python3", "check-jsonschema")]
#[test]
fn workflows_follow_their_schema() {
    let folder = tempfile::tempdir().unwrap();
    let shown = blocks_of_the_page(folder.path(), ".github/workflows/");
    let own = files(".github/workflows", ".yml");
    follow("vendor.github-workflows", &[own, shown].concat());
}

#[needs("python3", "check-jsonschema")]
#[test]
fn actions_follow_their_schema() {
    let actions = files(".github/actions", ".yml");
    follow("vendor.github-actions", &actions);
}

/// The head with the inputs and the job are two documents in one file.
#[needs("python3", "check-jsonschema")]
#[test]
fn jobs_for_gitlab_follow_their_schema() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(root().join("crates/passant/ci/gitlab.yml")).unwrap();
    let (head, job) = text.split_once("\n---\n").unwrap();
    let mut all = blocks_of_the_page(folder.path(), ".gitlab-ci.yml");
    for (name, part) in [("head.yml", head), ("job.yml", job)] {
        let path = folder.path().join(name);
        fs::write(&path, part).unwrap();
        all.push(path);
    }
    follow("vendor.gitlab-ci", &all);
}

/// Actions and images are pinned, no token can do more than it must, and no input stands in a script.
#[needs("zizmor")]
#[test]
fn workflows_are_no_way_in() {
    let folder = package("zizmor");
    let mut zizmor = Command::new(folder.join("bin/zizmor"));
    zizmor.args([
        "--offline",
        "--no-progress",
        "--quiet",
        "--min-severity",
        "medium",
    ]);
    succeeds(zizmor.arg(root().join(".github")));
}

#[needs("shellcheck")]
#[test]
fn scripts_have_no_mistake_that_shellcheck_finds() {
    let shellcheck = tool("shellcheck");
    let mut check = Command::new(shellcheck);
    check.arg("--").arg(root().join(".ci/run"));
    check.args(files(".github", ".sh"));
    check.args(files("xtask/recipes", ".sh"));
    succeeds(check.args(files("xtask/recipes", ".sbatch")));
}
