//! The test snippets of a diagnosis, pasted below functions as a user writes them, compiled and run in each language.
//! They pass with a correct engine, and each fails with an engine that has the fault that it was made for.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::queries::query_after_game;
use passant_judge::diagnosis::rules;
use passant_needs::needs;
use passant_oracle::EngineFault;
use passant_query::Question;
use passant_report::test_snippets::{TestSnippets, test_snippets};
use passant_test_tools::tool;

use crate::oracle::oracle;

/// Each kind of question, with a fault that gives a wrong answer to it.
const QUESTIONS: [(&str, &str); 15] = [
    (
        "rank-pin-ignored",
        "8/8/8/8/1R2pP1k/8/7K/8 b - f3 0 1: moves",
    ),
    // There is no legal move, and an empty list has no type of its own.
    (
        "rank-behind-victim-ignored",
        "8/6N1/8/5K2/1R2pP1k/4P3/7P/6N1 b - f3 0 1: moves",
    ),
    (
        "only-from-fen",
        "2K5/4p3/8/5P2/8/3k4/8/8 b - - 0 1 moves e7e5: moves",
    ),
    (
        "any-man-captures",
        "8/8/8/4k3/2KPn3/8/8/8 b - d3 0 1: count 2",
    ),
    (
        "victim-stays",
        "2K5/8/8/4pP2/8/3k4/8/8 w - e6 0 1 moves f5e6: fen",
    ),
    (
        "victim-not-restored",
        "2K5/8/8/4pP2/8/3k4/8/8 w - e6 0 1 moves f5e6 undo: fen",
    ),
    // No pawn can capture, so that the field may be filled or empty.
    ("fen-prints-victim", "k7/8/8/3p4/8/8/8/K7 w - d6 0 1: fen"),
    (
        "kept-after-null-move",
        "k7/8/8/3p4/8/8/8/K7 w - d6 0 1 moves 0000: fen",
    ),
    (
        "key-without-right",
        "2K5/8/8/4pP2/8/3k4/8/8 w - e6 0 1: key like 2K5/8/8/4pP2/8/3k4/8/8 w - - 0 1",
    ),
    (
        "key-right-not-added",
        "2K5/4p3/8/5P2/8/3k4/8/8 b - - 0 1 moves e7e5: key like 2K5/8/8/4pP2/8/3k4/8/8 w - e6 0 1",
    ),
    (
        "repetition-with-pin",
        "8/8/8/8/1R2pP1k/8/7K/8 b - f3 0 1: same as 8/8/8/8/1R2pP1k/8/7K/8 b - - 0 1",
    ),
    (
        "repetition-blind",
        "2K5/8/8/4pP2/8/3k4/8/8 w - e6 0 1 moves c8b8 d3d2 b8c8 d2d3: occurrences",
    ),
    (
        "san-without-file",
        "2K5/8/8/4pP2/8/3k4/8/8 w - e6 0 1: san f5e6",
    ),
    (
        "suffix-refused",
        "2K5/8/8/4pP2/8/3k4/8/8 w - e6 0 1: parse fxe6 e.p.",
    ),
    (
        "victim-on-target",
        "2K5/8/8/4pP2/8/3k4/8/8 w - e6 0 1: victim f5e6",
    ),
];

/// The snippets for a question, and the fault that fails them.
struct Pasted {
    fault: &'static str,
    name: String,
    test_snippets: TestSnippets,
}

static PASTED: LazyLock<Vec<Pasted>> = LazyLock::new(|| {
    let paste = |&(fault, text): &(&'static str, &str)| {
        let question: Question = text.parse().expect("it is a question");
        let query = query_after_game(question.line.clone(), question.query.clone());
        let predictions = Predictions::new(query.expect("the moves are legal"));
        if let Some(by_rules) = rules::reply(&question) {
            assert_eq!(predictions.expected, by_rules, "{text}");
        }
        let seeded = EngineFault::from_name(fault).expect("it is a fault");
        assert_ne!(
            &predictions.expected,
            predictions.reply(seeded),
            "{fault}: {text}"
        );
        Pasted {
            fault,
            name: fault.replace('-', "_"),
            test_snippets: test_snippets(fault, &question, &predictions.expected),
        }
    };
    QUESTIONS.iter().map(paste).collect()
});

