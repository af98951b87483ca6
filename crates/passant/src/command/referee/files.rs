//! The files for a match runner: the openings, and the program of both engines.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use passant_query::{Syntax, escape};
use passant_referee::openings;
use passant_suite::RefereeCase;

use crate::{CliError, report};

/// The files for a match runner, by absolute paths.
pub(super) struct Files {
    pub(super) engine: PathBuf,
    pub(super) epd: PathBuf,
    pub(super) book: PathBuf,
    /// The runner writes it.
    pub(super) pgn: PathBuf,
}

impl Files {
    /// Writes the files into a folder, and removes the games of an earlier run.
    pub(super) fn write(folder: &Path, cases: &[&RefereeCase]) -> Result<Self, CliError> {
        fs::create_dir_all(folder).map_err(CliError::writing(folder))?;
        let folder = std::path::absolute(folder)?;
        let engine = if cfg!(windows) {
            "engine.cmd"
        } else {
            "engine"
        };
        let files = Self {
            engine: folder.join(engine),
            epd: folder.join("openings.epd"),
            book: folder.join("openings.pgn"),
            pgn: folder.join("games.pgn"),
        };
        report::write_file(&files.epd, openings::epd(cases).as_bytes())?;
        report::write_file(&files.book, openings::pgn(cases).as_bytes())?;
        report::write_program(&files.engine, engine_script()?.as_bytes())?;
        match fs::remove_file(&files.pgn) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(CliError::Writing(files.pgn, error))
            }
            _ => Ok(files),
        }
    }

    /// Returns what a user does with the files.
    pub(super) fn next_steps(&self, games: usize, is_chess960: bool) -> String {
        let option = if is_chess960 { " --chess960" } else { "" };
        format!(
            "engine    {}, for both sides: UCI or xboard\n\
             openings  {}\n\
             \u{20}         {}\n\
             Play the {games} openings once each, in order, with a minute or more for each side and without\n\
             adjudication, and save the games. Then:\n\
             passant referee{option} --judge games.pgn\n",
            self.engine.display(),
            self.epd.display(),
            self.book.display(),
        )
    }
}

/// Returns the program that starts this one as an engine.
fn engine_script() -> io::Result<String> {
    let program = env::current_exe()?;
    let program = program.to_string_lossy();
    Ok(if cfg!(windows) {
        format!("@{} referee --play\r\n", escape(&program, Syntax::Batch))
    } else {
        format!(
            "#!/bin/sh\nexec {} referee --play\n",
            escape(&program, Syntax::Shell)
        )
    })
}
