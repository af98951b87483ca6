//! `passant check` and `passant bisect` with the engine of this workspace, which can be told to be wrong. A correct
//! engine passes in every dialect and protocol. The report about a wrong one names the move.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use passant_needs::needs;
use passant_suite::Suites;
use passant_test_tools::{filter, program};

use crate::json::{Case, Finding, Presentation, Report, reports_follow};
use crate::run::{QUOTE, Run, printed, run_with};

/// The engine, built as the tests are.
static ORACLE: LazyLock<PathBuf> = LazyLock::new(|| program("passant-oracle"));

/// The path of the engine.
pub(crate) fn oracle() -> &'static Path {
    &ORACLE
}

/// Gives it another path, without the ending of programs. A new file would have to be closed by every process that another
/// test starts meanwhile before it can be started.
pub(crate) fn link(path: &Path) {
    let mut path = path.as_os_str().to_owned();
    path.push(std::env::consts::EXE_SUFFIX);
    std::fs::hard_link(oracle(), &path)
        .or_else(|_| std::fs::copy(oracle(), &path).map(drop))
        .unwrap();
}

/// The command of a script in a folder that starts it with options.
pub(crate) fn script(folder: &Path, options: &str) -> String {
    let (oracle, name) = (
        oracle().display(),
        folder.join("engine").display().to_string(),
    );
    let (name, text, command) = if cfg!(windows) {
        let name = format!("{name}.bat");
        (name.clone(), format!("@\"{oracle}\" {options}\r\n"), name)
    } else {
        let name = format!("{name}.sh");
        (
            name.clone(),
            format!("exec '{oracle}' {options}\n"),
            format!("sh {name}"),
        )
    };
    std::fs::write(name, text).unwrap();
    command
}

/// The command that starts it.
pub(crate) fn command(options: &str) -> String {
    format!("'{}' {options}", ORACLE.display())
}

/// The command that starts it behind a filter, whose rules `passant-filter --help` lists.
pub(crate) fn filtered(rules: &[&str], options: &str) -> String {
    let (filter, oracle) = (filter(), oracle());
    let paths = [&filter, oracle].map(|path| path.to_str().unwrap());
    let words = shell_words::split(options).unwrap();
    let options: Vec<_> = words.iter().map(String::as_str).collect();
    shell_words::join([&paths[..1], rules, &["--", paths[1]], &options].concat())
}

/// What the oracle with a fault prints when it is given a block.
pub(crate) fn oracle_prints(fault: &str, dialect: &str, block: &str) -> Vec<u8> {
    let options = ["--fault", fault, "--dialect", dialect];
    let options = if fault.is_empty() {
        &options[2..]
    } else {
        &options
    };
    printed(oracle(), options, block)
}

fn check(engine_options: &str, options: &[&str]) -> Run {
    run_with(&[&["check", &command(engine_options)], options].concat())
}

/// All dialects, over UCI.
#[test]
fn passes_a_correct_engine_in_every_dialect() {
    let dialects = Command::new(&*ORACLE).arg("--dialects").output().unwrap();
    let dialects = String::from_utf8(dialects.stdout).unwrap();
    // The first dialect, which is the usual one, is asked about all cases, and each other one about a third.
    for (number, dialect) in dialects.lines().enumerate() {
        let shard = match number {
            0 => "1/1".to_owned(),
            number => format!("{}/3", number % 3 + 1),
        };
        let run = check(
            &format!("--dialect {dialect}"),
            &[
                "--max-nodes",
                "500",
                "--json",
                "--shard",
                &shard,
                "--suite",
                "en-passant",
                "--suite",
                "perft/promotion",
                "--suite",
                "perft/castling",
            ],
        )
        .exits_with(0);
        let report = Report::of(&run);
        for case in report.cases() {
            // The search of a position without moves shows nothing.
            let is_over = dialect == "none" && case.verdict() == "unsupported";
            assert!(case.verdict() == "pass" || is_over, "{dialect}: {case}");
        }
        let is_search = report.engine().channel() == "multi-pv";
        assert_eq!(is_search, dialect == "none", "{dialect}");
    }
}

#[test]
fn passes_a_correct_engine_in_every_protocol() {
    for (protocol, channel) in [("uci", "divide"), ("xboard", "divide"), ("line", "line")] {
        let run = check(
            "",
            &[
                "--protocol",
                protocol,
                "--max-nodes",
                "3000",
                "--json",
                "--suite",
                "en-passant",
                "--suite",
                "perft",
            ],
        )
        .exits_with(0);
        assert_eq!(Report::of(&run).engine().channel(), channel, "{protocol}");
    }
}

