//! The programming languages for which there is an adapter, and how to tell in which of them a program is written.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use clap::ValueEnum;
use passant_engine::Command;

/// The number of bytes of a file that are read to find its `#!` line.
const HEAD: u64 = 128;

/// A programming language for which there is an adapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[value(rename_all = "lower")]
pub enum Language {
    /// C++17.
    Cpp,
    /// C#.
    CSharp,
    /// Go.
    Go,
    /// Java 17.
    Java,
    /// JavaScript for Node.
    JavaScript,
    /// Python 3.
    Python,
    /// Rust.
    Rust,
}

/// An adapter that answers the two requests that the line protocol requires.
pub(crate) struct ShortAdapter {
    /// The name of the language.
    pub(crate) language: &'static str,
    /// The name of the file.
    pub(crate) file: &'static str,
    /// The program.
    pub(crate) text: &'static str,
    /// The command that builds it, if it needs one.
    pub(crate) build: Option<&'static str>,
    /// The command that starts it.
    pub(crate) start: &'static str,
}

impl Language {
    /// Returns the adapter in this language.
    pub(crate) fn adapter(self) -> ShortAdapter {
        let (language, file, text, build, start) = match self {
            Self::Cpp => (
                "C++",
                "adapter.cpp",
                include_str!("../adapters/short/adapter.cpp"),
                Some("c++ -std=c++17 adapter.cpp -o adapter"),
                "./adapter",
            ),
            Self::CSharp => (
                "C#",
                "Adapter.cs",
                include_str!("../adapters/short/Adapter.cs"),
                Some("dotnet build"),
                "dotnet run --no-build",
            ),
            Self::Go => (
                "Go",
                "adapter.go",
                include_str!("../adapters/short/adapter.go"),
                Some("go build -o adapter ."),
                "./adapter",
            ),
            Self::Java => (
                "Java",
                "Adapter.java",
                include_str!("../adapters/short/Adapter.java"),
                Some("javac Adapter.java"),
                "java Adapter",
            ),
            Self::JavaScript => (
                "JavaScript",
                "adapter.mjs",
                include_str!("../adapters/chess_js.mjs"),
                None,
                "node adapter.mjs",
            ),
            Self::Python => (
                "Python",
                "adapter.py",
                include_str!("../adapters/python_chess.py"),
                None,
                "python3 adapter.py",
            ),
            Self::Rust => (
                "Rust",
                "adapter.rs",
                include_str!("../adapters/adapter.rs"),
                Some("cargo build --example adapter"),
                "target/debug/examples/adapter",
            ),
        };
        ShortAdapter {
            language,
            file,
            text,
            build,
            start,
        }
    }

