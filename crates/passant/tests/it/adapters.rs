//! The adapters of this crate, each with the library that it is written for: they must answer correctly about every reachable
//! case of `en-passant`. The expected counts are those of the suites, which two other programs have confirmed. The adapters
//! without a library are built with one of `tests/adapters`, Go and Java as `docs/first-check.md` says.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use passant_needs::needs;
use passant_suite::{Case, Reach, Suites, Variant};
use passant_test_tools::{package, program, tool};

use crate::json::Report;
use crate::run::{run, run_with};

/// What an adapter printed for one request: the lines before `ok`, or the error.
type Reply = Result<Vec<String>, String>;

#[needs("python3", "python-chess")]
#[test]
fn python_chess_adapter_answers_correctly() {
    let (python, library) = (tool("python3"), package("python-chess"));
    let mut command = Command::new(python);
    command.arg(adapters().join("python_chess.py"));
    command.env("PYTHONPATH", library);
    assert_correct(command, "python-chess 1.11.2");
}

#[needs("node", "chess.js")]
#[test]
fn chess_js_adapter_answers_correctly() {
    let (node, library) = (tool("node"), package("chess.js"));
    // Node looks for libraries in the folder of the module.
    let script = library.join("chess_js.mjs");
    fs::copy(adapters().join("chess_js.mjs"), &script).unwrap();
    let mut command = Command::new(node);
    command.arg(script);
    assert_correct(command, "chess.js");
}

#[needs("cc")]
#[test]
fn c_adapter_answers_correctly() {
    let binary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("adapter-c");
    compile_c(&binary);
    assert_correct(Command::new(binary), "example 1.0");
}

/// Compiles the adapter in C with an engine.
fn compile_c(binary: &Path) {
    let compiled = Command::new(tool("cc"))
        .args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(binary)
        .arg("-I")
        .arg(adapters())
        .arg(adapters().join("adapter.c"))
        .arg(crate_folder().join("tests/adapters/engine.c"))
        .status();
    assert!(compiled.unwrap().success(), "cc takes adapter.c");
}

#[test]
fn rust_adapter_answers_correctly() {
    assert_correct(Command::new(rust_adapter()), "passant-rules 0.1.0");
}

/// The adapter of `passant-rules`.
pub(crate) fn rust_adapter() -> PathBuf {
    program("examples/adapter")
}

/// All questions of `suites/state` that the library can answer. chess.js 1.4.0 is left out, because it is wrong about
/// repetitions and keys. The zoo says where.
#[test]
fn the_rust_adapter_answers_correctly_about_the_state_of_a_game() {
    knows_the_state_of_a_game(&[rust_adapter().to_str().unwrap()]);
}

#[needs("cc")]
#[test]
fn the_c_adapter_answers_correctly_about_the_state_of_a_game() {
    let binary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("adapter-c-state");
    compile_c(&binary);
    knows_the_state_of_a_game(&[binary.to_str().unwrap()]);
}

#[needs("python3", "python-chess")]
#[test]
fn the_python_adapter_answers_correctly_about_the_state_of_a_game() {
    let path = format!("PYTHONPATH={}", package("python-chess").display());
    let script = adapters().join("python_chess.py");
    knows_the_state_of_a_game(&["env", &path, "python3", script.to_str().unwrap()]);
}

fn knows_the_state_of_a_game(adapter: &[&str]) {
    let adapter = shell_words::join(adapter);
    let options = ["--protocol", "line", "--suite", "state", "--quiet"];
    let run = run_with(&[&["check", &adapter], &options[..]].concat());
    assert_eq!(run.code, Some(0), "{adapter}: {}{}", run.stdout, run.stderr);
}

/// No refusal of a position that no game reaches is a failure. A process for each would take longer than all answers.
#[test]
fn only_three_refusals_of_what_no_game_reaches_are_repeated_in_a_new_process() {
    let transcript = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refusals.txt");
    let engine = shell_words::quote(rust_adapter().to_str().unwrap()).into_owned();
    let class = |name| ["--class", name];
    let classes = ["rejected-victim", "rejected-check", "rejected-rank"].map(class);
    let asked = ["--jobs", "1", "--max-nodes", "100", "--json", "--calibrate"];
    let written = ["--transcript", transcript.to_str().unwrap()];
    let check = ["check", &engine, "--protocol", "line"];
    let run = run_with(&[&check, classes.as_flattened(), &asked, &written].concat());
    let refused = Report::of(&run.exits_with(0)).engine().count("nonstrict");
    let lines = fs::read_to_string(transcript).unwrap();
    let started = lines.lines().filter(|line| line.contains(" = started "));
    assert!(10 < refused, "{refused}");
    // One process is calibrated, and one answers.
    assert_eq!(started.count(), 2 + 3);
}