#[test]
fn names_the_illegal_move() {
    let options = ["--class", "rejected-rank", "--max-nodes", "3000"];
    let options = [&options[..], &["--json", "--no-diagnosis"]].concat();
    let run = check("--fault rank-pin-ignored", &options).exits_with(1);
    let suites = Suites::builtin().unwrap();
    for case in Report::of(&run).cases().filter(|it| it.verdict() == "fail") {
        let known = suites.cases().find(|it| it.address == case.address());
        let illegal: Vec<_> = known.unwrap().illegal.iter().map(|it| it.uci()).collect();
        for way in case.presentations().filter(|way| !way.is_flipped()) {
            let found = way.findings().find_map(Finding::difference).unwrap();
            assert_eq!(found.missing(), [""; 0], "{case}");
            let extra = found.extra();
            let is_illegal = extra
                .iter()
                .all(|mv| illegal.iter().any(|it| &it[..] == *mv));
            assert!(!extra.is_empty() && is_illegal, "{case}");
        }
    }
}

/// The same position is right for one color and wrong for the other, which the report points out as a pattern.
#[test]
fn tells_a_fault_of_one_color_from_a_fault_of_both() {
    let options = ["--class", "plain", "--max-nodes", "3000"];
    let options = [&options[..], &["--json", "--no-diagnosis"]].concat();
    let run = check("--fault white-capture-missed", &options).exits_with(1);
    let report = Report::of(&run);
    let mut patterns: Vec<_> = report.cases().filter_map(Case::pattern).collect();
    patterns.sort_unstable();
    patterns.dedup();
    assert_eq!(patterns.len(), 2, "{patterns:?}");
    for case in report.cases().filter(|case| case.pattern().is_some()) {
        let failures = case.presentations().filter(|it| it.verdict() == "fail");
        let flipped: Vec<_> = failures.map(Presentation::is_flipped).collect();
        assert!(
            flipped == [true, true] || flipped == [false, false],
            "{case}"
        );
    }
}

/// The right arises after a ply. The capture would uncover the king on its rank.
#[test]
fn bisect_ends_at_the_position_before_the_wrong_move() {
    let fen = "4k3/3p4/8/K1P4r/8/8/8/8 b - - 0 1";
    let faulty = command("--fault rank-pin-ignored");
    let run = run_with(&["bisect", &faulty, fen, "2"]).exits_with(1);
    let end = &format!("passant explain {QUOTE}4k3/8/8/K1Pp3r/8/8/8/8 w - d6 0 2{QUOTE}\n");
    assert!(run.stdout.ends_with(end), "{}", run.stdout);
    assert!(run.stdout.contains(" c5d6 "), "{}", run.stdout);
    let run = run_with(&["bisect", &command(""), fen, "3"]).exits_with(0);
    assert_eq!(run.stderr, "", "{}", run.stdout);
}

#[test]
fn reports_an_expected_failure_that_does_not_happen() {
    let folder = tempfile::tempdir().unwrap();
    let list_path = folder.path().join("expected.toml");
    let list = list_path.to_str().unwrap();
    let some = ["--class", "rejected-rank", "--max-nodes", "3000", "--json"];
    let faulty = "--fault rank-pin-ignored";
    let write = ["--no-diagnosis", "--write-expected", list];
    check(faulty, &[&some[..], &write].concat()).exits_with(1);
    let run = check(faulty, &[&some[..], &["--expected", list]].concat()).exits_with(0);
    let failures = Report::of(&run).engine().count("xfail");
    assert!(0 < failures, "{}", run.stdout);
    let run = check("", &[&some[..], &["--expected", list]].concat()).exits_with(5);
    assert_eq!(Report::of(&run).engine().count("xpass"), failures);
}