    /// Returns the interpreter that a command lacks, because its program is a script.
    pub(crate) fn interpreter_of(command: &Command) -> Option<&'static str> {
        let program = Path::new(&command.program);
        if !program.is_file() || Self::of_interpreter(program).is_some() {
            return None;
        }
        let language = Self::of_ending(program).or_else(|| Self::of_first_line(program))?;
        language.interpreter()
    }

    /// Returns the program that runs scripts in this language.
    fn interpreter(self) -> Option<&'static str> {
        match self {
            Self::JavaScript => Some("node"),
            Self::Python => Some("python3"),
            Self::Cpp | Self::CSharp | Self::Go | Self::Java | Self::Rust => None,
        }
    }

    /// Returns the word for the language on the command line.
    pub(crate) fn word(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Returns the words for all languages.
    pub(crate) fn words() -> Vec<String> {
        Self::value_variants().iter().map(|it| it.word()).collect()
    }

    /// Returns the language of a program, by its interpreter, by the ending of a file on its command line, or by a `#!`
    /// line.
    pub(crate) fn of(command: &Command) -> Option<Self> {
        let words: Vec<&Path> = std::iter::once(&command.program)
            .chain(&command.arguments)
            .map(Path::new)
            .skip_while(|word| is_env(word))
            .collect();
        let interpreter = words.first().and_then(|word| Self::of_interpreter(word));
        let by_ending = || words.iter().find_map(|word| Self::of_ending(word));
        let by_first_line = || words.iter().find_map(|word| Self::of_first_line(word));
        interpreter.or_else(by_ending).or_else(by_first_line)
    }

    /// Returns the language that a program runs or builds.
    fn of_interpreter(program: &Path) -> Option<Self> {
        let name = program.file_name()?.to_str()?.to_lowercase();
        let name = name
            .strip_suffix(".exe")
            .unwrap_or(&name)
            .trim_end_matches(|it: char| it.is_ascii_digit() || it == '.');
        Some(match name {
            "python" | "pypy" | "py" => Self::Python,
            "node" | "nodejs" | "deno" | "bun" => Self::JavaScript,
            "java" => Self::Java,
            "go" => Self::Go,
            "cargo" => Self::Rust,
            "dotnet" | "mono" => Self::CSharp,
            _ => return None,
        })
    }

    /// Returns the language of a file with this name; programs below `target/` are built by Cargo.
    fn of_ending(file: &Path) -> Option<Self> {
        let ending = file.extension().and_then(OsStr::to_str).unwrap_or_default();
        let folders: Vec<_> = file.iter().collect();
        let is_built = |profile: &str| folders.windows(2).any(|pair| pair == ["target", profile]);
        Some(match ending.to_lowercase().as_str() {
            "py" | "pyz" | "pyw" => Self::Python,
            "js" | "mjs" | "cjs" | "ts" => Self::JavaScript,
            "java" | "jar" | "class" => Self::Java,
            "go" => Self::Go,
            "cpp" | "cc" | "cxx" | "hpp" => Self::Cpp,
            "rs" => Self::Rust,
            "cs" | "csproj" | "dll" => Self::CSharp,
            _ if is_built("debug") || is_built("release") => Self::Rust,
            _ => return None,
        })
    }

    /// Returns the language of a script, by the interpreter in its first line.
    fn of_first_line(file: &Path) -> Option<Self> {
        // A device or a pipe could answer late or never.
        if !file.is_file() {
            return None;
        }
        let mut head = Vec::new();
        File::open(file)
            .ok()?
            .take(HEAD)
            .read_to_end(&mut head)
            .ok()?;
        let head = String::from_utf8_lossy(&head);
        let line = head.lines().next()?.strip_prefix("#!")?;
        let mut words = line.split_whitespace().map(Path::new);
        words.find_map(Self::of_interpreter)
    }
}

/// Tells whether a word only prepares the start of a program: `env`, and the variables after it.
fn is_env(word: &Path) -> bool {
    let text = word.to_string_lossy();
    word.file_name() == Some(OsStr::new("env")) || (text.contains('=') && !text.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use passant_engine::Command;

    use super::Language;

    fn of(command: &str) -> Option<Language> {
        Language::of(&Command::parse(command).unwrap())
    }

    #[test]
    fn is_recognized_by_interpreter_ending_or_first_line() {
        for (command, language) in [
            ("python3.11 -m mychess", Some(Language::Python)),
            (
                "/usr/bin/env PYTHONPATH=lib python3 x",
                Some(Language::Python),
            ),
            ("./engine.py", Some(Language::Python)),
            ("nodejs engine", Some(Language::JavaScript)),
            ("./engine.mjs --fast", Some(Language::JavaScript)),
            ("java -jar engine", Some(Language::Java)),
            ("sh run.sh Engine.jar", Some(Language::Java)),
            ("go run ./cmd/engine", Some(Language::Go)),
            ("board.cpp", Some(Language::Cpp)),
            ("../mine/target/release/mine", Some(Language::Rust)),
            ("dotnet Engine.dll", Some(Language::CSharp)),
            ("./engine", None),
            ("ping", None),
            ("./target/engine", None),
        ] {
            assert_eq!(of(command), language, "{command}");
        }
    }

    #[test]
    fn is_recognized_by_the_first_line_of_a_script() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("engine");
        for (text, language) in [
            (
                &b"#!/usr/bin/env python3\nprint()"[..],
                Some(Language::Python),
            ),
            (b"#!/opt/node/bin/node", Some(Language::JavaScript)),
            (b"#!/bin/sh\npython3 engine.py", None),
            (b"\x7fELF\xff\xfe", None),
            (b"", None),
        ] {
            fs::write(&script, text).unwrap();
            let command = Command::new(&script, [""; 0]);
            assert_eq!(Language::of(&command), language, "{text:?}");
        }
    }
}
