//! Features of a sample: what a program could treat apart.

use passant_query::Step;
use passant_rules::{
    Bitboard, CastlingSide, Color, EnPassant, EnPassantVerdict, File, IllegalReason, Move, Piece,
    PieceType, Position, Square, UciMove,
};

use crate::Source;
use crate::board::{is_about_to_promote, ray};
use crate::tell::Told;

/// One kind of feature, and the number of its values.
struct Dimension {
    name: &'static str,
    values: usize,
}

macro_rules! dimensions {
    ($($variant:ident $name:literal $values:literal),* $(,)?) => {
        /// The kinds of features.
        #[derive(Clone, Copy)]
        enum Kind { $($variant),* }

        const DIMENSIONS: &[Dimension] = &[$(Dimension { name: $name, values: $values }),*];
    };
}

dimensions! {
    West "the capturer on the side of the a-file" 7,
    East "the capturer on the side of the h-file" 7,
    Checkers "what gives check" 8,
    File "the file of the pawn" 9,
    Side "the side to move" 2,
    Telling "how it is told" 10,
    Last "the last move" 15,
    Effect "what the capture does to the other king" 8,
    OwnKingCapturer "the own king and the capturer" 10,
    OwnKingVictim "the own king and the victim" 10,
    OwnKingTarget "the own king and the target" 10,
    OtherKingCapturer "the other king and the capturer" 10,
    OtherKingVictim "the other king and the victim" 10,
    Distance "the distance of the own king" 5,
    RankWest "the first piece beside the pawns, towards the a-file" 6,
    RankEast "the first piece beside the pawns, towards the h-file" 6,
    RankBehind "a king and a slider beyond those" 4,
    Slider "the slider that forbids a capture" 4,
    Pieces "the number of pieces" 4,
    Castling "who may castle" 4,
    Promotion "who is about to promote" 4,
    Moves "the number of moves" 5,
    Depth "the depth" 3,
    Source "where it comes from" 3,
    Others "other pawns on the rank of the pawn" 4,
}

const NUMBER: usize = DIMENSIONS.len();

/// The number of all values of all features.
pub(crate) const VALUES: usize = {
    let (mut sum, mut index) = (0, 0);
    while index < NUMBER {
        sum += DIMENSIONS[index].values;
        index += 1;
    }
    sum
};

/// The number of the first value of each feature.
const STARTS: [u8; NUMBER] = {
    let mut starts = [0; NUMBER];
    let mut index = 1;
    while index < NUMBER {
        starts[index] = starts[index - 1] + DIMENSIONS[index - 1].values as u8;
        index += 1;
    }
    starts
};

/// The features of a sample: one value of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Features([u8; NUMBER]);

impl Features {
    /// Returns the values, each as a number below [`VALUES`] that belongs to it alone.
    pub(crate) fn values(&self) -> impl Iterator<Item = usize> + '_ {
        let values = self.0.iter().zip(STARTS);
        values.map(|(value, start)| usize::from(value + start))
    }

    fn set(&mut self, kind: Kind, value: usize) {
        let most = DIMENSIONS[kind as usize].values - 1;
        debug_assert!(
            value <= most,
            "{} has no value {value}",
            DIMENSIONS[kind as usize].name
        );
        self.0[kind as usize] = value.min(most) as u8;
    }
}

/// Works out the features of a position that is told in a way and counted to a depth in plies.
pub(crate) fn features_of(told: &Told, source: Source, depth: u32) -> Features {
    let position = &told.position;
    let mut features = Features([0; NUMBER]);
    let us = position.side_to_move();
    features.set(Kind::Side, us as usize);
    features.set(Kind::Telling, told.telling as usize);
    features.set(Kind::Last, number_last_move(told));
    features.set(Kind::Source, source as usize);
    features.set(Kind::Depth, depth.clamp(1, 3) as usize - 1);
    features.set(Kind::Checkers, number_checkers(position));
    features.set(
        Kind::Pieces,
        [6, 10, 18]
            .iter()
            .filter(|&&it| it < position.occupied().len())
            .count(),
    );
    features.set(Kind::Castling, number_castling(position));
    features.set(Kind::Promotion, number_promotions(position));
    features.set(Kind::File, 8);
    let Some(right) = position.en_passant() else {
        features.set(Kind::Moves, number_moves(position, Bitboard::EMPTY));
        return features;
    };
    features.set(Kind::Moves, number_moves(position, right.legal()));
    add_right(&mut features, position, right);
    features
}

