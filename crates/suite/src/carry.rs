//! Makes twins of positions, lines and moves: with the colors swapped or the files mirrored.

use passant_query::{Line, Step};
use passant_rules::{Board, CastlingRights, Piece, Setup, Square, UciMove};

/// A way to make a twin: of squares, of what a FEN says, and of the letters and digits of a move.
pub(crate) struct Carry {
    pub(crate) square: fn(Square) -> Square,
    pub(crate) setup: fn(&Setup) -> Setup,
    pub(crate) letter: fn(char) -> char,
}

pub(crate) const FLIP: Carry = Carry {
    square: Square::flip,
    setup: flip_setup,
    letter: |letter| match letter {
        '1'..='8' => swap(letter, '1', '8'),
        _ => letter,
    },
};

pub(crate) const MIRROR: Carry = Carry {
    square: Square::mirror,
    setup: mirror_setup,
    letter: |letter| match letter {
        'a'..='h' => swap(letter, 'a', 'h'),
        _ => letter,
    },
};

/// The letter that is as far from the last as this one is from the first.
fn swap(letter: char, first: char, last: char) -> char {
    char::from(first as u8 + (last as u8 - letter as u8))
}

impl Carry {
    pub(crate) fn line(&self, line: &Line) -> Line {
        let carry = |step: &Step| match *step {
            Step::Move(mv) => Step::Move(self.mv(mv)),
            Step::TakeBack => Step::TakeBack,
        };
        Line {
            setup: (self.setup)(&line.setup),
            steps: line.steps.iter().map(carry).collect(),
            is_chess960: line.is_chess960,
        }
    }

    pub(crate) fn mv(&self, mv: UciMove) -> UciMove {
        if mv.is_null() {
            return mv;
        }
        let carried = UciMove::new((self.square)(mv.from()), (self.square)(mv.to()));
        let promoted = mv.promotion().and_then(|piece| carried.promoting_to(piece));
        promoted.unwrap_or(carried)
    }
}

/// Returns the line with the colors swapped and the board upside down.
#[must_use]
pub fn flip_line(line: &Line) -> Line {
    FLIP.line(line)
}

/// The twins of a case: flipped, mirrored, and both, as far as they exist.
pub(crate) fn twins<T>(
    case: &T,
    flip: impl Fn(&T) -> Option<T>,
    mirror: impl Fn(&T) -> Option<T>,
) -> impl Iterator<Item = T> {
    let flipped = flip(case);
    let both = flipped.as_ref().and_then(&mirror);
    [flipped, mirror(case), both].into_iter().flatten()
}

/// Returns the setup with the colors swapped and the ranks reversed.
#[must_use]
pub fn flip_setup(setup: &Setup) -> Setup {
    let mut castling = CastlingRights::NONE;
    for (color, side, file) in setup.castling.iter() {
        castling.set(!color, side, Some(file));
    }
    Setup {
        board: carry_board(&setup.board, |square, piece| {
            (
                square.flip(),
                Piece::new(!piece.color(), piece.piece_type()),
            )
        }),
        side_to_move: !setup.side_to_move,
        castling,
        en_passant: setup.en_passant.map(Square::flip),
        ..*setup
    }
}

/// Returns the setup with the files reversed. Castling rights stay as they are, and mean nothing there.
#[must_use]
pub fn mirror_setup(setup: &Setup) -> Setup {
    Setup {
        board: carry_board(&setup.board, |square, piece| (square.mirror(), piece)),
        en_passant: setup.en_passant.map(Square::mirror),
        ..*setup
    }
}

fn carry_board(board: &Board, to: impl Fn(Square, Piece) -> (Square, Piece)) -> Board {
    let mut twin = Board::EMPTY;
    for (square, piece) in board.iter() {
        let (square, piece) = to(square, piece);
        twin.set(square, Some(piece));
    }
    twin
}
