//! The command that starts an engine, and the file of its program.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::{env, fmt, process};

use passant_query::{Syntax, escape};

/// A program that starts another one with other buffers, on systems with the tools of GNU.
const STDBUF: &str = "stdbuf";

/// A program with its arguments.
///
/// ```
/// use passant_engine::Command;
///
/// let command = Command::parse("python3 'my engine.py' --fast")?;
/// assert_eq!(command, Command::new("python3", ["my engine.py", "--fast"]));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// A path, or a name that is looked up in `PATH`.
    pub program: OsString,
    /// The arguments of the program.
    pub arguments: Vec<OsString>,
    /// The working directory; `None` for that of this process.
    pub folder: Option<PathBuf>,
    /// The output of a program that is not run.
    pub(crate) recorded: Option<Arc<[u8]>>,
}

impl Command {
    /// Returns a program with arguments in the working directory of this process.
    pub fn new<A: Into<OsString>>(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            folder: None,
            recorded: None,
        }
    }

    /// Stands for a program that prints these bytes whenever it is started, whatever it is asked, and ends. No program
    /// is started: conversations can be tested with any output, thousands of times a second.
    pub fn from_recording(output: impl Into<Arc<[u8]>>) -> Self {
        Self {
            recorded: Some(output.into()),
            ..Self::new("recorded", [""; 0])
        }
    }

    /// Returns the same program, which prints each line at once instead of buffering its output. `None` where there
    /// is no `stdbuf`.
    pub(crate) fn line_buffered(&self) -> Option<Self> {
        let stdbuf = find_program(STDBUF).filter(|_| cfg!(unix) && self.recorded.is_none())?;
        let words = ["-oL".into(), self.program.clone()].into_iter();
        Some(Self {
            program: stdbuf.into(),
            arguments: words.chain(self.arguments.iter().cloned()).collect(),
            ..self.clone()
        })
    }

    /// Reads a command line as a shell does: spaces separate words, and quotes keep a word with spaces together.
    ///
    /// On Windows a backslash is an ordinary character, because paths contain it. Single quotes are quotes around a
    /// word alone, so that paths may contain apostrophes.
    ///
    /// The error says what is wrong with the command line.
    pub fn parse(line: &str) -> Result<Self, String> {
        let words = if cfg!(windows) {
            windows_words(line)
        } else {
            shell_words::split(line).map_err(|error| error.to_string())
        };
        let mut words = words
            .map_err(|error| format!("{error} in {line:?}"))?
            .into_iter();
        let program = words.next().ok_or("the command is empty")?;
        Ok(Self::new(program, words))
    }

    /// Returns the program as the system starts it. Windows itself finds only programs with the ending `.exe` without
    /// it.
    fn program_to_start(&self) -> OsString {
        let found = if cfg!(windows) {
            find_program(&self.program)
        } else {
            None
        };
        found.map_or_else(|| self.program.clone(), Into::into)
    }

    /// Returns the command of the standard library, with pipes for input, output and errors.
    pub(crate) fn with_pipes(&self) -> process::Command {
        let mut command = process::Command::new(self.program_to_start());
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

impl fmt::Display for Command {
    /// The command as a user types it into a shell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::once(&self.program)
            .chain(&self.arguments)
            .map(|word| word.to_string_lossy());
        let quoted: Vec<_> = words
            .map(|word| {
                if cfg!(windows) {
                    windows_word(&word)
                } else {
                    escape(&word, Syntax::Shell)
                }
            })
            .collect();
        f.write_str(&quoted.join(" "))
    }
}

/// Returns the words of a command line on Windows: spaces separate them, and double quotes keep a word with spaces
/// together. So do single quotes, which need no escape within the double quotes of `cmd` and `PowerShell`: at the start
/// of a word and after a closing quote. Elsewhere a single quote is an apostrophe.
fn windows_words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut has_closed = false;
    for letter in line.chars() {
        let may_open = letter == '"' || word.is_none() || has_closed;
        has_closed = quote == Some(letter);
        match (letter, quote) {
            _ if has_closed => quote = None,
            ('"' | '\'', None) if may_open => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (space, None) if space.is_whitespace() => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if quote.is_some() {
        Err("missing closing quote".to_owned())
    } else {
        Ok(words)
    }
}

/// Returns a word as [`windows_words`] reads it.
fn windows_word(word: &str) -> String {
    let is_plain = !word.is_empty() && !word.starts_with('\'');
    if is_plain && !word.contains('"') && !word.contains(char::is_whitespace) {
        word.to_owned()
    } else if word.contains('\'') && !word.contains('"') {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', "'\"'\"'"))
    }
}

/// The endings of programs that Windows starts, in the order in which it looks for them.
const ENDINGS: [&str; 4] = ["com", "exe", "bat", "cmd"];

