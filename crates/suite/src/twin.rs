//! Twins: the same case with the colors swapped, or with the files mirrored.
//!
//! ```text
//! 6 . . . . * . . .        6 . . . . . . . .        6 . . . * . . . .
//! 5 r . . P p . . K        5 . . . . . . . .        5 K . . p P . . r
//! 4 . . . . . . . .        4 R . . p P . . k        4 . . . . . . . .
//! 3 . . . . . . . .        3 . . . . * . . .        3 . . . . . . . .
//!   a b c d e f g h          a b c d e f g h          a b c d e f g h
//!        a case                  flipped                  mirrored
//! ```
//!
//! The rules of chess are the same for both colors, and for both sides of the board while neither side may castle: a twin
//! has the same counts as its case. A table or shift that is wrong for one side only makes the counts of twins differ.

use passant_query::{Line, Step};
use passant_rules::{Board, CastlingRights, Piece, Setup, Square, UciMove};

/// A case of any kind. A kind without twins has none of the transformed ones.
pub(crate) trait Addressed: Clone {
    /// Returns folder, file and name.
    fn address(&self) -> &str;

    /// Tells whether either side may castle. The two sides of castling differ, so that no twin with the files from h to a
    /// is the same.
    fn may_castle(&self) -> bool;

    /// Returns the case with its positions and moves transformed; `None` if that is no case of this kind.
    fn twin(&self, to: &Carry) -> Option<Self>;

    /// Returns the twin with the files from h to a.
    fn mirror(&self) -> Option<Self> {
        self.twin(&MIRROR).filter(|_| !self.may_castle())
    }

    /// Returns all twins: flipped, mirrored, and both, as far as they exist.
    fn every_twin(&self) -> Vec<Self> {
        let flipped = self.twin(&FLIP);
        let both = flipped.as_ref().and_then(Self::mirror);
        [flipped, self.mirror(), both]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Returns the twin that differs most: flipped, and mirrored if that is possible.
    fn last_twin(&self) -> Self {
        self.every_twin().pop().unwrap_or_else(|| self.clone())
    }
}

/// The addresses of cases.
pub(crate) fn addresses<T: Addressed>(cases: &[T]) -> impl Iterator<Item = &str> {
    cases.iter().map(Addressed::address)
}

/// A way to make a twin: of squares, of what a FEN says, and of the letters and digits of a move.
pub(crate) struct Carry {
    name: &'static str,
    pub(crate) square: fn(Square) -> Square,
    pub(crate) setup: fn(&Setup) -> Setup,
    pub(crate) letter: fn(char) -> char,
}

pub(crate) const FLIP: Carry = Carry {
    name: "flipped",
    square: Square::flip,
    setup: flip_setup,
    letter: |letter| match letter {
        '1'..='8' => swap(letter, '1', '8'),
        _ => letter,
    },
};

const MIRROR: Carry = Carry {
    name: "mirrored",
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
    /// Returns the address of the twin.
    pub(crate) fn address(&self, address: &str) -> String {
        format!("{address}~{}", self.name)
    }

    pub(crate) fn line(&self, line: &Line) -> Line {
        let carry = |step: &Step| match *step {
            Step::Move(mv) => Step::Move(self.mv(mv)),
            step => step,
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
