//! Generates the moves of one position, as sets of targets.
//!
//! This is the plain twin of [`setwise`](super::setwise): one piece at a time, no lanes. It shares nothing with the
//! generator of `rules`, so each checks the other. Only en passant captures are made to see whether they are legal,
//! because two pieces leave their squares at once.

use super::attacks::{
    BETWEEN, KING, KNIGHT, LINES, THROUGH, each, knight_attacks, pawn_attackers_down,
    pawn_attacks_down, square,
};
use super::lanes::MOST_LANES;
use super::planes::{
    Castling, Castlings, Code, NOT_A, NOT_H, Planes, RANK_3, RANK_6, RANK_8, beside,
};
use super::sliders::Sliders;

/// Receives the moves as they are generated. The sets are never empty.
pub(super) trait Visitor {
    /// The moves and captures of one non-pawn.
    fn piece(&mut self, code: Code, from: u64, targets: u64);

    /// Takes moves and captures of pawns that do not promote. A pawn reaches each target by one step of this many
    /// squares.
    fn pawns(&mut self, step: u32, targets: u64);

    /// Takes pawn moves of two squares.
    fn double_pushes(&mut self, targets: u64);

    /// Takes pawn moves to the last rank; each is four moves, one for each promotion piece.
    fn promotions(&mut self, step: u32, targets: u64);

    /// An en passant capture by one pawn.
    fn en_passant(&mut self, from: u64, to: u64);

    /// A castling.
    fn castling(&mut self, castling: &Castling);
}

/// Checks, pins and attacked squares: how the other side restricts the side to move.
#[derive(Clone, Copy)]
pub(super) struct CheckInfo {
    /// The squares on which pieces other than the king may arrive: all squares; those that answer a single check; none
    /// in double check.
    pub(super) answers: u64,
    /// The pieces of the side to move that are pinned.
    pub(super) pinned: u64,
    /// The squares that the king may not enter. The king itself blocks no line here.
    pub(super) danger: u64,
}

impl CheckInfo {
    /// Examines the lines through the king, and all squares that the other side attacks.
    #[inline(always)]
    pub(super) fn of(sliders: impl Sliders, planes: &Planes) -> Self {
        let occupied = planes.occupied();
        let them = occupied & !planes.own;
        let king = planes.kings() & planes.own;
        let from = square(king);
        let orthogonal = planes.orthogonal_sliders() & them;
        let diagonal = planes.diagonal_sliders() & them;
        let pawns = planes.pawns() & them;
        let knights = planes.knights() & them;

        let mut checkers = (KNIGHT[from] & knights) | (pawn_attackers_down(king) & pawns);
        let mut pinned = 0;
        let [rank, file, rising, falling] = LINES[from];
        for slider in each(((rank | file) & orthogonal) | ((rising | falling) & diagonal)) {
            let blockers = BETWEEN[from][square(slider)] & occupied;
            if blockers == 0 {
                checkers |= slider;
            } else if blockers & blockers.wrapping_sub(1) == 0 {
                pinned |= blockers & planes.own;
            }
        }

        let open = occupied ^ king;
        let mut danger = knight_attacks(knights)
            | pawn_attacks_down(pawns)
            | KING[square(planes.kings() & them)];
        for slider in each(orthogonal) {
            danger |= sliders.rook(square(slider), open);
        }
        for slider in each(diagonal) {
            danger |= sliders.bishop(square(slider), open);
        }
        let answers = if checkers == 0 {
            u64::MAX
        } else if checkers & checkers.wrapping_sub(1) == 0 {
            checkers | BETWEEN[from][square(checkers)]
        } else {
            0
        };
        Self {
            answers,
            pinned,
            danger,
        }
    }
}

/// The check info of some positions, one in each lane.
pub(super) struct CheckInfos {
    pub(super) answers: [u64; MOST_LANES],
    pub(super) pinned: [u64; MOST_LANES],
    pub(super) danger: [u64; MOST_LANES],
}

impl CheckInfos {
    /// The check info in one lane.
    #[inline(always)]
    pub(super) fn of_lane(&self, lane: usize) -> CheckInfo {
        CheckInfo {
            answers: self.answers[lane],
            pinned: self.pinned[lane],
            danger: self.danger[lane],
        }
    }
}

/// Passes all legal moves to the visitor.
#[inline(always)]
pub(super) fn generate(
    sliders: impl Sliders,
    planes: &Planes,
    castlings: &Castlings,
    visitor: &mut impl Visitor,
) {
    let check_info = CheckInfo::of(sliders, planes);
    generate_for(sliders, planes, planes.own, &check_info, castlings, visitor);
}

