//! Two positions side by side, and why they are the same or different.

use std::fmt;

use passant_query::Line;
use passant_rules::{EnPassantMode, EnPassantVerdict, Position};
use serde::{Deserialize, Serialize};

use crate::check::describe_move::because;

/// Two positions that an engine had to compare, for a repetition or a key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedPositions {
    /// The earlier position, or the first of a pair.
    pub first: PositionInGame,
    /// The later position, or the second of a pair.
    pub second: PositionInGame,
    /// True if they are the same (FIDE Laws 9.2.3).
    pub is_same: bool,
}

/// A position of a game, and its en passant right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionInGame {
    /// The number of plies that were played before it.
    pub ply: usize,
    /// The move that led to it, in UCI notation.
    pub last_move: Option<String>,
    /// Its FEN, with the en passant square after every double push.
    pub fen: String,
    /// The en passant right and the legal captures.
    pub right: String,
}

impl ComparedPositions {
    /// The ends of two lines, each of which was perhaps copied, or written and read; `None` if a line is not legal.
    pub(super) fn of(first: &Line, second: &Line) -> Option<Self> {
        let [first, second] = [first, second].map(Line::without_round_trips);
        let [one, other] = [first.position()?, second.position()?];
        Some(Self {
            first: PositionInGame::new(&first, &one),
            second: PositionInGame::new(&second, &other),
            is_same: one == other,
        })
    }

    /// The end of a line without takebacks, and an earlier position with the same board and side to move. If there are
    /// several, the first with different rights is taken, because engines fail on these.
    pub(super) fn of_game(line: &Line) -> Option<Self> {
        let line = line.without_round_trips();
        let positions = line.positions()?;
        let (now, earlier) = positions.split_last()?;
        let same_board: Vec<_> = (0..)
            .zip(earlier)
            .filter(|(_, then)| {
                then.board() == now.board() && then.side_to_move() == now.side_to_move()
            })
            .collect();
        let rights = |position: &Position| {
            let setup = position.setup(EnPassantMode::Always);
            (setup.en_passant, setup.castling)
        };
        let differing = same_board
            .iter()
            .find(|(_, then)| rights(then) != rights(now));
        let (earlier, _) = *differing.or(same_board.first())?;
        Self::of(&line.take(earlier), &line)
    }
}

impl PositionInGame {
    /// The position at the end of a line without takebacks.
    fn new(line: &Line, position: &Position) -> Self {
        Self {
            ply: line.plies(),
            last_move: line.steps.last().map(ToString::to_string),
            fen: position.fen(EnPassantMode::Always).to_string(),
            right: right(position),
        }
    }
}

/// Returns which en passant right there is, and which captures are legal.
fn right(position: &Position) -> String {
    let Some(right) = position.en_passant() else {
        return "no en passant right".to_owned();
    };
    let target = right.target();
    if right.capturers().is_empty() {
        return format!("a right on {target} that no pawn can use");
    }
    let captures = right.capturers().into_iter().map(|from| {
        let judged = match position.judge_en_passant(from) {
            Some(EnPassantVerdict::Illegal(reason)) => {
                format!("is illegal because {}", because(reason))
            }
            _ => "is legal".to_owned(),
        };
        format!("{from}{target} {judged}")
    });
    let captures: Vec<_> = captures.collect();
    let use_of_it = if right.legal().is_empty() {
        "cannot be used"
    } else {
        "can be used"
    };
    format!(
        "a right on {target} that {use_of_it}: {}",
        captures.join("; ")
    )
}

impl fmt::Display for ComparedPositions {
    /// A line for each position, and whether they are the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_same { "same" } else { "different" };
        write!(f, "{}\n{verdict}: {}", self.first, self.second)
    }
}

impl fmt::Display for PositionInGame {
    /// `after ply 3 (d7d5): FEN; a right on d6 that can be used: …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.last_move {
            Some(last_move) => write!(f, "after ply {} ({last_move}): ", self.ply)?,
            None => f.write_str("at the start: ")?,
        }
        write!(f, "{}; {}", self.fen, self.right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_compared_as_if_it_had_no_round_trip() {
        let game = "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1 moves d7d5 a5a4 d8e8 a4a5 e8d8";
        let plain = ComparedPositions::of_game(&game.parse().unwrap()).unwrap();
        assert_eq!(
            (plain.first.ply, plain.second.ply, plain.is_same),
            (1, 5, true)
        );
        for trip in ["d7d5 reread", "d7d5 again", "reread d7d5"] {
            let carried = game.replace("d7d5", trip).parse().unwrap();
            assert_eq!(
                ComparedPositions::of_game(&carried).as_ref(),
                Some(&plain),
                "{trip}"
            );
        }
    }
}
