//! Cases about counts, about the en passant square that a program prints, and about the move that an engine plays.

use passant_query::{Line, Query};
use passant_rules::{
    EnPassantMode, EnPassantVerdict, IllegalReason, Move, MoveKind, Position, Setup, Square,
    UciMove,
};

use crate::epd;
use crate::twin::{Addressed, Carry, FLIP};

/// A position of a suite: what engines must answer, why it exists, and which programs confirmed it.
///
/// Cases come from [`Suites`](crate::Suites), which has checked that their parts agree.
///
/// ```
/// use passant_suite::{Reach, Suites};
///
/// let suites = Suites::builtin()?;
/// let case = suites.cases().find(|case| case.address == "perft/standard/kiwipete").unwrap();
/// assert_eq!(case.perft[..2], [48, 2039]);
/// assert_eq!(case.reach, Reach::Reachable);
/// assert_eq!(case.position().legal_moves().len(), 48);
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Case {
    /// The place of the case: folder, file and name, like `en-passant/rejected-rank/rook-far-side`. A
    /// [twin](Case::twins) has `~flipped`, `~mirrored` or both at the end.
    pub address: String,
    /// The FEN, six fields, with the en passant square after every double push.
    pub fen: String,
    /// The class that it belongs to, like `rejected-rank`.
    pub class: String,
    /// The legal en passant captures; given in suites of `en-passant` only.
    pub legal: Vec<Move>,
    /// The pseudo-legal en passant captures that are illegal; given in suites of `en-passant` only.
    pub illegal: Vec<Move>,
    /// The number of leaf nodes at depth 1, 2, …; never empty.
    pub perft: Vec<u64>,
    /// The reason why the case exists, in a sentence or two.
    pub why: String,
    /// The source of the case.
    pub source: String,
    /// The programs that counted the same, each with its version.
    pub confirmed: Vec<String>,
    /// Tells whether a game can lead to the position.
    pub reach: Reach,
    /// The double push that led to the position, if it is given.
    pub last: Option<Move>,
    /// A game that leads to the position, clocks aside; empty if none is given.
    pub proof: Vec<Move>,
    /// The rules of castling that apply.
    pub variant: Variant,
    pub(crate) setup: Setup,
    pub(crate) position: Position,
}

/// The cases of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite<T = Case> {
    /// The address that all cases share: folder and file, like `perft/standard`.
    pub name: String,
    /// The cases in the order of the file; never empty.
    pub cases: Vec<T>,
}

/// The beginning of the addresses of positions that nobody wrote down.
const FRESH: &str = "fresh/";

/// Tells whether a game can lead to a position. Engines are scored on reachable ones only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reach {
    /// A game can lead to the position, as far as [`Setup::validate`] can tell.
    #[default]
    Reachable,
    /// No game leads to the position, because the king was in check before the last double push; but the rules say how
    /// to continue.
    Unreachable,
    /// The FEN claims an en passant or castling right that its own board contradicts. A reader may drop the right or
    /// refuse the FEN.
    Bogus,
}

/// The rules of castling that apply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960: an engine must know so before it reads the FEN.
    Chess960,
}

impl Case {
    /// Returns a case that says nothing but its FEN; `None` if that describes no position, even after it is repaired.
    ///
    /// ```
    /// use passant_suite::Case;
    ///
    /// let mut case = Case::from_fen("8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1").unwrap();
    /// case.perft = vec![6];
    /// assert_eq!(case.depths().next(), Some((1, 6)));
    /// assert_eq!(Case::from_fen("8/8/8/8/8/8/8/8 w - - 0 1"), None);
    /// ```
    #[must_use]
    pub fn from_fen(fen: &str) -> Option<Self> {
        let setup = Setup::from_fen(fen).ok()?;
        let (position, _) = setup.repair().ok()?;
        Some(Self::unexplained(fen.to_owned(), setup, position))
    }

    /// Returns a case of a position about which nothing else is said.
    fn unexplained(fen: String, setup: Setup, position: Position) -> Self {
        Self {
            address: String::new(),
            fen,
            class: String::new(),
            legal: Vec::new(),
            illegal: Vec::new(),
            perft: Vec::new(),
            why: String::new(),
            source: String::new(),
            confirmed: Vec::new(),
            reach: Reach::default(),
            last: None,
            proof: Vec::new(),
            variant: Variant::default(),
            setup,
            position,
        }
    }

