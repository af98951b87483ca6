//! `passant generate`: shell completions, man pages, adapters, an example file of engines, and the schemas of reports and cases.

use std::fs;
use std::io;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use passant_report::{case_record, check_report};

use crate::arguments::{Arguments, GenerateArguments, Generated};
use crate::descriptors::EXAMPLE;
use crate::{CliError, ExitCode, report, write_file};

/// Prints or writes the selected text.
pub fn run(arguments: &GenerateArguments) -> Result<ExitCode, CliError> {
    let mut command = Arguments::command();
    match &arguments.what {
        Generated::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut command, "passant", &mut text);
            report::print(&String::from_utf8_lossy(&text))?;
        }
        Generated::Man { folder } => {
            // `build` copies the global options to every subcommand, and completes the names of nested subcommands.
            let mut command = command.disable_help_subcommand(true);
            command.build();
            match folder {
                Some(folder) => {
                    fs::create_dir_all(folder).map_err(CliError::writing(folder))?;
                    pages(&command, folder)?;
                }
                None => report::print(&String::from_utf8_lossy(&text(&man(&command))?))?,
            }
        }
        Generated::Adapter { language } => report::print(language.adapter().text)?,
        Generated::Descriptors => report::print(EXAMPLE)?,
        Generated::Schema => report::print(check_report::SCHEMA)?,
        Generated::CaseSchema => report::print(case_record::SCHEMA)?,
    }
    Ok(ExitCode::Ok)
}

/// Writes the page of a command, and the pages of its subcommands.
fn pages(command: &Command, folder: &Path) -> Result<(), CliError> {
    for verb in command.get_subcommands() {
        pages(verb, folder)?;
    }
    let man = man(command);
    let path = folder.join(man.get_filename());
    write_file(&path, &text(&man)?)
}

fn man(command: &Command) -> Man {
    let source = concat!("passant ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source)
}

fn text(man: &Man) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    man.render(&mut text)?;
    Ok(text)
}
