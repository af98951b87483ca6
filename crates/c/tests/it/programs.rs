//! Programs in C and C++ that check themselves.

use std::process::Command;

use crate::archive::{Language, program, text};
use passant_needs::needs;

/// Makes gcc and clang look for wrong memory accesses and undefined behavior.
const SANITIZED: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// The sanitizers need a library that not every system has.
#[cfg(target_os = "linux")]
const OPTIONS: &[&str] = SANITIZED;
#[cfg(not(target_os = "linux"))]
const OPTIONS: &[&str] = &SANITIZED[..0];

/// The number of hostile calls in a usual test run; `PASSANT_HOSTILE_CALLS` is another number.
const CALLS: &str = "1000000";

#[needs("cc", "c++")]
#[test]
fn functions_return_what_the_header_says() {
    for language in Language::ALL {
        let program = program("calls", language, &["tests/c/calls.c"], OPTIONS);
        let output = Command::new(program).output().unwrap();
        assert!(output.status.success(), "{language:?}:\n{}", text(&output));
    }
}

#[needs("cc", "c++")]
#[test]
fn hostile_calls_are_errors() {
    let files = ["tests/c/hostile.c"];
    let program = program("hostile", Language::C99, &files, OPTIONS);
    let variable = std::env::var("PASSANT_HOSTILE_CALLS");
    let calls = variable.as_deref().unwrap_or(CALLS);
    let output = Command::new(program).arg(calls).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
}
