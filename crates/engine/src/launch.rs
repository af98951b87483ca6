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
    /// On Windows only double quotes are quotes, and backslashes are the letters that they are in its paths.
    ///
    /// The error says what is wrong with the line.
    pub fn parse(line: &str) -> Result<Self, String> {
        let words = if cfg!(windows) {
            plain_words(line)
        } else {
            shell_words::split(line).map_err(|error| error.to_string())
        };
        let mut words = words
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
        let words = words.map(|word| word.to_string_lossy());
        if cfg!(windows) {
            let quoted = words.map(|word| match word {
                word if word.is_empty() || word.contains(char::is_whitespace) => {
                    format!("\"{word}\"").into()
                }
                word => word,
            });
            f.write_str(&quoted.collect::<Vec<_>>().join(" "))
        } else {
            f.write_str(&shell_words::join(words))
        }
    }
}

/// Words between blanks, with double quotes around those that have some.
fn plain_words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            blank if blank.is_whitespace() && !is_quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if is_quoted {
        Err("missing closing quote".to_owned())
    } else {
        Ok(words)
    }
}

#[cfg(test)]
mod tests {
    use super::{Launch, plain_words};

    #[test]
    fn backslashes_of_windows_are_letters() {
        let words = plain_words(r#"C:\engines\sf.exe --uci  "C:\my books\b.bin" """#).unwrap();
        let expected = [r"C:\engines\sf.exe", "--uci", r"C:\my books\b.bin", ""];
        assert_eq!(words, expected);
        assert!(plain_words("a \"b").is_err() && plain_words(" ").unwrap().is_empty());
    }

    #[test]
    fn quotes_hold_words_together() {
        let launch = Launch::parse("python3 'my engine.py' --fast").unwrap();
        assert_eq!(launch, Launch::new("python3", ["my engine.py", "--fast"]));
        assert_eq!(launch.to_string(), "python3 'my engine.py' --fast");
        assert!(Launch::parse("a 'b").is_err() && Launch::parse(" ").is_err());
    }
}
