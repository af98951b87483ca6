//! Questions about a legal move.

use std::fmt;

use passant_rules::UciMove;

use crate::Answer;

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
