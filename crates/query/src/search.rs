//! Searches: what is asked of one, and what it prints.

use std::fmt;
use std::str::FromStr;

use crate::{EngineMove, Line, QuestionError};

/// A search of the end of a line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SearchRequest {
    /// The depth or number of nodes to search.
    pub limit: SearchLimit,
    /// The number of lines to print at each depth, the best first. A program that prints one only is asked for one.
    pub lines: u32,
    /// The line whose end is searched before, [deeper](SearchLimit::deeper). The engine keeps what it has learned there, as
    /// within a game. `None`: the engine is told that a new game begins, and knows nothing.
    pub after: Option<Line>,
}

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchLimit {
    /// After this depth in plies.
    Depth(u32),
    /// After about this many nodes.
    Nodes(u64),
}

/// The output of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The lines in the order in which they were printed.
    pub lines: Vec<SearchedLine>,
    /// The move that is played.
    pub best: EngineMove,
    /// The reply that is expected, if the engine names one.
    pub ponder: Option<EngineMove>,
}

/// A line of play that a search has printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchedLine {
    /// The depth in plies, if the engine names one.
    pub depth: Option<u32>,
    /// The score for the side to move. `None` if the engine prints none, or only a bound.
    pub score: Option<SearchScore>,
    /// The moves, beginning with the position that is searched.
    pub moves: Vec<EngineMove>,
}

/// A score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchScore {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves of the side that mates; negative if the side to move is mated, and 0 if it is mated already.
    Mate(i32),
}

impl SearchLimit {
    /// The limit of the search before: two plies more, or four times the nodes, so that what it leaves in a hash table is good
    /// enough for the search after it.
    #[must_use]
    pub fn deeper(self) -> Self {
        match self {
            Self::Depth(depth) => Self::Depth(depth.saturating_add(2)),
            Self::Nodes(nodes) => Self::Nodes(nodes.saturating_mul(4)),
        }
    }
}

impl SearchRequest {
    /// A search for one line, by an engine that knows nothing.
    #[must_use]
    pub fn to(limit: SearchLimit) -> Self {
        Self {
            limit,
            lines: 1,
            after: None,
        }
    }

    /// The same to a depth in plies.
    #[must_use]
    pub fn to_depth(depth: u32) -> Self {
        Self::to(SearchLimit::Depth(depth))
    }

    /// The same search for several lines.
    #[must_use]
    pub fn with_lines(self, lines: u32) -> Self {
        Self { lines, ..self }
    }

    /// The same search after another one.
    #[must_use]
    pub fn after(self, line: Line) -> Self {
        Self {
            after: Some(line),
            ..self
        }
    }
}

impl FromStr for SearchRequest {
    type Err = QuestionError;

    /// Reads `4`, `nodes 5000`, or either followed by `lines 3`, by `after LINE`, or by both.
    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let unknown = || QuestionError::Query(format!("search {text}"));
        let (limit, after) = match text.split_once(" after ") {
            Some((limit, line)) => (limit, Some(line.parse()?)),
            None => (text, None),
        };
        let (limit, lines) = match limit.split_once(" lines ") {
            Some((limit, lines)) => (limit, lines.parse().map_err(|_| unknown())?),
            None => (limit, 1),
        };
        let limit = match limit.strip_prefix("nodes ") {
            Some(nodes) => nodes.parse().map(SearchLimit::Nodes),
            None => limit.parse().map(SearchLimit::Depth),
        };
        Ok(Self {
            limit: limit.map_err(|_| unknown())?,
            lines,
            after,
        })
    }
}

impl fmt::Display for SearchRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit {
            SearchLimit::Depth(depth) => write!(f, "{depth}")?,
            SearchLimit::Nodes(nodes) => write!(f, "nodes {nodes}")?,
        }
        if self.lines != 1 {
            write!(f, " lines {}", self.lines)?;
        }
        match &self.after {
            Some(line) => write!(f, " after {line}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for SearchLimit {
    /// As UCI writes it after `go`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
        }
    }
}

impl fmt::Display for SearchScore {
    /// As UCI writes it after `score`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for SearchedLine {
    /// `depth 3 score mate 2 pv e5d6 d8e8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, "depth {depth} ")?;
        }
        if let Some(score) = self.score {
            write!(f, "score {score} ")?;
        }
        f.write_str("pv")?;
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

impl fmt::Display for Searched {
    /// The lines and the move that is played, with `; ` between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            write!(f, "{line}; ")?;
        }
        write!(f, "bestmove {}", self.best)?;
        match &self.ponder {
            Some(ponder) => write!(f, " ponder {ponder}"),
            None => Ok(()),
        }
    }
}
