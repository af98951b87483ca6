//! The adapters that `passant generate adapter` prints. Those without a library are built with one of `tests/adapters`, follow
//! the protocol, and pass on what it says about every case of the suites. Go and Java are built as `docs/first-check.md` says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use passant_needs::needs;
use passant_test_tools::tool;

use crate::adapters::rust_adapter;
use crate::run::{run, run_with};

/// Their answers are tested in `adapters.rs`.
#[test]
fn prints_the_adapters_that_come_with_a_library() {
    for (language, file) in [
        ("python", "python_chess.py"),
        ("javascript", "chess_js.mjs"),
        ("rust", "adapter.rs"),
    ] {
        assert_eq!(printed(language), text_of(&adapters().join(file)));
    }
}

#[needs("cc", "c++")]
#[test]
fn cpp_adapter_is_correct() {
    let (cc, cpp) = (tool("cc"), tool("c++"));
    let folder = folder("cpp");
    generated(&folder, "cpp", "adapter.cpp");
    let include = format!("-I{}", adapters().display());
    let engine = text(&tests().join("engine.c"));
    build(&cc, &folder, &["-c", "-O1", &include, &engine]);
    let board = format!("-I{}", tests().join("board").display());
    let options = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror"];
    let files = [&include, &board, "adapter.cpp", "engine.o", "-o", "adapter"];
    build(&cpp, &folder, &[&options[..], &files].concat());
    assert_correct(&[&text(&folder.join("adapter"))]);
}

#[needs("javac", "java")]
#[test]
fn java_adapter_is_correct() {
    let (compiler, java) = (tool("javac"), tool("java"));
    let folder = folder("java");
    generated(&folder, "java", "Adapter.java");
    fs::copy(tests().join("board/Board.java"), folder.join("Board.java")).unwrap();
    build_as_shown("Java", &compiler, &folder);
    // A machine that runs for seconds gains nothing from a second compiler and a collector with threads.
    let quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
    let (java, classes) = (text(&java), text(&folder));
    let java = [&java, quick[0], quick[1], "-cp", &classes, "Adapter"];
    assert_correct(&[&["env", &library()], &java[..]].concat());
}

#[needs("go")]
#[test]
fn go_adapter_is_correct() {
    let go = tool("go");
    let folder = folder("go");
    generated(&folder, "go", "adapter.go");
    fs::copy(tests().join("board/board.go"), folder.join("board.go")).unwrap();
    // There may be one from an earlier run, which the command would not replace.
    let _ = fs::remove_file(folder.join("go.mod"));
    build_as_shown("Go", &go, &folder);
    assert_correct(&["env", &library(), &text(&folder.join("adapter"))]);
}

#[needs("mcs", "mono")]
#[test]
fn csharp_adapter_is_correct() {
    let (compiler, mono) = (tool("mcs"), tool("mono"));
    let folder = folder("csharp");
    generated(&folder, "csharp", "Adapter.cs");
    let board = text(&tests().join("board/Board.cs"));
    build(
        &compiler,
        &folder,
        &["-out:adapter.exe", "Adapter.cs", &board],
    );
    let program = text(&folder.join("adapter.exe"));
    assert_correct(&["env", &library(), &text(&mono), &program]);
}

/// A folder of its own for one language.
fn folder(language: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("short-adapters")
        .join(language);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes what `passant generate adapter` prints.
fn generated(folder: &Path, language: &str, file: &str) -> PathBuf {
    let printed = printed(language);
    assert_eq!(printed, text_of(&adapters().join("short").join(file)));
    let path = folder.join(file);
    fs::write(&path, printed).unwrap();
    path
}

/// The adapter in a language, as the command prints it.
fn printed(language: &str) -> String {
    let run = run_with(&["generate", "adapter", language]);
    run.exits_with(0).stdout
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Runs the commands of a compiler that `docs/first-check.md` shows for a language.
fn build_as_shown(language: &str, compiler: &Path, folder: &Path) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/first-check.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once(&format!("\n## {language}\n")).unwrap();
    let (_, block) = section.split_once("```sh\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let name = compiler.file_stem().unwrap().to_str().unwrap();
    let commands: Vec<_> = block
        .lines()
        .filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
        .collect();
    assert!(!commands.is_empty(), "{block}");
    for arguments in commands {
        let typed = shell_words::split(arguments).unwrap();
        let words: Vec<_> = typed.iter().map(String::as_str).collect();
        build(compiler, folder, &words);
    }
}

fn build(compiler: &Path, folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(compiler);
    command
        .args(arguments)
        .current_dir(folder)
        .env("GOCACHE", folder.join("cache"));
    let run = run(command);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

/// The variable that names the library of adapters in some languages: the adapter of `passant-rules`.
fn library() -> String {
    format!("PASSANT_BOARD={}", rust_adapter().display())
}

/// Checks the protocol, and the answers about all positions; deeper counts would ask the adapter nothing new.
#[track_caller]
fn assert_correct(words: &[&str]) {
    let command = shell_words::join(words);
    run_with(&["adapter", "check", &command]).exits_with(0);
    let options = ["--protocol", "line", "--max-nodes", "100", "--quiet"];
    run_with(&[&["check", &command], &options[..]].concat()).exits_with(0);
}

fn adapters() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters")
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapters")
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}
