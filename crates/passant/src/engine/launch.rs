//! How to start an engine.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// A path, or a name that is looked for in `PATH`.
    pub program: OsString,
    /// What it is given.
    pub arguments: Vec<OsString>,
    /// Where it runs; where this process does if there is none.
    pub folder: Option<PathBuf>,
}

impl Launch {
    /// A program with arguments, run where this process runs.
    pub fn new<A: Into<OsString>>(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            folder: None,
        }
    }

    /// Reads a line as a shell would: words between blanks, quotes around words that have some.
    ///
    /// The error says what is wrong with the line.
    pub fn parse(line: &str) -> Result<Self, String> {
        let mut words = shell_words::split(line)
            .map_err(|error| format!("{error} in {line:?}"))?
            .into_iter();
        let program = words.next().ok_or("the command is empty")?;
        Ok(Self::new(program, words))
    }

    /// The command, with pipes for input and output.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

impl fmt::Display for Launch {
    /// The command as one types it into a shell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        f.write_str(&shell_words::join(words.map(|word| word.to_string_lossy())))
    }
}

#[cfg(test)]
mod tests {
    use super::Launch;

    #[test]
    fn quotes_hold_words_together() {
        let launch = Launch::parse("python3 'my engine.py' --fast").unwrap();
        assert_eq!(launch, Launch::new("python3", ["my engine.py", "--fast"]));
        assert_eq!(launch.to_string(), "python3 'my engine.py' --fast");
        assert!(Launch::parse("a 'b").is_err() && Launch::parse(" ").is_err());
    }
}
