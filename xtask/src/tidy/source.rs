//! Checks the text of sources: files are short, `unsafe` stands only where it is allowed, tests start declared programs only,
//! and comments are sentences.

use std::path::Path;

use anyhow::{Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};

use super::files::{Finding, display, read, rust_files};

/// The most lines of a file. Clippy counts those of a function (`clippy.toml`).
const MOST_LINES: usize = 500;

/// The folders and files in which `unsafe` is allowed.
const UNSAFE: &str = "crates/c/src crates/kernel/src crates/firmware crates/page/src/abi.rs xtask/counter/src/lib.rs";

/// Words that make a clause of a comment that begins with them.
const OPENINGS: [&str; 7] = ["How", "Of", "That", "What", "Where", "Whether", "Which"];

/// The folders whose comments are free of them.
const SENTENCES: &str = "crates/c crates/count crates/files crates/firmware crates/fuzz crates/kernel crates/perft crates/rules \
                         crates/snapshots crates/suite crates/test-tools crates/uci xtask/counter xtask/src/tidy";

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for path in rust_files(root) {
        findings.extend(check_text(&display(root, &path), &read(&path)?)?);
    }
    Ok(findings)
}

fn check_text(path: &str, text: &str) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let mut say = |line: usize, what: &str| findings.push(format!("{path}:{line}: {what}"));
    let lines = text.lines().count();
    if MOST_LINES < lines {
        say(lines, "the file is too long");
    }
    let is_in = |folders: &str| folders.split(' ').any(|it| Path::new(path).starts_with(it));
    if !is_in(UNSAFE) {
        let tokens = text.parse().map_err(|error| anyhow!("{path}: {error}"))?;
        for line in unsafe_lines(tokens) {
            say(line, "unsafe is not allowed in this file");
        }
    }
    for (line, text) in (1..).zip(text.lines().map(str::trim_start)) {
        if path.contains("/tests/") && text.contains("Command::new(\"") {
            say(line, "use passant_test_tools::tool for the program");
        }
        let comment = text.trim_start_matches(['/', '!']).trim_start();
        let first = comment.split(' ').next().unwrap_or_default();
        if text.starts_with("//") && OPENINGS.contains(&first) && is_in(SENTENCES) {
            say(line, "a comment begins with its subject or its verb");
        }
    }
    Ok(findings)
}

/// Returns the lines with the keyword `unsafe`.
fn unsafe_lines(tokens: TokenStream) -> Vec<usize> {
    let of_token = |token| match token {
        TokenTree::Group(group) => unsafe_lines(group.stream()),
        TokenTree::Ident(word) if word == "unsafe" => vec![word.span().start().line],
        _ => Vec::new(),
    };
    tokens.into_iter().flat_map(of_token).collect()
}

#[cfg(test)]
mod tests {
    use super::check_text;

    #[test]
    fn finds_lines_that_break_a_rule() {
        let tokens =
            "fn f() {\n    g!(unsafe {})\n}\nunsafe fn g() {}\nunsafe impl T for U {}\n// unsafe\n";
        let starts = "fn f() {\n    process::Command::new(\"awk\");\n    Command::new(tool);\n}\n";
        let comments = "/// What it does.\nfn f() {\n    // Whatever.\n    //! Whether it is.\n}\n";
        for (path, text, expected) in [
            ("crates/rules/src/lib.rs", tokens, &["2", "4", "5"][..]),
            ("crates/kernel/src/avx2.rs", tokens, &[]),
            ("crates/rules/tests/it/main.rs", starts, &["2"]),
            ("crates/rules/src/lib.rs", starts, &[]),
            ("crates/rules/src/lib.rs", comments, &["1", "4"]),
            ("crates/rules/src/lib.rs", &"\n".repeat(500), &[]),
            ("crates/rules/src/lib.rs", &"\n".repeat(501), &["501"]),
        ] {
            let findings = check_text(path, text).unwrap();
            let lines = findings.iter().filter_map(|it| it.split(':').nth(1));
            assert_eq!(lines.collect::<Vec<_>>(), expected, "{path}: {text}");
        }
    }
}
