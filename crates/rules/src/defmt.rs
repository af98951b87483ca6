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

impl Format for File {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=char}", self.letter());
    }
}

impl Format for Rank {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=char}", self.digit());
    }
}

impl Format for Square {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{}{}", self.file(), self.rank());
    }
}

impl Format for UciMove {
    fn format(&self, f: Formatter<'_>) {
        self.text().format(f);
    }
}

impl Format for Move {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{} {}", self.uci(), self.kind());
    }
}

impl Format for Played {
    /// The move, if it is not a null move.
    fn format(&self, f: Formatter<'_>) {
        self.mv().format(f);
    }
}

impl Format for Position {
    /// The FEN, with the en passant square after every double push.
    fn format(&self, f: Formatter<'_>) {
        self.fen(EnPassantMode::Always).format(f);
    }
}

impl Format for Setup {
    /// The FEN.
    fn format(&self, f: Formatter<'_>) {
        self.fen().format(f);
    }
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