    /// Returns a case of a position at the end of a line that nobody wrote down: its class, and the double push that led to
    /// it, if one did, follow from the position. `None` if the line has no position.
    ///
    /// ```
    /// use passant_suite::Case;
    ///
    /// let line = "8/3p4/8/K1P4r/8/8/8/7k b - - 0 1 moves d7d5".parse().unwrap();
    /// let case = Case::from_line(&line).unwrap();
    /// assert_eq!(case.class, "rejected-rank");
    /// assert_eq!(case.perft, [6]);
    /// ```
    #[must_use]
    pub fn from_line(line: &Line) -> Option<Self> {
        let position = line.position()?;
        let setup = position.setup(EnPassantMode::Always);
        let right = position.en_passant();
        let chess960 = line.is_chess960.then_some(Variant::Chess960);
        Some(Self {
            address: format!("{FRESH}{:016x}", position.key().0),
            class: Self::class_of(&position).to_owned(),
            perft: vec![u64::from(position.count_legal_moves())],
            why: "No suite has this position.".to_owned(),
            last: right.map(|it| Move::new(it.origin(), it.victim(), MoveKind::DoublePush)),
            variant: chess960.unwrap_or_default(),
            ..Self::unexplained(setup.fen().to_string(), setup, position)
        })
    }

    /// Returns the class of a position: the file of `suites/en-passant` where a case with the same captures would stand.
    #[must_use]
    pub fn class_of(position: &Position) -> &'static str {
        let Some(right) = position.en_passant() else {
            return "no-right";
        };
        let capturers = right.capturers();
        let verdict = capturers
            .first()
            .and_then(|at| position.judge_en_passant(at));
        match (capturers.len(), right.legal().len(), verdict) {
            (0, ..) => "no-capturer",
            (2, 2, _) => "two-capturers-both",
            (2, 1, _) => "two-capturers-one",
            (2, 0, _) => "two-capturers-none",
            (_, _, Some(EnPassantVerdict::Illegal(reason))) => match reason {
                IllegalReason::Check => "rejected-check",
                IllegalReason::File => "rejected-file",
                IllegalReason::Rank => "rejected-rank",
                IllegalReason::Diagonal | IllegalReason::Victim => "rejected-diagonal",
            },
            _ if position.is_check() => "evasion",
            _ => "plain",
        }
    }

    /// Tells whether the case is one that nobody wrote down.
    #[must_use]
    pub fn is_fresh(address: &str) -> bool {
        address.starts_with(FRESH)
    }

    /// The position to play from. Where the FEN is bogus, the wrong rights have been dropped.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the contents of the FEN, valid or not.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The last part of the address.
    #[must_use]
    pub fn name(&self) -> &str {
        self.address.rsplit('/').next().unwrap_or(&self.address)
    }

    /// The depths from 1, each with the number of leaf nodes.
    pub fn depths(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        (1..).zip(self.perft.iter().copied())
    }

    /// The line of an EPD file with the same counts.
    ///
    /// ```
    /// # use passant_suite::Suites;
    /// let suites = Suites::builtin()?;
    /// let case = &suites.select(["perft/standard/startpos"]).unwrap().cases[0];
    /// let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902";
    /// assert!(case.epd().starts_with(line));
    /// # Ok::<(), passant_suite::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn epd(&self) -> String {
        epd::line(&self.setup, self.depths())
    }
}

impl Reach {
    /// All three, with the words for them in the files.
    pub const ALL: [(&'static str, Self); 3] = [
        (Self::Reachable.word(), Self::Reachable),
        (Self::Unreachable.word(), Self::Unreachable),
        (Self::Bogus.word(), Self::Bogus),
    ];

    /// The word for it in the files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Bogus => "bogus",
        }
    }
}

