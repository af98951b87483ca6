//! Cases about the move that an engine plays.

use passant_query::{Line, Query};
use passant_rules::{Position, UciMove};

use crate::carry::{Carry, FLIP, MIRROR, twins};

/// A position in which a fault about en passant shows in the move that is played.
///
/// It is for engines that can neither count nor list their moves.
///
/// ```
/// use passant_suite::Suites;
///
/// for case in Suites::builtin()?.play_cases() {
///     let position = case.position().expect("the line is legal");
///     assert!(position.find(case.best).is_ok(), "{}: {}", case.address, case.why);
///     for &wrong in &case.wrong {
///         assert!(position.find(wrong).is_err(), "{}: {}", case.address, case.why);
///     }
/// }
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayCase {
    /// The place of the case: folder, file and name, like `play/bait-rank/mate-e6`. A [twin](PlayCase::twins) has
    /// `~flipped`, `~mirrored` or both at the end.
    pub address: String,
    /// Leads to the position to move in. Every move is legal.
    pub line: Line,
    /// The move that a correct engine plays: the only legal one, or clearly the best.
    pub best: UciMove,
    /// Illegal moves that an engine with one of the faults plays instead. Empty if such an engine plays a worse legal
    /// move, or believes that it has none.
    pub wrong: Vec<UciMove>,
    /// The names of the faults with which the oracle does not play [`best`](PlayCase::best), as `passant faults` lists
    /// them. A fault that concerns one color or one side of the board may not show in a twin.
    pub faults: Vec<String>,
    /// The depth in plies of the search that shows it.
    pub depth: u32,
    /// The class that it belongs to, like `bait-rank`.
    pub class: String,
    /// The reason why the case exists, in a sentence or two.
    pub why: String,
    /// The source of the case.
    pub source: String,
    /// The programs that confirmed the legal moves and the best one, each with its version.
    pub confirmed: Vec<String>,
}

impl PlayCase {
    /// The depths that are possible.
    pub(crate) const DEPTHS: std::ops::RangeInclusive<u32> = 1..=3;

    /// Returns the question that an engine is asked at the end of the line.
    #[must_use]
    pub fn query(&self) -> Query {
        Query::BestMove(self.depth)
    }

    /// The position to move in.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.line.position()
    }

    /// The twin with the colors swapped and the board upside down. Its address ends with `~flipped`.
    #[must_use]
    pub fn flip(&self) -> Self {
        self.twin("flipped", &FLIP)
    }

    /// The twin with the files from h to a. Its address ends with `~mirrored`.
    ///
    /// `None` while either side may castle, because the two sides of castling differ.
    #[must_use]
    pub fn mirror(&self) -> Option<Self> {
        let is_symmetric = self.line.setup.castling.is_empty();
        is_symmetric.then(|| self.twin("mirrored", &MIRROR))
    }

    /// The twin with the colors swapped and, unless either side may castle, also the files from h to a.
    #[must_use]
    pub fn turn(&self) -> Self {
        let flipped = self.flip();
        flipped.mirror().unwrap_or(flipped)
    }

    /// Returns all twins: flipped, mirrored, and both, as far as they exist.
    pub fn twins(&self) -> impl Iterator<Item = Self> {
        twins(self, |it| Some(it.flip()), Self::mirror)
    }

    fn twin(&self, name: &str, to: &Carry) -> Self {
        Self {
            address: format!("{}~{name}", self.address),
            line: to.line(&self.line),
            best: to.mv(self.best),
            wrong: self.wrong.iter().map(|&mv| to.mv(mv)).collect(),
            ..self.clone()
        }
    }
}
