//! `passant judge`, with what engines print when they are given its block.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use passant_needs::needs;
use passant_rules::Setup;
use passant_suite::Suites;
use passant_test_tools::tool;

use crate::json::{Diagnosis, Finding, Report, reports_follow};
use crate::oracle::{oracle, oracle_prints};
use crate::run::{Run, printed, run_on, run_with};

/// The block of questions.
fn block(options: &[&str]) -> String {
    let run = run_with(&[&["judge", "--ask"], options].concat());
    run.exits_with(0).stdout
}

/// The quick cases without the one of Chess960, which a text cannot answer.
static ASKED: LazyLock<usize> = LazyLock::new(|| {
    let suites = Suites::builtin().unwrap();
    suites.select(["quick"]).unwrap().cases.len() - 1
});

/// The quick cases of the class `plain`.
const PLAIN: usize = 7;

/// How long GNU Chess has to read a few lines. It overflows a buffer if it finds more than 2,000 bytes.
const PAUSE: Duration = Duration::from_millis(20);

/// What an engine prints that cannot read a long text at once; `None` if it crashed although it had time.
fn printed_in_parts(program: &Path, arguments: &[&str], input: &str) -> Option<Vec<u8>> {
    let mut command = Command::new(program);
    command.args(arguments);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines: Vec<_> = input.lines().map(str::to_owned).collect();
    let feeder = std::thread::spawn(move || {
        for part in lines.chunks(10) {
            // An engine that ends early reads no more.
            let _ = stdin.write_all((part.join("\n") + "\n").as_bytes());
            std::thread::sleep(PAUSE);
        }
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output.status.success().then_some(output.stdout)
}

/// Judges a text from standard input.
fn judged(text: &[u8], options: &[&str]) -> Run {
    run_on(&[&["judge"], options].concat(), text)
}

#[needs("stockfish")]
#[test]
fn stockfish_passes() {
    let stockfish = tool("stockfish");
    let text = printed(&stockfish, &[], &block(&[]));
    let run = judged(&text, &[]).exits_with(0);
    let first = run.stdout.lines().next().unwrap();
    let (name, rest) = first.split_once(": ").unwrap();
    assert!(name.starts_with("Stockfish"), "{first}");
    let words: Vec<_> = rest.split(' ').collect();
    assert_eq!(words[0], words[2], "{first}");
    assert!(
        run.stdout.contains(&format!(
            "1 nonstrict, {} pass, 1 unsupported\n",
            *ASKED - 1
        )),
        "{}",
        run.stdout
    );
}

/// The text as a terminal breaks it, inside numbers too.
#[needs("stockfish")]
#[test]
fn stockfish_is_not_accused_in_a_narrow_terminal() {
    let stockfish = tool("stockfish");
    let text = String::from_utf8(printed(&stockfish, &[], &block(&[]))).unwrap();
    for width in 4..=20 {
        let pieces = text.lines().flat_map(|line| line.as_bytes().chunks(width));
        let broken: Vec<_> = pieces.collect::<Vec<_>>().join(&b'\n');
        let run = judged(&broken, &["--no-diagnosis"]);
        assert_ne!(run.code, Some(1), "{width}: {}", run.stdout);
    }
}

/// The tests for `passant check` say the same of Phalanx: it ignores the en passant field of `setboard`.
#[needs("phalanx")]
#[test]
fn shows_only_the_fault_of_phalanx() {
    let phalanx = tool("phalanx");
    let text = printed(&phalanx, &[], &block(&["--protocol", "xboard"]));
    let run = judged(&text, &["--json"]).exits_with(1);
    let report = Report::of(&run);
    let suspects = report.engine().diagnosis().unwrap().faults();
    assert!(suspects.contains(&"fen-field-ignored"), "{suspects:?}");
    assert!(4 < report.engine().count("fail"));
    for case in report.cases() {
        for way in case.presentations().filter(|way| way.verdict() == "fail") {
            assert!(!way.is_played(), "{case}");
            for difference in way.findings().filter_map(Finding::difference) {
                assert_eq!(difference.extra(), [""; 0], "{case}");
                let (position, _) = Setup::from_fen(difference.fen()).unwrap().repair().unwrap();
                for mv in difference.missing() {
                    assert!(position.parse_uci(mv).unwrap().is_en_passant(), "{case}");
                }
            }
        }
    }
}

#[needs("gnuchess")]
#[test]
fn gnu_chess_passes() {
    let gnuchess = tool("gnuchess");
    // On a busy machine GNU Chess may crash although it has time.
    let options = ["--protocol", "xboard", "--class", "plain", "--no-diagnosis"];
    let block = block(&options);
    let mut attempts = (0..5).map(|_| printed_in_parts(&gnuchess, &["--xboard"], &block));
    let text = attempts
        .find_map(|text| text)
        .expect("it does not crash each time");
    let run = judged(&text, &[&options[..], &["--json"]].concat()).exits_with(0);
    let report = Report::of(&run);
    assert_eq!(report.engine().count("pass"), PLAIN, "{}", run.stdout);
    assert_eq!(report.engine().channel(), "illegal-move");
}

/// Ten faults.
const FAULTS: [&str; 10] = [
    "along-pin-refused",
    "evasion-missed",
    "reblock-refused",
    "second-capturer-missed",
    "black-capture-missed",
    "rank-pin-ignored",
    "file-pin-ignored",
    "never-judged",
    "kept-after-quiet",
    "fen-field-ignored",
];

/// In three dialects: a divide, a total, and rejected moves, where a few faults look alike.
#[test]
fn names_the_faults_of_the_oracle() {
    for (dialect, options) in [
        ("stockfish", &[][..]),
        ("ethereal", &["--perft-command", "perft {depth}"]),
        ("none", &["--protocol", "xboard"]),
    ] {
        let block = block(options);
        let folder = tempfile::tempdir().unwrap();
        let path = |fault: &&str| folder.path().join(fault).to_str().unwrap().to_owned();
        let paths: Vec<_> = FAULTS.iter().map(path).collect();
        for (fault, path) in FAULTS.iter().zip(&paths) {
            std::fs::write(path, oracle_prints(fault, dialect, &block)).unwrap();
        }
        let words: Vec<_> = ["judge", "--json"]
            .into_iter()
            .chain(paths.iter().map(String::as_str))
            .collect();
        let run = run_with(&words).exits_with(1);
        let report = Report::of(&run);
        assert_eq!(report.engines().count(), FAULTS.len());
        for (fault, engine) in FAULTS.into_iter().zip(report.engines()) {
            // The text of rejected moves shows these faults in questions for naming them, and in no case for certain.
            let is_only_named =
                dialect == "none" && ["along-pin-refused", "rank-pin-ignored"].contains(&fault);
            assert!(
                is_only_named || engine.count("fail") != 0,
                "{fault} {dialect}"
            );
            let named = engine
                .diagnosis()
                .map(Diagnosis::faults)
                .unwrap_or_default();
            match dialect {
                "none" => assert!(
                    named.len() <= 3 && named.contains(&fault),
                    "{fault}: {named:?}"
                ),
                // The total that shows this fault is that of a marker, and says nothing.
                "ethereal" if named.is_empty() => assert_eq!(fault, "along-pin-refused"),
                _ => assert_eq!(named, [fault], "{dialect}"),
            }
        }
    }
}

/// Faults that counts do not show, in the FENs that the engine prints.
#[test]
fn fens_show_faults_too() {
    let text = oracle_prints("fen-prints-victim", "stockfish", &block(&[]));
    let run = judged(&text, &["--json"]).exits_with(1);
    let report = Report::of(&run);
    assert_eq!(report.engine().count("fail"), 0);
    let named = report.engine().diagnosis().unwrap().faults();
    assert_eq!(named, ["fen-prints-victim"]);
}

/// The list is that of `passant check`: what it holds is no failure, and what it holds for nothing is one.
#[test]
fn known_failures_are_expected() {
    let folder = tempfile::tempdir().unwrap();
    let list_path = folder.path().join("expected.toml");
    let list = list_path.to_str().unwrap();
    let block = block(&[]);
    let faulty = oracle_prints("rank-pin-ignored", "stockfish", &block);
    judged(&faulty, &["--write-expected", list]).exits_with(1);
    let run = judged(&faulty, &["--expected", list, "--json"]).exits_with(0);
    let report = Report::of(&run);
    let (failing, expected) = (
        report.engine().count("fail"),
        report.engine().count("xfail"),
    );
    assert!(failing == 0 && 0 < expected, "{failing} and {expected}");
    let sound = oracle_prints("", "stockfish", &block);
    judged(&sound, &["--expected", list]).exits_with(5);
    // Another fault shows in cases that are not listed.
    let other = oracle_prints("capture-missed", "stockfish", &block);
    judged(&other, &["--expected", list]).exits_with(1);
}

/// A program that reads FENs and prints the divide of each.
#[test]
fn a_program_that_reads_fens_is_judged() {
    let commands = |block: &str| {
        let mut commands = String::new();
        for fen in block.lines() {
            writeln!(commands, "position fen {fen}\ngo perft 2").unwrap();
        }
        commands
    };
    let block = commands(&block(&["--protocol", "fen"]));
    let correct = judged(&oracle_prints("", "stockfish", &block), &["--json"]).exits_with(0);
    assert_eq!(Report::of(&correct).engine().count("pass"), *ASKED);
    // A program that prints only totals.
    let totals = block.replace("go perft", "perft");
    let text = oracle_prints("rank-pin-ignored", "ethereal", &totals);
    let run = judged(&text, &["--json"]).exits_with(1);
    assert_ne!(Report::of(&run).engine().count("fail"), 0);
}

#[test]
fn a_correct_engine_passes_in_every_dialect_and_from_every_terminal() {
    let dialects = printed(oracle(), &["--dialects"], "");
    let dialects = String::from_utf8(dialects).unwrap();
    let commands = [
        ("stockfish", "go perft"),
        ("koivisto", "go perft"),
        ("viridithas", "perft divide"),
        ("lynx", "divide"),
        ("roce", "divide"),
        ("lperft", "perft"),
        ("sjaakii", "perft"),
        ("texel", "perft"),
    ];
    for (dialect, command) in commands {
        assert!(dialects.contains(dialect));
        let block = block(&["--perft-command", &format!("{command} {{depth}}")]);
        let text = oracle_prints("", dialect, &block);
        let text = String::from_utf8(text).unwrap();
        // As PowerShell writes what a program prints.
        let wide = text.replace('\n', "\r\n");
        let wide: Vec<u8> = std::iter::once(0xfeff)
            .chain(wide.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let run = judged(&wide, &["--protocol", "uci"]).exits_with(0);
        assert!(
            run.stdout.contains(&format!("\n{} pass", *ASKED)),
            "{dialect}: {}",
            run.stdout
        );
    }
}

/// An engine that prints its counts like no other is read with patterns.
#[test]
fn lines_of_its_own_are_read_with_patterns() {
    let block = block(&["--perft-command", "count {depth}"]);
    let commands = block.replace("\ncount ", "\ngo perft ");
    let own = |fault: &str| {
        let text = String::from_utf8(oracle_prints(fault, "stockfish", &commands)).unwrap();
        let lines = text.lines().map(|line| match line.split_once(": ") {
            Some(("Nodes searched", nodes)) => format!("{nodes} in all"),
            Some((mv, nodes)) if nodes.bytes().all(|it| it.is_ascii_digit()) => {
                format!("{mv} has {nodes}")
            }
            _ => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n").into_bytes()
    };
    let patterns = [
        "--move-pattern",
        r"^(?<move>\S+) has (?<nodes>\d+)$",
        "--total-pattern",
        r"^(?<nodes>\d+) in all",
    ];
    judged(&own(""), &[]).exits_with(2);
    let run = judged(&own(""), &patterns).exits_with(0);
    assert!(
        run.stdout.contains(&format!("\n{} pass", *ASKED)),
        "{}",
        run.stdout
    );
    let faulty = own("rank-pin-ignored");
    let run = judged(&faulty, &[&patterns[..], &["--json"]].concat()).exits_with(1);
    let report = Report::of(&run);
    let named = report.engine().diagnosis().unwrap().faults();
    assert_eq!(named, ["rank-pin-ignored"]);
    for (option, pattern, expected) in [
        ("--move-pattern", "(?<move>.*)", "no group named nodes"),
        ("--total-pattern", "(", "--total-pattern: "),
    ] {
        let run = judged(b"", &[option, pattern]).exits_with(2);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

/// What is not there is not testable; hardly anything is not a pass, and nothing is an error.
#[test]
fn a_text_that_ends_early_is_hardly_tested() {
    let text = oracle_prints("", "stockfish", &block(&[]));
    let run = judged(&text[..text.len() / 4], &[]).exits_with(7);
    assert!(
        run.stdout.contains("hardly tested: the text answers "),
        "{}",
        run.stdout
    );
    for text in [
        &b""[..],
        b"Engine 1.0\n",
        b"\xff\xfe\0\0",
        b"e2e4: 20\nNodes searched: 20\n",
    ] {
        let run = judged(text, &[]).exits_with(2);
        assert!(
            run.stderr.contains("standard input has no answers"),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains("passant judge --ask"), "{}", run.stderr);
        assert_eq!(run.stdout, "");
    }
    let run = run_with(&["judge", "no-such-file"]).exits_with(2);
    assert!(
        run.stderr.contains("cannot read no-such-file"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_answers_to_another_block_are_refused() {
    let text = oracle_prints("", "stockfish", &block(&["--suite", "en-passant/plain"]));
    let run = judged(&text, &[]).exits_with(2);
    assert!(
        run.stderr.contains("with the same --suite"),
        "{}",
        run.stderr
    );
    judged(&text, &["--suite", "en-passant/plain"]).exits_with(0);
    let run = run_with(&["judge", "--ask", "--suite", "en-passant"]).exits_with(2);
    assert!(
        run.stderr.contains("questions are too many for one block"),
        "{}",
        run.stderr
    );
}

#[test]
fn contradictions_are_unknown() {
    let block = block(&[]);
    let [one, other] =
        ["", "rank-pin-ignored"].map(|fault| oracle_prints(fault, "stockfish", &block));
    let run = judged(&[&one[..], &other].concat(), &["--json"]).exits_with(6);
    let report = Report::of(&run);
    assert_eq!(report.engine().count("fail"), 0);
    assert_ne!(report.engine().count("unknown"), 0);
}

#[needs("python3", "check-jsonschema")]
#[test]
fn reports_follow_their_schema() {
    let text = oracle_prints("rank-pin-ignored", "stockfish", &block(&[]));
    reports_follow(&[judged(&text, &["--json"]).json()]);
}

/// Each file is the text of one engine, and all forms of the report tell of both.
#[test]
fn reports_have_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let block = block(&[]);
    let paths = ["", "rank-pin-ignored"].map(|fault| {
        let path = folder.path().join(format!("{fault}.txt"));
        std::fs::write(&path, oracle_prints(fault, "stockfish", &block)).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let files = ["judge", &paths[0], &paths[1]];
    let junit = folder.path().join("junit.xml");
    let options = ["--json", "--junit", junit.to_str().unwrap()];
    let run = run_with(&[&files[..], &options].concat()).exits_with(1);
    assert_eq!(Report::of(&run).engines().count(), 2);
    let junit = std::fs::read_to_string(junit).unwrap();
    assert!(junit.contains("<failure"), "{junit}");
    let run = run_with(&[&files[..], &["--tap"]].concat()).exits_with(1);
    assert!(run.stdout.contains("not ok"), "{}", run.stdout);
    let run = run_with(&[&files[..], &["--quiet"]].concat()).exits_with(1);
    assert!(!run.stdout.contains("questions answered"), "{}", run.stdout);
    let again = run
        .stdout
        .lines()
        .find_map(|line| line.split_once("rerun    "));
    let words = shell_words::split(again.unwrap().1).unwrap();
    let words: Vec<_> = words[1..].iter().map(String::as_str).collect();
    assert!(
        run_with(&words)
            .exits_with(0)
            .stdout
            .contains("position fen")
    );
}