/// The listed cases pass, and a position with larger counts, which is asked later, fails.
#[test]
fn an_expected_failure_that_does_not_happen_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let list_path = folder.path().join("expected.toml");
    let list = list_path.to_str().unwrap();
    let some = ["--max-nodes", "3000", "--no-diagnosis", "--json"];
    let listed = ["--suite", "en-passant/rejected-rank"];
    let write = ["--write-expected", list];
    check(
        "--fault rank-pin-ignored",
        &[&some[..], &listed, &write].concat(),
    )
    .exits_with(1);
    let other = ["--suite", "perft/standard/kiwipete", "--jobs", "1"];
    let options = ["--fail-fast", "--expected", list];
    let run = check(
        "--fault capture-missed",
        &[&some[..], &listed, &other, &options].concat(),
    );
    let report = Report::of(&run.exits_with(1));
    assert_eq!(report.engine().count("fail"), 1);
    assert!(0 < report.engine().count("xpass"));
}

/// A shard may have no case that an engine can be asked about.
#[test]
fn a_run_without_a_case_does_not_pass() {
    let options = [
        "--suite",
        "en-passant/plain",
        "--shard",
        "999/999",
        "--json",
    ];
    let run = check("", &options).exits_with(4);
    assert_eq!(Report::of(&run).cases().count(), 0);
}

/// What is expected of one engine is not expected of another in the same run.
#[test]
fn expects_failures_only_of_the_engine_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("expected.toml");
    let path = list.to_str().unwrap();
    let (faulty, right) = (command("--fault rank-pin-ignored"), command(""));
    let check_engines = |engines: &[&str], option: &str| {
        let some = ["--class", "rejected-rank", "--max-nodes", "300"];
        let run = run_with(
            &[
                &["check"],
                engines,
                &some,
                &["--no-diagnosis", option, path],
            ]
            .concat(),
        );
        run.code
    };
    assert_eq!(
        check_engines(&[&faulty, &right], "--write-expected"),
        Some(1)
    );
    assert_eq!(check_engines(&[&faulty, &right], "--expected"), Some(0));
    assert_eq!(check_engines(&[&right], "--expected"), Some(0));
    let named = std::fs::read_to_string(&list).unwrap();
    assert!(named.contains("\nengine = "), "{named}");
    let of_all: Vec<_> = named
        .lines()
        .filter(|line| !line.starts_with("engine = "))
        .collect();
    std::fs::write(&list, of_all.join("\n")).unwrap();
    assert_eq!(check_engines(&[&faulty, &right], "--expected"), Some(5));
    // A list for one engine does not name it, so that no name has to be kept up to date.
    assert_eq!(check_engines(&[&faulty], "--write-expected"), Some(1));
    let unnamed = std::fs::read_to_string(&list).unwrap();
    assert!(!unnamed.contains("engine ="), "{unnamed}");
}

#[test]
fn does_not_ask_again_for_results_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("results.jsonl");
    let path = journal.to_str().unwrap();
    let options = [
        "--class",
        "plain",
        "--max-nodes",
        "3000",
        "--resume",
        path,
        "--json",
    ];
    let first = Report::of(&check("", &options));
    // The last line is cut off, as by a run that was killed.
    let mut text = std::fs::read_to_string(&journal).unwrap();
    let lines = text.lines().count();
    text.truncate(text.len() - 40);
    std::fs::write(&journal, text).unwrap();
    let second = Report::of(&check("", &options));
    let asked_again = first
        .cases()
        .zip(second.cases())
        .filter(|(a, b)| a.0 != b.0)
        .count();
    assert!(asked_again <= 1, "{asked_again} of {lines}");
    assert_eq!(
        std::fs::read_to_string(&journal).unwrap().lines().count(),
        lines + 1
    );
}

#[needs("python3", "check-jsonschema")]
#[test]
fn reports_follow_their_schema() {
    let options = ["--max-nodes", "500", "--search", "1", "--json"];
    let one = check("--fault never-judged", &options).json();
    // Engines that only search are asked much: a quarter of the cases has all kinds of them.
    let options = [&options[..], &["--shard", "1/4"]].concat();
    let other = check("--fault white-capture-missed --dialect none", &options).json();
    let none = run_with(&["check", "true", "--json"]).json();
    reports_follow(&[one, other, none]);
}

