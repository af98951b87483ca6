//! Queries, and questions with their line.

use std::fmt;
use std::str::FromStr;

use passant_rules::UciMove;

use crate::line::QuestionError;
use crate::{Line, MoveQuery, SearchRequest};

/// A query about the end of a line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Query {
    /// `moves`: the legal moves.
    Moves,
    /// `count 3`: leaf nodes to a depth in plies of at least 1, for each move if the program prints them.
    Count(u32),
    /// `legal c5d6`: whether a move is legal.
    Legal(UciMove),
    /// `bestmove 4`: the move that a search to a depth in plies plays.
    BestMove(u32),
    /// `search 4`, `search nodes 5000 lines 3`, `search 4 after LINE`: the lines and the move that a search prints.
    Search(SearchRequest),
    /// `fen`: the FEN that the program reports.
    Fen,
    /// `replay c5d6`: the FENs after a move, and after the move is taken back.
    Replay(UciMove),
    /// `key`: a key that is equal for positions which the program considers equal.
    Key,
    /// `key like LINE`: whether the key equals that of another line.
    SameKey(Line),
    /// `same as LINE`: whether the position equals that of another line.
    Same(Line),
    /// `occurrences`: how many times the position has occurred.
    Occurrences,
    /// `parse cxd6 e.p.`: the move that a text in SAN denotes.
    Parse(String),
    /// `san c5d6`, `victim c5d6`, …: something about a legal move.
    About(MoveQuery, UciMove),
}

/// A line and a query about its end. The text consists of both, separated by `: `.
///
/// ```
/// use passant_query::{Query, Question};
///
/// let text = "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen";
/// let question: Question = text.parse()?;
/// assert_eq!(question.query, Query::Fen);
/// assert_eq!(question.to_string(), text);
/// # Ok::<(), passant_query::QuestionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The line whose end the query is about.
    pub line: Line,
    /// The query.
    pub query: Query,
}

/// The subject of a query. An engine that errs about one also errs about those that come after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// The moves.
    Moves,
    /// The FEN.
    Fen,
    /// The key.
    Key,
    /// Repetition of positions.
    Repetition,
    /// Moves as text, and properties of single moves.
    Text,
    /// Searches.
    Search,
}

impl Question {
    /// The text of the question that consists of these two.
    #[must_use]
    pub fn text(line: &Line, query: &Query) -> String {
        format!("{line}: {query}")
    }
}

impl Query {
    /// The word for the query, without moves, depths and lines.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Count(_) => "count",
            Self::Legal(_) => "legal",
            Self::BestMove(_) => "bestmove",
            Self::Search(_) => "search",
            Self::Fen => "fen",
            Self::Replay(_) => "replay",
            Self::Key | Self::SameKey(_) => "key",
            Self::Same(_) => "same",
            Self::Occurrences => "occurrences",
            Self::Parse(_) => "parse",
            Self::About(asked, _) => asked.word(),
        }
    }

    /// Returns the subject of the query.
    #[must_use]
    pub fn topic(&self) -> Topic {
        match self {
            Self::Moves | Self::Count(_) | Self::Legal(_) | Self::BestMove(_) => Topic::Moves,
            Self::Fen | Self::Replay(_) => Topic::Fen,
            Self::Search(_) => Topic::Search,
            Self::Key | Self::SameKey(_) => Topic::Key,
            Self::Same(_) | Self::Occurrences => Topic::Repetition,
            Self::Parse(_) | Self::About(..) => Topic::Text,
        }
    }
}

impl FromStr for Question {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let (line, query) = text
            .split_once(": ")
            .ok_or_else(|| QuestionError::Query(String::new()))?;
        Ok(Self {
            line: line.parse()?,
            query: query.parse()?,
        })
    }
}

impl FromStr for Query {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let unknown = || QuestionError::Query(text.to_owned());
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mv = || -> Result<UciMove, QuestionError> {
            rest.parse()
                .map_err(|_| QuestionError::Move(rest.to_owned()))
        };
        let depth = || rest.parse().map_err(|_| unknown());
        Ok(match (word, rest) {
            ("moves", "") => Self::Moves,
            ("count", _) => Self::Count(depth()?),
            ("legal", _) => Self::Legal(mv()?),
            ("bestmove", _) => Self::BestMove(depth()?),
            ("search", _) => Self::Search(rest.parse()?),
            ("fen", "") => Self::Fen,
            ("replay", _) => Self::Replay(mv()?),
            ("key", "") => Self::Key,
            ("key", line) => {
                Self::SameKey(line.strip_prefix("like ").ok_or_else(unknown)?.parse()?)
            }
            ("same", line) => Self::Same(line.strip_prefix("as ").ok_or_else(unknown)?.parse()?),
            ("occurrences", "") => Self::Occurrences,
            ("parse", san) if !san.is_empty() => Self::Parse(san.to_owned()),
            (word, _) => Self::About(MoveQuery::from_word(word).ok_or_else(unknown)?, mv()?),
        })
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self::text(&self.line, &self.query))
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.word();
        match self {
            Self::Moves | Self::Fen | Self::Key | Self::Occurrences => f.write_str(word),
            Self::Count(depth) | Self::BestMove(depth) => write!(f, "{word} {depth}"),
            Self::Search(request) => write!(f, "{word} {request}"),
            Self::SameKey(line) => write!(f, "key like {line}"),
            Self::Same(line) => write!(f, "same as {line}"),
            Self::Parse(san) => write!(f, "{word} {san}"),
            Self::Legal(mv) | Self::Replay(mv) | Self::About(_, mv) => write!(f, "{word} {mv}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Query, Question};

    #[test]
    fn every_query_survives_printing_and_reading() {
        let line = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5 undo";
        for query in [
            "moves",
            "count 3",
            "legal e5d6",
            "bestmove 4",
            "search 4",
            "search nodes 5000",
            "search 4 lines 3",
            &format!("search 4 after {line}"),
            &format!("search nodes 5000 lines 3 after {line}"),
            "fen",
            "replay e5d6",
            "key",
            &format!("key like {line}"),
            &format!("same as {line}"),
            "occurrences",
            "san e5d6",
            "parse exd6 e.p.",
            "victim e5d6",
            "capture e5d6",
            "ep e5d6",
            "check e7e8q",
        ] {
            let text = format!("{line}: {query}");
            let question: Question = text.parse().unwrap();
            assert_eq!(question.to_string(), text);
        }
    }

    #[test]
    fn a_query_with_missing_or_extra_words_is_refused() {
        for text in [
            "",
            "count",
            "count x",
            "moves 3",
            "key of",
            "san",
            "san e9",
            "parse",
            "perft 3",
            "search",
            "search x",
            "search nodes",
            "search 4 lines",
            "search 4 lines x",
            "search 4 before",
            "search 4 after here",
        ] {
            assert!(text.parse::<Query>().is_err(), "{text:?}");
        }
    }
}
