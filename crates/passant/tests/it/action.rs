//! The action for GitHub and the job for GitLab: their script is run as a runner runs it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use passant_needs::needs;
use passant_test_tools::{readme, tool};
use regex::Regex;
use serde_json::Value;
use tempfile::TempDir;

use crate::escapes;
use crate::oracle::command;
use crate::run::{Run, passant, run, with_passant};

/// The names of the variables that the script reads, and of the inputs of the action.
const INPUTS: [&str; 9] = [
    "engine",
    "arguments",
    "suite",
    "class",
    "expected",
    "version",
    "installer",
    "program",
    "report",
];

/// Quick, and the same in every run.
const QUICK: &str = "--search=0\n--no-diagnosis\n--max-nodes=300";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn script() -> String {
    read(".github/actions/check/check.sh")
}

fn action() -> String {
    read(".github/actions/check/action.yml")
}

fn gitlab() -> String {
    read("crates/passant/ci/gitlab.yml")
}

/// A step of a workflow, in a folder of its own.
struct Step {
    folder: TempDir,
    command: Command,
}

impl Step {
    /// A step with these inputs.
    fn new(inputs: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(tool("sh"));
        command.arg(root().join(".github/actions/check/check.sh"));
        // What tests set for the program.
        for (name, value) in passant(&[]).get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.current_dir(&folder).env("PATH", with_passant());
        command.env("GITHUB_ACTIONS", "true");
        for (name, file) in [
            ("GITHUB_OUTPUT", "output"),
            ("GITHUB_STEP_SUMMARY", "summary.md"),
            ("GITHUB_ENV", "env"),
            ("GITHUB_PATH", "path"),
        ] {
            let file = folder.path().join(file);
            fs::write(&file, "").unwrap();
            command.env(name, file);
        }
        for (name, value) in inputs {
            assert!(INPUTS.contains(name), "{name}");
            command.env(format!("PASSANT_{}", name.to_uppercase()), value);
        }
        Self { folder, command }
    }

    fn run(self, code: i32) -> Finished {
        let run = run(self.command).exits_with(code);
        Finished {
            folder: self.folder,
            run,
        }
    }
}

/// A step that has ended.
struct Finished {
    folder: TempDir,
    run: Run,
}

