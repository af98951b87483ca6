//! Builds positions: a double push, capturers beside it, and kings, sliders and blockers on the lines of the rule.

use passant_rules::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Setup,
    Square,
};

use crate::board::{DIRECTIONS, Step, ray};
use crate::push::{Push, Source};
use crate::random::Random;

/// The most pieces that are added beside those that have a purpose.
const MOST_EXTRAS: usize = 9;

/// Pieces as they are added, the frequent ones several times.
const EXTRAS: [PieceType; 10] = [
    PieceType::Pawn,
    PieceType::Pawn,
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Rook,
    PieceType::Queen,
];

/// A position before a double push, seen from the side that may capture, as if it were White.
struct Draft<'a> {
    random: &'a mut Random,
    board: Board,
    /// The side that may capture.
    us: Color,
    /// The squares with pieces, and those that must stay empty; seen from `us`.
    taken: Bitboard,
    /// The squares that a line needs empty; seen from `us`.
    lines: Bitboard,
    kings: [Option<Square>; 2],
    castling: CastlingRights,
}

/// A side, seen from the one that may capture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Us,
    Them,
}

/// Builds a position and the double push in it; `None` if what came out is no position of a game.
pub(crate) fn construct(random: &mut Random) -> Option<Push> {
    let us = random.pick(&Color::ALL)?;
    let file = random.pick(&File::ALL)?;
    let mut draft = Draft {
        random,
        board: Board::EMPTY,
        us,
        taken: Bitboard::EMPTY,
        lines: Bitboard::EMPTY,
        kings: [None; 2],
        castling: CastlingRights::NONE,
    };
    draft.place_pawns(file);
    draft.place_lines(file);
    draft.place_castling();
    draft.place_kings()?;
    draft.place_extras();
    let before = Setup {
        board: draft.board,
        side_to_move: !us,
        castling: draft.castling,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    let before = before.validate().ok()?;
    Push::over(before, Source::Construction, file)
}

impl Draft<'_> {
    /// Places the pawn that will move two squares, and the pawns that will stand beside it.
    fn place_pawns(&mut self, file: File) {
        for rank in [Rank::Fifth, Rank::Sixth] {
            self.taken.insert(Square::new(file, rank));
        }
        self.place(
            Side::Them,
            PieceType::Pawn,
            Square::new(file, Rank::Seventh),
        );
        let victim = Square::new(file, Rank::Fifth);
        let sides: &[i8] = match self.random.below(12) {
            0 => &[],
            1..=4 => &[-1],
            5..=8 => &[1],
            _ => &[-1, 1],
        };
        for side in sides {
            if let Some(square) = victim.offset(*side, 0) {
                self.place(Side::Us, PieceType::Pawn, square);
            }
        }
    }

    /// Puts kings and sliders on up to three lines through the squares of the capture.
    fn place_lines(&mut self, file: File) {
        for _ in 0..=self.random.below(3) {
            let side = if self.random.is_one_in(3) {
                Side::Them
            } else {
                Side::Us
            };
            let victim = Square::new(file, Rank::Fifth);
            let beside = if self.random.is_one_in(2) { 1 } else { -1 };
            let through = match self.random.below(8) {
                0..=2 => victim.offset(beside, 0),
                3..=4 => Some(victim),
                5 => victim.offset(0, 1),
                6 => victim.offset(0, 2),
                _ => None,
            };
            match (through, self.random.pick(&DIRECTIONS)) {
                (Some(through), Some(direction)) => self.place_line(side, through, direction),
                _ => self.place_king_near(side, victim),
            }
        }
    }

    /// Puts a king on one side of a square and an enemy slider on the other, sometimes with a piece in between.
    fn place_line(&mut self, side: Side, through: Square, (files, ranks): Step) {
        let (toward, behind) = ((files, ranks), (-files, -ranks));
        let king = match self.kings[side as usize] {
            Some(king) => Some(king).filter(|&king| ray(through, toward).any(|at| at == king)),
            None => self.pick_on_ray(through, toward),
        };
        let Some(king) = king else { return };
        let Some(slider) = self.pick_on_ray(through, behind) else {
            return;
        };
        if self.kings[side as usize].is_none() {
            self.place_king(side, king);
        }
        let straight = files == 0 || ranks == 0;
        let piece = match (self.random.is_one_in(3), straight) {
            (true, _) => PieceType::Queen,
            (false, true) => PieceType::Rook,
            (false, false) => PieceType::Bishop,
        };
        self.place(side.other(), piece, slider);
        let between = between(slider, king, toward);
        if self.random.is_one_in(4)
            && let Some(square) = self.pick_free(between)
        {
            let side = if self.random.is_one_in(2) {
                side
            } else {
                side.other()
            };
            self.place_extra(side, square);
        }
        self.lines |= between;
    }

    /// Puts a king where one of the pawns attacks it, before or after the capture, or right beside them.
    fn place_king_near(&mut self, side: Side, victim: Square) {
        if self.kings[side as usize].is_some() {
            return;
        }
        let files = self.random.below(5) as i8 - 2;
        let ranks = match side {
            Side::Us => self.random.pick(&[-1, -1, 0, 1]),
            Side::Them => self.random.pick(&[2, 2, 1, -1, 3]),
        };
        let square = ranks.and_then(|ranks| victim.offset(files, ranks));
        if let Some(square) = square.filter(|&it| !self.taken.contains(it)) {
            self.place_king(side, square);
        }
    }

    /// Lets a side whose king has no place yet castle, sometimes.
    fn place_castling(&mut self) {
        for side in [Side::Us, Side::Them] {
            let rank = match side {
                Side::Us => Rank::First,
                Side::Them => Rank::Eighth,
            };
            let king = Square::new(File::E, rank);
            let is_chosen = self.kings[side as usize].is_none() && self.random.is_one_in(6);
            if !is_chosen || self.taken.contains(king) {
                continue;
            }
            self.place_king(side, king);
            for wing in CastlingSide::ALL {
                let file = wing.standard_rook_file();
                let rook = Square::new(file, rank);
                if self.random.is_one_in(3) || self.taken.contains(rook) {
                    continue;
                }
                self.place(side, PieceType::Rook, rook);
                self.castling.set(self.color(side), wing, Some(file));
            }
        }
    }

    /// Places the kings that no line needs.
    fn place_kings(&mut self) -> Option<()> {
        for side in [Side::Us, Side::Them] {
            if self.kings[side as usize].is_none() {
                let square = self.pick_free(!Bitboard::EMPTY)?;
                self.place_king(side, square);
            }
        }
        Some(())
    }

    /// Adds pieces anywhere, and pawns that are about to promote or stand beside another pawn's path.
    fn place_extras(&mut self) {
        let number = self.random.below(MOST_EXTRAS + 1);
        for _ in 0..self.random.below(number + 1) {
            let side = if self.random.is_one_in(2) {
                Side::Us
            } else {
                Side::Them
            };
            if let Some(square) = self.pick_free(!Bitboard::EMPTY) {
                self.place_extra(side, square);
            }
        }
        if self.random.is_one_in(2) {
            self.place_telling_pawn();
        }
    }

    /// Places a pawn that is about to promote, mostly near a corner, or one that could be mistaken for a capturer.
    fn place_telling_pawn(&mut self) {
        let files = [File::A, File::B, File::G, File::H];
        let file = match self.random.below(3) {
            0 => self.random.pick(&File::ALL),
            _ => self.random.pick(&files),
        };
        let (side, rank) = match self.random.below(6) {
            0..=2 => (Side::Us, Rank::Seventh),
            3 => (Side::Them, Rank::Second),
            4 => (Side::Us, Rank::Fourth),
            _ => (Side::Us, Rank::Sixth),
        };
        let square = file.map(|file| Square::new(file, rank));
        if let Some(square) = square.filter(|&it| !self.taken.contains(it)) {
            self.place(side, PieceType::Pawn, square);
        }
    }

    /// Places a piece of a random kind; no pawn on the first or last rank.
    fn place_extra(&mut self, side: Side, square: Square) {
        let kind = self.random.pick(&EXTRAS).unwrap_or(PieceType::Knight);
        let is_edge = matches!(square.rank(), Rank::First | Rank::Eighth);
        let kind = match kind {
            PieceType::Pawn if is_edge => PieceType::Knight,
            kind => kind,
        };
        self.place(side, kind, square);
    }

    fn place_king(&mut self, side: Side, square: Square) {
        self.kings[side as usize] = Some(square);
        self.place(side, PieceType::King, square);
    }

    fn place(&mut self, side: Side, kind: PieceType, square: Square) {
        self.taken.insert(square);
        let piece = Piece::new(self.color(side), kind);
        self.board.set(self.square(square), Some(piece));
    }

    fn color(&self, side: Side) -> Color {
        match side {
            Side::Us => self.us,
            Side::Them => !self.us,
        }
    }

    /// Returns a free square on a ray from a square, up to the first piece; the near ones more often than the far ones.
    fn pick_on_ray(&mut self, from: Square, step: Step) -> Option<Square> {
        let mut found = None;
        for at in ray(from, step) {
            if !self.taken.contains(at) {
                found = Some(at);
                if self.random.is_one_in(3) {
                    break;
                }
            } else if self.board.get(self.square(at)).is_some() {
                break;
            }
        }
        found
    }

    /// Returns the square of the board that the side that may capture sees as this one.
    fn square(&self, seen: Square) -> Square {
        match self.us {
            Color::White => seen,
            Color::Black => seen.flip(),
        }
    }

    /// Returns a square of a set that is neither taken nor needed by a line; `None` if there seems to be none.
    fn pick_free(&mut self, among: Bitboard) -> Option<Square> {
        let free = among - self.taken - self.lines;
        let index = self.random.below(free.len() as usize);
        free.into_iter().nth(index)
    }
}

/// Returns the squares between two squares of a line.
fn between(from: Square, to: Square, step: Step) -> Bitboard {
    ray(from, step).take_while(|&at| at != to).collect()
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Us => Self::Them,
            Self::Them => Self::Us,
        }
    }
}
