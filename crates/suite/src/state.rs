//! Cases that node counts cannot show: FEN after moves, equal positions, repetition, notation, single moves.

use std::fmt;

use passant_query::Line;
use passant_rules::{EnPassantMode, FenText, PieceType, Position, Setup, Square, UciMove};

use crate::Variant;
use crate::case::EnPassantSquares;

/// A question about the state of a game, with the answer and the rule that it follows from.
///
/// ```
/// use passant_suite::{StateQuestion, Suites};
///
/// for case in Suites::builtin()?.state_cases() {
///     let StateQuestion::Repetition(script) = &case.question else { continue };
///     let mut seen = Vec::new();
///     for (ply, position) in script.line.positions().into_iter().flatten().enumerate() {
///         if script.third == Some(ply) {
///             assert_eq!(position.occurrences(&seen), 3, "{}: {}", case.address, case.why);
///         }
///         seen.push(position.key());
///     }
/// }
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StateCase {
    /// The place of the case: folders, file and name, like `state/repetition/pinned-rank/rook-h5`. A
    /// [twin](StateCase::twins) has `~flipped`, `~mirrored` or both at the end.
    pub address: String,
    /// The question and the answer.
    pub question: StateQuestion,
    /// The reason why the case exists, in a sentence or two.
    pub why: String,
    /// The rule that the answer follows from.
    pub rule: Rule,
    /// The source of the case.
    pub source: String,
    /// The programs that gave the same answer, each with its version.
    pub confirmed: Vec<String>,
    /// The rules of castling that apply.
    pub variant: Variant,
}

/// A question and the answer: one kind for each folder below `state/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateQuestion {
    /// `after-moves`: which FEN do the moves lead to?
    AfterMoves(AfterMoves),
    /// `same-position`: are these two the same position?
    SamePosition(SamePosition),
    /// `repetition`: when has a position occurred twice, three times, five times?
    Repetition(Repetition),
    /// `text`: how are the moves written, and which texts mean no such move?
    Text(Notation),
    /// `queries`: is this move legal, what does it take, does it give check?
    Queries(Queries),
    /// `games`: what does the text of a whole game mean?
    Game(Game),
    /// `round-trip`: what is left when the position is copied, or written as a FEN and read back?
    RoundTrip(AfterMoves),
}

/// Moves, and the FEN after some of them. It holds again when the moves after it have been taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AfterMoves {
    /// The moves.
    pub line: Line,
    /// The FENs, in the order of the plies.
    pub after: Vec<AfterPly>,
}

/// The FEN after a number of plies, under each convention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AfterPly {
    /// After how many plies, counted from the start of the line; 0 is the start itself.
    pub ply: usize,
    /// The contents of the FEN, with the en passant square after every double push.
    pub(crate) setup: Setup,
    pub(crate) en_passant: EnPassantSquares,
}

/// Two lines and whether they end in the same position for FIDE Laws 9.2.3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SamePosition {
    /// A line.
    pub one: Line,
    /// Another.
    pub other: Line,
    /// The reason why the positions are the same, or not.
    pub because: Because,
    /// The keys of the two ends in the Polyglot book format, which has a rule of its own; not given for twins.
    pub polyglot: Option<[u64; 2]>,
}

/// The reason why two positions are the same, or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Because {
    /// The same: the same pieces by another order of moves, and no right was involved.
    Transposition,
    /// The same: one was played, the other was read from its FEN.
    Read,
    /// The same: only the clocks differ.
    Clocks,
    /// The same: a pawn has moved two squares, and no pawn stands beside it.
    NoCapturer,
    /// The same: the capturer is pinned, or leaves the rank together with its victim.
    Pinned,
    /// The same: the double push has discovered a check that the capture does not answer.
    Check,
    /// Different: in one of them a pawn can be captured en passant.
    Right,
    /// Different: the castling rights are not the same.
    Castling,
    /// Different: the side to move is not the same.
    Side,
    /// Different: not the same pieces stand on the same squares.
    Pieces,
}

/// A game, and when the position on the board has occurred how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The moves.
    pub line: Line,
    /// The first ply after which the position on the board has occurred twice; `None` if that never happens.
    pub second: Option<usize>,
    /// The same for three times: either player may claim a draw.
    pub third: Option<usize>,
    /// The same for five times: the game is drawn.
    pub fifth: Option<usize>,
}

/// The notation of moves in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notation {
    /// Leads to the position.
    pub line: Line,
    /// Legal moves.
    pub written: Vec<Written>,
    /// Texts that mean no legal move here.
    pub refused: Vec<String>,
}

/// A move as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The move, in the notation that a program must write and read: castling as in the variant of the case.
    pub mv: UciMove,
    /// In SAN: what a program must write and read.
    pub san: String,
    /// Other texts that may be read or refused; if read, they mean this move.
    pub tolerated: Vec<String>,
}

/// Questions about single moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Queries {
    /// Leads to the position.
    pub line: Line,
    /// The questions.
    pub asked: Vec<AskedMove>,
}

/// A question about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedMove {
    /// The move, legal or not.
    pub mv: UciMove,
    /// The effect of the move; `None` if it is illegal.
    pub legal: Option<Effect>,
}

/// The effect of a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The captured piece and its square.
    pub takes: Option<(PieceType, Square)>,
    /// True if it gives check.
    pub gives_check: bool,
}

/// A whole game as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The moves.
    pub line: Line,
    /// The movetext of PGN, with move numbers, without comments.
    pub pgn: String,
    /// The plies of the en passant captures, counted from 1.
    pub en_passant: Vec<usize>,
    /// The FEN at the end.
    pub end: AfterPly,
}

