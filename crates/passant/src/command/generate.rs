//! `passant generate`: completions, man pages, a file of engines, and the schema of reports.

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::{Command, CommandFactory};

use crate::arguments::{Arguments, GenerateArguments, Generated};
use crate::descriptors::EXAMPLE;
use crate::{Failure, exit_code, report};

/// The schema of the reports of `passant check --json`.
const SCHEMA: &str = include_str!("../../schema/check-1.json");

/// Prints or writes what is asked for.
pub fn run(arguments: &GenerateArguments) -> Result<ExitCode, Failure> {
    let mut command = Arguments::command();
    match &arguments.what {
        Generated::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut command, "passant", &mut text);
            report::print(&String::from_utf8_lossy(&text))?;
        }
        Generated::Man { folder: None } => {
            report::print(&String::from_utf8_lossy(&page(command, "passant")?))?;
        }
        Generated::Man {
            folder: Some(folder),
        } => pages(command, folder)?,
        Generated::Descriptors => report::print(EXAMPLE)?,
        Generated::Schema => report::print(SCHEMA)?,
    }
    Ok(exit_code::OK)
}

/// The page of the program, and one for each of its commands.
fn pages(command: Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for verb in command.get_subcommands() {
        let name = format!("passant-{}", verb.get_name());
        fs::write(folder.join(format!("{name}.1")), page(verb.clone(), &name)?)?;
    }
    fs::write(folder.join("passant.1"), page(command, "passant")?)
}

fn page(command: Command, name: &str) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let command = command
        .name(name.to_owned())
        .version(env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(text)
}
