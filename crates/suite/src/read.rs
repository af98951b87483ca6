//! Reads the files of a folder of suites.
//!
//! A file is a list of `[[case]]`. Each case is read key by key, and what the keys say is compared ([`check`]).

mod check;
mod keys;
mod state_keys;

pub(crate) use keys::{read_case, read_fen_case, read_play_case, read_search_case};
pub(crate) use state_keys::read_state_case;

use passant_query::{Line, Step};
use passant_rules::{Position, Setup, UciMove};

use crate::folder::SuiteFile;
use crate::source::{Source, Text};
use crate::table::{self, Table, UniqueNames};
use crate::{Diagnostic, Diagnostics, Suite};

/// Reads a file with a function for each case, which is told the address of the case if that has a name.
pub(crate) fn suite<T>(
    file: &SuiteFile,
    read: impl Fn(&SuiteFile, Option<String>, &mut Table<'_>) -> Option<T>,
) -> Result<Suite<T>, Diagnostics> {
    let mut names = UniqueNames::default();
    let cases = table::read(&file.shown, &file.text, |table| {
        table.tables_with_header("case", |table| {
            let name = table.kebab("name");
            if let Some(name) = &name {
                table.check(|source| names.insert(source, name));
            }
            let address = name.map(|name| format!("{}/{}", file.suite, name.value));
            read(file, address, table)
        })
    });
    Ok(Suite {
        name: file.suite.clone(),
        cases: cases?,
    })
}

/// The keys `fen`, absent for the initial position, and `moves`, absent for none.
pub(super) fn line(table: &mut Table<'_>) -> Option<Line> {
    let line = if table.has("fen") {
        Line::new(fen(table)?)
    } else {
        Line::at(&Position::initial())
    };
    let start = line.position()?;
    let steps = match table.optional_text("moves") {
        Some(text) => table.check(|source| play(source, start, &text))?,
        None => Vec::new(),
    };
    Some(Line { steps, ..line })
}

/// The key `fen`: six fields in the standard form, of a position to which a game can lead.
pub(super) fn fen(table: &mut Table<'_>) -> Option<Setup> {
    let text = table.text("fen")?;
    table.check(|source| {
        let setup = check::setup(source, &text)?;
        let _ = check::reachable(source, &text, &setup)?;
        Ok::<_, Diagnostics>(setup)
    })
}

/// Plays moves in UCI notation, `0000` for a null move.
fn play(
    source: &Source<'_>,
    mut position: Position,
    text: &Text<'_>,
) -> Result<Vec<Step>, Diagnostic> {
    let mut steps = Vec::new();
    for word in text.words() {
        let mv = if word.value == UciMove::NULL.text() {
            let before = position.clone();
            let _ = position.make_null().ok_or_else(|| {
                let message = format!("0000 in {before}: a null move is impossible here");
                let error = source.error(word.span.clone(), message);
                error.with_hint("the side to move is in check")
            })?;
            UciMove::NULL
        } else {
            let mv = check::legal(source, &word, &position)?;
            let uci = position.uci_move(mv);
            let _ = position.make(mv);
            uci
        };
        steps.push(Step::Move(mv));
    }
    Ok(steps)
}
