//! Kinds of questions, as reports have them.

use passant_query::{MoveQuery, Query};

use super::words::written_as_words;

/// Declares the kinds of questions that are not about a move: each with its word, and with what a wrong answer is.
macro_rules! question_kinds {
    ($(#[doc = $meaning:literal] $kind:ident $word:literal $wrong:literal,)+) => {
        /// The subject of a finding.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum QuestionKind {
            $(#[doc = $meaning] $kind,)+
            /// A legal move, in a question as [reports have it](MoveQuery::reported_as).
            About(MoveQuery),
        }

        impl QuestionKind {
            /// Returns all of them.
            fn all() -> impl Iterator<Item = Self> {
                let about = MoveQuery::ALL.into_iter().filter(|it| it.reported_as() == *it);
                [$(Self::$kind),+].into_iter().chain(about.map(Self::About))
            }

            /// Returns the word for it in JSON.
            fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)+
                    Self::About(asked) => asked.reported_as().word(),
                }
            }

            /// Returns what it is about, in a sentence.
            #[cfg(feature = "schema")]
            fn meaning(self) -> &'static str {
                match self {
                    $(Self::$kind => $meaning.trim_ascii_start(),)+
                    Self::About(asked) => asked.finding(),
                }
            }

            /// Returns what is wrong with an answer, without the details.
            #[must_use]
            pub fn wrong(self) -> &'static str {
                match self {
                    $(Self::$kind => $wrong,)+
                    Self::About(asked) => asked.wrong(),
                }
            }
        }
    };
}

question_kinds! {
    /// The number of leaf nodes.
    Count "count" "a wrong count",
    /// The legal moves.
    Moves "moves" "a wrong move list",
    /// The legality of one move.
    Legal "legal" "a wrong answer on the legality of a move",
    /// The position after an en passant capture.
    After "after" "a wrong position after a capture",
    /// The position after the capture is taken back.
    Back "back" "a wrong position after a move is taken back",
    /// The only legal move.
    Best "best" "a move other than the only legal one",
    /// The abilities that the channel needs.
    Control "control" "no effect of what the engine was told",
    /// The state of a game in general.
    State "state" "no reliable answer about a game",
    /// The FEN after moves.
    Fen "fen" "a wrong FEN after moves",
    /// The equality of two positions.
    Same "same" "positions wrongly called equal or different",
    /// The equality of two keys.
    Key "key" "keys wrongly equal or different",
    /// The number of times that the position has occurred.
    Occurrences "occurrences" "a wrong number of repetitions",
    /// A move read from SAN.
    Parse "parse" "a move read wrongly",
    /// The moves that a search prints.
    Line "line" "an illegal move in the line of a search",
    /// The move that a search plays.
    Search "search" "a search that misses the best move",
    /// The mate that the score of a search announces.
    Mate "mate" "a mate that is not there",
    /// The move that is played from an opening book.
    Book "book" "a move under another key of the book",
    /// The position after it was packed and unpacked.
    Packed "packed" "a position that packing changes",
}

written_as_words!(QuestionKind, Self::all());

#[cfg(feature = "schema")]
impl schemars::JsonSchema for QuestionKind {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "QuestionKind".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let kinds = Self::all().map(|kind| {
            schemars::json_schema!({
                "description": kind.meaning(),
                "type": "string",
                "const": kind.word(),
            })
        });
        schemars::json_schema!({
            "description": "What a finding is about.",
            "oneOf": kinds.collect::<Vec<_>>(),
        })
    }
}

impl QuestionKind {
    /// Returns what a wrong answer to a query is about.
    #[must_use]
    pub fn of(query: &Query) -> Self {
        match query {
            Query::Count(_) => Self::Count,
            Query::Moves => Self::Moves,
            Query::Legal(_) => Self::Legal,
            Query::BestMove(_) => Self::Best,
            Query::Search(_) => Self::Search,
            Query::Replay(_) => Self::After,
            Query::Fen => Self::Fen,
            Query::Same(_) => Self::Same,
            Query::Key | Query::SameKey(_) => Self::Key,
            Query::Occurrences => Self::Occurrences,
            Query::Parse(_) => Self::Parse,
            Query::About(asked, _) => Self::About(asked.reported_as()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::QuestionKind;

    #[test]
    fn no_two_kinds_have_one_word() {
        let words: BTreeSet<_> = QuestionKind::all().map(QuestionKind::word).collect();
        assert_eq!(words.len(), QuestionKind::all().count());
    }
}
