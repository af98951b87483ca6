//! The families of faults.

use std::fmt;

/// The part of an engine that a fault is in, and so where it shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// A legal capture is not generated.
    Missing,
    /// An illegal capture is generated.
    Illegal,
    /// Pieces capture from squares where no capturer stands.
    Geometry,
    /// The board is wrong after the capture.
    Make,
    /// The board or the right is wrong after a move is taken back.
    Unmake,
    /// The right lasts too long, or arises where it should not.
    Right,
    /// The right is stored in a way that loses or invents it.
    Storage,
    /// The en passant field of a FEN is misread.
    FenIn,
    /// The en passant field of a FEN is miswritten.
    FenOut,
    /// The key of a position is wrong.
    Key,
    /// Equal positions are taken for different ones, or different ones for equal.
    Repetition,
    /// Moves are misread, miswritten or misreported.
    Text,
    /// The search goes wrong, although counts and lists of moves are correct.
    Search,
}

impl Family {
    /// All families, in the order of their faults.
    pub const ALL: [Self; 13] = [
        Self::Missing,
        Self::Illegal,
        Self::Geometry,
        Self::Make,
        Self::Unmake,
        Self::Right,
        Self::Storage,
        Self::FenIn,
        Self::FenOut,
        Self::Key,
        Self::Repetition,
        Self::Text,
        Self::Search,
    ];

    /// Its name in lists.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Illegal => "illegal",
            Self::Geometry => "geometry",
            Self::Make => "make",
            Self::Unmake => "unmake",
            Self::Right => "right",
            Self::Storage => "storage",
            Self::FenIn => "fen-in",
            Self::FenOut => "fen-out",
            Self::Key => "key",
            Self::Repetition => "repetition",
            Self::Text => "text",
            Self::Search => "search",
        }
    }

    /// What it is about, in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Missing => "A legal capture is not generated.",
            Self::Illegal => "An illegal capture is generated.",
            Self::Geometry => "Pieces capture from squares where no capturer stands.",
            Self::Make => "The board is wrong after the capture.",
            Self::Unmake => "The board or the right is wrong after a move is taken back.",
            Self::Right => "The right lasts too long, or arises where it should not.",
            Self::Storage => "The right is stored in a way that loses or invents it.",
            Self::FenIn => "The en passant field of a FEN is misread.",
            Self::FenOut => "The en passant field of a FEN is miswritten.",
            Self::Key => "The key of a position is wrong.",
            Self::Repetition => {
                "Equal positions are taken for different ones, or different ones for equal."
            }
            Self::Text => "Moves are misread, miswritten or misreported.",
            Self::Search => {
                "The search goes wrong, although counts and lists of moves are correct."
            }
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
