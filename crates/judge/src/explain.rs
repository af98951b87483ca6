//! What the judge says of each capture en passant, with its reason in words: which man attacks the king, and through
//! which squares.

use passant_rules::{
    Bitboard, Board, Color, EnPassant, EnPassantVerdict, IllegalReason, Move, MoveKind, Piece,
    Position, Square,
};

use crate::attack::{self, Line};

/// A capture en passant that the rules of the pawn allow, and whether the king allows it.
pub struct Candidate {
    /// Where the capturer stands.
    pub capturer: Square,
    /// The capture.
    pub capture: Move,
    /// Whether it is legal, and if not why.
    pub verdict: EnPassantVerdict,
    /// Why, as the second half of a sentence.
    pub because: String,
}

impl Candidate {
    /// `legal` or `illegal`.
    pub fn word(&self) -> &'static str {
        match self.verdict {
            EnPassantVerdict::Legal => "legal",
            EnPassantVerdict::Illegal(_) => "illegal",
        }
    }

    /// The capture with both squares: `c5xd6`.
    pub fn name(&self) -> String {
        format!("{}x{}", self.capturer, self.capture.to())
    }

    /// The verdict as a sentence without its full stop.
    pub fn sentence(&self) -> String {
        format!("{} is {}: {}", self.name(), self.word(), self.because)
    }
}

/// Every pawn that stands beside the victim, judged; none without a right.
pub fn candidates(position: &Position) -> Vec<Candidate> {
    let Some(right) = position.en_passant() else {
        return Vec::new();
    };
    right
        .capturers()
        .into_iter()
        .filter_map(|capturer| {
            let verdict = position.judge_en_passant(capturer)?;
            let scene = Scene::new(position, right, capturer);
            Some(Candidate {
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

/// `the rook on h5`, or `nothing on h5`.
pub fn man_on(board: &Board, square: Square) -> String {
    let name = |man: Piece| format!("the {} on {square}", man.piece_type());
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
        match (reason, self.opened(through)) {
            (IllegalReason::File | IllegalReason::Diagonal, Some((man, line))) => format!(
                "the pawn on {capturer} is pinned on {line}; once it leaves, {man} attacks the king on {king}"
            ),
            (IllegalReason::Rank, Some((man, line))) => format!(
                "both pawns leave {line} at once and uncover {man}, which attacks the king on {king}"
            ),
            (IllegalReason::Victim, Some((man, line))) => format!(
                "the pawn on {victim} shields the king on {king}; once it vanishes, {man} attacks along {line} \
                 (no legal game leads here)"
            ),
            (IllegalReason::Check, _) | (_, None) => format!(
                "the king on {king} is in check from {}, and the capture does not answer that",
                self.unanswered().join(" and from ")
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
            format!("it takes the pawn on {victim}, which gives check")
        } else if let Some(checker) = self.checkers.first() {
            let checker = man_on(&self.board, checker);
            format!("{target} lies between the king on {king} and {checker}, which gives check")
        } else if let Some(pinner) = without(*capturer) {
            let pinner = man_on(&self.board, pinner);
            format!(
                "{pinner} pins the pawn on {capturer}, but {target} lies on the same line to the king on {king}"
            )
        } else if let Some(slider) = without(*victim) {
            let slider = man_on(&self.board, slider);
            format!(
                "on {target} the pawn shields the king on {king} from {slider}, as the one on {victim} did"
            )
        } else {
            format!("nothing attacks the king on {king} after it")
        }
    }

    /// The man that attacks the king after the capture along a line that went through a square, and that line.
    fn opened(&self, through: Square) -> Option<(String, Line)> {
        let fresh = self.attackers(&self.after()) - self.checkers;
        let from = fresh
            .into_iter()
            .find(|&from| attack::between(from, self.king).contains(through))?;
        Some((man_on(&self.board, from), Line::through(from, self.king)?))
    }

    /// The men that give check before the capture and after it.
    fn unanswered(&self) -> Vec<String> {
        let left = self.attackers(&self.after()) & self.checkers;
        left.into_iter()
            .map(|from| man_on(&self.board, from))
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

    /// The men that attack the king on a board.
    fn attackers(&self, board: &Board) -> Bitboard {
        attack::attackers(board, !self.us, self.king)
    }
}
