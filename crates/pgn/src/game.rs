//! A game of a text, as places in the text.

use std::ops::Range;

/// The number of faults that are kept for each game.
const KEPT: usize = 16;

/// A game of a text. All ranges are bytes of the text. Nothing is decided about the moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The whole game, from its first character to its last.
    pub span: Range<usize>,
    /// The value of the tag `FEN`, without its quotes, if the game does not begin at the initial position.
    pub fen: Option<Range<usize>>,
    /// The name and the value of each tag, without quotes.
    pub tags: Vec<[Range<usize>; 2]>,
    /// The moves, in order, without those of variations. A mark such as `e.p.` belongs to its move.
    pub moves: Vec<Range<usize>>,
    /// The variations of these moves, in order. Their moves are read by [`PgnReader::of_variation`].
    ///
    /// [`PgnReader::of_variation`]: crate::PgnReader::of_variation
    pub variations: Vec<PgnVariation>,
    /// The result at the end of the moves; `None` if the text ends or another game begins before it.
    pub result: Option<Range<usize>>,
    /// The last comment in braces outside of variations, without them.
    pub last_comment: Option<Range<usize>>,
    /// The places where the text is broken, at most 16 of them.
    pub faults: Vec<PgnFault>,
}

/// A variation of a game, or of a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnVariation {
    /// The number of moves before it. It is played instead of the last of them; 0 if there is none.
    pub moves_before: usize,
    /// Its characters between the parentheses; up to the end of the game if it has no end.
    pub span: Range<usize>,
}

/// A place where the text of a game is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnFault {
    /// The way in which it is broken.
    pub kind: PgnFaultKind,
    /// The byte of the text.
    pub at: usize,
}

/// The ways in which the text of a game can be broken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PgnFaultKind {
    /// A comment has no end.
    UnclosedComment,
    /// A variation has no end.
    UnclosedVariation,
    /// A tag has no end on its line.
    UnclosedTag,
    /// A variation ends that has not begun.
    StrayParenthesis,
}

impl PgnFaultKind {
    /// Returns the sentence that says what is wrong.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::UnclosedComment => "this comment has no end",
            Self::UnclosedVariation => "this variation has no end",
            Self::UnclosedTag => "this tag has no end",
            Self::StrayParenthesis => "no variation begins before this )",
        }
    }

    /// Returns the sentence that says what would be correct.
    #[must_use]
    pub fn hint(self) -> &'static str {
        match self {
            Self::UnclosedComment => "write } where it ends",
            Self::UnclosedVariation => "write ) where it ends",
            Self::UnclosedTag => "write ] where it ends",
            Self::StrayParenthesis => "remove it, or write ( before the variation",
        }
    }
}

impl PgnGame {
    /// Returns the value of a tag as it is written, without its quotes.
    #[must_use]
    pub fn tag<'t>(&self, name: &str, text: &'t [u8]) -> Option<&'t [u8]> {
        let mut tags = self.tags.iter();
        let [_, value] = tags.find(|[found, _]| &text[found.clone()] == name.as_bytes())?;
        Some(&text[value.clone()])
    }

    /// Tells whether nothing was read, unless it is broken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
            && self.moves.is_empty()
            && self.result.is_none()
            && self.last_comment.is_none()
    }

    /// Forgets everything, and keeps the memory for the next game.
    pub(crate) fn clear(&mut self, start: usize) {
        self.span = start..start;
        self.fen = None;
        self.tags.clear();
        self.moves.clear();
        self.variations.clear();
        self.result = None;
        self.last_comment = None;
        self.faults.clear();
    }

    pub(crate) fn report(&mut self, kind: PgnFaultKind, at: usize) {
        if self.faults.len() < KEPT {
            self.faults.push(PgnFault { kind, at });
        }
    }
}