impl AfterPly {
    /// The FEN under a convention.
    #[must_use]
    pub fn fen(&self, mode: EnPassantMode) -> FenText {
        let en_passant = self.en_passant.under(mode);
        Setup {
            en_passant,
            ..self.setup.clone()
        }
        .fen()
    }
}

impl SamePosition {
    /// Tells whether the two positions are the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.because.is_same()
    }
}

impl Because {
    /// All reasons, with the words for them in the files.
    pub(crate) const ALL: [(&'static str, Self); 10] = [
        ("transposition", Self::Transposition),
        ("read", Self::Read),
        ("clocks", Self::Clocks),
        ("no-capturer", Self::NoCapturer),
        ("pinned", Self::Pinned),
        ("check", Self::Check),
        ("right", Self::Right),
        ("castling", Self::Castling),
        ("side", Self::Side),
        ("pieces", Self::Pieces),
    ];

    /// Tells whether this makes two positions the same, or different.
    #[must_use]
    pub fn is_same(self) -> bool {
        match self {
            Self::Transposition
            | Self::Read
            | Self::Clocks
            | Self::NoCapturer
            | Self::Pinned
            | Self::Check => true,
            Self::Right | Self::Castling | Self::Side | Self::Pieces => false,
        }
    }
}

impl Game {
    /// The moves in SAN, as the movetext has them.
    pub fn san(&self) -> impl Iterator<Item = &str> {
        san(&self.pgn)
    }
}

impl StateQuestion {
    /// The folder below `state/`, which is the class of the case.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Self::AfterMoves(_) => "after-moves",
            Self::SamePosition(_) => "same-position",
            Self::Repetition(_) => "repetition",
            Self::Text(_) => "text",
            Self::Queries(_) => "queries",
            Self::Game(_) => "games",
            Self::RoundTrip(_) => "round-trip",
        }
    }
}

impl StateCase {
    /// The lines of the question: two for `same-position`, one otherwise.
    #[must_use]
    pub fn lines(&self) -> Vec<&Line> {
        match &self.question {
            StateQuestion::AfterMoves(AfterMoves { line, .. })
            | StateQuestion::RoundTrip(AfterMoves { line, .. })
            | StateQuestion::Repetition(Repetition { line, .. })
            | StateQuestion::Text(Notation { line, .. })
            | StateQuestion::Queries(Queries { line, .. })
            | StateQuestion::Game(Game { line, .. }) => vec![line],
            StateQuestion::SamePosition(pair) => vec![&pair.one, &pair.other],
        }
    }

    /// The position that the question is about: the end of its only or first line.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.lines().first()?.position()
    }
}

/// The words of a movetext that are neither move numbers nor a result.
pub(crate) fn san(pgn: &str) -> impl Iterator<Item = &str> {
    let is_move =
        |word: &&str| !word.starts_with(|first: char| first.is_ascii_digit() || first == '*');
    // `1.e4` and `1. e4` are both common; castling with zeros is not PGN.
    pgn.split(|letter: char| letter.is_ascii_whitespace() || letter == '.')
        .filter(|word| !word.is_empty())
        .filter(is_move)
}

/// A rule, with the text that states it. `suites/state/README.md` quotes and explains each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// The moves of pawns, including en passant.
    FidePawn,
    /// Castling, and how the right to castle is lost.
    FideCastling,
    /// Check, and that no move leaves its own king in check.
    FideCheck,
    /// When positions are the same.
    FideSame,
    /// The fifth occurrence of a position.
    FideFivefold,
    /// Algebraic notation on score sheets, with the suffix `e.p.`
    FideNotation,
    /// SAN, the notation of PGN.
    PgnSan,
    /// The en passant field of FEN: after every double push.
    PgnFen,
    /// The en passant field of X-FEN: only where a pawn stands beside the pushed one.
    XFen,
    /// Keys of the Polyglot book format.
    Polyglot,
    /// Moves as engines and their hosts exchange them.
    Uci,
}

impl Rule {
    /// All rules, with the words for them in the files.
    pub const ALL: [(&'static str, Self); 11] = [
        ("fide-3.7", Self::FidePawn),
        ("fide-3.8", Self::FideCastling),
        ("fide-3.9", Self::FideCheck),
        ("fide-9.2.3", Self::FideSame),
        ("fide-9.6.1", Self::FideFivefold),
        ("fide-c.9.3", Self::FideNotation),
        ("pgn-8.2.3", Self::PgnSan),
        ("pgn-16.1.3.4", Self::PgnFen),
        ("x-fen", Self::XFen),
        ("polyglot", Self::Polyglot),
        ("uci", Self::Uci),
    ];

    /// The citation.
    ///
    /// ```
    /// use passant_suite::Rule;
    ///
    /// assert_eq!(Rule::FideSame.to_string(), "FIDE Laws of Chess (2023), 9.2.3");
    /// ```
    fn citation(self) -> &'static str {
        match self {
            Self::FidePawn => "FIDE Laws of Chess (2023), 3.7",
            Self::FideCastling => "FIDE Laws of Chess (2023), 3.8",
            Self::FideCheck => "FIDE Laws of Chess (2023), 3.9",
            Self::FideSame => "FIDE Laws of Chess (2023), 9.2.3",
            Self::FideFivefold => "FIDE Laws of Chess (2023), 9.6.1",
            Self::FideNotation => "FIDE Laws of Chess (2023), C.9.3",
            Self::PgnSan => "PGN standard (1994), 8.2.3",
            Self::PgnFen => "PGN standard (1994), 16.1.3.4",
            Self::XFen => "X-FEN (Scharnagl, 2003)",
            Self::Polyglot => "Polyglot book format, section key",
            Self::Uci => "UCI protocol (2006), move format",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.citation())
    }
}
