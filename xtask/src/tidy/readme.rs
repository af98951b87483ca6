//! Every command in the README is one that exists, with options that exist.

use std::path::Path;

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};

use super::Finding;

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let path = Path::new("README.md");
    let text = std::fs::read_to_string(root.join(path)).context("cannot read README.md")?;
    let findings = commands(&text)
        .filter_map(|(line, command)| refusal(&command).map(|text| Finding::new(path, line, text)))
        .collect();
    Ok(findings)
}

/// The command lines of the fenced `sh` blocks, with their line numbers, comments taken off.
fn commands(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut in_block = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if line.starts_with("```") {
            in_block = line == "```sh";
            return None;
        }
        let command = line.split(" #").next().unwrap_or_default().trim();
        (in_block && !command.is_empty()).then(|| (index + 1, command.to_owned()))
    })
}

/// Why a command of this project would refuse these words; `None` if it takes them, or is not of this project.
fn refusal(line: &str) -> Option<String> {
    let words = match shell_words::split(line) {
        Ok(words) => words,
        Err(error) => return Some(format!("{line}: {error}")),
    };
    let (command, arguments) = match words.as_slice() {
        [cargo, xtask, rest @ ..] if cargo == "cargo" && xtask == "xtask" => {
            (crate::Arguments::command(), rest)
        }
        [cargo, run, p, package, dashes, rest @ ..]
            if [cargo, run, p, package, dashes].map(String::as_str)
                == ["cargo", "run", "-p", "passant", "--"] =>
        {
            (passant::Arguments::command(), rest)
        }
        [passant, rest @ ..] if passant == "passant" => (passant::Arguments::command(), rest),
        _ => return None,
    };
    refused_by(command, arguments)
}

fn refused_by(command: Command, arguments: &[String]) -> Option<String> {
    let name = command.get_name().to_owned();
    let words = std::iter::once(name).chain(arguments.iter().cloned());
    let error = command.try_get_matches_from(words).err()?;
    let first = error
        .to_string()
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned();
    Some(format!("{}: {first}", arguments.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::{commands, refusal};

    #[test]
    fn commands_stand_in_sh_blocks() {
        let text =
            "cargo no\n```sh\ncargo xtask perft   # a comment\n\n```\n```toml\nno = 1\n```\n";
        let found: Vec<_> = commands(text).collect();
        assert_eq!(found, [(3, "cargo xtask perft".to_owned())]);
    }

    #[test]
    fn a_command_that_does_not_exist_is_refused() {
        assert!(refusal("cargo xtask perft --max-nodes 1000").is_none());
        assert!(refusal("cargo xtask perfect").is_some());
        assert!(refusal("cargo xtask perft --no-such-option").is_some());
        assert!(refusal("git status").is_none());
    }
}
