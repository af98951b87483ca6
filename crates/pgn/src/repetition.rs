//! Third occurrences, by the rules and by what other programs count.

use passant_rules::{CastlingRights, EnPassant, EnPassantMode, Key, Move, PieceType, Position};

/// The delays after a third occurrence at which a draw is correct, in plies: at the third occurrence or at the fifth, two rounds later,
/// or a ply before because the side to move claims the draw.
const ALLOWED: [isize; 4] = [0, -1, 8, 7];

/// Tells whether a draw by repetition is correct so many plies after the third occurrence; negative before it.
#[must_use]
pub fn is_allowed_delay(plies: isize) -> bool {
    ALLOWED.contains(&plies)
}

/// The conventions for when a right to capture en passant makes a position another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Convention {
    /// If an en passant capture is legal, as FIDE has it (Laws of Chess 9.2.3).
    Legal,
    /// If a pawn stands beside the one that has moved two squares.
    PseudoLegal,
    /// After every double push.
    Always,
    /// Never: the right is ignored.
    Never,
}

impl Convention {
    /// All conventions, that of the rules first.
    pub const ALL: [Self; 4] = [Self::Legal, Self::PseudoLegal, Self::Always, Self::Never];

    /// Returns the word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.mode().map_or("never", EnPassantMode::word)
    }

    /// The convention of FENs with the same rule; `None` for [`Self::Never`].
    fn mode(self) -> Option<EnPassantMode> {
        match self {
            Self::Legal => Some(EnPassantMode::Legal),
            Self::PseudoLegal => Some(EnPassantMode::PseudoLegal),
            Self::Always => Some(EnPassantMode::Always),
            Self::Never => None,
        }
    }

    /// Tells whether a position with this right is another one than without.
    fn distinguishes(self, right: EnPassant) -> bool {
        self.mode().is_some_and(|mode| right.shown(mode).is_some())
    }
}

/// The repetitions of a game, followed move by move.
///
/// Only the position right after a double push has a right, and no position before it can come back. So the conventions differ
/// in one thing: whether the first position since the last move that cannot be taken back is the same as later ones with
/// the same pieces.
///
/// ```
/// use passant_pgn::{Convention, Repetitions};
/// use passant_rules::Position;
///
/// let mut position = Position::initial();
/// let mut repetitions = Repetitions::default();
/// repetitions.start(&position);
/// for text in "e4 e6 e5 d5 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8".split(' ') {
///     let mv = position.parse_san(text).unwrap();
///     let _ = position.make(mv);
///     repetitions.follow(mv, &position);
/// }
/// assert_eq!(repetitions.third(Convention::Never), Some(12));
/// // By the rules, the position after 2... d5 is another one. That after 3. Nc3 occurs thrice first.
/// assert_eq!(repetitions.third(Convention::Legal), Some(13));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Repetitions {
    /// For each position since the last move that cannot be taken back, what distinguishes it from the first one.
    differences: Vec<u64>,
    /// The right in the first of them.
    right: Option<EnPassant>,
    /// The castling rights.
    castling: Option<CastlingRights>,
    /// The number of plies that were played.
    plies: usize,
    /// The number of plies before the first third occurrence, by convention.
    thirds: [Option<usize>; 4],
    /// The number of occurrences of the last position, by convention.
    last: [usize; 4],
}

impl Repetitions {
    /// Begins a game at a position.
    pub fn start(&mut self, position: &Position) {
        self.plies = 0;
        self.thirds = [None; 4];
        self.castling = Some(position.castling_rights());
        self.begin_run(position);
    }

    /// Follows a move, with the position after it.
    pub fn follow(&mut self, mv: Move, after: &Position) {
        self.plies += 1;
        let piece = match after.piece_at(mv.to()) {
            Some(piece) if after.halfmove_clock() != 0 && mv.kind().castling_side().is_none() => {
                piece
            }
            _ => return self.restart(after),
        };
        if matches!(piece.piece_type(), PieceType::King | PieceType::Rook)
            && self.castling != Some(CastlingRights::NONE)
        {
            let castling = Some(after.castling_rights());
            if castling != self.castling {
                return self.restart(after);
            }
        }
        let moved = Key::of_piece(piece, mv.from()).0 ^ Key::of_piece(piece, mv.to()).0;
        let difference = self.differences.last().copied().unwrap_or_default() ^ moved;
        self.last = self.count(difference);
        self.differences.push(difference);
        for (third, count) in self.thirds.iter_mut().zip(self.last) {
            if third.is_none() && 3 <= count {
                *third = Some(self.plies);
            }
        }
    }

    /// Returns the number of plies before the first position that has occurred three times.
    #[must_use]
    pub fn third(&self, convention: Convention) -> Option<usize> {
        self.thirds[convention as usize]
    }

    /// Returns the number of times that the last position has occurred by the rules.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.last[Convention::Legal as usize]
    }

    /// Tells whether a legal move leads to a third occurrence, so that the side to move may claim a draw (9.2.1).
    #[must_use]
    pub fn can_be_claimed(&self, position: &Position) -> bool {
        let legal = position.legal_moves();
        legal.iter().any(|&mv| {
            let mut after = self.clone();
            after.follow(mv, &position.after(mv));
            3 <= after.occurrences()
        })
    }

    /// Counts the occurrences of a position, that is about to be the last one, by each convention.
    fn count(&self, difference: u64) -> [usize; 4] {
        let length = self.differences.len();
        if length < 4 {
            return [1; 4];
        }
        // Every second position has the same side to move.
        let same_side = self.differences.iter().skip(length % 2).step_by(2);
        let same = same_side.filter(|it| **it == difference).count();
        let is_first = length.is_multiple_of(2) && difference == 0;
        Convention::ALL.map(|convention| {
            let is_distinguished = self.right.is_some_and(|it| convention.distinguishes(it));
            1 + same - usize::from(is_first && is_distinguished)
        })
    }

    fn restart(&mut self, position: &Position) {
        if self.castling != Some(CastlingRights::NONE) {
            self.castling = Some(position.castling_rights());
        }
        self.begin_run(position);
    }

    fn begin_run(&mut self, position: &Position) {
        self.differences.clear();
        self.differences.push(0);
        self.right = position.en_passant();
        self.last = [1; 4];
    }
}
