//! Snapshots of what the command prints.
//!
//! A [`Page`] holds the messages of one theme, one below the other. After a change of wording, `cargo xtask bless` rewrites
//! the pages, and `git diff` shows what changed.
//! Tests still assert exit codes, verdicts, moves and counts themselves, so that no update can bless a wrong one.

use std::fmt::{Display, Write};
use std::path::Path;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::run::Run;

/// What differs from run to run or from machine to machine, and what stands in its place.
static VARYING: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let patterns = [
        (r"\bpassant(-oracle)? \d+\.\d+\.\d+", "passant$1 [version]"),
        (r"\d+(\.\d+)? (s|ms|seconds?|minutes?)\b", "[time]"),
        (r"\d+(\.\d+)? million nodes per second", "[speed]"),
        (r"\d+(\.\d+)? %", "[share]"),
        (r#"time="\d+\.\d+""#, r#"time="[time]""#),
        (r#""milliseconds": \d+"#, r#""milliseconds": [time]"#),
        (r#"\[\w+\][^\s'"]*/passant-oracle"#, "[bin]/passant-oracle"),
        (r#""passant": "\d+\.\d+\.\d+""#, r#""passant": "[version]""#),
        // A machine that is busy leaves out large counts.
        (r"left out, because [^\n]*: \d+ counts? of [^\n]*\n", ""),
        (r#"\n *"left_out": (\[[0-9,\s]*\]|\{[^}]*\}),"#, ""),
        // These change with every case.
        (r"\b[0-9a-f]{64}\b", "[sha256]"),
        (r#""crc32": "[0-9a-f]{8}""#, "\"crc32\": \"[crc32]\""),
        (r#"(suites|"version":) "?\d+\.\d+\.\d+"?"#, "$1 [version]"),
        (
            r#"name="suites" value="[^"]*""#,
            r#"name="suites" value="[version]""#,
        ),
        // These depend on the processor.
        (r"\b(portable, )?scalar(, \w+)*", "[kernels]"),
        (r"\b(avx2|avx512|neon|\[kernels\]) \(", "[kernel] ("),
        (r"\b\d+ threads?\b", "[threads]"),
        // These are in the words and with the numbers of the system.
        (r": [A-Z][^:\n]*\(os error \d+\)", ": [system error]"),
    ];
    patterns
        .map(|(pattern, instead)| (Regex::new(pattern).expect("it is a pattern"), instead))
        .into()
});

/// A snapshot with a section for each case.
pub(crate) struct Page {
    name: &'static str,
    text: String,
    hidden: Vec<(String, &'static str)>,
    patterns: Vec<(Regex, &'static str)>,
}

impl Page {
    /// An empty page, to be compared with `snapshots/{name}.snap`.
    pub(crate) fn new(name: &'static str) -> Self {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .parent()
            .expect("the folder for test files is in `target`");
        let tool = Path::new(env!("CARGO_BIN_EXE_passant")).parent();
        let hidden = [
            (tool.expect("the command is in a folder"), "[bin]"),
            // `passant-oracle` is there even if `passant` was built for release.
            (&target.join("debug"), "[bin]"),
            (target, "[target]"),
            (Path::new(env!("CARGO_MANIFEST_DIR")), "[crate]"),
        ];
        Self {
            name,
            text: String::new(),
            hidden: hidden.map(|(path, instead)| (shown(path), instead)).into(),
            patterns: Vec::new(),
        }
    }

    /// Replaces a text that differs from run to run, such as the path of a temporary folder.
    pub(crate) fn hide(mut self, varying: impl Display, instead: &'static str) -> Self {
        // The longest paths come first, because others are the beginning of them.
        self.hidden.insert(0, (varying.to_string(), instead));
        self
    }

    /// Replaces what matches a pattern.
    pub(crate) fn hide_pattern(mut self, pattern: &str, instead: &'static str) -> Self {
        let pattern = Regex::new(pattern).expect("it is a pattern");
        self.patterns.push((pattern, instead));
        self
    }

    /// Adds all that a run printed.
    pub(crate) fn run(&mut self, heading: impl Display, run: &Run) {
        let code = run.code.map_or("none".to_owned(), |code| code.to_string());
        let mut body = format!("exit code: {code}\n");
        for (stream, text) in [("stdout", &run.stdout), ("stderr", &run.stderr)] {
            if !text.is_empty() {
                let end = if text.ends_with('\n') {
                    ""
                } else {
                    "[no newline]\n"
                };
                // Writing to a string cannot fail.
                let _ = write!(body, "--- {stream}\n{text}{end}");
            }
        }
        self.section(heading, &body);
    }

    /// Adds a text under a heading.
    pub(crate) fn section(&mut self, heading: impl Display, text: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        let text = text.trim_end_matches('\n');
        let _ = write!(self.text, "{gap}=== {heading}\n{text}\n");
    }

    /// Compares the page with its file.
    #[track_caller]
    pub(crate) fn check(self) {
        let mut text = self.text;
        for (varying, instead) in &self.hidden {
            text = text.replace(varying, instead);
            // In JSON.
            text = text.replace(&varying.replace('\\', r"\\"), instead);
        }
        if cfg!(windows) {
            text = as_elsewhere(&text);
        }
        for (pattern, instead) in VARYING.iter().chain(&self.patterns) {
            text = pattern.replace_all(&text, *instead).into_owned();
        }
        check(self.name, &text);
    }
}

/// A path of this build as programs show it: one that was built for Windows on another system knows no drive.
fn shown(path: &Path) -> String {
    let path = std::path::absolute(path).expect("the path is not empty");
    path.display().to_string()
}

/// A line with a command to paste. Examples, which stand below a heading, are the same everywhere.
const LINE_OF_COMMAND: &str =
    r"(?m)^(  rerun +|tests +|for details: | {11}|<p><code>)?passant [a-z]+ .*$";

/// What was printed on Windows as other systems print it: paths with slashes, programs without an ending, and words of
/// commands in single quotes.
fn as_elsewhere(text: &str) -> String {
    static PATH: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"\[\w+\][^\s'":]*"#).expect("it is a pattern"));
    static COMMAND: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(LINE_OF_COMMAND).expect("it is a pattern"));
    let text = text.replace(".exe", "");
    let with_slashes = |path: &Captures<'_>| path[0].replace(r"\\", "/").replace('\\', "/");
    let text = PATH.replace_all(&text, with_slashes);
    let requoted = |command: &Captures<'_>| {
        let html = command[0]
            .replace("&#x27;", r"&#x27;\&#x27;&#x27;")
            .replace("&quot;", "&#x27;");
        html.replace('\'', r"'\''").replace('"', "'")
    };
    COMMAND.replace_all(&text, requoted).into_owned()
}

/// Compares a text with `snapshots/{name}.snap`.
#[track_caller]
pub(crate) fn check(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

impl Run {
    /// Compares all that the run printed with `snapshots/{name}.snap`.
    #[track_caller]
    pub(crate) fn snapshot(&self, name: &'static str, heading: impl Display) {
        let mut page = Page::new(name);
        page.run(heading, self);
        page.check();
    }
}
