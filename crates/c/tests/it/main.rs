//! The header, and programs in C and C++ that use the archive.

mod header;
mod programs;
mod suite;

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use passant_test_tools::{must_be_built, target, tool};

/// The folder of this crate.
pub(crate) const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// A language, and how a compiler is told to take every warning of it for an error.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Language {
    C99,
    Cpp11,
}

impl Language {
    pub(crate) const ALL: [Self; 2] = [Self::C99, Self::Cpp11];

    fn compiler(self) -> &'static str {
        match self {
            Self::C99 => "cc",
            Self::Cpp11 => "c++",
        }
    }

    fn options(self) -> [&'static str; 2] {
        match self {
            Self::C99 => ["-std=c99", "-xc"],
            Self::Cpp11 => ["-std=c++11", "-xc++"],
        }
    }
}

/// The command that builds the archive for the tests. `cargo xtask test` does so before it runs them.
const BUILD: &str = "cargo rustc -p passant-c --release --lib --crate-type staticlib --target-dir target/c-build \
                     -- --cfg=passant_archive";

/// Names another archive, built with `AddressSanitizer`: that of `cargo xtask asan`. Every program that is linked with it needs the
/// library of the sanitizer.
const OTHER: &str = "PASSANT_ARCHIVE";

/// The archive.
pub(crate) fn archive() -> PathBuf {
    if let Some(other) = env::var_os(OTHER) {
        return other.into();
    }
    let folder = target().join("c-build/release");
    let archive = folder.join(if cfg!(target_env = "msvc") {
        "passant_c.lib"
    } else {
        "libpassant_c.a"
    });
    must_be_built(&archive, &archive.with_extension("d"), BUILD);
    archive
}

/// Compiles a program from files below `tests/c` or `example`, all warnings errors, and links it with the archive.
pub(crate) fn program(name: &str, language: Language, files: &[&str], options: &[&str]) -> PathBuf {
    let compiler = tool(language.compiler());
    let folder = target().join("c");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}-{language:?}"));
    let output = Command::new(compiler)
        .current_dir(CRATE)
        .args(["-O1", "-g", "-Wall", "-Wextra", "-pedantic", "-Werror"])
        .args(["-Iinclude", "-Itests/c"])
        .args(options)
        .args(env::var_os(OTHER).map(|_| "-fsanitize=address"))
        .args(language.options())
        .args(files)
        .args(["-xnone".as_ref(), archive().as_os_str()])
        .arg("-o")
        .arg(&path)
        .output()
        .expect("the compiler is installed");
    assert!(
        output.status.success(),
        "{name} as {language:?}:\n{}",
        text(&output)
    );
    path
}

/// Runs a program with this input.
pub(crate) fn run(program: &Path, input: String) -> Output {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // An error means that the program has ended before it read everything.
    let _ = writer.join();
    output
}

/// Everything that a program has printed.
pub(crate) fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr]
        .map(|bytes| String::from_utf8_lossy(bytes))
        .concat()
}