#[test]
fn adapters_have_under_70_lines_of_code() {
    for entry in adapters().read_dir().unwrap() {
        let path = entry.unwrap().path();
        let is_source = path.extension().is_some_and(|extension| extension != "md");
        if path.is_file() && is_source {
            let text = fs::read_to_string(&path).unwrap();
            let lines = text.lines().map(str::trim);
            let is_code = |line: &&str| {
                !line.is_empty() && !["//", "#", "/*"].iter().any(|mark| line.starts_with(mark))
            };
            let lines = lines.filter(is_code).count();
            assert!(lines < 70, "{} has {lines} lines of code", path.display());
        }
    }
}

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn adapters() -> PathBuf {
    crate_folder().join("adapters")
}

fn assert_correct(mut command: Command, name: &str) {
    let suites = Suites::builtin().expect("the suites are right");
    let cases: Vec<_> = suites.cases().filter(|case| is_for_all(case)).collect();
    let mut requests = vec!["passant 1".to_owned(), "frobnicate".to_owned()];
    requests.push("position fen 8/8/8/8 w - - 0 1".to_owned());
    for case in &cases {
        requests.push(format!("position fen {}", case.fen));
        requests.push("moves".to_owned());
        let play = case
            .legal
            .iter()
            .map(|mv| format!("play {}", &mv.uci()[..]));
        requests.extend(play.flat_map(|play| [play, "undo".to_owned()]));
        requests.push(format!("position fen {}", case.fen));
    }
    let mut replies = converse(&mut command, &requests).into_iter();
    let mut next = || replies.next().expect("a reply for each request");

    let hello = next().unwrap();
    assert!(
        hello[0].starts_with(&format!("passant 1 name \"{name}\" ")),
        "{hello:?}"
    );
    assert_eq!(next().unwrap_err(), "unsupported frobnicate");
    assert!(next().unwrap_err().starts_with("badfen"));
    for case in cases {
        let before = next();
        check_moves(case, &next());
        for capture in &case.legal {
            let after = next();
            assert_ne!(after, before, "{}: {capture:?} was played", case.address);
            assert_eq!(
                next(),
                before,
                "{}: {capture:?} was taken back",
                case.address
            );
        }
        assert_eq!(next(), before, "{}: set up once more", case.address);
    }
    assert_eq!(replies.next(), None, "nothing is said after the last reply");
}

fn is_for_all(case: &Case) -> bool {
    let is_standard = case.variant == Variant::Standard && case.reach == Reach::Reachable;
    is_standard && case.address.starts_with("en-passant/")
}

fn check_moves(case: &Case, reply: &Reply) {
    let lines = reply.as_ref().expect("a list of moves");
    assert_eq!(
        lines.len() as u64,
        case.perft[0],
        "{}: {lines:?}",
        case.address
    );
    let has = |expected: &str| {
        let mut moves = lines.iter().filter_map(|line| line.split(' ').nth(1));
        moves.any(|mv| mv == expected)
    };
    assert!(
        case.legal.iter().all(|mv| has(&mv.uci())),
        "{}",
        case.address
    );
    assert!(
        !case.illegal.iter().any(|mv| has(&mv.uci())),
        "{}",
        case.address
    );
}

fn converse(command: &mut Command, requests: &[String]) -> Vec<Reply> {
    let (reader, mut writer) = std::io::pipe().expect("pipes can be made");
    let text = requests.join("\n") + "\nquit\n";
    let feeder = std::thread::spawn(move || writer.write_all(text.as_bytes()));
    let output = command
        .stdin(reader)
        .stderr(Stdio::inherit())
        .output()
        .expect("the adapter starts");
    feeder
        .join()
        .unwrap()
        .expect("the adapter reads all requests");
    assert!(output.status.success(), "{:?}", output.status);
    let text = String::from_utf8(output.stdout).expect("the replies are UTF-8");
    let mut replies = Vec::new();
    let mut lines = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if line == "ok" {
            replies.push(Ok(std::mem::take(&mut lines)));
        } else if let Some(error) = line.strip_prefix("error ") {
            replies.push(Err(error.to_owned()));
            lines.clear();
        } else {
            lines.push(line.to_owned());
        }
    }
    assert!(lines.is_empty(), "the last reply ends: {lines:?}");
    replies
}

/// The other tests here are about their answers.
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
    assert_follows_protocol(&[&text(&folder.join("adapter"))]);
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
    assert_follows_protocol(&[&["env", &library()], &java[..]].concat());
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
    assert_follows_protocol(&["env", &library(), &text(&folder.join("adapter"))]);
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
    assert_follows_protocol(&["env", &library(), &text(&mono), &program]);
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
fn assert_follows_protocol(words: &[&str]) {
    let command = shell_words::join(words);
    run_with(&["adapter", "check", &command]).exits_with(0);
    let options = ["--protocol", "line", "--max-nodes", "100", "--quiet"];
    run_with(&[&["check", &command], &options[..]].concat()).exits_with(0);
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapters")
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}
