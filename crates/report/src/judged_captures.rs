//! Explains why each en passant capture is legal or illegal: which piece attacks the king, and along which line.

use std::fmt;

use passant_oracle::attackers;
use passant_rules::{
    Bitboard, Board, Color, EnPassant, EnPassantVerdict, File, IllegalReason, Move, MoveKind,
    Piece, Position, Rank, Square,
};

/// A pseudo-legal en passant capture, with the verdict and the reason.
pub struct JudgedCapture {
    /// The square of the capturer.
    pub capturer: Square,
    /// The capture.
    pub capture: Move,
    /// Says whether the capture is legal.
    pub verdict: EnPassantVerdict,
    /// The reason, as the second half of a sentence.
    pub because: String,
    /// The attacks on the king after the capture; empty if the capture is legal.
    pub attacks: Vec<Attack>,
}

/// An attack on the king that an en passant capture allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The square of the attacker.
    pub from: Square,
    /// The square of the king.
    pub king: Square,
    /// The squares between them, from the attacker to the king; empty for a knight or a piece beside the king.
    pub squares: Vec<Square>,
    /// Those of the squares that the capture empties: of the capturer, of the victim, or of both.
    pub leaving: Vec<Square>,
}

impl JudgedCapture {
    /// `legal` or `illegal`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self.verdict {
            EnPassantVerdict::Legal => "legal",
            EnPassantVerdict::Illegal(_) => "illegal",
        }
    }

    /// The capture with both squares: `c5xd6`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}x{}", self.capturer, self.capture.to())
    }

    /// The verdict and the reason, as a sentence without a full stop.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("{} is {}: {}", self.name(), self.word(), self.because)
    }
}

/// The captures by all pawns that stand beside the victim; empty without an en passant right.
#[must_use]
pub fn judged_captures(position: &Position) -> Vec<JudgedCapture> {
    let Some(right) = position.en_passant() else {
        return Vec::new();
    };
    right
        .capturers()
        .into_iter()
        .filter_map(|capturer| {
            let verdict = position.judge_en_passant(capturer)?;
            let scene = Scene::new(position, right, capturer);
            Some(JudgedCapture {
                attacks: scene.attacks(),
                capturer,
                capture: Move::new(capturer, right.target(), MoveKind::EnPassant),
                verdict,
                because: match verdict {
                    EnPassantVerdict::Legal => scene.why_legal(),
                    EnPassantVerdict::Illegal(reason) => scene.why_illegal(reason),
                },
            })
        })
        .collect()
}

/// Says why each en passant capture is legal or illegal, a sentence each.
#[must_use]
pub fn rule_sentences(position: &Position) -> Vec<String> {
    let judged = judged_captures(position).into_iter();
    judged.map(|it| it.sentence() + ".").collect()
}

/// `the rook on h5`, or `nothing on h5`.
#[must_use]
pub fn piece_on(board: &Board, square: Square) -> String {
    let name = |piece: Piece| format!("the {} on {square}", piece.piece_type());
    board
        .get(square)
        .map_or_else(|| format!("nothing on {square}"), name)
}

/// A capture, with the board before it.
struct Scene {
    us: Color,
    king: Square,
    capturer: Square,
    victim: Square,
    target: Square,
    checkers: Bitboard,
    board: Board,
}

impl Scene {
    fn new(position: &Position, right: EnPassant, capturer: Square) -> Self {
        Self {
            us: position.side_to_move(),
            king: position.king(position.side_to_move()),
            capturer,
            victim: right.victim(),
            target: right.target(),
            checkers: position.checkers(),
            board: position.board(),
        }
    }

    fn why_illegal(&self, reason: IllegalReason) -> String {
        let Self {
            king,
            capturer,
            victim,
            ..
        } = self;
        let through = if reason == IllegalReason::Victim {
            *victim
        } else {
            *capturer
        };
        match (reason, self.opened_line(through)) {
            (IllegalReason::File | IllegalReason::Diagonal, Some((piece, line))) => format!(
                "the pawn on {capturer} is pinned on {line}; once it leaves, {piece} attacks the king on {king}"
            ),
            (IllegalReason::Rank, Some((piece, line))) => format!(
                "both pawns leave {line} at once and uncover {piece}, which attacks the king on {king}"
            ),
            (IllegalReason::Victim, Some((piece, line))) => format!(
                "the pawn on {victim} shields the king on {king}; once it vanishes, {piece} attacks along {line} \
                 (no legal game leads here)"
            ),
            (IllegalReason::Check, _) | (_, None) => format!(
                "the king on {king} is in check from {}, and the capture does not stop that",
                self.checks_that_stay().join(" and from ")
            ),
        }
    }

    fn why_legal(&self) -> String {
        let Self {
            king,
            capturer,
            victim,
            target,
            ..
        } = self;
        let without = |square: Square| {
            let mut board = self.board.clone();
            board.set(square, None);
            (self.attackers(&board) - self.checkers).first()
        };
        if self.checkers.contains(*victim) {
            format!("it captures the pawn on {victim}, which gives check")
        } else if let Some(checker) = self.checkers.first() {
            let checker = piece_on(&self.board, checker);
            format!("{target} lies between the king on {king} and {checker}, which gives check")
        } else if let Some(pinner) = without(*capturer) {
            let pinner = piece_on(&self.board, pinner);
            format!(
                "{pinner} pins the pawn on {capturer}, but {target} lies on the same line to the king on {king}"
            )
        } else if let Some(slider) = without(*victim) {
            let slider = piece_on(&self.board, slider);
            format!(
                "on {target} the pawn shields the king on {king} from {slider}, as the one on {victim} did"
            )
        } else {
            format!("nothing attacks the king on {king} afterwards")
        }
    }

