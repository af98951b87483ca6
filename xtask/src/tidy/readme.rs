//! Every `cargo xtask` command in the README and the other pages exists, with its options.
//!
//! The programs to which tasks are forwarded have tests of their own for the rest.

use std::path::Path;

use clap::CommandFactory;
use passant_test_tools::readme::{self, ReadmeCommand};

use super::finding::Finding;
use crate::arguments::Arguments;

pub(super) fn check() -> Vec<Finding> {
    readme::commands().iter().filter_map(refusal).collect()
}

/// Why `cargo xtask` refuses a command; `None` if it is accepted or is a command of another program.
fn refusal(command: &ReadmeCommand) -> Option<Finding> {
    if command.program != "cargo xtask" {
        return None;
    }
    let words = std::iter::once(&command.program).chain(&command.arguments);
    let error = Arguments::command().try_get_matches_from(words).err()?;
    let error = error.to_string();
    let first = error.lines().next().unwrap_or_default();
    let text = format!("{}: {first}", command.arguments.join(" "));
    Some(Finding::new(Path::new(&command.page), command.line, text))
}

#[cfg(test)]
mod tests {
    use passant_test_tools::readme::{Page, commands_in};

    use super::refusal;

    #[test]
    fn refuses_commands_and_options_that_do_not_exist() {
        let is_refused = |command: &str| {
            let page = Page {
                path: "README.md".to_owned(),
                text: format!("```sh\n{command}\n```\n"),
            };
            let commands = commands_in(&page);
            commands.iter().any(|command| refusal(command).is_some())
        };
        assert!(!is_refused("cargo xtask perft --max-nodes 1000"));
        assert!(!is_refused("git status"));
        assert!(is_refused("cargo xtask perfect"));
        assert!(is_refused("cargo xtask tidy --no-such-option"));
    }
}
