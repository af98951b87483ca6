//! What others say does no harm wherever it is shown: the table is in `crates/query/src/escape.rs`.

use std::fs;
use std::path::Path;

use passant_needs::needs;
use passant_query::{Syntax, escape};

use crate::oracle::filtered;
use crate::run::{Run, passant, run, run_on};

/// A case that an engine without this capture fails.
pub(crate) const PLAIN: &str = "en-passant/plain/d5-takes-on-e6";
const FAULT: &str = "--fault white-capture-missed";

/// Characters that cannot be seen, or turn text around: control characters first, of which those that end lines cannot
/// stand in an engine's line, then what is assigned of `Default_Ignorable_Code_Point` in Unicode.
fn unseen() -> Vec<char> {
    let ranges = [
        '\u{1}'..='\u{8}',
        '\u{b}'..='\u{c}',
        '\u{e}'..='\u{1f}',
        '\u{7f}'..='\u{9f}',
        '\u{ad}'..='\u{ad}',
        '\u{34f}'..='\u{34f}',
        '\u{61c}'..='\u{61c}',
        '\u{115f}'..='\u{1160}',
        '\u{17b4}'..='\u{17b5}',
        '\u{180b}'..='\u{180f}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{3164}'..='\u{3164}',
        '\u{fe00}'..='\u{fe0f}',
        '\u{feff}'..='\u{feff}',
        '\u{ffa0}'..='\u{ffa0}',
        '\u{fff0}'..='\u{fffb}',
        '\u{1bca0}'..='\u{1bca3}',
        '\u{1d173}'..='\u{1d17a}',
        '\u{e0000}'..='\u{e007f}',
        '\u{e0100}'..='\u{e01ef}',
    ];
    ranges.into_iter().flatten().collect()
}

/// A workflow command of each CI runner, markup of each form, and every character that cannot be seen.
pub(crate) fn hostile() -> String {
    let unseen: String = unseen().into_iter().collect();
    format!(
        "::error file=x::pwned ##[error]a ##vso[task.complete]b ##teamcity[c] \u{1b}[0Ksection_start:1:d \
         <script>e</script> <img src=f> ]]> &amp; ![g](http://h) [i](http://j) `k` |l| *m* $(touch n) ; %0A::error::o ::add-mask::q ::stop-commands::r \
         #\u{1b}[1m#[error]s \u{1b}[8mt {unseen} end"
    )
}

/// An engine with a hostile name, which also gives hostile reasons over the line protocol.
pub(crate) fn engine() -> String {
    let hostile = hostile().replace('$', "$$");
    let (uci, line) = (
        format!("id name {hostile}"),
        format!("passant 1 name \"{hostile}\""),
    );
    let reason = format!("error illegal d5e6 {hostile}");
    let rules = [
        ["--replace", "^id name .*", &uci],
        ["--replace", "^passant 1 name \"[^\"]*\"", &line],
        ["--replace", "^error illegal .*", &reason],
    ];
    filtered(&rules.concat(), FAULT)
}

/// Asserts that a text holds no character that cannot be seen, and no workflow command within a line.
#[track_caller]
pub(crate) fn assert_harmless(what: &str, text: &str) {
    for letter in unseen() {
        assert!(!text.contains(letter), "{what} has {letter:?}: {text:?}");
    }
    assert!(!text.contains('\r'), "{what}: {text:?}");
    for command in ["##[", "##vso[", "##teamcity["] {
        assert!(!text.contains(command), "{what} has {command}: {text}");
    }
}

/// Asserts that what a run prints is harmless, and that only lines with this beginning are workflow commands.
#[track_caller]
pub(crate) fn assert_log(what: &str, run: &Run, own: &str) {
    for text in [&run.stdout, &run.stderr] {
        assert_harmless(what, text);
        let commands = text
            .lines()
            .filter(|line| line.trim_start().starts_with("::"));
        for line in commands {
            assert!(!own.is_empty() && line.starts_with(own), "{what}: {line}");
        }
    }
}

/// Asserts that the name of the engine is there, with its tags.
#[track_caller]
pub(crate) fn assert_named(what: &str, text: &str) {
    assert!(text.contains("pwned"), "{what}: {text}");
}

/// A check of the hostile engine, in a folder.
fn check(folder: &Path, options: &[&str]) -> Run {
    let mut command = passant(&["check", &engine(), "--suite", PLAIN, "--max-nodes", "300"]);
    command.args(options).current_dir(folder);
    command.env("GITHUB_ACTIONS", "true");
    command.env("GITHUB_STEP_SUMMARY", folder.join("summary.md"));
    run(command).exits_with(1)
}

