//! Expected findings: a file of what is known to be wrong with games in PGN, each with a reason.
//!
//! ```toml
//! [[expected]]
//! kind   = "mark"
//! file   = "games.pgn"
//! game   = 3
//! reason = "written by a scanner"
//! ```
//!
//! Without `game`, an entry stands for all games of the file, and without `file` for all files.

use std::path::Path;

use crate::Diagnostics;
use crate::source;
use crate::table::{self, Table};

/// A list of expected findings.
///
/// ```
/// use passant_suite::expected_findings::ExpectedFindings;
///
/// let text = "[[expected]]\nkind = \"mark\"\nreason = \"known\"\n";
/// let list = ExpectedFindings::parse("expected.toml", text, &["mark"])?;
/// assert_eq!(list.find("mark", "games.pgn", 3), Some(0));
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ExpectedFindings(Vec<ExpectedFinding>);

/// An entry of a list of expected findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedFinding {
    /// The word for the kind of findings.
    pub kind: String,
    /// The file: its name, or the end of its path; `None` for all files.
    pub file: Option<String>,
    /// The number of the game in its file, from 1; `None` for all games.
    pub game: Option<u64>,
    /// The reason why it is expected, or a link.
    pub reason: String,
}

impl ExpectedFindings {
    /// Reads a file. Every entry must have one of these kinds.
    pub fn load(path: impl AsRef<Path>, kinds: &[&str]) -> Result<Self, Diagnostics> {
        let (shown, text) = source::load(path.as_ref())?;
        Self::parse(&shown, &text, kinds)
    }

    /// Reads a text; `file` is its name in diagnostics. Every entry must have one of these kinds.
    pub fn parse(file: &str, text: &str, kinds: &[&str]) -> Result<Self, Diagnostics> {
        table::read(file, text, |table| {
            let entries = table.optional_tables("expected", |table| read_entry(table, kinds));
            entries.map(Self)
        })
    }

    /// The entries, in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[ExpectedFinding] {
        &self.0
    }

    /// Returns the number of the first entry about a finding, from 0.
    #[must_use]
    pub fn find(&self, kind: &str, file: &str, game: u64) -> Option<usize> {
        self.0.iter().position(|entry| {
            entry.kind == kind
                && entry.game.is_none_or(|it| it == game)
                && entry
                    .file
                    .as_ref()
                    .is_none_or(|it| Path::new(file).ends_with(it))
        })
    }
}

fn read_entry(table: &mut Table<'_>, kinds: &[&str]) -> Option<ExpectedFinding> {
    let words: Vec<_> = kinds.iter().map(|kind| (*kind, *kind)).collect();
    let kind = table.choice("kind", &words, None);
    let file = table.optional_text("file").map(|it| it.value.to_owned());
    let game = table.optional_number("game");
    let reason = table.text("reason");
    Some(ExpectedFinding {
        kind: kind?.to_owned(),
        file,
        game,
        reason: reason?.value.to_owned(),
    })
}
