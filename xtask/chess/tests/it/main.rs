//! The commands of the README that this program runs, and the scripts of the release.

use std::path::Path;
use std::process::Command;

use passant_needs::needs;
use passant_test_tools::{readme, tool};

/// `--help` is accepted after options that exist, and after nothing else.
#[test]
fn accepts_the_commands_of_the_readme() {
    let is_accepted = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask-chess"));
        let output = command.args(arguments).arg("--help").output().unwrap();
        output.status.success()
    };
    let mut accepted = 0;
    for command in readme::commands() {
        let words: Vec<_> = command.arguments.iter().map(String::as_str).collect();
        if command.program == "cargo xtask" && matches!(words[0], "firmware" | "suites") {
            assert!(
                is_accepted(&words),
                "{}:{}: {words:?}",
                command.page,
                command.line
            );
            accepted += 1;
        }
    }
    assert!(0 < accepted);
    assert!(!is_accepted(&["suites", "verify", "--no-such-option"]));
}

#[needs("python3")]
#[test]
fn a_release_has_what_manifests_pages_and_licenses_name() {
    let mut tests = Command::new(tool("python3"));
    tests.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../release/test_release.py"));
    assert!(tests.status().unwrap().success());
}
