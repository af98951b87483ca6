//! En passant, straight from the laws.
//!
//! FIDE Laws of Chess, 3.7.3: *a pawn occupying a square on the same rank as and on an adjacent file to an
//! opponent's pawn which has just advanced two squares in one move from its original square may capture this
//! opponent's pawn as though the latter had been moved only one square.*
//!
//! This module plays a capture to find out whether it is legal, as for every other move. It looks at the lines that the
//! capture opens only to *name* the reason.

use passant_rules::{Bitboard, Board, Move, MoveKind, PieceType, Rank, Square};

use crate::State;
use crate::state::king_attackers;

/// The right to capture en passant, directly after a double push.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnPassant {
    /// The square that the pawn passed over, where a capturer lands.
    pub target: Square,
    /// The square of the pawn that has just moved two squares.
    pub victim: Square,
    /// The pawns beside the victim, which may capture it pseudo-legally.
    pub capturers: Bitboard,
    /// The capturers whose capture is legal.
    pub legal: Bitboard,
}

/// The reason why an en passant capture is illegal. If several reasons apply, the first in this order is given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check, and a checking piece still gives check after the capture.
    Check,
    /// The capturer leaves its file, and a rook or queen on that file attacks the king.
    File,
    /// The capturer leaves a diagonal, and a bishop or queen on it attacks the king.
    Diagonal,
    /// Capturer and victim leave their rank, and a rook or queen on it attacks the king.
    Rank,
    /// The victim leaves a diagonal, and a bishop or queen on it attacks the king. No legal game leads there.
    Victim,
}

impl State {
    /// The right to capture en passant, or `None` if no pawn has just moved two squares.
    #[must_use]
    pub fn en_passant(&self) -> Option<EnPassant> {
        let target = self.target()?;
        let capturers = self.capturers(target);
        let legal = capturers
            .into_iter()
            .filter(|&capturer| !self.hangs_king(en_passant_move(capturer, target)))
            .collect();
        Some(EnPassant {
            target,
            victim: self.victim(target)?,
            capturers,
            legal,
        })
    }

    /// Returns the reason why the pawn on a square may not capture en passant; `None` if it may, or if it is not beside
    /// the pawn that has just moved two squares.
    #[must_use]
    pub fn why_illegal(&self, capturer: Square) -> Option<Reason> {
        let target = self.target()?;
        let victim = self.victim(target)?;
        if !self.capturers(target).contains(capturer) {
            return None;
        }
        let after = self.make(en_passant_move(capturer, target));
        let attackers = king_attackers(after.board(), self.us());
        attackers
            .into_iter()
            .map(|attacker| self.blame(attacker, capturer, victim))
            .min()
    }

    /// The en passant captures of all pawns that stand beside the victim.
    pub(crate) fn en_passant_moves(&self, moves: &mut Vec<Move>) {
        let Some(target) = self.target() else {
            return;
        };
        for capturer in self.capturers(target) {
            moves.push(en_passant_move(capturer, target));
        }
    }

    /// Removes the victim from a board on which the capturer has already moved: it is beside the origin of the
    /// capturer, on the file of its destination.
    pub(crate) fn remove_victim(&self, mv: Move, board: &mut Board) {
        if let Some(victim) = self.victim(mv.to()) {
            board.set(victim, None);
        }
    }

    /// Tells whether a legal en passant capture goes along the line on which the capturer is pinned.
    pub(crate) fn is_pinned(&self, mv: Move) -> bool {
        !self.attackers_without(mv.from()).is_empty()
    }

    /// Tells whether the victim of a legal en passant capture shields the king on a file, and the capturer replaces it
    /// as the blocker.
    pub(crate) fn is_reblocked(&self, mv: Move) -> bool {
        self.victim(mv.to()).is_some_and(|victim| {
            self.attackers_without(victim)
                .into_iter()
                .any(|attacker| attacker.file() == victim.file())
        })
    }

    /// The square that the other side's pawn passed over with its last move: on its third rank, empty, with the pawn
    /// in front of it and no piece on the origin of the pawn.
    pub(crate) fn target(&self) -> Option<Square> {
        let target = self.setup.en_passant?;
        let victim = self.victim(target)?;
        let origin = target.offset(0, self.us().forward())?;
        let was_passed = target.rank().relative_to(!self.us()) == Rank::Third
            && self.is_empty(target)
            && self.is_empty(origin)
            && self.has(!self.us(), PieceType::Pawn, victim);
        was_passed.then_some(target)
    }

    /// The square of the pawn that has passed over the target: one step beyond it.
    pub(crate) fn victim(&self, target: Square) -> Option<Square> {
        target.offset(0, (!self.us()).forward())
    }

    /// The pawns of the side to move on the same rank as the victim and on an adjacent file.
    fn capturers(&self, target: Square) -> Bitboard {
        let Some(victim) = self.victim(target) else {
            return Bitboard::EMPTY;
        };
        [victim.offset(-1, 0), victim.offset(1, 0)]
            .into_iter()
            .flatten()
            .filter(|&beside| self.has(self.us(), PieceType::Pawn, beside))
            .collect()
    }

    /// Names the reason why a piece attacks the king after an en passant capture.
    pub(crate) fn blame(&self, attacker: Square, capturer: Square, victim: Square) -> Reason {
        let through = |square| self.attackers_without(square).contains(attacker);
        if self.checkers().contains(attacker) {
            Reason::Check
        } else if !through(capturer) && !through(victim) {
            // Only both together open the line.
            Reason::Rank
        } else if through(victim) {
            Reason::Victim
        } else if attacker.file() == capturer.file() {
            Reason::File
        } else {
            Reason::Diagonal
        }
    }

    /// The pieces that attack the king of the side to move once a square is emptied, and did not before.
    pub(crate) fn attackers_without(&self, square: Square) -> Bitboard {
        let mut board = self.board().clone();
        board.set(square, None);
        king_attackers(&board, self.us()) - self.checkers()
    }
}

/// An en passant capture: the pawn goes to where the victim would be if it had moved only one square.
fn en_passant_move(capturer: Square, target: Square) -> Move {
    Move::new(capturer, target, MoveKind::EnPassant)
}