impl Finished {
    fn file(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The lines that the runner takes for commands.
    fn commands(&self) -> Vec<&str> {
        let lines = self.run.stdout.lines().chain(self.run.stderr.lines());
        lines
            .filter(|line| line.trim_start().starts_with("::"))
            .collect()
    }

    fn badge(&self) -> Value {
        serde_json::from_str(&self.file("passant-report/badge.json")).unwrap()
    }

    /// Asserts what the action hands to the steps after it, and that nothing else was set.
    #[track_caller]
    fn assert_outputs(&self, code: i32) {
        let expected = format!("exit-code={code}\nreport=passant-report\n");
        assert_eq!(self.file("output"), expected);
        for other in ["env", "path"] {
            assert_eq!(self.file(other), "", "{other}");
        }
    }
}

#[needs("sh")]
#[test]
fn the_action_passes_a_correct_engine() {
    let engine = command("");
    let inputs = [
        ("engine", &*engine),
        ("class", "rejected-file"),
        ("arguments", QUICK),
    ];
    let step = Step::new(&inputs).run(0);
    step.assert_outputs(0);
    assert_eq!(step.commands(), [""; 0]);
    assert!(step.run.stdout.contains("21 pass"), "{}", step.run.stdout);
    let summary = step.file("summary.md");
    let row = "\n| `rejected-file` | 21 pass |\n";
    assert!(summary.contains(row), "{summary}");
    assert_eq!(step.badge()["color"], "brightgreen");
    let junit = step.file("passant-report/junit.xml");
    assert!(junit.contains("failures=\"0\""), "{junit}");
    let page = step.file("passant-report/matrix.html");
    assert!(page.contains("21&#x2f;21 pass"), "{page}");
}

#[needs("sh")]
#[test]
fn the_action_annotates_each_failure_and_passes_the_exit_code_on() {
    let engine = command("--fault rank-pin-ignored");
    let inputs = [
        ("engine", &*engine),
        ("class", "rejected-file\nrejected-rank"),
        ("arguments", QUICK),
    ];
    let mut step = Step::new(&inputs);
    // What an earlier step has left is no result of this one.
    let folder = step.folder.path().join("passant-report");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("badge.json"), "{}").unwrap();
    let list = folder.join("expected.toml");
    step.command.env(
        "PASSANT_ARGUMENTS",
        format!("{QUICK}\n--write-expected={}", list.display()),
    );
    let done = step.run(1);
    done.assert_outputs(1);
    let commands = done.commands();
    assert_eq!(commands.len(), 21, "{commands:?}");
    for command in commands {
        let is_error = command.starts_with("::error title=passant-oracle");
        assert!(
            is_error
                && (command.contains("fail en-passant/rejected-rank/")
                    || command.contains("fail en-passant/short-games/")),
            "{command}"
        );
    }
    let summary = done.file("summary.md");
    let rows = [
        "\n21 fail, 2 nonstrict, 21 pass\n",
        "`rejected-file` | 21 pass |",
        "`rejected-rank` | 21 fail, 2 nonstrict |",
    ];
    for row in rows {
        assert!(summary.contains(row), "{row}: {summary}");
    }
    assert_eq!(done.badge()["message"], "21 wrong");
    let junit = done.file("passant-report/junit.xml");
    assert!(junit.contains("failures=\"21\""), "{junit}");
    // The failures are no news from now on.
    let inputs = [&inputs[..], &[("expected", list.to_str().unwrap())]].concat();
    let expected = Step::new(&inputs).run(0);
    expected.assert_outputs(0);
    assert_eq!(expected.commands(), [""; 0]);
}

/// The name of the engine and the reasons that it gives are commands of runners, markup and invisible characters.
#[needs("sh")]
#[test]
fn words_of_an_engine_stay_text_in_the_action() {
    for protocol in ["uci", "line"] {
        let arguments = format!("{QUICK}\n--protocol={protocol}");
        let engine = escapes::engine();
        let inputs = [
            ("engine", &*engine),
            ("suite", escapes::PLAIN),
            ("arguments", &arguments),
        ];
        let step = Step::new(&inputs).run(1);
        step.assert_outputs(1);
        escapes::assert_log("action", &step.run, "::error title=");
        assert_eq!(step.commands().len(), 1);
        escapes::summary(&step.file("summary.md"));
        for file in [
            "junit.xml",
            "check.html",
            "matrix.html",
            "report.json",
            "badge.json",
        ] {
            let text = step.file(&format!("passant-report/{file}"));
            escapes::assert_harmless(file, &text);
        }
    }
}

/// Nobody looks for the reason in a log of a thousand lines.
#[needs("sh")]
#[test]
fn an_engine_that_cannot_be_asked_gets_an_annotation() {
    for (engine, said) in [("./not-there", "could not be started"), ("true", "uci: ")] {
        let step = Step::new(&[("engine", engine), ("arguments", QUICK)]).run(3);
        let [command] = &step.commands()[..] else {
            panic!("{:?}", step.commands());
        };
        let begins = format!("::error title={engine}%3A no channel works::");
        assert!(command.starts_with(&begins), "{command}");
        assert!(command.contains(said), "{command}");
    }
}

/// No input is read by a shell, expanded, or split at a space.
#[needs("sh")]
#[test]
fn inputs_are_no_commands() {
    let input = "$(touch made) `touch made`; touch made & * ~ $PATH";
    for name in ["engine", "suite", "class", "expected", "arguments"] {
        let engine = command("");
        let mut inputs = vec![("engine", &*engine), ("arguments", QUICK)];
        inputs.push(("class", "rejected-file"));
        inputs.retain(|(known, _)| *known != name);
        inputs.push((name, input));
        let step = Step::new(&inputs);
        // What is taken for a program is one that cannot be started.
        let is_program = ["engine", "arguments"].contains(&name);
        let done = step.run(if is_program { 3 } else { 2 });
        assert!(!done.folder.path().join("made").exists(), "{name}");
        let shown = [&*done.run.stdout, &done.run.stderr].concat();
        assert!(shown.contains("$(touch"), "{name}: {shown}");
    }
}

