//! The commands that the README tells its readers to run.

use std::fs;
use std::path::Path;

/// A command of this project in a fenced `sh` block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadmeCommand {
    /// The line of the file, from 1.
    pub line: usize,
    /// `passant` or `cargo xtask`.
    pub program: String,
    /// What follows it.
    pub arguments: Vec<String>,
}

/// The commands of this project in the README of this workspace.
///
/// # Panics
///
/// If the file cannot be read, or if the quotes of a command do not match.
#[must_use]
pub fn commands() -> Vec<ReadmeCommand> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    commands_in(&text)
}

/// The commands of this project in the fenced `sh` blocks of a text; comments are left out.
///
/// # Panics
///
/// If the quotes of a command do not match.
#[must_use]
pub fn commands_in(text: &str) -> Vec<ReadmeCommand> {
    let mut commands = Vec::new();
    let mut is_shell = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            is_shell = line == "```sh";
        } else if is_shell {
            commands.extend(command(index + 1, line));
        }
    }
    commands
}

fn command(line: usize, text: &str) -> Option<ReadmeCommand> {
    let text = text.split(" #").next().unwrap_or_default();
    let words =
        shell_words::split(text).unwrap_or_else(|error| panic!("README.md:{line}: {error}"));
    let (program, arguments) = match words.as_slice() {
        [cargo, xtask, arguments @ ..] if cargo == "cargo" && xtask == "xtask" => {
            ("cargo xtask", arguments)
        }
        [passant, arguments @ ..] if passant == "passant" => ("passant", arguments),
        _ => return None,
    };
    Some(ReadmeCommand {
        line,
        program: program.to_owned(),
        arguments: arguments.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::commands_in;

    #[test]
    fn finds_commands_in_sh_blocks_only() {
        let text = "passant no\n```sh\ncargo xtask perft 'a b'   # a comment\n\ngit status\n```\n```toml\npassant = 1\n```\n";
        let commands = commands_in(text);
        assert_eq!(commands.len(), 1, "{commands:?}");
        assert_eq!(
            (commands[0].line, &commands[0].program[..]),
            (3, "cargo xtask")
        );
        assert_eq!(commands[0].arguments, ["perft", "a b"]);
    }
}
