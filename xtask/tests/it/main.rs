//! `cargo xtask search` on a machine without tools.

use std::process::{Command, Output};

/// What the program does where it finds no other program.
fn search(ci: &str) -> Output {
    let mut search = Command::new(env!("CARGO_BIN_EXE_xtask"));
    search.arg("search").env("CI", ci);
    search.env("PATH", env!("CARGO_MANIFEST_DIR"));
    search.output().unwrap()
}

#[test]
fn searches_whose_tools_are_missing_fail_only_in_continuous_integration() {
    for (ci, succeeds) in [("false", true), ("true", false)] {
        let output = search(ci);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), succeeds, "CI={ci}\n{printed}");
        for row in ["cargo-deny", "miri", "nightly Rust"] {
            assert!(printed.contains(row), "CI={ci}: {row}\n{printed}");
        }
    }
}