impl Variant {
    /// Both, with the words for them in the files.
    pub const ALL: [(&'static str, Self); 2] =
        [("standard", Self::Standard), ("chess960", Self::Chess960)];
}

/// A FEN, moves from there if any, and the en passant square of the resulting FEN under each convention.
///
/// ```
/// use passant_rules::EnPassantMode;
/// use passant_suite::Suites;
///
/// for case in Suites::builtin()?.fen_cases() {
///     let mut position = case.position().clone();
///     for mv in &case.moves {
///         let _ = position.make(*mv);
///     }
///     let setup = position.setup(EnPassantMode::Legal);
///     assert_eq!(setup.en_passant, case.en_passant(EnPassantMode::Legal), "{}", case.address);
/// }
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenCase {
    /// The place of the case: folder, file and name, like `fen/after-push/check-from-d8`.
    pub address: String,
    /// The FEN to start from, six fields.
    pub fen: String,
    /// The moves to play from there; empty for cases about reading the FEN.
    pub moves: Vec<Move>,
    /// The reason why the case exists, in a sentence or two.
    pub why: String,
    /// The source of the case.
    pub source: String,
    /// The programs that printed the same, each with its version.
    pub confirmed: Vec<String>,
    /// Tells whether a game can lead to the FEN.
    pub reach: Reach,
    pub(crate) en_passant: EnPassantSquares,
    pub(crate) setup: Setup,
    pub(crate) position: Position,
}

/// The en passant square under each convention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EnPassantSquares {
    pub(crate) always: Option<Square>,
    pub(crate) pseudo_legal: Option<Square>,
    pub(crate) legal: Option<Square>,
}

impl EnPassantSquares {
    pub(crate) fn under(self, mode: EnPassantMode) -> Option<Square> {
        match mode {
            EnPassantMode::Always => self.always,
            EnPassantMode::PseudoLegal => self.pseudo_legal,
            EnPassantMode::Legal => self.legal,
        }
    }
}

impl FenCase {
    /// The en passant square that is printed after the moves; `None` is the dash.
    #[must_use]
    pub fn en_passant(&self, mode: EnPassantMode) -> Option<Square> {
        self.en_passant.under(mode)
    }

    /// The position before the moves. Where the FEN is bogus, the wrong rights have been dropped.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the contents of the FEN, valid or not.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}

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

    /// The twin with the colors swapped and, unless either side may castle, also the files from h to a.
    #[must_use]
    pub fn turn(&self) -> Self {
        self.last_twin()
    }

    /// Returns all twins: flipped, mirrored, and both, as far as they exist.
    pub fn twins(&self) -> impl Iterator<Item = Self> {
        self.every_twin().into_iter()
    }
}

impl Addressed for PlayCase {
    fn address(&self) -> &str {
        &self.address
    }

    fn may_castle(&self) -> bool {
        !self.line.setup.castling.is_empty()
    }

    fn twin(&self, to: &Carry) -> Option<Self> {
        Some(Self {
            address: to.address(&self.address),
            line: to.line(&self.line),
            best: to.mv(self.best),
            wrong: self.wrong.iter().map(|&mv| to.mv(mv)).collect(),
            ..self.clone()
        })
    }
}

impl Case {
    /// The twin with the colors swapped and the board upside down. Its address ends with `~flipped`, and it has no
    /// [`proof`](Case::proof), because no game begins with a move by Black.
    ///
    /// # Panics
    ///
    /// Never: the rules are the same for both colors.
    #[must_use]
    pub fn flip(&self) -> Self {
        self.twin(&FLIP)
            .expect("the rules are the same for both colors")
    }

    /// Returns all twins: flipped, mirrored, and both, as far as they exist.
    ///
    /// ```
    /// # use passant_suite::Suites;
    /// let suites = Suites::builtin()?;
    /// let case = &suites.select(["perft/standard/position-3"]).unwrap().cases[0];
    /// let twins: Vec<_> = case.twins().map(|twin| twin.fen).collect();
    /// assert_eq!(twins, [
    ///     "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1",
    ///     "8/5p2/4p3/r5PK/k1p3R1/8/1P1P4/8 w - - 0 1",
    ///     "8/1p1p4/8/K1P3r1/R5pk/4P3/5P2/8 b - - 0 1",
    /// ]);
    /// # Ok::<(), passant_suite::Diagnostics>(())
    /// ```
    pub fn twins(&self) -> impl Iterator<Item = Self> {
        self.every_twin().into_iter()
    }
}

impl Addressed for Case {
    fn address(&self) -> &str {
        &self.address
    }

    fn may_castle(&self) -> bool {
        !self.setup.castling.is_empty()
    }

    fn twin(&self, to: &Carry) -> Option<Self> {
        let setup = (to.setup)(&self.setup);
        let (position, _) = setup.repair().ok()?;
        let carry = |mv: &Move| Move::new((to.square)(mv.from()), (to.square)(mv.to()), mv.kind());
        Some(Self {
            address: to.address(&self.address),
            fen: setup.fen().to_string(),
            legal: self.legal.iter().map(carry).collect(),
            illegal: self.illegal.iter().map(carry).collect(),
            last: self.last.as_ref().map(carry),
            proof: Vec::new(),
            setup,
            position,
            ..self.clone()
        })
    }
}

impl Addressed for FenCase {
    fn address(&self) -> &str {
        &self.address
    }

    fn may_castle(&self) -> bool {
        !self.setup.castling.is_empty()
    }

    fn twin(&self, _: &Carry) -> Option<Self> {
        None
    }
}
