//! Where in a game an engine is put.

use std::fmt;

use passant_rules::Position;

/// A position as engines are told of it: a FEN and moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Six fields.
    pub fen: String,
    /// Moves from there in UCI notation.
    pub moves: Vec<String>,
    /// Whether castling is that of Chess960.
    pub is_chess960: bool,
}

/// A position that is like no other, and in which hardly a move is legal that is not so where games begin.
const ELSEWHERE: &str = "7k/8/8/8/8/8/PPPPPPPP/K7 w - - 0 1";

impl Place {
    /// What engines are told of before a position: who silently keeps the position before has this one then, and not
    /// one in which the answer is the same.
    #[must_use]
    pub fn elsewhere() -> Self {
        Self::new(ELSEWHERE)
    }

    /// A position of standard chess, told by its FEN.
    pub fn new(fen: impl Into<String>) -> Self {
        Self {
            fen: fen.into(),
            moves: Vec::new(),
            is_chess960: false,
        }
    }

    /// The place one move further.
    #[must_use]
    pub fn after(&self, mv: &str) -> Self {
        let mut next = self.clone();
        next.moves.push(mv.to_owned());
        next
    }

    /// The position that the moves lead to; `None` if the FEN is not believed, or a move is not legal.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let mut position = Position::from_fen(&self.fen).ok()?;
        for mv in &self.moves {
            let mv = position.parse_uci(mv).ok()?;
            let _ = position.make(mv);
        }
        Some(position)
    }
}

impl fmt::Display for Place {
    /// As UCI and the line protocol have it: `fen … moves …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fen {}", self.fen)?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}