/// Passes the legal moves of some pieces to the visitor, given the check info.
#[inline(always)]
pub(super) fn generate_for(
    sliders: impl Sliders,
    planes: &Planes,
    pieces: u64,
    check_info: &CheckInfo,
    castlings: &Castlings,
    visitor: &mut impl Visitor,
) {
    let king = planes.kings() & planes.own;
    if king & pieces != 0 {
        let targets = KING[square(king)] & !planes.own & !check_info.danger;
        if targets != 0 {
            visitor.piece(Code::KING, king, targets);
        }
        if check_info.danger & king == 0 {
            castling_moves(planes, castlings, check_info, visitor);
        }
    }
    let answers = check_info.answers;
    if answers == 0 {
        return;
    }
    for knight in each(planes.knights() & pieces & !check_info.pinned) {
        let targets = KNIGHT[square(knight)] & !planes.own & answers;
        if targets != 0 {
            visitor.piece(Code::KNIGHT, knight, targets);
        }
    }
    all_sliders(sliders, planes, pieces, check_info, visitor);
    if planes.pawns() & pieces != 0 {
        pawns(planes, pieces, check_info, visitor);
    }
    let target = planes.rights & RANK_6;
    if target != 0 {
        for capturer in each(en_passant_captures(sliders, planes, target, pieces)) {
            visitor.en_passant(capturer, target);
        }
    }
}

#[inline(always)]
fn all_sliders(
    sliders: impl Sliders,
    planes: &Planes,
    pieces: u64,
    check_info: &CheckInfo,
    visitor: &mut impl Visitor,
) {
    let (own, occupied) = (planes.own, planes.occupied());
    let king = square(planes.kings() & own);
    let orthogonal = planes.orthogonal_sliders() & pieces;
    let diagonal = planes.diagonal_sliders() & pieces;
    let within = |slider: u64, attacks: u64| {
        let targets = attacks & !own & check_info.answers;
        if check_info.pinned & slider == 0 {
            return targets;
        }
        // A pinned slider stays on the line of its pin. That line does not lead to a second checker.
        targets & THROUGH[king][square(slider)]
    };
    for bishop in each(diagonal & !orthogonal) {
        let targets = within(bishop, sliders.bishop(square(bishop), occupied));
        if targets != 0 {
            visitor.piece(Code::BISHOP, bishop, targets);
        }
    }
    for rook in each(orthogonal & !diagonal) {
        let targets = within(rook, sliders.rook(square(rook), occupied));
        if targets != 0 {
            visitor.piece(Code::ROOK, rook, targets);
        }
    }
    for queen in each(orthogonal & diagonal) {
        let at = square(queen);
        let attacks = sliders.rook(at, occupied) | sliders.bishop(at, occupied);
        let targets = within(queen, attacks);
        if targets != 0 {
            visitor.piece(Code::QUEEN, queen, targets);
        }
    }
}

/// Generates pawn moves. A pinned pawn stays on the line of its pin, which goes through the king, so no loop over pawns
/// is needed.
#[inline(always)]
fn pawns(planes: &Planes, pieces: u64, check_info: &CheckInfo, visitor: &mut impl Visitor) {
    let own = planes.own;
    let occupied = planes.occupied();
    let CheckInfo {
        answers, pinned, ..
    } = *check_info;
    let them = occupied & !own & answers;
    let pawns = planes.pawns() & pieces;
    let [_, file, rising, falling] = LINES[square(planes.kings() & own)];
    let along = |line: u64| pawns & (!pinned | line);

    let one = (along(file) << 8) & !occupied;
    let two = ((one & RANK_3) << 8) & !occupied & answers;
    let moves = [
        (8, one & answers),
        (9, (along(rising) << 9) & NOT_A & them),
        (7, (along(falling) << 7) & NOT_H & them),
    ];
    for (step, targets) in moves {
        if targets & !RANK_8 != 0 {
            visitor.pawns(step, targets & !RANK_8);
        }
    }
    if two != 0 {
        visitor.double_pushes(two);
    }
    for (step, targets) in moves {
        if targets & RANK_8 != 0 {
            visitor.promotions(step, targets & RANK_8);
        }
    }
}

#[inline(always)]
fn castling_moves(
    planes: &Planes,
    castlings: &Castlings,
    check_info: &CheckInfo,
    visitor: &mut impl Visitor,
) {
    for castling in castlings.both() {
        let is_legal = planes.rights & castling.rook != 0
            && planes.occupied() & castling.empty == 0
            && check_info.danger & castling.safe == 0
            // In Chess960 a rook may be pinned on the first rank, and castling would move it away.
            && check_info.pinned & castling.rook == 0;
        if is_legal {
            visitor.castling(castling);
        }
    }
}

/// The pawns among some pieces of the side to move that may legally capture en passant on a square. Each capture is made on
/// the occupied squares only, and is legal if the king is not attacked then. This is needed because two pieces leave their
/// squares and one arrives.
///
/// The function is rarely called: [`Planes`] never keeps a right without a capturer.
#[inline]
pub(super) fn en_passant_captures(
    sliders: impl Sliders,
    planes: &Planes,
    target: u64,
    pieces: u64,
) -> u64 {
    let victim = target >> 8;
    let king = planes.kings() & planes.own;
    let them = planes.occupied() & !planes.own & !victim;
    let mut legal = 0;
    for capturer in each(beside(victim) & planes.pawns() & pieces) {
        let after = (planes.occupied() & !(capturer | victim)) | target;
        let attackers = (sliders.rook(square(king), after) & planes.orthogonal_sliders())
            | (sliders.bishop(square(king), after) & planes.diagonal_sliders())
            | (KNIGHT[square(king)] & planes.knights())
            | (pawn_attackers_down(king) & planes.pawns());
        if attackers & them == 0 {
            legal |= capturer;
        }
    }
    legal
}
