//! Values in the logs of a chip, as they are written elsewhere.

use defmt::{Format, Formatter, write};

use crate::{
    Bitboard, Board, BoundedList, BoundedText, EnPassant, EnPassantMode, File, Move, Played,
    Position, Rank, Setup, Square, UciMove,
};

impl<const N: usize> Format for BoundedText<N> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=str}", self);
    }
}

impl<T: Format, const N: usize> Format for BoundedList<T, N> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=[?]}", self.as_slice());
    }
}

/// Writes the value of each type with an expression.
macro_rules! formats {
    ($($(#[doc = $what:literal])? $type:ty: |$value:ident, $f:ident| $write:expr;)+) => {$(
        impl Format for $type {
            $(#[doc = $what])?
            fn format(&self, $f: Formatter<'_>) {
                let $value = self;
                $write;
            }
        }
    )+};
}

formats! {
    File: |file, f| write!(f, "{=char}", file.letter());
    Rank: |rank, f| write!(f, "{=char}", rank.digit());
    Square: |at, f| write!(f, "{}{}", at.file(), at.rank());
    UciMove: |mv, f| mv.text().format(f);
    Move: |mv, f| write!(f, "{} {}", mv.uci(), mv.kind());
    /// The move, if it is not a null move.
    Played: |played, f| played.mv().format(f);
    /// The FEN, with the en passant square after every double push.
    Position: |position, f| position.fen(EnPassantMode::Always).format(f);
    /// The FEN.
    Setup: |setup, f| setup.fen().format(f);
}

impl Format for Board {
    /// The pieces with their squares.
    fn format(&self, f: Formatter<'_>) {
        for (at, piece) in self.iter() {
            write!(f, "{}{} ", piece, at);
        }
    }
}

impl Format for Bitboard {
    /// The squares.
    fn format(&self, f: Formatter<'_>) {
        for square in *self {
            write!(f, "{} ", square);
        }
    }
}

impl Format for EnPassant {
    fn format(&self, f: Formatter<'_>) {
        write!(
            f,
            "en passant on {} by {}, legal by {}",
            self.target(),
            self.capturers(),
            self.legal()
        );
    }
}