    /// The piece that attacks the king after the capture across a square, and the line of the attack.
    fn opened_line(&self, through: Square) -> Option<(String, SharedLine)> {
        let fresh = self.attackers(&self.after()) - self.checkers;
        let from = fresh
            .into_iter()
            .find(|&from| squares_between(from, self.king).contains(&through))?;
        Some((
            piece_on(&self.board, from),
            SharedLine::through(from, self.king)?,
        ))
    }

    /// The attacks on the king after the capture.
    fn attacks(&self) -> Vec<Attack> {
        let attack = |from| {
            let squares = squares_between(from, self.king);
            let is_left = |at: &&Square| [self.capturer, self.victim].contains(at);
            Attack {
                from,
                king: self.king,
                leaving: squares.iter().filter(is_left).copied().collect(),
                squares,
            }
        };
        self.attackers(&self.after())
            .into_iter()
            .map(attack)
            .collect()
    }

    /// The pieces that give check both before and after the capture.
    fn checks_that_stay(&self) -> Vec<String> {
        let left = self.attackers(&self.after()) & self.checkers;
        left.into_iter()
            .map(|from| piece_on(&self.board, from))
            .collect()
    }

    /// The board after the capture, legal or not.
    fn after(&self) -> Board {
        let mut board = self.board.clone();
        board.set(self.target, board.get(self.capturer));
        board.set(self.capturer, None);
        board.set(self.victim, None);
        board
    }

    /// The pieces that attack the king on a board.
    fn attackers(&self, board: &Board) -> Bitboard {
        attackers(board, !self.us, self.king)
    }
}

/// The line that two squares share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SharedLine {
    /// Along a file.
    File(File),
    /// Along a rank.
    Rank(Rank),
    /// The diagonal from one square to the other.
    Diagonal(Square, Square),
}

impl SharedLine {
    /// The line that two different squares share, if any.
    pub(crate) fn through(one: Square, other: Square) -> Option<Self> {
        match distance(one, other) {
            (0, 0) => None,
            (0, _) => Some(Self::File(one.file())),
            (_, 0) => Some(Self::Rank(one.rank())),
            (files, ranks) if files.abs() == ranks.abs() => Some(Self::Diagonal(one, other)),
            _ => None,
        }
    }
}

impl fmt::Display for SharedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(f, "the {file}-file"),
            Self::Rank(rank) => write!(f, "the {} rank", ordinal(*rank)),
            Self::Diagonal(one, other) => write!(f, "the diagonal {one}-{other}"),
        }
    }
}

/// The squares strictly between two squares of one line, in order; empty if they share no line.
pub(crate) fn squares_between(from: Square, to: Square) -> Vec<Square> {
    if SharedLine::through(from, to).is_none() {
        return Vec::new();
    }
    let (files, ranks) = distance(from, to);
    let step = |at: &Square| at.offset(files.signum(), ranks.signum());
    std::iter::successors(step(&from), step)
        .take_while(|&at| at != to)
        .collect()
}

/// Returns the number of files to the right and how many ranks up, seen from White.
fn distance(from: Square, to: Square) -> (i8, i8) {
    let apart = |from: u8, to: u8| to.cast_signed() - from.cast_signed();
    (
        apart(from.file().index(), to.file().index()),
        apart(from.rank().index(), to.rank().index()),
    )
}

fn ordinal(rank: Rank) -> &'static str {
    match rank {
        Rank::First => "first",
        Rank::Second => "second",
        Rank::Third => "third",
        Rank::Fourth => "fourth",
        Rank::Fifth => "fifth",
        Rank::Sixth => "sixth",
        Rank::Seventh => "seventh",
        Rank::Eighth => "eighth",
    }
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::judged_captures;

    #[test]
    fn an_attack_names_the_line_and_the_squares_that_the_capture_empties() {
        let cases: [(&str, &[&str]); 7] = [
            // Both pawns leave the rank.
            (
                "7k/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
                &["h5-a5 g5f5e5d5c5b5 d5c5"],
            ),
            // The capturer is pinned on a diagonal and on its file.
            ("7k/b7/8/2Pp4/8/4K3/8/8 w - d6 0 1", &["a7-e3 b6c5d4 c5"]),
            ("3k4/2r5/8/2Pp4/8/2K5/8/8 w - d6 0 1", &["c7-c3 c6c5c4 c5"]),
            // A check that the capture does not answer, by a knight and by a rook beside the king.
            ("7k/8/8/2Pp4/8/5n2/8/6K1 w - d6 0 1", &["f3-g1  "]),
            ("7k/8/8/2Pp4/8/8/8/5rK1 w - d6 0 1", &["f1-g1  "]),
            // Legal: there is nothing to draw, even if the pawn is pinned along the line of the capture.
            ("7k/8/8/2Pp4/8/8/8/6K1 w - d6 0 1", &[""; 1]),
            ("b6k/8/8/2pP4/4K3/8/8/8 w - c6 0 1", &[""; 1]),
        ];
        for (fen, expected) in cases {
            let (position, _) = Position::from_fen_lenient(fen).unwrap();
            let drawn: Vec<String> = judged_captures(&position)
                .iter()
                .map(|capture| {
                    let attacks = capture.attacks.iter().map(|attack| {
                        let names = |squares: &[passant_rules::Square]| -> String {
                            squares.iter().map(ToString::to_string).collect()
                        };
                        let (squares, leaving) = (names(&attack.squares), names(&attack.leaving));
                        format!("{}-{} {squares} {leaving}", attack.from, attack.king)
                    });
                    attacks.collect::<Vec<_>>().join(", ")
                })
                .collect();
            assert_eq!(drawn, expected, "{fen}");
        }
    }
}
