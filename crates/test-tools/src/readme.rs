//! The pages that tell their readers to run commands.

use std::fs::{self, DirEntry};
use std::path::Path;

/// The pages at the top. The change log may name what is gone.
const TOP: [&str; 4] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
];

/// The folders with pages, at any depth but below [`DATA`].
const FOLDERS: [&str; 3] = ["crates", "suites", "xtask"];

/// A folder with data of tests.
const DATA: &str = "tests";

/// The words that end a command in a shell.
const ENDS: [&str; 8] = [">", ">>", "<", "|", "&&", ";", "2>&1", "||"];

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The path below the root of the workspace, with `/`.
    pub path: String,
    /// The text of the page.
    pub text: String,
}

/// A command of this project in a fenced `sh` or `console` block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadmeCommand {
    /// The path of the page.
    pub page: String,
    /// The line of the page, from 1.
    pub line: usize,
    /// `passant` or `cargo xtask`.
    pub program: String,
    /// The arguments after the program.
    pub arguments: Vec<String>,
}

/// Returns all pages, the README first, the others by name.
///
/// # Panics
///
/// If a file cannot be read.
#[must_use]
pub fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = TOP.map(str::to_owned).to_vec();
    for folder in FOLDERS {
        add_pages(&root, folder, &mut paths);
    }
    let page = |path: String| Page {
        text: read(&root.join(&path), |path| fs::read_to_string(path)),
        path,
    };
    paths.into_iter().map(page).collect()
}

/// Adds the paths of the pages in a folder and below it.
fn add_pages(root: &Path, folder: &str, paths: &mut Vec<String>) {
    let entries = read(&root.join(folder), |path| fs::read_dir(path));
    let mut entries: Vec<_> = entries
        .map(|entry| entry.expect("a folder lists its files"))
        .collect();
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        // A link leads to a folder that has been visited.
        let is_folder = entry.file_type().is_ok_and(|it| it.is_dir());
        if is_folder && name != DATA {
            add_pages(root, &path, paths);
        } else if Path::new(&name).extension().is_some_and(|it| it == "md") {
            paths.push(path);
        }
    }
}

fn read<T>(path: &Path, how: impl FnOnce(&Path) -> std::io::Result<T>) -> T {
    how(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The commands of this project in all pages.
///
/// # Panics
///
/// If a file cannot be read, or if the quotes of a command do not match.
#[must_use]
pub fn commands() -> Vec<ReadmeCommand> {
    pages().iter().flat_map(commands_in).collect()
}

/// The commands of this project in the fenced `sh` blocks of a page, in the lines of `console` blocks that begin with `$`,
/// and in code within sentences; comments, pipes and redirections are left out.
///
/// # Panics
///
/// If the quotes of a command do not match.
#[must_use]
pub fn commands_in(page: &Page) -> Vec<ReadmeCommand> {
    let mut commands = Vec::new();
    let mut block: Option<&str> = None;
    for (index, line) in page.text.lines().enumerate() {
        let texts: Vec<&str> = match block {
            _ if line.starts_with("```") => Vec::new(),
            None => code_spans(line).filter(|code| is_command(code)).collect(),
            Some("sh") => vec![line],
            Some("console") => line.strip_prefix("$ ").into_iter().collect(),
            Some(_) => Vec::new(),
        };
        if let Some(language) = line.strip_prefix("```") {
            block = block.is_none().then_some(language);
        }
        let found = texts
            .into_iter()
            .map(|text| command(&page.path, index + 1, text));
        commands.extend(found.flatten());
    }
    commands
}

/// Returns the texts between backquotes in a line.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Tells whether code within a sentence is a whole command, and not the name of a program, of a protocol or of a crate.
fn is_command(code: &str) -> bool {
    let verb = code
        .strip_prefix("passant ")
        .or(code.strip_prefix("cargo xtask "));
    verb.is_some_and(|verb| verb.starts_with(|first: char| first.is_ascii_lowercase()))
}

fn command(page: &str, line: usize, text: &str) -> Option<ReadmeCommand> {
    let (code, _) = text.split_once(" #").unwrap_or((text, ""));
    let words: Vec<_> = shell_words::split(code)
        .unwrap_or_else(|error| panic!("{page}:{line}: {error}"))
        .into_iter()
        .take_while(|it| !ENDS.contains(&&**it))
        .collect();
    let (program, arguments) = match words.as_slice() {
        [cargo, xtask, arguments @ ..] if cargo == "cargo" && xtask == "xtask" => {
            ("cargo xtask", arguments)
        }
        [passant, arguments @ ..] if passant == "passant" => ("passant", arguments),
        _ => return None,
    };
    Some(ReadmeCommand {
        page: page.to_owned(),
        line,
        program: program.to_owned(),
        arguments: arguments.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Page, commands_in};

    #[test]
    fn finds_commands_in_blocks_of_a_shell_only() {
        let text = "passant no, `passant uci`, `passant 1`\n```sh\ncargo xtask perft 'a b'   # a comment\n\ngit status\n```\n```toml\npassant = 1\n```\n\
                    ```console\n$ passant suite > 'a b'\npassant no\n```\n";
        let page = Page {
            path: "page.md".to_owned(),
            text: text.to_owned(),
        };
        let commands = commands_in(&page);
        let found = commands
            .iter()
            .map(|it| (it.line, &it.program[..], &it.arguments[..]));
        let found: Vec<_> = found.collect();
        let perft = ["perft".to_owned(), "a b".to_owned()];
        let [uci, suite] = ["uci", "suite"].map(|word| [word.to_owned()]);
        assert_eq!(
            found,
            [
                (1, "passant", &uci[..]),
                (3, "cargo xtask", &perft[..]),
                (11, "passant", &suite[..])
            ]
        );
    }
}
