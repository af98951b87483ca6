//! All suites of a folder.

use std::path::Path;

use crate::folder::{self, Kind, SuiteFile};
use crate::{
    Case, Diagnostics, FenCase, PlayCase, RefereeCase, SearchCase, StateCase, Suite, read,
};

/// All suites of a folder. Every case has been checked.
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
///     "there is no perft/standard/kiwipeet; did you mean perft/standard/kiwipete?",
/// );
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suites {
    counted: Vec<Suite>,
    printed: Vec<Suite<FenCase>>,
    asked: Vec<Suite<StateCase>>,
    played: Vec<Suite<PlayCase>>,
    searched: Vec<Suite<SearchCase>>,
    refereed: Vec<Suite<RefereeCase>>,
}

impl Suites {
    /// The version of the suites that are built into this library, which is its own.
    pub const BUILTIN_VERSION: &str = env!("CARGO_PKG_VERSION");

    /// The SHA-256 of the suites that are built into this library, in hexadecimal: that of the lines which `sha256sum`
    /// prints for the TOML files of the folder, ordered by path.
    pub const BUILTIN_SHA256: &str = include_str!(concat!(env!("OUT_DIR"), "/sha256.txt"));

    /// The suites that are built into this library.
    ///
    /// They are read like those of any other folder; tests make sure that they have no errors.
    pub fn builtin() -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let files = folder::builtin(&mut diagnostics);
        Self::read(&files, diagnostics)
    }

    /// Reads the suites of a folder: `perft/*.toml`, `en-passant/*.toml`, `fen/after-push.toml`, `fen/fields.toml`,
    /// `play/*.toml`, `search/*.toml`, `referee/*.toml`, and below `state/` a folder for each kind of [`StateQuestion`](crate::StateQuestion). Other files are ignored,
    /// except that a TOML file anywhere else in the folder is an error.
    ///
    /// The error holds everything that is wrong with any file, not only the first.
    pub fn load(folder: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let files = folder::files(folder.as_ref(), &mut diagnostics);
        Self::read(&files, diagnostics)
    }

    /// Reads the texts of files, each with its path within a folder of suites, such as `perft/standard.toml`.
    ///
    /// The error holds everything that is wrong with any file, not only the first.
    pub fn parse<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let files = folder::texts(files, &mut diagnostics);
        Self::read(&files, diagnostics)
    }

    /// The suites of positions with counts, by name.
    #[must_use]
    pub fn suites(&self) -> &[Suite] {
        &self.counted
    }

    /// The suites about the en passant square of a FEN, by name.
    #[must_use]
    pub fn fen_suites(&self) -> &[Suite<FenCase>] {
        &self.printed
    }

    /// The suites about the state of a game, by name.
    #[must_use]
    pub fn state_suites(&self) -> &[Suite<StateCase>] {
        &self.asked
    }

    /// The suites about the move that is played, by name.
    #[must_use]
    pub fn play_suites(&self) -> &[Suite<PlayCase>] {
        &self.played
    }

    /// The suites about what a search finds, by name.
    #[must_use]
    pub fn search_suites(&self) -> &[Suite<SearchCase>] {
        &self.searched
    }

    /// The suites of games for match runners, by name.
    #[must_use]
    pub fn referee_suites(&self) -> &[Suite<RefereeCase>] {
        &self.refereed
    }

    /// Returns all cases with counts.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.counted.iter().flat_map(|suite| &suite.cases)
    }

    /// Returns all cases about the en passant square of a FEN.
    pub fn fen_cases(&self) -> impl Iterator<Item = &FenCase> {
        self.printed.iter().flat_map(|suite| &suite.cases)
    }

    /// Returns all cases about the state of a game.
    pub fn state_cases(&self) -> impl Iterator<Item = &StateCase> {
        self.asked.iter().flat_map(|suite| &suite.cases)
    }

    /// Returns all cases about the move that is played.
    pub fn play_cases(&self) -> impl Iterator<Item = &PlayCase> {
        self.played.iter().flat_map(|suite| &suite.cases)
    }

    /// Returns all cases about what a search finds.
    pub fn search_cases(&self) -> impl Iterator<Item = &SearchCase> {
        self.searched.iter().flat_map(|suite| &suite.cases)
    }

    /// Returns all games for match runners. They are no questions to an engine, so that no selector picks them.
    pub fn referee_cases(&self) -> impl Iterator<Item = &RefereeCase> {
        self.refereed.iter().flat_map(|suite| &suite.cases)
    }

    /// Returns, for each case below `en-passant/` that a game can lead to, the case that every line of a search is
    /// legal.
    pub fn line_cases(&self) -> impl Iterator<Item = SearchCase> {
        self.counted
            .iter()
            .filter(|suite| suite.name.starts_with("en-passant/"))
            .flat_map(|suite| suite.cases.iter().filter_map(SearchCase::of_lines))
    }

    fn read(files: &[SuiteFile], mut diagnostics: Diagnostics) -> Result<Self, Diagnostics> {
        let mut counted = Vec::new();
        let mut printed = Vec::new();
        let mut asked = Vec::new();
        let mut played = Vec::new();
        let mut searched = Vec::new();
        let mut refereed = Vec::new();
        for file in files {
            match file.kind {
                Kind::Perft | Kind::EnPassant => {
                    counted.extend(diagnostics.keep(read::suite(file, read::read_case)));
                }
                Kind::AfterPush | Kind::Fields => {
                    printed.extend(diagnostics.keep(read::suite(file, read::read_fen_case)));
                }
                Kind::State(kind) => {
                    let suite = read::suite(file, |_, address, table| {
                        read::read_state_case(kind, address, table)
                    });
                    asked.extend(diagnostics.keep(suite));
                }
                Kind::Play => {
                    played.extend(diagnostics.keep(read::suite(file, read::read_play_case)));
                }
                Kind::Search => {
                    searched.extend(diagnostics.keep(read::suite(file, read::read_search_case)));
                }
                Kind::Referee => {
                    refereed.extend(diagnostics.keep(read::suite(file, read::read_referee_case)));
                }
            }
        }
        diagnostics.into_result(Self {
            counted,
            printed,
            asked,
            played,
            searched,
            refereed,
        })
    }
}