/// Returns the file that a command starts; `None` if there is none. A name without a folder is looked up in `PATH`.
#[must_use]
pub fn find_program(program: impl AsRef<Path>) -> Option<PathBuf> {
    let program = program.as_ref();
    if program.components().count() != 1 {
        return program_file(program);
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find_map(|folder| program_file(&folder.join(program)))
}

/// Returns the file of a program at a path; `None` if there is none. On Windows the path may lack the ending, such as
/// `.exe` or `.cmd`: the endings are tried in the order of `PATHEXT`.
#[must_use]
pub fn program_file(path: &Path) -> Option<PathBuf> {
    if cfg!(windows) {
        with_ending(path, &endings(env::var("PATHEXT").ok().as_deref()))
    } else {
        path.is_file().then(|| path.to_owned())
    }
}

/// Returns the endings that a value of `PATHEXT` lists, without those that only a shell can start.
fn endings(list: Option<&str>) -> Vec<&'static str> {
    let Some(list) = list else {
        return ENDINGS.into();
    };
    let listed = list.split(';').filter_map(|ending| {
        let ending = ending.trim().strip_prefix('.')?;
        let mut known = ENDINGS.into_iter();
        known.find(|known| known.eq_ignore_ascii_case(ending))
    });
    listed.collect()
}

/// Returns the file at a path, with one of the endings unless the path has one. A file without an ending comes last,
/// because it may be a script for another system.
fn with_ending(path: &Path, endings: &[&str]) -> Option<PathBuf> {
    let is_known = |ending: &OsStr| {
        ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    };
    let ended = |ending: &&str| {
        let mut ended = OsString::from(path);
        ended.push(".");
        ended.push(ending);
        PathBuf::from(ended)
    };
    let endings = if path.extension().is_some_and(is_known) {
        &[]
    } else {
        endings
    };
    let mut files = endings.iter().map(ended).chain([path.to_owned()]);
    files.find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Command, endings, windows_word, windows_words, with_ending};

    #[test]
    fn a_backslash_is_an_ordinary_character_on_windows() {
        let words = windows_words(r#"C:\engines\sf.exe --uci  "C:\my books\b.bin" """#).unwrap();
        let expected = [r"C:\engines\sf.exe", "--uci", r"C:\my books\b.bin", ""];
        assert_eq!(words, expected);
        assert!(windows_words("a \"b").is_err() && windows_words(" ").unwrap().is_empty());
    }

    #[test]
    fn single_quotes_are_quotes_around_words_on_windows() {
        let words =
            windows_words(r#"'C:\my engines\sf.exe' D:\O'Brien\x.exe '' 'say ""'"#).unwrap();
        let expected = [
            r"C:\my engines\sf.exe",
            r"D:\O'Brien\x.exe",
            "",
            r#"say """#,
        ];
        assert_eq!(words, expected);
        assert!(windows_words("'a b").is_err());
    }

    #[test]
    fn words_are_read_as_they_are_written_on_windows() {
        for word in [
            r"C:\sf.exe",
            "",
            "a b",
            "it's",
            "'",
            "\"",
            "'\"",
            "a \"b\" 'c",
            "x' y",
            "\"'\"'",
            "a''b",
        ] {
            let written = windows_word(word);
            let line = format!("{written} {written}");
            assert_eq!(windows_words(&line).unwrap(), [word; 2], "{line}");
        }
        assert_eq!(
            windows_word(r"C:\my engines\sf.exe"),
            r"'C:\my engines\sf.exe'"
        );
        assert_eq!(windows_word(r"D:\O'Brien\x.exe"), r"D:\O'Brien\x.exe");
    }

    #[test]
    fn quotes_keep_words_together() {
        let command = Command::parse("python3 'my engine.py' --fast").unwrap();
        assert_eq!(command, Command::new("python3", ["my engine.py", "--fast"]));
        assert_eq!(command.to_string(), "python3 'my engine.py' --fast");
        assert!(Command::parse("a 'b").is_err() && Command::parse(" ").is_err());
    }

    #[test]
    fn a_program_is_found_without_its_ending() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for name in [
            "npm",
            "npm.cmd",
            "sf-16.1.exe",
            "sf-16.1.bat",
            "engine.py",
            "bare",
        ] {
            fs::write(file(name), "").unwrap();
        }
        let endings = ["exe", "cmd", "bat"];
        for (name, found) in [
            // The file without an ending is for other systems.
            ("npm", Some("npm.cmd")),
            ("npm.cmd", Some("npm.cmd")),
            ("sf-16.1", Some("sf-16.1.exe")),
            ("sf-16.1.bat", Some("sf-16.1.bat")),
            ("sf-16", None),
            ("engine", None),
            ("engine.py", Some("engine.py")),
            ("bare", Some("bare")),
            ("bare.exe", None),
        ] {
            let expected = found.map(file);
            assert_eq!(with_ending(&file(name), &endings), expected, "{name}");
        }
    }

    #[test]
    fn the_endings_are_those_of_the_system_that_need_no_shell() {
        assert_eq!(endings(None), ["com", "exe", "bat", "cmd"]);
        let list = ".CMD; .Exe;.VBS;.PY;exe;;.BAT";
        assert_eq!(endings(Some(list)), ["cmd", "exe", "bat"]);
    }
}
