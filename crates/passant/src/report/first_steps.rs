//! The first steps that `passant` prints without a command.

use std::env;
use std::path::{Path, PathBuf};

use super::warn;
use crate::ExitCode;

/// The commands to try first.
const TEXT: &str = r#"passant tests chess engines and chess libraries on en passant. What to do first:

  passant check ./my-engine           test an engine: UCI, xboard and more, detected automatically
  passant generate adapter python     print an adapter that connects a library without an engine
  passant check "python3 adapter.py"  test that library
  passant explain "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1"   may the pawn capture, and why not?

Usage: passant <COMMAND>; all commands: passant --help; one of them: passant help check
"#;

/// The places of the pages, for a program that does not find them.
const PLACES: &str =
    "docs/README.md, in the archive of a release, in share/doc/passant of the wheel,
               in passant-cli of npm, or in crates/passant of the source";

/// The folder with the pages, from the folder of the program: the number of folders up, and the way from there. In an
/// archive, in an installation by pip, and in one by npm.
const FOLDERS: [(usize, &str); 3] = [
    (0, "docs"),
    (1, "share/doc/passant/docs"),
    (2, "passant-cli/docs"),
];

/// Prints what to do first, to standard error: a script that calls `passant` without a command has a mistake. Returns
/// the exit code for bad input.
#[must_use]
pub fn first_steps() -> ExitCode {
    let pages = match find_pages() {
        Some(path) => path.display().to_string(),
        None => PLACES.to_owned(),
    };
    warn(&format!("{TEXT}Pages to read: {pages}\n"));
    ExitCode::BadInput
}

/// Returns the first of the pages that were installed with the program.
fn find_pages() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    // Tools that install for one user link to the program.
    let linked = program.canonicalize().ok()?;
    pages_of(&program).or_else(|| pages_of(&linked))
}

fn pages_of(program: &Path) -> Option<PathBuf> {
    let folders = FOLDERS.iter().filter_map(|(up, way)| {
        let start = program.parent()?.ancestors().nth(*up)?;
        Some(start.join(way))
    });
    // Beside a program that was copied, `docs` is about something else.
    let mut pages = folders.filter(|folder| folder.join("first-check.md").is_file());
    Some(pages.next()?.join("README.md"))
}