#[test]
fn rust_snippets_pass_and_fail_as_expected() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let source = pasted("functions.rs", |test_snippets| &test_snippets.rust);
    let program = folder.path().join("pasted");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiler = Command::new(rustc);
    let options = [
        "--edition=2024",
        "--test",
        "-Dwarnings",
        "-Cdebuginfo=0",
        "-o",
    ];
    let file = folder.path().join("pasted.rs");
    compile(compiler, &options, &program, &file, &source);
    holds(|name| {
        let mut command = Command::new(&program);
        command.args(["--exact", name]);
        command
    });
}

#[needs("c++")]
#[test]
#[cfg(unix)]
fn cpp_snippets_pass_and_fail_as_expected() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut source = pasted("functions.cpp", |test_snippets| &test_snippets.cpp);
    source += "int main(int, char** arguments) {\n    const std::string name = arguments[1];\n";
    let calls = PASTED.iter().map(|Pasted { name, .. }| {
        let call = format!("if (name == \"{name}\") return {name}(), 0;");
        format!("    {call}\n")
    });
    source.extend(calls);
    source += "    return 2;\n}\n";
    let program = folder.path().join("pasted");
    let options = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"];
    let file = folder.path().join("pasted.cpp");
    let compiler = tool("c++");
    let compiler = Command::new(compiler);
    compile(compiler, &options, &program, &file, &source);
    holds(|name| {
        let mut command = Command::new(&program);
        command.arg(name).current_dir(folder.path());
        command
    });
}

#[needs("python3")]
#[test]
fn python_snippets_pass_and_fail_as_expected() {
    let python = tool("python3");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut source = pasted("functions.py", |test_snippets| &test_snippets.python);
    source += "globals()[\"test_\" + sys.argv[1]]()\n";
    let file = folder.path().join("pasted.py");
    std::fs::write(&file, source).expect("the file can be written");
    holds(|name| {
        let mut command = Command::new(&python);
        command.arg(&file).arg(name);
        command
    });
}

/// The functions of a user with all snippets below them.
fn pasted(functions: &str, language: impl Fn(&TestSnippets) -> &String) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/test_snippets");
    let mut source = std::fs::read_to_string(folder.join(functions)).expect("the file is there");
    for Pasted { test_snippets, .. } in PASTED.iter() {
        source += language(test_snippets);
        source += "\n";
    }
    source
}

/// Compiles without a warning.
fn compile(mut compiler: Command, options: &[&str], program: &PathBuf, file: &Path, source: &str) {
    std::fs::write(file, source).expect("the file can be written");
    compiler.args(options).arg(program).arg(file);
    let output = compiler.output().expect("the compiler starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{source}");
}

/// Every snippet passes with a correct engine, and fails with the engine that has its fault.
fn holds(command: impl Fn(&str) -> Command) {
    let passes = |name: &str, fault: &str| {
        let mut command = command(name);
        command.env("ENGINE", oracle()).env("FAULT", fault);
        command.stdin(Stdio::null());
        let output = command.output().expect("it runs");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        (output.status.success(), said)
    };
    for Pasted { fault, name, .. } in PASTED.iter() {
        let (is_passed, said) = passes(name, "");
        assert!(is_passed, "{name}: {said}");
        let (is_passed, said) = passes(name, fault);
        // The assertion fails, and nothing before it.
        let is_by_assertion =
            said.to_lowercase().contains("assert") && !said.contains("error usage");
        assert!(!is_passed && is_by_assertion, "{name} with {fault}: {said}");
    }
}
