//! Programs in C and C++ that check themselves.

use std::process::Command;

use crate::archive::{Language, program, text};

/// Makes gcc and clang look for wrong memory accesses and undefined behavior.
const SANITIZED: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// The sanitizers need a library that not every system has.
#[cfg(target_os = "linux")]
const OPTIONS: &[&str] = SANITIZED;
#[cfg(not(target_os = "linux"))]
const OPTIONS: &[&str] = &SANITIZED[..0];

/// How many hostile calls a usual test run makes; `PASSANT_HOSTILE_CALLS` is another number.
const CALLS: &str = "1000000";

#[test]
fn functions_return_what_the_header_says() {
    for language in Language::ALL {
        let Some(program) = program("calls", language, &["tests/c/calls.c"], OPTIONS) else {
            return;
        };
        let output = Command::new(program).output().unwrap();
        assert!(output.status.success(), "{language:?}:\n{}", text(&output));
    }
}

#[test]
fn hostile_calls_are_errors() {
    let files = ["tests/c/hostile.c"];
    let Some(program) = program("hostile", Language::C99, &files, OPTIONS) else {
        return;
    };
    let calls = std::env::var("PASSANT_HOSTILE_CALLS");
    let calls = calls.as_deref().unwrap_or(CALLS);
    let output = Command::new(program).arg(calls).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
}
