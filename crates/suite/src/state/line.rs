//! A position and the moves played from there.

use std::iter;

use passant_rules::{Move, Position, Setup};

/// A position and the moves played from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub(crate) setup: Setup,
    pub(crate) start: Position,
    pub(crate) plies: Vec<Ply>,
}

/// A ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply {
    /// A legal move.
    Move(Move),
    /// A null move, `0000` in UCI: the turn passes to the other side, and an en passant right expires. It occurs in
    /// searches, never in games.
    Pass,
}

impl Line {
    /// What the FEN to start from says.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The FEN to start from, six fields, with the en passant square after every double push.
    #[must_use]
    pub fn fen(&self) -> String {
        self.setup.fen().to_string()
    }

    /// The position to start from.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The plies.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The moves before the first null move.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.plies.iter().map_while(|ply| match *ply {
            Ply::Move(mv) => Some(mv),
            Ply::Pass => None,
        })
    }

    /// The start, and the position after each ply.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut plies = self.plies.iter();
        iter::successors(Some(self.start.clone()), move |position| {
            plies.next().map(|ply| ply.after(position))
        })
    }

    /// The position after the last ply.
    #[must_use]
    pub fn end(&self) -> Position {
        let start = self.start.clone();
        self.plies
            .iter()
            .fold(start, |position, ply| ply.after(&position))
    }

    /// The plies in UCI notation.
    #[must_use]
    pub fn uci(&self) -> Vec<String> {
        let positions = self.positions();
        let text = |(position, ply): (Position, &Ply)| match *ply {
            Ply::Move(mv) => position.uci(mv).to_string(),
            Ply::Pass => Ply::PASS.to_owned(),
        };
        positions.zip(&self.plies).map(text).collect()
    }
}

impl Ply {
    /// The null move in UCI notation.
    pub(crate) const PASS: &str = "0000";

    /// The position after this ply, which must be legal.
    #[must_use]
    pub fn after(self, position: &Position) -> Position {
        match self {
            Self::Move(mv) => {
                let mut after = position.clone();
                let _ = after.make(mv);
                after
            }
            // A line has null moves only where they are possible.
            Self::Pass => passed(position).unwrap_or_else(|| position.clone()),
        }
    }
}

/// The position after a null move; `None` in check, where a null move is impossible.
pub(crate) fn passed(position: &Position) -> Option<Position> {
    let mut after = position.clone();
    after.make_null().is_some().then_some(after)
}
