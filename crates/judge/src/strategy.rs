//! Strategies of [proptest](https://docs.rs/proptest): fresh positions around en passant, for properties of a chess library.
//!
//! ```
//! use passant_judge::strategy;
//! use passant_rules::{EnPassantMode, Position};
//! use proptest::{prop_assert_eq, proptest};
//!
//! proptest! {
//!     // In a test it has the attribute #[test].
//!     fn a_fen_is_read_as_it_was_written(fresh in strategy::lines()) {
//!         let fen = fresh.position.fen(EnPassantMode::Always);
//!         prop_assert_eq!(Position::from_fen(&fen), Ok(fresh.position));
//!     }
//! }
//! # a_fen_is_read_as_it_was_written();
//! ```
//!
//! The positions are those of `passant hunt`: each is reachable as far as its last move can tell, and many are told by moves.
//! They depend on the random numbers of proptest alone, so that a failure is repeated as any other is.
//!
//! A value shrinks while the property fails: fewer moves, fewer pieces, weaker pieces, no castling right, no counters.
//! Everything that it shrinks to is valid too, and its moves are legal. It may shrink to a position that fails for another reason;
//! [`minimize`](crate::minimize) keeps the reason.

use std::fmt;
use std::sync::LazyLock;
use std::vec::IntoIter;

use passant_query::Line;
use passant_rules::{EnPassantMode, Move, Position};
use passant_sampler::Sampler;
use proptest::arbitrary::any;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::minimize::Candidate;
use crate::minimize::steps::smaller;

/// The sampler whose seed each value replaces.
static SAMPLER: LazyLock<Sampler> = LazyLock::new(|| Sampler::new(0));

/// A position, and how a program is told it.
#[derive(Clone, PartialEq, Eq)]
pub struct FreshLine {
    /// A valid position, and legal moves that follow it. There may be none.
    pub line: Line,
    /// The position at the end.
    pub position: Position,
    /// A depth in plies to count to: mostly 1, since that shows the moves, 2 or 3 where there are few.
    pub depth: u32,
}

/// A position, and the move that has led to it.
#[derive(Clone, PartialEq, Eq)]
pub struct FreshPosition {
    /// The position before the move.
    pub before: Position,
    /// The move: a double push, what looks like one, or a move after one.
    pub last: Move,
    /// The position after the move.
    pub position: Position,
}

/// Returns a strategy of positions, each with the way in which a program is told it: as a FEN, or as a FEN and moves.
#[must_use]
pub fn lines() -> Lines {
    Lines { least_moves: 0 }
}

/// Returns a strategy of positions with their last moves.
///
/// # Panics
///
/// Never: its lines have a move.
pub fn positions() -> impl Strategy<Value = FreshPosition> + Clone {
    Lines { least_moves: 1 }.prop_map(|fresh| fresh.split_last().expect("it has a move"))
}

/// The strategy of [`lines`].
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The least number of moves in a line.
    least_moves: usize,
}

/// A line that shrinks.
#[derive(Clone, Debug)]
pub struct ShrinkingLine {
    least_moves: usize,
    /// The line that is tried.
    current: FreshLine,
    /// The smallest line that is known to fail.
    failing: FreshLine,
    /// The smaller lines that were not tried yet; `None` if the first line was not simplified yet.
    untried: Option<IntoIter<FreshLine>>,
}

impl FreshLine {
    fn new(line: Line, depth: u32) -> Option<Self> {
        Some(Self {
            position: line.position()?,
            line,
            depth,
        })
    }

    /// Returns the position before the last move, the move, and the position after it; `None` if there is no move.
    fn split_last(&self) -> Option<FreshPosition> {
        let (before, last) = self.line.split_last()?;
        let before = before.position()?;
        Some(FreshPosition {
            last: before.find(last).ok()?,
            before,
            position: self.position.clone(),
        })
    }

    /// Returns the lines that are one step smaller, those that lack most first.
    fn smaller(&self, least_moves: usize) -> Vec<Self> {
        let line = &self.line;
        let mut lines = Vec::new();
        lines.extend((1..self.depth).filter_map(|depth| Self::new(line.clone(), depth)));
        let dropped = (1..=line.steps.len().saturating_sub(least_moves)).rev();
        lines.extend(dropped.filter_map(|number| {
            let mut later = line.take(number).without_history()?;
            later.steps = line.steps[number..].to_vec();
            Self::new(later, self.depth)
        }));
        let start = Candidate {
            setup: line.setup.clone(),
            depth: 1,
        };
        lines.extend(smaller(&start).into_iter().filter_map(|candidate| {
            let plainer = Line {
                setup: candidate.setup,
                ..line.clone()
            };
            Self::new(plainer, self.depth)
        }));
        lines
    }
}

impl fmt::Debug for FreshLine {
    /// The line as a text, as `passant check --line` reads it, and the depth.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fen {}, depth {}", self.line, self.depth)
    }
}

impl fmt::Debug for FreshPosition {
    /// The FEN of both positions, and the move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] =
            [&self.before, &self.position].map(|it| it.fen(EnPassantMode::Always));
        let last = self.before.uci_move(self.last);
        write!(f, "fen {before} moves {last}, which leads to {after}")
    }
}

impl Strategy for Lines {
    type Tree = ShrinkingLine;
    type Value = FreshLine;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let seed = any::<u64>().new_tree(runner)?.current();
        let mut samples = SAMPLER.reseed(seed);
        let sample = samples.find(|sample| self.least_moves <= sample.line.steps.len());
        let sample = sample.expect("samples never end");
        let fresh = FreshLine {
            line: sample.line,
            position: sample.position,
            depth: sample.depth,
        };
        Ok(ShrinkingLine {
            least_moves: self.least_moves,
            current: fresh.clone(),
            failing: fresh,
            untried: None,
        })
    }
}

impl ShrinkingLine {
    /// Goes on to the next smaller line. Without one, returns to the failing one and `false`.
    fn try_next(&mut self) -> bool {
        let next = self.untried.as_mut().and_then(Iterator::next);
        let is_found = next.is_some();
        self.current = next.unwrap_or_else(|| self.failing.clone());
        is_found
    }
}

impl ValueTree for ShrinkingLine {
    type Value = FreshLine;

    fn current(&self) -> FreshLine {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        if self.untried.is_none() || self.current != self.failing {
            self.failing = self.current.clone();
            self.untried = Some(self.failing.smaller(self.least_moves).into_iter());
        }
        self.try_next()
    }

    fn complicate(&mut self) -> bool {
        // To return to the failing line is a change, too: a filter of this strategy relies on it.
        let is_changed = self.current != self.failing;
        self.try_next() || is_changed
    }
}