/// Lists that were typed into a form of a web page have the ends of lines of Windows.
#[needs("sh")]
#[test]
fn lists_may_have_any_end_of_line() {
    let engine = command("");
    let arguments = format!("\r\n{}\r\n", QUICK.replace('\n', "\r\n"));
    let inputs = [
        ("engine", &*format!("{engine}\r\n")),
        ("class", "rejected-file\r\n\r\nrejected-rank\r\n"),
        ("arguments", &arguments),
    ];
    let step = Step::new(&inputs).run(0);
    let summary = step.file("summary.md");
    for row in ["`rejected-file` | 21 pass |", "`rejected-rank` | "] {
        assert!(summary.contains(row), "{row}: {summary}");
    }
}

#[needs("sh")]
#[test]
fn an_input_that_cannot_be_used_is_named() {
    let engine = command("");
    for (name, value, message) in [
        ("engine", "", "engine: expected the command"),
        ("report", "../elsewhere", "report: expected a name"),
        ("report", "a\nb=c", "report: expected a name"),
        (
            "version",
            "1.0 --index-url=x",
            "version: expected a version",
        ),
        ("program", "./not-there", "passant is not installed"),
    ] {
        let mut inputs = vec![("engine", &*engine)];
        inputs.retain(|(known, _)| *known != name);
        inputs.push((name, value));
        let step = Step::new(&inputs).run(2);
        let begins = format!("error: {message}");
        assert!(step.run.stderr.starts_with(&begins), "{}", step.run.stderr);
        // The runner hands nothing on, and uploads nothing.
        assert_eq!(step.file("output"), "");
    }
}

/// The version is one word for the installer, and an installer that fails is no engine that fails.
#[needs("sh")]
#[test]
fn a_version_is_installed_by_the_chosen_installer() {
    let engine = command("");
    for (installer, call) in [
        ("pip", "python -m pip install .* passant-cli==9.9.9"),
        ("npm", "npm install .* passant-cli@9.9.9"),
        ("cargo", "cargo install passant .* --version =9.9.9 .*"),
        ("curl", ""),
    ] {
        for code in [0, 1] {
            let inputs = [
                ("engine", &*engine),
                ("class", "rejected-file"),
                ("arguments", QUICK),
                ("version", "9.9.9"),
                ("installer", installer),
            ];
            let mut step = Step::new(&inputs);
            let folder = step.folder.path().to_owned();
            let calls = folder.join("calls");
            let fakes = folder.join("fakes");
            write_fakes(&fakes, &format!("exit {code}"));
            let path = std::env::split_paths(&with_passant()).collect::<Vec<_>>();
            let path = std::env::join_paths([vec![fakes], path].concat()).unwrap();
            step.command.env("PATH", path).env("CALLS", &calls);
            let is_known = !call.is_empty();
            let done = step.run(if is_known && code == 0 { 0 } else { 2 });
            let calls = fs::read_to_string(&calls).unwrap_or_default();
            let is_called = Regex::new(&format!("(?m)^{call}$"))
                .unwrap()
                .is_match(&calls);
            // Where the environment of Python cannot be made, nothing is installed into it.
            let is_expected = is_known && (installer, code) != ("pip", 1);
            assert_eq!(is_called && is_known, is_expected, "{installer}: {calls}");
            let message = if is_known {
                "error: passant 9.9.9 could not be installed"
            } else {
                "error: installer: expected pip, npm or cargo"
            };
            let is_said = done.run.stderr.starts_with(message);
            assert_eq!(is_said, !is_known || code != 0, "{}", done.run.stderr);
        }
    }
}