/// Adds the features of a right.
fn add_right(features: &mut Features, position: &Position, right: EnPassant) {
    let us = position.side_to_move();
    let (victim, target) = (right.victim(), right.target());
    features.set(Kind::File, victim.file() as usize);
    let (own, other) = (position.king(us), position.king(!us));
    for (kind, side) in [(Kind::West, -1), (Kind::East, 1)] {
        let capturer = victim.offset(side, 0);
        let verdict = capturer.and_then(|at| position.judge_en_passant(at));
        features.set(kind, verdict.map_or(0, number_verdict));
    }
    if let Some(capturer) = right.capturers().first() {
        features.set(Kind::OwnKingCapturer, number_line(position, own, capturer));
        features.set(
            Kind::OtherKingCapturer,
            number_line(position, other, capturer),
        );
        features.set(Kind::Slider, number_slider(position, capturer));
    }
    features.set(Kind::OwnKingVictim, number_line(position, own, victim));
    features.set(Kind::OwnKingTarget, number_line(position, own, target));
    features.set(Kind::OtherKingVictim, number_line(position, other, victim));
    features.set(
        Kind::Distance,
        measure_distance(own, victim).clamp(1, 5) - 1,
    );
    if let Some(from) = right.legal().first() {
        features.set(Kind::Effect, number_effect(position, from, target));
    }
    let (west, beyond_west) = number_neighbor(position, victim, -1);
    let (east, beyond_east) = number_neighbor(position, victim, 1);
    features.set(Kind::RankWest, west);
    features.set(Kind::RankEast, east);
    features.set(
        Kind::RankBehind,
        usize::from(beyond_west) + 2 * usize::from(beyond_east),
    );
    let capturers = right.capturers();
    let pawn = Piece::new(us, PieceType::Pawn);
    let others = position.squares_of(pawn) - capturers;
    let on_rank = others.into_iter().any(|at| at.rank() == victim.rank());
    features.set(
        Kind::Others,
        usize::from(on_rank) + 2 * usize::from(has_wrapped_pawn(position, victim)),
    );
}

/// Numbers a verdict: 1 legal, then the reasons.
fn number_verdict(verdict: EnPassantVerdict) -> usize {
    match verdict {
        EnPassantVerdict::Legal => 1,
        EnPassantVerdict::Illegal(reason) => {
            let mut reasons = IllegalReason::ALL.into_iter();
            2 + reasons.position(|it| it == reason).unwrap_or(0)
        }
    }
}

/// Numbers the last moves that are told: none; a pawn or a kind of piece; or, by the last move or by the one before, a
/// promotion on a corner or elsewhere, or castling.
fn number_last_move(told: &Told) -> usize {
    let mut moves = told.line.steps.iter().rev().map(|step| match step {
        Step::Move(mv) if !mv.is_null() => Some(*mv),
        _ => None,
    });
    let Some(last) = moves.next().flatten() else {
        return 0;
    };
    if let Some(special) = number_special_move(told, last) {
        return 7 + special;
    }
    let before = moves.next().flatten();
    if let Some(special) = before.and_then(|before| number_special_move(told, before)) {
        return 11 + special;
    }
    let kind = told.position.piece_at(last.to()).map(Piece::piece_type);
    kind.map_or(0, |kind| 1 + kind as usize)
}

/// Numbers promotions and castling: a promotion on a corner of the a-file or h-file, or elsewhere, and castling; `None` for other
/// moves.
fn number_special_move(told: &Told, mv: UciMove) -> Option<usize> {
    if mv.promotion().is_some() {
        return Some(match mv.to().file() {
            File::A => 0,
            File::H => 1,
            _ => 2,
        });
    }
    let king = told.position.piece_at(mv.to()).map(Piece::piece_type);
    (king == Some(PieceType::King) && 1 < measure_distance(mv.from(), mv.to())).then_some(3)
}

/// Numbers what gives check: nothing, a piece by its kind, or two pieces.
fn number_checkers(position: &Position) -> usize {
    let checkers = position.checkers();
    match (
        checkers.len(),
        checkers.first().and_then(|at| position.piece_at(at)),
    ) {
        (0, _) | (_, None) => 0,
        (1, Some(piece)) => 1 + piece.piece_type() as usize,
        _ => 7,
    }
}

/// Numbers who may castle: nobody, the side to move, the other, both.
fn number_castling(position: &Position) -> usize {
    let rights = position.castling_rights();
    let may = |color: Color| {
        CastlingSide::ALL
            .into_iter()
            .any(|side| rights.rook_file(color, side).is_some())
    };
    let us = position.side_to_move();
    usize::from(may(us)) + 2 * usize::from(may(!us))
}

/// Numbers who has a pawn one step before the last rank, in the same way.
fn number_promotions(position: &Position) -> usize {
    let us = position.side_to_move();
    let is_near = |color| usize::from(is_about_to_promote(position, color));
    is_near(us) + 2 * is_near(!us)
}

/// Numbers the moves: none, an en passant capture alone, another move alone, few, many.
fn number_moves(position: &Position, legal: Bitboard) -> usize {
    match position.count_legal_moves() {
        0 => 0,
        number if number == legal.len() => 1,
        1 => 2,
        2..=6 => 3,
        _ => 4,
    }
}