#[test]
fn words_of_engines_are_harmless_in_every_report() {
    for protocol in ["uci", "line"] {
        let folder = tempfile::tempdir().unwrap();
        let check_all = |options: &[&str]| {
            check(
                folder.path(),
                &[options, &["--protocol", protocol]].concat(),
            )
        };
        let files = [
            ["--html", "check.html"],
            ["--junit", "junit.xml"],
            ["--transcript", "log.txt"],
            ["--resume", "journal.jsonl"],
            ["--write-expected", "expected.toml"],
            ["--reproduce", "scripts"],
        ];
        let text = check_all(&[&files.concat()[..], &["--verbose"]].concat());
        assert_log("terminal", &text, "::error title=");
        assert_named("terminal", &text.stdout);
        let tap = check_all(&["--tap", "--no-diagnosis"]);
        assert_log("TAP", &tap, "");
        assert_named("TAP", &tap.stdout);
        let json = check_all(&["--json"]);
        assert_log("JSON", &json, "");
        let name = json.json()["engines"][0]["calibration"]["name"].to_string();
        assert_named("JSON", &name);
        fs::write(folder.path().join("report.json"), &json.stdout).unwrap();
        let page = run_in(folder.path(), &["matrix", "report.json"]).exits_with(0);
        assert_log("HTML", &page, "");
        let report = fs::read_to_string(folder.path().join("check.html")).unwrap();
        for text in [&page.stdout, &report] {
            for tag in ["<script", "<img"] {
                assert!(!text.contains(tag), "{tag}");
            }
            assert_named("HTML", text);
        }
        for [_, file] in &files[..5] {
            let text = fs::read_to_string(folder.path().join(file)).unwrap();
            assert_harmless(file, &text);
        }
        let junit = fs::read_to_string(folder.path().join("junit.xml")).unwrap();
        assert!(
            !junit.contains("<script") && !junit.contains("<img"),
            "{junit}"
        );
        assert_named("JUnit", &junit);
        for script in fs::read_dir(folder.path().join("scripts")).unwrap() {
            let text = fs::read_to_string(script.unwrap().path()).unwrap();
            // Batch files of Windows.
            let unix_text = text.replace("\r\n", "\n");
            assert_harmless("script", &unix_text);
            assert_named("script", &unix_text);
        }
        summary(&fs::read_to_string(folder.path().join("summary.md")).unwrap());
    }
}

/// Asserts that the heading is one span of code, which holds no link, no image and no tag.
pub(crate) fn summary(text: &str) {
    assert_harmless("summary", text);
    let heading = text.lines().next().unwrap();
    let span = heading
        .strip_prefix("## ``")
        .and_then(|rest| rest.strip_suffix("``"))
        .unwrap_or_else(|| panic!("{heading}"));
    assert!(
        span.contains("![g](http://h)") && !span.contains("``"),
        "{heading}"
    );
}

#[test]
fn words_of_engines_are_harmless_in_other_commands() {
    let engine = engine();
    let here = Path::new(".");
    let line = ["--protocol", "line"];
    let position = "2K5/8/8/3Pp3/8/8/8/7k w - e6 0 1";
    for (arguments, code) in [
        (&["adapter", "check", &engine][..], 1),
        (&["adapter", "check", &engine, "--json"], 1),
        (&["diagnose", &engine, line[0], line[1]], 1),
        (&["diagnose", &engine, line[0], line[1], "--json"], 1),
        (&["bisect", &engine, position, "2"], 1),
        (&["minimize", &engine, position], 0),
    ] {
        let run = run_in(here, arguments).exits_with(code);
        assert_log(&format!("{arguments:?}"), &run, "");
    }
    let silent = filtered(&["--replace", ".*", &hostile().replace('$', "$$")], "");
    let run = run_in(
        here,
        &["bisect", &silent, "startpos", "2", "--start-timeout", "1"],
    );
    assert_log("no channel", &run.exits_with(3), "");
}

/// Names of files, in files, and on the command line.
#[test]
fn words_of_files_and_users_are_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let words = hostile();
    let epd = format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{words}\"; D1 6;\n{words}\n");
    let file = if cfg!(windows) {
        "a.epd"
    } else {
        "##[error]\n::error::a\u{202e}\n:\u{1b}[1m:error::b.epd"
    };
    fs::write(here.join(file), epd).unwrap();
    for options in [&[][..], &["--tally"], &["--json"]] {
        let run = run_in(here, &[&["perft", "--epd", file], options].concat()).exits_with(2);
        assert_log("EPD", &run, "");
        assert_named("EPD", &run.stdout);
        assert_named("EPD", &run.stderr);
    }
    let name = format!("\n{words}");
    let name = escape(&name, Syntax::Toml);
    let list = format!("[[engine]]\nname = {name}\ncommand = './none'\nprotocol = 'x'\n");
    fs::write(here.join("engines.toml"), list).unwrap();
    let ended = format!("\n:\u{1b}[1m:error::u\n{words}");
    for (arguments, code) in [
        (&["check", "--engines", "engines.toml"][..], 2),
        (&["check", "./none", "--engines", &ended], 2),
        (&["check", "./none", "--suite", &ended], 2),
        (&["check", &ended], 3),
        (&["perft", &ended], 2),
        (&["perft", "--fen", &ended, "--depth", "1"], 2),
        (&["explain", &ended], 2),
        (&["suite", &ended], 2),
        (&["faults", &ended], 2),
        (&["matrix", &ended], 2),
        (&[&ended], 2),
        (&["perft", &format!("--{words}")], 2),
    ] {
        let run = run_in(here, arguments);
        assert_log(&format!("{arguments:?}"), &run, "");
        assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
    }
    let run = run_on(&["explain", "--watch"], format!("{words}\n").as_bytes()).exits_with(2);
    assert_log("watch", &run, "");
}

fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = passant(arguments);
    command.current_dir(folder);
    run(command)
}

/// A command that is shown names the same file when it is pasted into a shell.
#[cfg(unix)]
#[needs("sh")]
#[test]
fn commands_that_are_shown_can_be_pasted() {
    let sh = passant_test_tools::tool("sh");
    for text in [&*hostile(), "it's", "a b", "", "x\ny", "##[a]\\b'c"] {
        let word = escape(text, Syntax::Shell);
        let mut command = std::process::Command::new(&sh);
        command.args(["-c", &format!("printf %s {word}")]);
        assert_eq!(run(command).exits_with(0).stdout, text, "{word}");
    }
}
