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

    /// The positions that an engine may hold which takes none.
    pub fn untold() -> impl Iterator<Item = Position> {
        std::iter::once(Position::initial()).chain(Self::elsewhere().position())
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

    /// Moves that tell whether an engine holds this position or has kept another, each with whether it is legal here:
    /// one that is legal neither [elsewhere](Self::elsewhere) nor where games begin, if there is such a move, and for each
    /// of these one that is legal there and not here. None if this is no position.
    pub(super) fn telltales(&self) -> Vec<(String, bool)> {
        let Some(here) = self.position() else {
            return Vec::new();
        };
        let others: Vec<_> = Self::untold().collect();
        let is_own = |mv: &String| others.iter().all(|it| it.parse_uci(mv).is_err());
        let own = quiet(&here).find(is_own).map(|mv| (mv, true));
        let foreign = others.iter().filter_map(|it| {
            let mv = quiet(it).find(|mv| here.parse_uci(mv).is_err());
            mv.map(|mv| (mv, false))
        });
        own.into_iter().chain(foreign).collect()
    }
}

/// The legal moves that no engine gets wrong.
fn quiet(position: &Position) -> impl Iterator<Item = String> {
    let moves = position.legal_moves().into_iter().filter(|mv| {
        let is_castling = mv.kind().castling_side().is_some();
        !mv.is_en_passant() && mv.promotion().is_none() && !is_castling
    });
    moves.map(|mv| position.uci(mv).to_string())
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

#[cfg(test)]
mod tests {
    use super::{ELSEWHERE, Place};

    const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn telltales_are_legal_in_one_position_only() {
        let is_legal = |fen: &str, mv: &str| Place::new(fen).after(mv).position().is_some();
        for (fen, legal) in [
            ("8/8/8/KPp4r/8/8/8/7k w - c6 0 1", 1),
            // Black is stalemated.
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
        ] {
            let telltales = Place::new(fen).telltales();
            assert_eq!(telltales.len(), legal + 2, "{telltales:?}");
            for (index, (mv, is_own)) in telltales.iter().enumerate() {
                assert_eq!(
                    (is_legal(fen, mv), index < legal),
                    (*is_own, *is_own),
                    "{mv}"
                );
                assert_ne!(
                    is_legal(ELSEWHERE, mv) || is_legal(INITIAL, mv),
                    *is_own,
                    "{mv}"
                );
            }
        }
        assert_eq!(Place::new("8/8/8/8/8/8/8/8 w - - 0 1").telltales(), []);
    }
}
