//! A position with what is known about it.

use passant_query::Line;
use passant_rules::{
    EnPassantMode, EnPassantVerdict, IllegalReason, Move, MoveKind, Position, Setup,
};

use crate::epd;

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

/// The folder in the addresses of positions that nobody wrote down.
const FRESH: &str = "fresh";

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
        Some(Self {
            address: String::new(),
            fen: fen.to_owned(),
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
        })
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
        let fen = setup.fen().to_string();
        let right = position.en_passant();
        let variant = if line.is_chess960 {
            Variant::Chess960
        } else {
            Variant::Standard
        };
        Some(Self {
            address: format!("{FRESH}/{:016x}", position.key().0),
            class: Self::class_of(&position).to_owned(),
            perft: vec![u64::from(position.count_legal_moves())],
            why: "No suite has this position.".to_owned(),
            last: right.map(|it| Move::new(it.origin(), it.victim(), MoveKind::DoublePush)),
            variant,
            ..Self::from_fen(&fen)?
        })
    }

    /// Returns the class of a position: the file of `suites/en-passant` where a case with the same captures would stand.
    #[must_use]
    pub fn class_of(position: &Position) -> &'static str {
        let Some(right) = position.en_passant() else {
            return "no-right";
        };
        let mut capturers = right.capturers().into_iter();
        let reason = capturers.find_map(|at| match position.judge_en_passant(at)? {
            EnPassantVerdict::Legal => None,
            EnPassantVerdict::Illegal(reason) => Some(reason),
        });
        match (right.capturers().len(), right.legal().len(), reason) {
            (0, ..) => "no-capturer",
            (2, 2, _) => "two-capturers-both",
            (2, 1, _) => "two-capturers-one",
            (2, 0, _) => "two-capturers-none",
            (_, _, Some(IllegalReason::Check)) => "rejected-check",
            (_, _, Some(IllegalReason::File)) => "rejected-file",
            (_, _, Some(IllegalReason::Rank)) => "rejected-rank",
            (_, _, Some(_)) => "rejected-diagonal",
            _ if position.is_check() => "evasion",
            _ => "plain",
        }
    }

    /// Tells whether the case is one that nobody wrote down.
    #[must_use]
    pub fn is_fresh(address: &str) -> bool {
        address
            .split_once('/')
            .is_some_and(|(folder, _)| folder == FRESH)
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
