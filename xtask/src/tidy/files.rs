//! Lists the files, and checks the lengths of the pages at the top, the scripts in `findings`, and the text of sources: files
//! are short, `unsafe` stands only where it is allowed, tests start declared programs only, and comments are sentences.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use walkdir::{DirEntry, WalkDir};

/// The most words of a page.
const MOST_WORDS: [(&str, usize); 3] = [
    ("README.md", 900),
    ("ARCHITECTURE.md", 2200),
    ("CONTRIBUTING.md", 1300),
];

/// The parts of the header of a script in `findings`.
const PARTS: [&str; 5] = [
    "# A good guess: ",
    "# What happens: ",
    "# Version: ",
    "Date: ",
    "Source: ",
];

/// The most lines of a file. Clippy counts those of a function (`clippy.toml`).
const MOST_LINES: usize = 500;

/// The folders and files in which `unsafe` is allowed.
const UNSAFE: &str = "crates/c/src crates/kernel/src crates/firmware crates/page/src/abi.rs xtask/counter/src/lib.rs";

/// Words that make a clause of a comment that begins with them.
const OPENINGS: [&str; 7] = ["How", "Of", "That", "What", "Where", "Whether", "Which"];

/// The folders whose comments are free of them.
const SENTENCES: &str = "crates/c crates/count crates/files crates/firmware crates/fuzz crates/kernel crates/perft crates/rules \
                         crates/snapshots crates/suite crates/test-tools crates/uci xtask/counter xtask/src/tidy";

/// A sentence about a promise that is not kept. It begins with the path of the file, and with the line if there is one.
pub(super) type Finding = String;

/// Returns the Rust files of the crates and of the tasks in a fixed order.
pub(super) fn rust_files(root: &Path) -> impl Iterator<Item = PathBuf> {
    let folders = ["crates", "xtask"].map(|folder| WalkDir::new(root.join(folder)));
    let files = folders.into_iter().flat_map(WalkDir::sort_by_file_name);
    let paths = files.filter_map(Result::ok).map(DirEntry::into_path);
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
}

/// Reads a file.
pub(super) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Returns a path below the root, as findings show it.
pub(super) fn display(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.to_string_lossy().replace('\\', "/")
}

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for (name, most) in MOST_WORDS {
        let words = read(&root.join(name))?.split_whitespace().count();
        if most < words {
            findings.push(format!("{name}: has {words} words, more than {most}"));
        }
    }
    for entry in root.join("findings").read_dir().into_iter().flatten() {
        let script = entry?.path();
        let mut say = |what: &str| findings.push(format!("{}: {what}", display(root, &script)));
        if script.extension().is_none_or(|ending| ending != "sh") || !is_executable(&script) {
            say("is not a script that can be run");
        }
        let text = read(&script).unwrap_or_default();
        let (header, _) = text.split_once("\nset -e").unwrap_or_default();
        for part in PARTS.iter().filter(|part| !header.contains(*part)) {
            say(&format!("has no {part:?} before set -e"));
        }
    }
    for path in rust_files(root) {
        findings.extend(check_text(&display(root, &path), &read(&path)?)?);
    }
    Ok(findings)
}

/// Tells whether a file has the bit of a program, which files of Windows lack.
#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    let metadata = path.metadata();
    metadata.is_ok_and(|metadata| metadata.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
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
