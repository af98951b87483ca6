//! Keys, computed from a FEN and updated move by move.

use passant_rules::{Move, MoveKind, Piece, PieceType, Rank, Setup, Square};

use super::capture::{across_edge, is_edge};
use super::position::EnginePosition;
use crate::{EngineFault, Reason};

/// The contributions to a key, numbered so that no two contributions share a number.
const CASTLING: u64 = 12 * 64;
const RIGHT: u64 = CASTLING + 4 * 8;
const SIDE: u64 = RIGHT + 8;

impl EnginePosition {
    /// The part of the key that is not en passant.
    pub(super) fn placement_key(&self) -> u64 {
        key_without_right(self.state.setup())
    }

    /// Returns the number that a right on a file adds to the key of the search.
    pub(super) fn file_key(target: Square) -> u64 {
        random(RIGHT + u64::from(target.file().index()))
    }

    /// The key computed from the whole position.
    pub(super) fn fresh_key(&self) -> u64 {
        key_without_right(self.state.setup()) ^ self.right_key()
    }

    /// Returns what the right contributes to the key: a number if a capture is legal, 0 otherwise.
    pub(super) fn right_key(&self) -> u64 {
        let Some(target) = self.right else {
            return 0;
        };
        let file = if self.has(EngineFault::KeyWithoutFile) {
            0
        } else if self.has(EngineFault::KeyFilesShare) {
            u64::from(target.file().index() % 4)
        } else {
            u64::from(target.file().index())
        };
        if self.counts_in_key(target) {
            random(RIGHT + file)
        } else {
            0
        }
    }

    fn counts_in_key(&self, target: Square) -> bool {
        let is_of_fen = self.fen_field.is_some() && self.has(EngineFault::KeyOfFen);
        let is_forgotten = is_edge(target) && self.has(EngineFault::KeyWithoutEdgeFile);
        if is_forgotten || self.has(EngineFault::KeyWithoutRight) {
            false
        } else if self.has(EngineFault::KeyWithoutCapturer) || is_of_fen {
            true
        } else {
            let captures = if self.has(EngineFault::KeyWithIllegalCapture) {
                self.pseudo_captures()
            } else {
                self.captures()
            };
            !captures.is_empty() || self.has_false_neighbor(target)
        }
    }

    /// Returns whether a piece that cannot capture is mistaken for a neighbor of the victim, where the right enters the key.
    fn has_false_neighbor(&self, target: Square) -> bool {
        let Some(victim) = self.state.victim(target) else {
            return false;
        };
        let across = across_edge(victim).filter(|_| self.has(EngineFault::KeyWrapsRoundEdge));
        let beside = [victim.offset(-1, 0), victim.offset(1, 0)]
            .into_iter()
            .flatten();
        let mut pieces = beside.filter_map(|at| self.state.board().get(at));
        across.is_some_and(|at| self.state.has(self.us(), PieceType::Pawn, at))
            || pieces.any(|piece| self.is_false_neighbor(piece))
    }

    fn is_false_neighbor(&self, piece: Piece) -> bool {
        if piece.color() == self.us() {
            self.has(EngineFault::KeyWithAnyPiece)
        } else {
            piece.piece_type() == PieceType::Pawn && self.has(EngineFault::KeyWithOwnPawn)
        }
    }

    /// Returns what the field of a FEN contributes to the key of an engine that ignores it elsewhere.
    pub(super) fn unused_field_key(&self) -> u64 {
        let is_counted = self.right.is_none() && self.has(EngineFault::KeyOfFen);
        let field = self.fen_field.filter(|_| is_counted);
        field.map_or(0, |field| random(RIGHT + u64::from(field.file().index())))
    }

    /// The key after the move that leads to `next`, from the key before it.
    pub(super) fn key_after(&self, mv: Option<Move>, next: &Self) -> u64 {
        let (mut removed, mut added) = (self.right_key(), next.right_key());
        if self.has(EngineFault::KeyFileCancels) && removed == added {
            added = 0;
        }
        if self.has(EngineFault::KeyRightNotRemoved) || mv.is_some_and(|mv| self.keeps_key(mv)) {
            removed = 0;
        }
        if self.has(EngineFault::KeyRightNotAdded) {
            added = 0;
        }
        if let Some(pushed) = mv.filter(|mv| self.seems_double_push(*mv)) {
            added = Self::file_key(pushed.to());
        }
        let mut key = self.key ^ removed ^ added;
        key ^= key_without_right(self.state.setup()) ^ key_without_right(next.state.setup());
        if let Some(capture) = mv.filter(|mv| mv.is_en_passant())
            && self.has_for(capture, EngineFault::KeyVictimNotRemoved)
            && let Some(victim) = self.state.victim(capture.to())
        {
            key ^= piece_key(Piece::new(!self.us(), PieceType::Pawn), victim);
        }
        key
    }
}

