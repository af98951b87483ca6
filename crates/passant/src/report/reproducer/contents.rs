//! The contents of a script that repeats a failure, for a POSIX shell and for Windows.

use std::fmt::Write;

use passant_engine::Command;
use passant_query::{Escaped, Syntax, escape};
use passant_report::command_line_in;

/// The seconds that a script waits for the answer of the engine alone.
const WAIT: u32 = 3;

/// The steps of a script, in this order.
pub(super) struct Contents<'a> {
    /// The failure, as comments.
    pub(super) comments: Vec<&'a str>,
    /// The folder in which the engine was started.
    pub(super) folder: Option<&'a str>,
    /// The command of the engine.
    pub(super) engine: &'a str,
    /// The lines that are sent to the engine alone.
    pub(super) lines: Option<Vec<String>>,
    /// The command that repeats the case.
    pub(super) check: Vec<&'a str>,
    /// The command that bisects a wrong count.
    pub(super) bisect: Option<Vec<&'a str>>,
}

impl Contents<'_> {
    /// Returns a script for a POSIX shell.
    pub(super) fn shell(&self) -> String {
        let mut text = "#!/bin/sh\n".to_owned();
        for line in &self.comments {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# {}", Escaped(line));
        }
        if let Some(folder) = self.folder {
            let _ = writeln!(text, "\ncd {} || exit", escape(folder, Syntax::Shell));
        }
        if let Some(lines) = &self.lines {
            let lines = command_line_in(Syntax::Shell, lines.iter().map(String::as_str));
            let _ = writeln!(
                text,
                "\n# The engine alone.\n(printf '%s\\n' {lines}; sleep {WAIT}; echo quit) | {}",
                self.engine
            );
        }
        let _ = writeln!(text, "\n# {}", self.heading());
        for command in [Some(&self.check), self.bisect.as_ref()]
            .into_iter()
            .flatten()
        {
            let command = command_line_in(Syntax::Shell, command.iter().copied());
            let _ = writeln!(text, "{command}");
        }
        text
    }

    /// Returns a batch file for Windows.
    pub(super) fn batch(&self) -> String {
        // `rem` keeps the beginning of a comment from being a command.
        let comment = |line: &str| format!("rem # {}\n", line.replace('%', "%%"));
        let mut text = String::new();
        for line in &self.comments {
            text += &comment(&Escaped(line).to_string());
        }
        if let Some(folder) = self.folder {
            let folder = escape(folder, Syntax::Batch);
            let _ = writeln!(text, "\ncd /d {folder}\nif errorlevel 1 exit /b");
        }
        if let Some(command) = self.batch_alone() {
            let _ = write!(text, "\n{}{command}", comment("The engine alone."));
        }
        let _ = write!(text, "\n{}", comment(self.heading()));
        for command in [Some(&self.check), self.bisect.as_ref()]
            .into_iter()
            .flatten()
        {
            // `call` returns from a program that is a batch file itself, such as one that npm installs.
            let command = command_line_in(Syntax::Batch, command.iter().copied());
            let _ = writeln!(text, "call {command}");
        }
        // Text beyond ASCII is UTF-8.
        let page = if text.is_ascii() {
            ""
        } else {
            "chcp 65001 >nul\n"
        };
        format!("@echo off\n{page}{text}").replace('\n', "\r\n")
    }

    fn heading(&self) -> &'static str {
        match self.bisect {
            Some(_) => "The whole case, and the first difference.",
            None => "The whole case.",
        }
    }

    /// Returns the lines in a pipe to the engine. `None` if a line has a character that `echo` would not print.
    fn batch_alone(&self) -> Option<String> {
        let lines = self.lines.as_ref()?;
        let is_plain =
            |letter: char| letter.is_ascii_alphanumeric() || " -_/.,:=+".contains(letter);
        if !lines.iter().all(|line| line.chars().all(is_plain)) {
            return None;
        }
        let engine = Command::parse(self.engine).ok()?;
        let words: Option<Vec<_>> = [&engine.program]
            .into_iter()
            .chain(&engine.arguments)
            .map(|word| word.to_str())
            .collect();
        let engine = command_line_in(Syntax::Batch, words?);
        let echoed = lines.join("& echo ");
        // `timeout` needs a console, and `ping` pauses for a second after each but the last.
        let pings = WAIT + 1;
        Some(format!(
            "(echo {echoed}& ping -n {pings} 127.0.0.1 >nul& echo quit) | {engine}\n"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::Contents;

    fn contents<'a>(lines: &[&str]) -> Contents<'a> {
        Contents {
            comments: vec!["100 % wrong & more"],
            folder: Some(r"C:\50% done"),
            engine: r"engine.exe --fast",
            lines: Some(lines.iter().map(|line| (*line).to_owned()).collect()),
            check: vec!["passant", "check", "engine.exe --fast"],
            bisect: None,
        }
    }

    #[test]
    fn a_batch_file_has_no_variables_and_ends_lines_as_windows_does() {
        let text = contents(&["uci", "go perft 1"]).batch();
        let expected = [
            "@echo off",
            "rem # 100 %% wrong & more",
            "",
            r#"cd /d "C:\50%% done""#,
            "if errorlevel 1 exit /b",
            "",
            "rem # The engine alone.",
            "(echo uci& echo go perft 1& ping -n 4 127.0.0.1 >nul& echo quit) | engine.exe --fast",
            "",
            "rem # The whole case.",
            r#"call passant check "engine.exe --fast""#,
            "",
        ];
        assert_eq!(text, expected.join("\r\n"));
        let folder = Some(r"C:\Größe");
        let text = Contents {
            folder,
            ..contents(&[])
        }
        .batch();
        assert!(
            text.starts_with("@echo off\r\nchcp 65001 >nul\r\n"),
            "{text}"
        );
    }

    #[test]
    fn a_batch_file_sends_no_line_that_cmd_would_change() {
        let text = contents(&["perft 1 | more"]).batch();
        assert!(
            !text.contains("more |") && !text.contains("echo perft"),
            "{text}"
        );
    }
}