#[test]
fn other_forms_have_the_same_failures() {
    let folder = tempfile::tempdir().unwrap();
    let (junit, report, page) = (
        folder.path().join("junit.xml"),
        folder.path().join("report.json"),
        folder.path().join("matrix.html"),
    );
    let some = ["--class", "rejected-rank", "--max-nodes", "3000"];
    let faulty = "--fault rank-pin-ignored";
    let tap = check(
        faulty,
        &[
            &some[..],
            &["--no-diagnosis", "--tap"],
            &["--junit", junit.to_str().unwrap()],
        ]
        .concat(),
    );
    let failures = tap.stdout.matches("\nnot ok ").count();
    assert!(
        0 < failures && tap.stdout.starts_with("TAP version 13\n1.."),
        "{}",
        tap.stdout
    );
    let xml = std::fs::read_to_string(&junit).unwrap();
    assert!(
        xml.contains(&format!("failures=\"{failures}\"")),
        "{failures}: {xml}"
    );
    let json = check(faulty, &[&some[..], &["--json"]].concat());
    assert_eq!(Report::of(&json).engine().count("fail"), failures);
    std::fs::write(&report, json.stdout).unwrap();
    run_with(&[
        "matrix",
        report.to_str().unwrap(),
        "-o",
        page.to_str().unwrap(),
    ])
    .exits_with(0);
    let html = std::fs::read_to_string(&page).unwrap();
    let drawn = html.matches("<h4 class=\"fail\"").count();
    assert_eq!(drawn, failures, "{html}");
    for part in ["<svg", "rejected-rank", "✗"] {
        assert!(html.contains(part), "{part}");
    }
    assert!(
        !html.contains("<script") && !html.contains("http"),
        "the page needs other files"
    );
}

/// The commands in a report that check a case again.
fn check_commands(report: &str) -> Vec<&str> {
    let lines = report.lines();
    lines
        .filter(|line| line.contains(&format!("passant check {QUOTE}")))
        .collect()
}

#[cfg(unix)]
#[test]
fn every_failure_has_a_script_that_reproduces_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scripts");
    let some = [
        "--suite",
        "en-passant/rejected-rank/rook-b4-king-f4",
        "--suite",
        "en-passant/rejected-rank/rook-h5-king-a5-on-c6",
        "--max-nodes",
        "300",
        "--no-diagnosis",
    ];
    let run = check(
        "--fault rank-pin-ignored",
        &[
            &some[..],
            &[
                "--reproduce",
                path.to_str().unwrap(),
                "--verbose",
                "--color",
                "always",
            ],
        ]
        .concat(),
    )
    .exits_with(1);
    assert!(run.stdout.contains("\u{1b}["), "{}", run.stdout);
    let mut scripts: Vec<_> = path
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    scripts.sort();
    assert_eq!(scripts.len(), 2);
    // One for each case, and the first one again in the last sentence.
    assert_eq!(check_commands(&run.stdout).len(), 3, "{}", run.stdout);
    let output = Command::new(&scripts[0])
        .env("PATH", crate::run::with_passant())
        .env_remove("CI")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    // The engine alone, then the check, then the bisection.
    let address = "\nfail en-passant/rejected-rank/rook-b4-king-f4\n";
    let end = "passant explain '8/8/8/p7/PR1Ppk1p/6pP/6P1/2K5 b - d3 0 1'\n";
    for part in ["\nNodes searched: 6\n", address, end] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(output.status.code(), Some(1), "{text}");
    let mut page = crate::snapshot::Page::new("check-script");
    page.section("script", &std::fs::read_to_string(&scripts[0]).unwrap());
    page.check();
}

/// The command that checks a case again has the options that say how the engine is asked.
#[test]
fn a_failure_is_checked_again_with_the_same_options() {
    let run = check(
        "--fault rank-pin-ignored",
        &[
            "--protocol",
            "line",
            "--start-timeout",
            "20",
            "--timeout",
            "30",
            "--class",
            "rejected-rank",
            "--shard",
            "1/8",
            "--no-diagnosis",
        ],
    );
    let again = "--protocol line --start-timeout 20 --timeout 30";
    let commands = check_commands(&run.stdout);
    assert!(!commands.is_empty(), "{}", run.stdout);
    assert!(
        commands.iter().all(|line| line.contains(again)),
        "{commands:?}"
    );
}

#[test]
fn generates_completions_and_man_pages() {
    let folder = tempfile::tempdir().unwrap();
    run_with(&["generate", "man", folder.path().to_str().unwrap()]).exits_with(0);
    let page = std::fs::read_to_string(folder.path().join("passant-check.1")).unwrap();
    assert!(page.contains("write\\-expected"), "{page}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = run_with(&["generate", "completions", shell]);
        assert!(run.stdout.contains("bisect"), "{shell}: {}", run.stderr);
    }
}
