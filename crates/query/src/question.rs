//! Queries, and questions with their line.

use std::fmt;
use std::str::FromStr;

use passant_rules::UciMove;

use crate::line::QuestionError;
use crate::{Answer, Line, SearchRequest};

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

/// Declares the questions about a move once: each with its word and all that follows from it.
macro_rules! move_queries {
    ($(
        $(#[doc = $doc:literal])+
        $query:ident {
            word: $word:literal,
            flag: $flag:expr,
            answer: $answer:ident,
            meaning: $meaning:literal,
            finding: $finding:literal,
            wrong: $wrong:literal,
        }
    )+) => {
        /// A question about a legal move.
        ///
        /// A kind of question about a move is a row of this file. What answers it are the oracle and `RulesSubject` of
        /// `passant-judge`; the protocols take from the row how it is asked.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum MoveQuery { $($(#[doc = $doc])+ $query),+ }

        impl MoveQuery {
            /// All of them.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$query),+];

            /// Returns the word for it, as in `victim c5d6`.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$query => $word),+ }
            }

            /// Returns the word that the line protocol has after a move in a list if the answer is yes; `None` if it has a
            /// request for the question, with its [word](Self::word).
            #[must_use]
            pub const fn flag(self) -> Option<&'static str> {
                match self { $(Self::$query => $flag),+ }
            }

            /// Returns the kind of its answers.
            #[must_use]
            pub const fn answer_kind(self) -> AnswerKind {
                match self { $(Self::$query => AnswerKind::$answer),+ }
            }

            /// Returns what is asked about a move, as a part of a sentence: `what c5d6 takes`.
            #[must_use]
            pub fn meaning(self, mv: UciMove) -> String {
                match self { $(Self::$query => format!($meaning, mv = mv)),+ }
            }

            /// Returns what a wrong answer is about, in a sentence.
            #[must_use]
            pub const fn finding(self) -> &'static str {
                match self { $(Self::$query => $finding),+ }
            }

            /// Returns what a wrong answer is, as a part of a sentence: `a wrong victim`.
            #[must_use]
            pub const fn wrong(self) -> &'static str {
                match self { $(Self::$query => $wrong),+ }
            }
        }
    };
}

move_queries! {
    /// `victim c5d6`: the square of the piece that it captures.
    Victim {
        word: "victim",
        flag: None,
        answer: Square,
        meaning: "what {mv} takes",
        finding: "The square of the captured piece.",
        wrong: "a wrong victim",
    }
    /// `san c5d6`: the move in SAN.
    San {
        word: "san",
        flag: None,
        answer: San,
        meaning: "how {mv} is written in SAN",
        finding: "A move written in SAN.",
        wrong: "a move written wrongly",
    }
    /// `capture c5d6`: whether it is a capture.
    Capture {
        word: "capture",
        flag: Some("cap"),
        answer: YesOrNo,
        meaning: "whether {mv} is a capture",
        finding: "Whether a move is a capture, or an en passant capture.",
        wrong: "a wrong answer on whether a move is a capture",
    }
    /// `ep c5d6`: whether it is an en passant capture.
    EnPassant {
        word: "ep",
        flag: Some("ep"),
        answer: YesOrNo,
        meaning: "whether {mv} captures en passant",
        finding: "Whether a move is a capture, or an en passant capture.",
        wrong: "a wrong answer on whether a move is a capture",
    }
    /// `check c5d6`: whether it gives check.
    Check {
        word: "check",
        flag: Some("check"),
        answer: YesOrNo,
        meaning: "whether {mv} gives check",
        finding: "Whether a move gives check.",
        wrong: "a wrong answer on whether a move gives check",
    }
}

/// The kind of answers to a question about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerKind {
    /// A move in SAN, [`Answer::San`].
    San,
    /// A square, or none, [`Answer::Square`].
    Square,
    /// Yes or no, [`Answer::Is`].
    YesOrNo,
}

impl MoveQuery {
    /// Returns the question with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Returns the questions for which the line protocol has requests of their own.
    pub fn requests() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|it| it.flag().is_none())
    }

    /// Returns the question under whose word reports count a wrong answer: whether a capture is one en passant is reported as
    /// a question about captures.
    #[must_use]
    pub const fn reported_as(self) -> Self {
        match self {
            Self::EnPassant => Self::Capture,
            other => other,
        }
    }

    /// Tells whether an answer is of the kind that is asked for.
    #[must_use]
    pub const fn is_answered_by(self, answer: &Answer) -> bool {
        match self.answer_kind() {
            AnswerKind::San => matches!(answer, Answer::San(_)),
            AnswerKind::Square => matches!(answer, Answer::Square(_)),
            AnswerKind::YesOrNo => matches!(answer, Answer::Is(_)),
        }
    }
}

impl fmt::Display for MoveQuery {
    /// The word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
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
