//! The moves of one position, as sets of targets.
//!
//! This is the plain twin of [`setwise`](super::setwise): one man at a time, no lanes. It shares nothing with the
//! generator of `rules`, so that each checks the other. Nothing is made to see whether it was legal, except captures
//! en passant, where two men leave their squares at once.

use super::attacks::{
    BETWEEN, KING, KNIGHT, LINES, THROUGH, each, knight_attacks, pawn_attackers_down,
    pawn_attacks_down, square,
};
use super::planes::{Code, NOT_A, NOT_H, Planes, RANK_3, RANK_6, RANK_8, Wing, Wings};
use super::sliders::Sliders;

/// Takes the moves as they are found. Sets are never empty.
pub(super) trait Visitor {
    /// The moves and captures of one man other than a pawn.
    fn man(&mut self, code: Code, from: u64, targets: u64);

    /// Moves and captures of pawns that do not promote: each target is reached by one step of this many squares.
    fn pawns(&mut self, step: u32, targets: u64);

    /// Pawns that move two squares.
    fn double_pushes(&mut self, targets: u64);

    /// Pawns that arrive on the last rank; each becomes one of four men.
    fn promotions(&mut self, step: u32, targets: u64);

    /// One pawn captures en passant.
    fn en_passant(&mut self, from: u64, to: u64);

    /// A castling.
    fn castling(&mut self, wing: &Wing);
}

/// What the other side does to the king of the side to move.
#[derive(Clone, Copy)]
pub(super) struct Restraints {
    /// Where a man other than the king may arrive: anywhere, or where it answers a check; nowhere if there are two.
    pub(super) answers: u64,
    /// The own men that shield the king from a slider.
    pub(super) pinned: u64,
    /// The squares the king may not enter; itself does not shield any.
    pub(super) danger: u64,
}

