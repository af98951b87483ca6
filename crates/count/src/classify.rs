//! Decides which columns a leaf move belongs to.

use passant_rules::{
    Bitboard, Color, EnPassantVerdict, IllegalReason, Move, MoveKind, Piece, PieceType, Position,
    Square,
};

use crate::column::{CheckKind, Column};
use crate::tally::Tally;

/// Tallies the legal moves of a position, and the en passant captures that are illegal in it.
pub(crate) fn leaf_moves(
    position: &mut Position,
    moves: impl IntoIterator<Item = Move>,
    tally: &mut Tally,
) {
    illegal_captures(position, tally);
    let context = EnPassantContext::of(position);
    for mv in moves {
        classify(position, mv, &context, tally);
    }
}

/// Tallies one legal move.
pub(crate) fn leaf_move(position: &mut Position, mv: Move) -> Tally {
    let mut tally = Tally::default();
    let context = EnPassantContext::of(position);
    classify(position, mv, &context, &mut tally);
    tally
}

#[inline]
fn classify(position: &mut Position, mv: Move, context: &EnPassantContext, tally: &mut Tally) {
    tally.add(Column::Nodes, 1);
    kind_of_move(mv, tally);
    if mv.is_en_passant() {
        context.tally(mv, tally);
    }
    let undo = position.make(mv);
    effect_on_opponent(position, mv, tally);
    position.unmake(mv, undo);
}

#[inline]
fn kind_of_move(mv: Move, tally: &mut Tally) {
    let kind = mv.kind();
    tally.add(Column::Captures, u64::from(kind.is_capture()));
    tally.add(Column::Promotions, u64::from(kind.promotion().is_some()));
    match kind {
        MoveKind::EnPassant => tally.add(Column::EnPassant, 1),
        MoveKind::DoublePush => tally.add(Column::DoublePushes, 1),
        MoveKind::CastleKing | MoveKind::CastleQueen => tally.add(Column::Castles, 1),
        _ => {}
    }
}

/// Tallies check, mate or stalemate, given the position after the move.
#[inline]
fn effect_on_opponent(after: &Position, mv: Move, tally: &mut Tally) {
    if !after.is_check() {
        tally.add(Column::Stalemates, u64::from(!after.has_legal_move()));
        return;
    }
    let checkers = after.checkers();
    let kind = CheckKind::of(checkers.contains(arrival(mv)), checkers.len() == 1);
    let mate = !after.has_legal_move();
    tally.add(kind.column(mate), 1);
    if mv.is_en_passant() {
        tally.add(kind.en_passant_column(mate), 1);
    }
}

/// The square from which a direct check is given: the rook's after castling, otherwise the destination of the moved
/// piece.
fn arrival(mv: Move) -> Square {
    match mv.kind().castling_side() {
        Some(side) => Square::new(side.rook_file(), mv.to().rank()),
        None => mv.to(),
    }
}

/// The effects of an en passant capture for the king of the side that captures, seen before the capture is made.
#[derive(Default)]
struct EnPassantContext {
    is_check: bool,
    pinned: Bitboard,
    is_shielded: bool,
}

impl EnPassantContext {
    /// Examines the king's situation if there is a capture to make.
    #[inline]
    fn of(position: &Position) -> Self {
        let Some(right) = position
            .en_passant()
            .filter(|right| !right.legal().is_empty())
        else {
            return Self::default();
        };
        Self {
            is_check: position.is_check(),
            pinned: position.pinned(),
            is_shielded: shields_king_on_file(position, right.victim()),
        }
    }

    fn tally(&self, mv: Move, tally: &mut Tally) {
        tally.add(Column::Evasions, u64::from(self.is_check));
        tally.add(
            Column::PinnedLegal,
            u64::from(self.pinned.contains(mv.from())),
        );
        tally.add(Column::Reblocked, u64::from(self.is_shielded));
    }
}

/// Tallies the en passant captures that are pseudo-legal but leave the king in check.
#[inline]
fn illegal_captures(position: &Position, tally: &mut Tally) {
    let Some(right) = position.en_passant() else {
        return;
    };
    for capturer in right.capturers() - right.legal() {
        if let Some(EnPassantVerdict::Illegal(reason)) = position.judge_en_passant(capturer) {
            tally.add(rejection(reason), 1);
        }
    }
}

fn rejection(reason: IllegalReason) -> Column {
    match reason {
        IllegalReason::Rank => Column::RejectedRank,
        IllegalReason::File => Column::RejectedFile,
        IllegalReason::Diagonal => Column::RejectedDiagonal,
        IllegalReason::Victim => Column::RejectedVictim,
        IllegalReason::Check => Column::RejectedCheck,
    }
}

/// Tells whether the victim is the only piece between the king of the side to move and a rook or queen on its file.
///
/// The target lies on the same file, next to the victim, so the capturer always replaces the victim as the blocker.
fn shields_king_on_file(position: &Position, victim: Square) -> bool {
    let us = position.side_to_move();
    let king = position.king(us);
    if king.file() != victim.file() {
        return false;
    }
    let step = if king.rank() < victim.rank() { 1 } else { -1 };
    let mut pieces = (1..8)
        .map_while(|ranks| king.offset(0, step * ranks))
        .filter_map(|at| position.piece_at(at).map(|piece| (at, piece)));
    pieces.next().is_some_and(|(at, _)| at == victim)
        && pieces
            .next()
            .is_some_and(|(_, piece)| attacks_on_files(!us, piece))
}

fn attacks_on_files(by: Color, piece: Piece) -> bool {
    piece.color() == by && matches!(piece.piece_type(), PieceType::Rook | PieceType::Queen)
}
