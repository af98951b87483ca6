//! Two positions side by side: what makes them the same, or different.

use std::fmt;

use passant_rules::{EnPassantMode, EnPassantVerdict, Position};
use passant_suite::Line;
use serde::{Deserialize, Serialize};

use super::lines::at;
use crate::check::describe_move::because;

/// Two positions that a program was asked to compare, or that it had to compare to count how often one has occurred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Compared {
    /// The earlier position, or the first of a pair.
    pub one: Stood,
    /// The position now, or the second of a pair.
    pub other: Stood,
    /// Whether they are the same (FIDE Laws 9.2.3).
    pub is_same: bool,
}

/// A position, how it came about, and the right in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stood {
    /// After how many plies.
    pub ply: usize,
    /// The move that led there, UCI.
    pub last: Option<String>,
    /// With the en passant square after every double push.
    pub fen: String,
    /// Which right to capture en passant there is, and whether it can be used, in a sentence.
    pub right: String,
}

impl Compared {
    /// Two positions of two lines, or of one.
    pub(super) fn new(one: (&Line, usize), other: (&Line, usize)) -> Self {
        Self {
            one: Stood::new(one.0, one.1),
            other: Stood::new(other.0, other.1),
            is_same: at(one.0, one.1) == at(other.0, other.1),
        }
    }
}

/// The position after some plies, and the one before it with the same men on the same squares: if there are several,
/// the first that differs in its rights, for that is what goes wrong.
pub(super) fn of_game(line: &Line, plies: usize) -> Option<Compared> {
    let now = at(line, plies);
    let alike: Vec<_> = (0..plies)
        .filter(|&earlier| {
            let then = at(line, earlier);
            then.board() == now.board() && then.side_to_move() == now.side_to_move()
        })
        .collect();
    let rights = |position: &Position| {
        let setup = position.setup(EnPassantMode::Always);
        (setup.en_passant, setup.castling)
    };
    let differing = alike
        .iter()
        .find(|&&earlier| rights(&at(line, earlier)) != rights(&now));
    let earlier = *differing.or(alike.first())?;
    Some(Compared::new((line, earlier), (line, plies)))
}

impl Stood {
    fn new(line: &Line, ply: usize) -> Self {
        let position = at(line, ply);
        Self {
            ply,
            last: ply
                .checked_sub(1)
                .and_then(|last| line.uci().get(last).cloned()),
            fen: position.fen(EnPassantMode::Always).to_string(),
            right: right(&position),
        }
    }
}

/// Which right there is, and whether it can be used.
fn right(position: &Position) -> String {
    let Some(right) = position.en_passant() else {
        return "no right to capture en passant".to_owned();
    };
    let target = right.target();
    if right.capturers().is_empty() {
        return format!("a right to {target} that no pawn can use");
    }
    let captures = right.capturers().into_iter().map(|from| {
        let judged = match position.judge_en_passant(from) {
            Some(EnPassantVerdict::Illegal(reason)) => {
                format!("is illegal, for {}", because(reason))
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
        "a right to {target} that {use_of_it}: {}",
        captures.join("; ")
    )
}

impl fmt::Display for Compared {
    /// Both, a line each, and whether they are the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_same { "same" } else { "differ" };
        write!(f, "{}\n{verdict}: {}", self.one, self.other)
    }
}

impl fmt::Display for Stood {
    /// `after ply 3 (d7d5): FEN; a right to d6 that can be used: …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.last {
            Some(last) => write!(f, "after ply {} ({last}): ", self.ply)?,
            None => f.write_str("at the start: ")?,
        }
        write!(f, "{}; {}", self.fen, self.right)
    }
}