impl EnginePosition {
    /// Returns whether a pawn arrives beside an enemy pawn by a single step, and this is mistaken for a double push.
    fn seems_double_push(&self, mv: Move) -> bool {
        let is_pawn = self.state.has(self.us(), PieceType::Pawn, mv.from());
        let is_fourth = mv.to().rank() == Rank::Fourth.relative_to(self.us());
        let beside = [mv.to().offset(-1, 0), mv.to().offset(1, 0)];
        let is_enemy_pawn = |at: Square| self.state.has(!self.us(), PieceType::Pawn, at);
        self.has(EngineFault::KeySetBySinglePush)
            && is_pawn
            && is_fourth
            && mv.kind() == MoveKind::Quiet
            && beside.into_iter().flatten().any(is_enemy_pawn)
    }

    /// Returns whether a move of this kind leaves the right in the key.
    fn keeps_key(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Quiet | MoveKind::EnPassant => false,
            MoveKind::Capture => self.has(EngineFault::KeyKeptAfterCapture),
            MoveKind::DoublePush => self.has(EngineFault::KeyKeptAfterPush),
            MoveKind::CastleKing | MoveKind::CastleQueen => {
                self.has(EngineFault::KeyKeptAfterCastling)
            }
            _ => self.has(EngineFault::KeyKeptAfterPromotion),
        }
    }
}

/// The numbers of the pieces on each square.
static PIECES: [u64; CASTLING as usize] = {
    let mut numbers = [0; CASTLING as usize];
    let mut number = 0;
    while number < numbers.len() {
        numbers[number] = random(number as u64);
        number += 1;
    }
    numbers
};

/// The part of a key that is not en passant.
fn key_without_right(setup: &Setup) -> u64 {
    let pieces = setup.board.iter().map(|(at, piece)| piece_key(piece, at));
    let castling = setup.castling.iter().map(|(color, side, file)| {
        let right = 2 * color.index() as u64 + side as u64;
        random(CASTLING + 8 * right + u64::from(file.index()))
    });
    let side = random(SIDE + setup.side_to_move.index() as u64);
    pieces.chain(castling).fold(side, |key, part| key ^ part)
}

fn piece_key(piece: Piece, at: Square) -> u64 {
    let kind = 2 * piece.piece_type().index() + piece.color().index();
    PIECES[64 * kind + usize::from(at.index())]
}

/// A number that looks random, the same for the same `number`: the finalizer of
/// [MurmurHash3](https://en.wikipedia.org/wiki/MurmurHash).
const fn random(number: u64) -> u64 {
    let mut z = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    z = (z ^ (z >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    z ^ (z >> 33)
}

impl EnginePosition {
    /// Tells whether another position is the same: the same pieces, side and castling rights, and the same legal en
    /// passant captures.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let (one, two) = (self.state.setup(), other.state.setup());
        one.board == two.board
            && one.side_to_move == two.side_to_move
            && one.castling == two.castling
            && self.right_compared() == other.right_compared()
    }

    /// The right, if it makes a difference.
    fn right_compared(&self) -> Option<Square> {
        let refused_for = |is_meant: fn(Reason) -> bool| {
            self.pseudo_captures()
                .into_iter()
                .any(|mv| self.refusals(mv).into_iter().any(is_meant))
        };
        let counts = if self.has(EngineFault::RepetitionBlind) {
            false
        } else {
            self.has(EngineFault::RepetitionWithoutCapturer)
                || self.fen_field.is_some() && self.has(EngineFault::RepetitionOfFen)
                || !self.captures().is_empty()
                || (self.has(EngineFault::RepetitionWithAnyPiece) && self.has_piece_beside_victim())
                || (self.has(EngineFault::RepetitionWithPin)
                    && refused_for(|reason| reason != Reason::Check))
                || (self.has(EngineFault::RepetitionWithCheck)
                    && refused_for(|reason| reason == Reason::Check))
        };
        self.right.filter(|_| counts)
    }

    fn has_piece_beside_victim(&self) -> bool {
        let victim = self.right.and_then(|target| self.state.victim(target));
        let beside = victim.map_or([None; 2], |at| [at.offset(-1, 0), at.offset(1, 0)]);
        let mut pieces = beside.into_iter().flatten();
        pieces.any(|at| !self.state.is_empty(at) && !self.state.has_enemy(at))
    }
}
