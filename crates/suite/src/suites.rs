//! All suites of a folder.

use std::path::Path;

use crate::folder::{self, Kind, SuiteFile};
use crate::{Case, FenCase, Problems, read};

/// The cases of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite<T = Case> {
    /// The address that all cases share: folder and file, like `perft/standard`.
    pub name: String,
    /// The cases in the order of the file; never empty.
    pub cases: Vec<T>,
}

/// All suites of a folder, every case checked.
///
/// ```
/// use passant_suite::Suites;
///
/// let suites = Suites::builtin()?;
/// let selection = suites.select(["en-passant/rejected-rank", "perft/standard/kiwipete"]).unwrap();
/// assert!(selection.cases.iter().any(|case| case.class == "rejected-rank"));
///
/// let error = suites.select(["perft/standard/kiwipeet"]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "there is no perft/standard/kiwipeet; perhaps perft/standard/kiwipete is meant",
/// );
/// # Ok::<(), passant_suite::Problems>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suites {
    suites: Vec<Suite>,
    fen_suites: Vec<Suite<FenCase>>,
}

impl Suites {
    /// The suites that are built into this library.
    ///
    /// They are read like those of any other folder. That nothing is wrong with them is tested before a release.
    pub fn builtin() -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let files = folder::builtin(&mut problems);
        Self::read(&files, problems)
    }

    /// Reads the suites of a folder: `perft/*.toml`, `en-passant/*.toml`, `fen/after-push.toml`, `fen/fields.toml`.
    /// Other files are left alone, but one in TOML has no other place there.
    ///
    /// The error holds everything that is wrong with any file, not just the first.
    pub fn load(folder: impl AsRef<Path>) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let files = folder::files(folder.as_ref(), &mut problems);
        Self::read(&files, problems)
    }

    /// The suites of positions with counts, by name.
    #[must_use]
    pub fn suites(&self) -> &[Suite] {
        &self.suites
    }

    /// The suites about printing the en passant square, by name.
    #[must_use]
    pub fn fen_suites(&self) -> &[Suite<FenCase>] {
        &self.fen_suites
    }

    /// All cases with counts.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.suites.iter().flat_map(|suite| &suite.cases)
    }

    /// All cases about printing the en passant square.
    pub fn fen_cases(&self) -> impl Iterator<Item = &FenCase> {
        self.fen_suites.iter().flat_map(|suite| &suite.cases)
    }

    fn read(files: &[SuiteFile], mut problems: Problems) -> Result<Self, Problems> {
        let mut suites = Vec::new();
        let mut fen_suites = Vec::new();
        for file in files {
            match file.kind {
                Kind::Perft | Kind::EnPassant => suites.extend(problems.keep(read::cases(file))),
                Kind::AfterPush | Kind::Fields => {
                    fen_suites.extend(problems.keep(read::fen_cases(file)));
                }
            }
        }
        problems.or(Self { suites, fen_suites })
    }
}
