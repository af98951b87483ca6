//! The columns of en passant captures: what a capture does for the own king, and why it is illegal.

use passant_count::{Column, Tally};

use super::maker::checkers;
use crate::attacks::{BETWEEN, KNIGHT, LINES, each, pawn_attackers_down, square};
use crate::generate::en_passant_captures;
use crate::planes::{Planes, beside};
use crate::sliders::Sliders;

/// Counts the legal and illegal en passant captures on a square, and returns the pawns with legal ones. Checks that they give
/// are counted elsewhere. `pinned` are the pinned pieces of the side to move.
#[inline]
pub(super) fn tally_en_passant(
    sliders: impl Sliders,
    planes: &Planes,
    target: u64,
    pinned: u64,
    tally: &mut Tally,
) -> u64 {
    let victim = target >> 8;
    let capturers = beside(victim) & planes.pawns() & planes.own;
    let legal = en_passant_captures(sliders, planes, target, planes.own);
    let number = u64::from(legal.count_ones());
    for column in [Column::Nodes, Column::Captures, Column::EnPassant] {
        tally.add(column, number);
    }
    let before = checkers(sliders, planes);
    if before != 0 {
        tally.add(Column::Evasions, number);
    }
    tally.add(
        Column::PinnedLegal,
        u64::from((legal & pinned).count_ones()),
    );
    if shields_king_on_file(planes, victim) {
        tally.add(Column::Reblocked, number);
    }
    for capturer in each(capturers & !legal) {
        let after = attackers_after(sliders, planes, capturer, victim, target);
        tally.add(reason(planes, capturer, before, after), 1);
    }
    legal
}

/// The pieces that attack the own king after a capture.
fn attackers_after(
    sliders: impl Sliders,
    planes: &Planes,
    capturer: u64,
    victim: u64,
    target: u64,
) -> u64 {
    let king = planes.kings() & planes.own;
    let occupied = (planes.occupied() & !(capturer | victim)) | target;
    let attackers = (sliders.rook(square(king), occupied) & planes.orthogonal_sliders())
        | (sliders.bishop(square(king), occupied) & planes.diagonal_sliders())
        | (KNIGHT[square(king)] & planes.knights())
        | (pawn_attackers_down(king) & planes.pawns());
    attackers & planes.occupied() & !planes.own & !victim
}

/// Returns the reason why a capture is illegal: the first reason in the order check, file, diagonal, rank, victim.
fn reason(planes: &Planes, capturer: u64, before: u64, after: u64) -> Column {
    let king = square(planes.kings() & planes.own);
    let [rank, file, rising, falling] = LINES[king];
    // A piece that gave check before the capture and still does was not answered.
    if before & after != 0 {
        return Column::RejectedCheck;
    }
    let through_capturer = |slider: &u64| BETWEEN[king][square(*slider)] & capturer != 0;
    if after & file != 0 {
        Column::RejectedFile
    } else if each(after & (rising | falling)).any(|slider| through_capturer(&slider)) {
        Column::RejectedDiagonal
    } else if after & rank != 0 {
        Column::RejectedRank
    } else {
        Column::RejectedVictim
    }
}

/// Tells whether the victim is the only piece between the king and an enemy rook or queen on its file.
fn shields_king_on_file(planes: &Planes, victim: u64) -> bool {
    let king = square(planes.kings() & planes.own);
    let sliders = planes.orthogonal_sliders() & !planes.own & LINES[king][1];
    each(sliders).any(|slider| BETWEEN[king][square(slider)] & planes.occupied() == victim)
}