impl Restraints {
    /// Looks at the lines through the king, and at everything that the other side attacks.
    #[inline(always)]
    pub(super) fn of(sliders: impl Sliders, planes: &Planes) -> Self {
        let occupied = planes.occupied();
        let them = occupied & !planes.own;
        let king = planes.kings() & planes.own;
        let from = square(king);
        let straight = planes.straight_sliders() & them;
        let slant = planes.slant_sliders() & them;
        let pawns = planes.pawns() & them;
        let knights = planes.knights() & them;

        let mut checkers = (KNIGHT[from] & knights) | (pawn_attackers_down(king) & pawns);
        let mut pinned = 0;
        let [rank, file, rising, falling] = LINES[from];
        for slider in each(((rank | file) & straight) | ((rising | falling) & slant)) {
            let shields = BETWEEN[from][square(slider)] & occupied;
            if shields == 0 {
                checkers |= slider;
            } else if shields & shields.wrapping_sub(1) == 0 {
                pinned |= shields & planes.own;
            }
        }

        let open = occupied ^ king;
        let mut danger = knight_attacks(knights)
            | pawn_attacks_down(pawns)
            | KING[square(planes.kings() & them)];
        for slider in each(straight) {
            danger |= sliders.rook(square(slider), open);
        }
        for slider in each(slant) {
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

/// Hands all legal moves to the visitor.
#[inline(always)]
pub(super) fn generate(
    sliders: impl Sliders,
    planes: &Planes,
    wings: &Wings,
    visitor: &mut impl Visitor,
) {
    let restraints = Restraints::of(sliders, planes);
    generate_restrained(sliders, planes, planes.own, &restraints, wings, visitor);
}

/// The same with the restraints known, and only the moves of some men.
#[inline(always)]
pub(super) fn generate_restrained(
    sliders: impl Sliders,
    planes: &Planes,
    men: u64,
    restraints: &Restraints,
    wings: &Wings,
    visitor: &mut impl Visitor,
) {
    let king = planes.kings() & planes.own;
    if king & men != 0 {
        let targets = KING[square(king)] & !planes.own & !restraints.danger;
        if targets != 0 {
            visitor.man(Code::KING, king, targets);
        }
        if restraints.danger & king == 0 {
            castlings(planes, wings, restraints, visitor);
        }
    }
    let answers = restraints.answers;
    if answers == 0 {
        return;
    }
    for knight in each(planes.knights() & men & !restraints.pinned) {
        let targets = KNIGHT[square(knight)] & !planes.own & answers;
        if targets != 0 {
            visitor.man(Code::KNIGHT, knight, targets);
        }
    }
    all_sliders(sliders, planes, men, restraints, visitor);
    pawns(planes, men, restraints, visitor);
    if planes.rights & RANK_6 != 0 {
        for capturer in each(en_passant_captures(sliders, planes) & men) {
            visitor.en_passant(capturer, planes.rights & RANK_6);
        }
    }
}

#[inline(always)]
fn all_sliders(
    sliders: impl Sliders,
    planes: &Planes,
    men: u64,
    restraints: &Restraints,
    visitor: &mut impl Visitor,
) {
    let (own, occupied) = (planes.own, planes.occupied());
    let king = square(planes.kings() & own);
    let straight = planes.straight_sliders() & men;
    let slant = planes.slant_sliders() & men;
    for slider in each(straight | slant) {
        let at = square(slider);
        let (code, attacks) = match (straight & slider != 0, slant & slider != 0) {
            (true, false) => (Code::ROOK, sliders.rook(at, occupied)),
            (false, _) => (Code::BISHOP, sliders.bishop(at, occupied)),
            (true, true) => (
                Code::QUEEN,
                sliders.rook(at, occupied) | sliders.bishop(at, occupied),
            ),
        };
        let mut targets = attacks & !own & restraints.answers;
        if restraints.pinned & slider != 0 {
            // Along the line of the pin; the line does not lead to a second checker.
            targets &= THROUGH[king][at];
        }
        if targets != 0 {
            visitor.man(code, slider, targets);
        }
    }
}

/// A pinned pawn moves only along the line of its pin, and that line goes through the king: no loop is needed.
#[inline(always)]
fn pawns(planes: &Planes, men: u64, restraints: &Restraints, visitor: &mut impl Visitor) {
    let own = planes.own;
    let occupied = planes.occupied();
    let Restraints {
        answers, pinned, ..
    } = *restraints;
    let them = occupied & !own & answers;
    let pawns = planes.pawns() & men;
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
fn castlings(planes: &Planes, wings: &Wings, restraints: &Restraints, visitor: &mut impl Visitor) {
    for wing in wings.both() {
        let is_legal = planes.rights & wing.rook != 0
            && planes.occupied() & wing.empty == 0
            && restraints.danger & wing.safe == 0
            // In Chess960 a rook may shield its king on the first rank, and castling would take it away.
            && restraints.pinned & wing.rook == 0;
        if is_legal {
            visitor.castling(wing);
        }
    }
}

/// The pawns that may capture en passant: plays each capture in thought and looks whether the king hangs, for two men
/// leave their squares and one arrives.
///
/// Rare: a right without a capturer is never kept in [`Planes`].
#[inline]
pub(super) fn en_passant_captures(sliders: impl Sliders, planes: &Planes) -> u64 {
    let target = planes.rights & RANK_6;
    let victim = target >> 8;
    let beside = ((victim << 1) & NOT_A) | ((victim >> 1) & NOT_H);
    let king = planes.kings() & planes.own;
    let them = planes.occupied() & !planes.own & !victim;
    let mut legal = 0;
    for capturer in each(beside & planes.pawns() & planes.own) {
        let after = (planes.occupied() & !(capturer | victim)) | target;
        let attackers = (sliders.rook(square(king), after) & planes.straight_sliders())
            | (sliders.bishop(square(king), after) & planes.slant_sliders())
            | (KNIGHT[square(king)] & planes.knights())
            | (pawn_attackers_down(king) & planes.pawns());
        if attackers & them == 0 {
            legal |= capturer;
        }
    }
    legal
}