/// Numbers how a king and a square lie: rank, file, either diagonal or none; and 5 more if an enemy slider that moves so
/// stands beyond the square, whatever stands between.
fn number_line(position: &Position, king: Square, square: Square) -> usize {
    line_through(position, king, square).map_or(0, |(direction, slider)| {
        direction + 5 * usize::from(slider.is_some())
    })
}

/// Returns the line from a king through a square, 1 for a rank, 2 for a file and 3 or 4 for a diagonal, and the first enemy slider
/// that moves along it beyond the square; `None` if no line leads there.
fn line_through(
    position: &Position,
    king: Square,
    square: Square,
) -> Option<(usize, Option<PieceType>)> {
    let files = square.file() as i8 - king.file() as i8;
    let ranks = square.rank() as i8 - king.rank() as i8;
    let direction = match (files, ranks) {
        (_, 0) => 1,
        (0, _) => 2,
        _ if files == ranks => 3,
        _ if files == -ranks => 4,
        _ => return None,
    };
    let color = position.piece_at(king).map(Piece::color);
    let is_slider = |piece: &Piece| Some(piece.color()) != color && slides(*piece, direction < 3);
    let beyond = ray(square, (files.signum(), ranks.signum()));
    let mut pieces = beyond.filter_map(|at| position.piece_at(at));
    Some((direction, pieces.find(is_slider).map(Piece::piece_type)))
}

/// Tells whether a piece slides along ranks and files, or along diagonals.
fn slides(piece: Piece, is_straight: bool) -> bool {
    match piece.piece_type() {
        PieceType::Queen => true,
        PieceType::Rook => is_straight,
        PieceType::Bishop => !is_straight,
        _ => false,
    }
}

/// Numbers the slider behind the capturer, seen from the own king: none, bishop, rook, queen.
fn number_slider(position: &Position, capturer: Square) -> usize {
    let king = position.king(position.side_to_move());
    match line_through(position, king, capturer) {
        Some((_, Some(PieceType::Bishop))) => 1,
        Some((_, Some(PieceType::Rook))) => 2,
        Some((_, Some(PieceType::Queen))) => 3,
        _ => 0,
    }
}

/// Numbers what a legal capture does: nothing, check by the pawn, discovered check along a rank, file or diagonal, two
/// checks, mate, stalemate.
fn number_effect(position: &Position, from: Square, target: Square) -> usize {
    let after = position.after(Move::new(from, target, passant_rules::MoveKind::EnPassant));
    let checkers = after.checkers();
    if checkers.is_empty() {
        return if after.has_legal_move() { 0 } else { 7 };
    }
    if !after.has_legal_move() {
        return 6;
    }
    if 1 < checkers.len() {
        return 5;
    }
    let king = after.king(after.side_to_move());
    match checkers.first() {
        Some(at) if at == target => 1,
        Some(at) if at.rank() == king.rank() => 2,
        Some(at) if at.file() == king.file() => 3,
        _ => 4,
    }
}

/// Numbers the first piece beside the pawns of the capture: none, own king, own piece that slides along ranks, other own
/// piece, enemy piece that slides along ranks, other enemy piece. Tells, too, whether a king or such a slider stands beyond.
fn number_neighbor(position: &Position, victim: Square, step: i8) -> (usize, bool) {
    let us = position.side_to_move();
    let number = |piece: Piece| match (piece.color() == us, piece.piece_type()) {
        (true, PieceType::King) => 1,
        (true, PieceType::Rook | PieceType::Queen) => 2,
        (true, _) => 3,
        (false, PieceType::Rook | PieceType::Queen) => 4,
        (false, _) => 5,
    };
    let right = position.en_passant();
    let is_capturer = |at: Square| right.is_some_and(|it| it.capturers().contains(at));
    let pieces = ray(victim, (step, 0))
        .filter(|&at| !is_capturer(at))
        .filter_map(|at| position.piece_at(at));
    let mut numbers = pieces.map(number);
    let first = numbers.next().unwrap_or(0);
    (first, numbers.any(|it| matches!(it, 1 | 4)))
}

/// Returns the distance of two squares in moves of a king.
fn measure_distance(one: Square, other: Square) -> usize {
    let files = (one.file() as i8).abs_diff(other.file() as i8);
    let ranks = (one.rank() as i8).abs_diff(other.rank() as i8);
    usize::from(files.max(ranks))
}

/// Tells whether a pawn of the side to move stands on the square that a capturer would have if files went on over the edge of
/// the board.
fn has_wrapped_pawn(position: &Position, victim: Square) -> bool {
    let pawn = Piece::new(position.side_to_move(), PieceType::Pawn);
    let index = victim.index();
    let wrapped = match victim.file() {
        File::A => index.checked_sub(1),
        File::H => index.checked_add(1),
        _ => None,
    };
    let square = wrapped.and_then(Square::from_index);
    square.is_some_and(|at| position.piece_at(at) == Some(pawn))
}
