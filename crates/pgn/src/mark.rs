//! The marks for an en passant capture, and the readers that do not know them.

use std::fmt;

/// A mark behind an en passant capture. The standard of PGN (8.2.3) has none; the FIDE Laws (C.10) allow `e.p.`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EnPassantMark {
    /// `exd6ep`
    Joined,
    /// `exd6 ep`
    Apart,
    /// `exd6e.p.`
    DottedJoined,
    /// `exd6 e.p.`
    DottedApart,
    /// `exd6/ep`, `exd6/e.p.`
    Slash,
}

/// What a reader of PGN makes of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkFact {
    /// The mark.
    pub mark: EnPassantMark,
    /// The program and its version.
    pub reader: &'static str,
    /// The effect, as the second half of a sentence.
    pub effect: &'static str,
}

const fn fact(mark: EnPassantMark, reader: &'static str, effect: &'static str) -> MarkFact {
    MarkFact {
        mark,
        reader,
        effect,
    }
}

/// The readers that lose a move or a game by a mark. `findings/en-passant-mark-in-pgn.sh` asks them, all but the last.
pub const MARK_FACTS: [MarkFact; 20] = {
    use EnPassantMark::{Apart, DottedApart, DottedJoined, Joined, Slash};
    [
        fact(Joined, "@mliebelt/pgn-parser 1.4.19", "refuses the game"),
        fact(Joined, "kokopu 4.13.4", "refuses the game"),
        fact(Joined, "cm-pgn 5.0.0", "refuses the game"),
        fact(
            Joined,
            "pgn-reader 0.29.0",
            "skips the move without a word, so that later moves belong to the other side",
        ),
        fact(Apart, "chess.js 1.4.0", "refuses the game"),
        fact(Apart, "@mliebelt/pgn-parser 1.4.19", "refuses the game"),
        fact(Apart, "kokopu 4.13.4", "refuses the game"),
        fact(Apart, "cm-pgn 5.0.0", "refuses the game"),
        fact(DottedJoined, "pgn-extract 19.04", "loses the move"),
        fact(DottedJoined, "chess.js 1.4.0", "refuses the game"),
        fact(DottedJoined, "kokopu 4.13.4", "refuses the game"),
        fact(DottedJoined, "cm-pgn 5.0.0", "refuses the game"),
        fact(DottedApart, "chess.js 1.4.0", "refuses the game"),
        fact(DottedApart, "kokopu 4.13.4", "refuses the game"),
        fact(DottedApart, "cm-pgn 5.0.0", "refuses the game"),
        fact(Slash, "pgn-extract 19.04", "cuts the game in two"),
        fact(Slash, "chess.js 1.4.0", "refuses the game"),
        fact(Slash, "@mliebelt/pgn-parser 1.4.19", "refuses the game"),
        fact(Slash, "kokopu 4.13.4", "refuses the game"),
        fact(Slash, "cm-pgn 5.0.0", "refuses the game"),
    ]
};

impl EnPassantMark {
    /// All marks, the most compact first.
    pub const ALL: [Self; 5] = [
        Self::Joined,
        Self::Apart,
        Self::DottedJoined,
        Self::DottedApart,
        Self::Slash,
    ];

    /// Returns the mark as it stands behind `exd6`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Joined => "ep",
            Self::Apart => " ep",
            Self::DottedJoined => "e.p.",
            Self::DottedApart => " e.p.",
            Self::Slash => "/ep",
        }
    }

    /// Finds the mark in a move as it is written, and its bytes there, without the signs before and after it.
    #[must_use]
    pub fn find(written: &[u8]) -> Option<(Self, std::ops::Range<usize>)> {
        // No other move has a small p.
        let p = memchr::memrchr(b'p', written)?;
        let is_dotted = written[..p].ends_with(b"e.");
        let start = p.checked_sub(if is_dotted { 2 } else { 1 })?;
        if written[start] != b'e' {
            return None;
        }
        let end = p + 1 + usize::from(written.get(p + 1) == Some(&b'.'));
        let before = &written[..start];
        let mark = match before.last()? {
            b'/' => return Some((Self::Slash, start - 1..end)),
            last if last.is_ascii_whitespace() => [Self::Apart, Self::DottedApart],
            _ => [Self::Joined, Self::DottedJoined],
        };
        let start = before.trim_ascii_end().len();
        Some((mark[usize::from(is_dotted)], start..end))
    }
}

impl fmt::Display for EnPassantMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exd6{}", self.text())
    }
}
