//! The line that two squares share, and the squares between them.

use std::fmt;

use passant_rules::{File, Rank, Square};

/// The line that two squares share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SharedLine {
    /// Along a file.
    File(File),
    /// Along a rank.
    Rank(Rank),
    /// The diagonal from one square to the other.
    Diagonal(Square, Square),
}

impl SharedLine {
    /// The line that two different squares share, if any.
    pub(crate) fn through(one: Square, other: Square) -> Option<Self> {
        match distance(one, other) {
            (0, 0) => None,
            (0, _) => Some(Self::File(one.file())),
            (_, 0) => Some(Self::Rank(one.rank())),
            (files, ranks) if files.abs() == ranks.abs() => Some(Self::Diagonal(one, other)),
            _ => None,
        }
    }
}

impl fmt::Display for SharedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(f, "the {file}-file"),
            Self::Rank(rank) => write!(f, "the {} rank", ordinal(*rank)),
            Self::Diagonal(one, other) => write!(f, "the diagonal {one}-{other}"),
        }
    }
}

/// The squares strictly between two squares of one line, in order; empty if they share no line.
pub(crate) fn squares_between(from: Square, to: Square) -> Vec<Square> {
    if SharedLine::through(from, to).is_none() {
        return Vec::new();
    }
    let (files, ranks) = distance(from, to);
    let step = |at: &Square| at.offset(files.signum(), ranks.signum());
    std::iter::successors(step(&from), step)
        .take_while(|&at| at != to)
        .collect()
}

/// Returns the number of files to the right and how many ranks up, seen from White.
fn distance(from: Square, to: Square) -> (i8, i8) {
    let apart = |from: u8, to: u8| to.cast_signed() - from.cast_signed();
    (
        apart(from.file().index(), to.file().index()),
        apart(from.rank().index(), to.rank().index()),
    )
}

fn ordinal(rank: Rank) -> &'static str {
    match rank {
        Rank::First => "first",
        Rank::Second => "second",
        Rank::Third => "third",
        Rank::Fourth => "fourth",
        Rank::Fifth => "fifth",
        Rank::Sixth => "sixth",
        Rank::Seventh => "seventh",
        Rank::Eighth => "eighth",
    }
}
