//! Writes down which tools are missing, and does so again when something is installed.

use std::env;
use std::fmt::Write;
use std::path::PathBuf;

use passant_test_tools::{Missing, folders_of_programs, is_ci, missing_tools};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    // It is `target/PROFILE/build/PACKAGE/out`.
    let target = out.ancestors().nth(4).expect("Cargo has made it");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CI");
    for folder in folders_of_programs() {
        if !folder.starts_with(target) {
            println!("cargo::rerun-if-changed={}", folder.display());
        }
    }
    let mut text = String::from("&[");
    for Missing { tool, install, .. } in missing_tools(target, is_ci()) {
        // Writing to a string cannot fail.
        let _ = write!(text, "({tool:?}, {install:?}), ");
    }
    std::fs::write(out.join("missing.rs"), text + "]").expect("the folder can be written");
}