/// Installers that note how they are called.
fn write_fakes(folder: &Path, end: &str) {
    fs::create_dir(folder).unwrap();
    for name in ["python3", "python", "npm", "cargo"] {
        let path = folder.join(name);
        let text = format!("#!/bin/sh\necho \"${{0##*/}} $*\" >> \"$CALLS\"\n{end}\n");
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
    }
}

/// The keys of a mapping with this name, which stands at this depth.
fn keys(text: &str, name: &str, depth: usize) -> Vec<String> {
    let head = format!("{}{name}:", " ".repeat(depth));
    let lines = text.lines().skip_while(|line| *line != head).skip(1);
    let inner =
        lines.take_while(|line| line.is_empty() || line.starts_with(&" ".repeat(depth + 1)));
    let key = Regex::new(&format!("^ {{{}}}([A-Za-z_-]+):", depth + 2)).unwrap();
    inner
        .filter_map(|line| Some(key.captures(line)?[1].to_owned()))
        .collect()
}

/// Every input reaches the script under its own name, and every name that is used exists.
#[test]
fn the_action_and_the_job_hand_every_input_to_the_script() {
    let (action, gitlab, script) = (action(), gitlab(), script());
    for name in INPUTS {
        let variable = format!("PASSANT_{}", name.to_uppercase());
        assert!(script.contains(&variable), "{variable}");
        let line = format!("        {variable}: ${{{{ inputs.{name} }}}}\n");
        assert!(action.contains(&line), "{line}");
        let lines =
            format!("    {variable}:\n      value: $[[ inputs.{name} ]]\n      expand: false\n");
        assert!(gitlab.contains(&lines), "{lines}");
    }
    let used = Regex::new(r"\binputs\.([a-z-]+)").unwrap();
    for (text, depth, own) in [
        (&action, 0, &["upload"][..]),
        (&gitlab, 2, &["job", "stage", "image"]),
    ] {
        let declared = keys(text, "inputs", depth);
        assert_eq!(declared, [&INPUTS[..], own].concat());
        for name in used.captures_iter(text) {
            assert!(declared.contains(&name[1].to_owned()), "{}", &name[0]);
        }
    }
    let outputs = keys(&action, "outputs", 0);
    for name in Regex::new(r"outputs\.([a-z-]+)")
        .unwrap()
        .captures_iter(&action)
    {
        assert!(outputs.contains(&name[1].to_owned()), "{}", &name[0]);
        assert!(
            script.contains(&format!("{}=%s\\n", &name[1])),
            "{}",
            &name[0]
        );
    }
}

#[test]
fn the_job_for_gitlab_has_the_script_of_the_action() {
    let gitlab = gitlab();
    let (_, rest) = gitlab.split_once("    - |\n").unwrap();
    let (block, _) = rest.split_once("  artifacts:\n").unwrap();
    let lines = block
        .lines()
        .map(|line| line.strip_prefix("      ").unwrap_or(line));
    let copy: String = lines.flat_map(|line| [line, "\n"]).collect();
    assert_eq!(copy, script());
}

/// What the page shows has only inputs that exist.
#[test]
fn the_page_shows_inputs_that_exist() {
    let pages = readme::pages();
    let page = pages.iter().find(|page| page.path.ends_with("/ci.md"));
    let text = &page.unwrap().text;
    let mut blocks = 0;
    for (head, depth, declared) in [
        ("with", 8, keys(&action(), "inputs", 0)),
        ("inputs", 4, keys(&gitlab(), "inputs", 2)),
    ] {
        let head = format!("\n{}{head}:\n", " ".repeat(depth));
        for (start, _) in text.match_indices(&head) {
            let block = &text[start + 1..];
            let name = head.trim().trim_end_matches(':');
            let used = keys(block, name, depth);
            assert!(!used.is_empty(), "{block}");
            for key in used {
                assert!(declared.contains(&key), "{key}");
            }
            blocks += 1;
        }
    }
    assert_eq!(blocks, 2);
}
