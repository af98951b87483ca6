//! `passant generate`: shell completions, man pages, adapters, an example file of engines, games and a book for testing readers, and
//! the schemas of reports and cases.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use passant_pgn::reader_games;
use passant_report::{case_record, check_report, pgn_report, referee_report};

use passant_suite::READER_GAMES;
use passant_suite::book::{book, book_table};

use crate::descriptors::EXAMPLE;
use crate::language::Language;
use crate::{CliError, ExitCode, report};

/// The end of `passant generate --help`.
const NOTES: &str = "\
Examples:
  passant generate completions bash > ~/.local/share/bash-completion/completions/passant
  passant generate completions zsh > ~/.zfunc/_passant
  passant generate man ~/.local/share/man/man1
  passant generate schema > check-1.json
  passant generate case-schema > case-1.json
  passant generate referee-schema > referee-1.json
  passant generate pgn-schema > pgn-1.json
  passant generate descriptors > engines.toml
  passant generate adapter python > adapter.py
  passant generate pgn > marks.pgn
  passant generate book passant.bin

Exit codes: 0 everything was written, 74 writing failed.";

/// The arguments of `passant generate`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub struct GenerateArguments {
    /// The text to generate.
    #[command(subcommand)]
    pub what: Generated,
}

/// The texts that can be generated.
#[derive(Subcommand)]
pub enum Generated {
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write a man page for each command into a folder; without a folder print the page of passant
    Man {
        /// The folder [default: print to standard output]
        folder: Option<PathBuf>,
    },
    /// Print an adapter, which connects a library without an engine to passant
    Adapter {
        /// The programming language
        language: Language,
    },
    /// Print an example file for --engines, with every key
    Descriptors,
    /// Print games in PGN for testing a reader: each mark for an en passant capture, in each place
    Pgn {
        /// Print the moves that a reader must find, in UCI notation, a line for each game
        #[arg(long)]
        moves: bool,
    },
    /// Write a Polyglot book whose moves show by which rule a reader makes keys
    ///
    /// The book has two moves for each position, under the key of the format and under the key that a common mistake gives. Give it to
    /// an engine, set up the positions of --positions, and compare the moves that it plays.
    Book {
        /// The file, for example passant.bin
        #[arg(required_unless_present = "positions")]
        file: Option<PathBuf>,

        /// Print the positions instead: the FEN, the correct move, the wrong move, and what the wrong move shows, separated by tabs
        #[arg(long, conflicts_with = "file")]
        positions: bool,
    },
    /// Print the JSON schema of `passant check --json`
    Schema,
    /// Print the JSON schema of a case, as `passant suite --format jsonl` prints it
    CaseSchema,
    /// Print the JSON schema of `passant referee --json`
    RefereeSchema,
    /// Print the JSON schema of `passant pgn --json`
    PgnSchema,
}

/// Prints or writes the selected text.
pub fn run(arguments: &GenerateArguments, mut command: Command) -> Result<ExitCode, CliError> {
    match &arguments.what {
        Generated::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut command, "passant", &mut text);
            report::print(&String::from_utf8_lossy(&text))?;
        }
        Generated::Man { folder } => {
            // `build` copies the global options to every subcommand, and completes the names of nested subcommands.
            let mut built = command.disable_help_subcommand(true);
            built.build();
            match folder {
                Some(folder) => {
                    fs::create_dir_all(folder).map_err(CliError::writing(folder))?;
                    pages(&built, folder)?;
                }
                None => report::print(&String::from_utf8_lossy(&text(&man(&built))?))?,
            }
        }
        Generated::Adapter { language } => report::print(language.adapter().text)?,
        Generated::Descriptors => report::print(EXAMPLE)?,
        Generated::Pgn { moves: false } => report::print(READER_GAMES)?,
        Generated::Pgn { moves: true } => report::print(&reader_moves())?,
        Generated::Book { file, .. } => match file {
            Some(file) => report::write_file(file, &book())?,
            None => report::print(&book_table())?,
        },
        Generated::Schema => report::print(check_report::SCHEMA)?,
        Generated::RefereeSchema => report::print(referee_report::SCHEMA)?,
        Generated::PgnSchema => report::print(pgn_report::SCHEMA)?,
        Generated::CaseSchema => report::print(case_record::SCHEMA)?,
    }
    Ok(ExitCode::Ok)
}

/// The moves that a reader must find, a line for each game.
fn reader_moves() -> String {
    let games = reader_games().into_iter();
    let lines = games.map(|game| {
        let moves: Vec<_> = game.moves.iter().map(ToString::to_string).collect();
        moves.join(" ") + "\n"
    });
    lines.collect()
}

/// Writes the page of a command, and the pages of its subcommands.
fn pages(command: &Command, folder: &Path) -> Result<(), CliError> {
    for verb in command.get_subcommands() {
        pages(verb, folder)?;
    }
    let man = man(command);
    let path = folder.join(man.get_filename());
    report::write_file(&path, &text(&man)?)
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
