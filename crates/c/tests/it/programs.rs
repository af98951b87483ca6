//! Programs in C and C++ that check themselves.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use passant_needs::needs;
use passant_suite::Suites;
use passant_test_tools::target;

use crate::{CRATE, Language, program, run, text};

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

/// The moves that the library finds are played and shown; the expected texts are those of FIDE Laws of Chess, appendix
/// C.
#[needs("c++")]
#[test]
fn the_board_shows_what_a_player_does() {
    let program = program("board", Language::Cpp11, &["tests/c/board_test.cpp"], &[]);
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
}

/// The rook pins both pawns on the rank: FIDE Laws of Chess, 3.9.2.
#[needs("cc")]
#[test]
fn the_reason_of_an_illegal_capture_is_printed() {
    let program = program("why_not", Language::C99, &["example/why_not.c"], OPTIONS);
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let printed = text(&output);
    assert!(printed.contains("rank"), "{printed}");
    assert!(read("README.md").contains(&printed), "{printed}");
}

#[test]
fn the_readme_shows_the_examples() {
    for example in ["example/board.cpp", "example/why_not.c"] {
        assert!(read("README.md").contains(&read(example)), "{example}");
    }
}

/// Returns the text of a file of this crate.
fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(CRATE).join(path)).unwrap()
}

/// The program `engine_test`, linked with this engine.
fn engine_test(engine: &Path) -> PathBuf {
    let name = engine.file_stem().unwrap().to_str().unwrap();
    let files = [engine.to_str().unwrap(), "example/engine_test.c"];
    program(name, Language::C99, &files, &["-Iexample"])
}

/// Runs the test of an engine over the standard positions and the suite.
fn run_test(program: &Path) -> Output {
    let suites = Suites::builtin().unwrap();
    let cases = suites
        .select(["perft/standard", "en-passant"])
        .unwrap()
        .cases;
    let fens: Vec<_> = cases.iter().map(|case| case.fen.as_str()).collect();
    run(program, fens.join("\n"))
}

#[needs("cc")]
#[test]
fn the_engine_agrees_about_every_position() {
    let program = engine_test(&Path::new(CRATE).join("example/engine.c"));
    let output = run_test(&program);
    assert!(output.status.success(), "{}", text(&output));
    assert!(300 < text(&output).split(' ').next().unwrap().parse().unwrap());
}

/// The victim of an en passant capture stays on the board: the line that removes it is taken out.
#[needs("cc")]
#[test]
fn the_test_of_the_engine_finds_a_bug() {
    let engine = std::fs::read_to_string(Path::new(CRATE).join("example/engine.c")).unwrap();
    let lines = engine.lines();
    let wrong: Vec<_> = lines
        .clone()
        .filter(|line| !line.contains("move.to == it->en_passant"))
        .collect();
    assert_eq!(wrong.len() + 1, lines.count());
    let path = target().join("c").join("engine_with_bug.c");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, wrong.join("\n") + "\n").unwrap();
    let program = engine_test(&path);
    let output = run_test(&program);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let text = text(&output);
    assert!(
        text.contains("not legal: ") || text.contains("missing: "),
        "{text}"
    );
}
