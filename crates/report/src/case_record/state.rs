//! The questions about the state of a game, and their answers.

use passant_query::{Expected, Line, Query};
use passant_suite::Expect;
use serde::Serialize;

/// A question about a game, and the answers that are correct.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AskedRecord {
    /// The number of moves of the first line that have been played.
    ply: usize,
    /// The number of moves that are taken back after that.
    taken_back: usize,
    /// The word of the question in the line protocol.
    question: &'static str,
    /// The subject of the question besides the position.
    about: Subject,
    /// The correct answer.
    expected: Answer,
}

/// The subject of a question besides the position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Subject {
    /// A move in UCI notation, a text to read, or in words what is compared.
    Text(String),
    /// The other game.
    Line(LineRecord),
    /// Nothing else.
    Nothing,
}

/// The correct answer. Its form depends on the question.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Answer {
    /// The FEN under each convention; one of them is correct.
    Fen {
        /// The square after every double push.
        always: String,
        /// The square where a pawn stands that could capture, were it not for its king.
        pseudo_legal: String,
        /// The square where a capture is legal.
        legal: String,
    },
    /// The equality of two keys.
    Keys {
        /// True if they are.
        equal: bool,
        /// The keys of the Polyglot book format in hexadecimal, where the case has them.
        polyglot: Option<[String; 2]>,
    },
    /// The number of times that the position has occurred.
    Occurrences {
        /// At least as often.
        least: usize,
        /// At most as often; null for no limit.
        most: Option<usize>,
    },
    /// The move that a text means.
    Parsed {
        /// In UCI notation; null if the text means no legal move.
        #[serde(rename = "move")]
        mv: Option<String>,
        /// True if a program may also refuse the text.
        may_be_refused: bool,
    },
    /// A move in SAN, or the square of the captured piece.
    Text(String),
    /// Yes or no.
    Is(bool),
    /// No piece is captured.
    Nothing,
}

/// A question as it is written.
pub(super) fn record_of(asked: &Expect) -> AskedRecord {
    AskedRecord {
        ply: asked.line.plies(),
        taken_back: asked.line.taken_back(),
        question: asked.query.word(),
        about: subject(&asked.query),
        expected: answer(&asked.expected),
    }
}

/// The argument of the request in the line protocol.
fn subject(query: &Query) -> Subject {
    match query {
        Query::Same(_) => Subject::Text("the end of the other line".to_owned()),
        Query::SameKey(other) => Subject::Line(LineRecord::of(other)),
        Query::Parse(text) => Subject::Text(text.clone()),
        Query::Legal(mv) | Query::About(_, mv) => Subject::Text(mv.to_string()),
        _ => Subject::Nothing,
    }
}

fn answer(expected: &Expected) -> Answer {
    match expected {
        Expected::Fen(fens) => {
            let [always, pseudo_legal, legal] = fens.map(|fen| fen.to_string());
            Answer::Fen {
                always,
                pseudo_legal,
                legal,
            }
        }
        Expected::SameKey { is_same, polyglot } => Answer::Keys {
            equal: *is_same,
            polyglot: polyglot.map(|keys| keys.map(|key| format!("{key:016x}"))),
        },
        Expected::Occurrences(times) => Answer::Occurrences {
            least: *times.start(),
            most: Some(*times.end()).filter(|&most| most != usize::MAX),
        },
        Expected::San(san) => Answer::Text(san.clone()),
        Expected::Parsed { mv, may_be_refused } => Answer::Parsed {
            mv: mv.map(|(mv, _)| mv.to_string()),
            may_be_refused: *may_be_refused,
        },
        Expected::Square(None) => Answer::Nothing,
        Expected::Square(Some(at)) => Answer::Text(at.to_string()),
        Expected::Is(is_so) => Answer::Is(*is_so),
    }
}

/// A FEN, and moves from there.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LineRecord {
    /// The position to start from.
    fen: String,
    /// In UCI notation; `0000` is a null move, and `undo` takes a move back.
    moves: Vec<String>,
}

impl LineRecord {
    pub(super) fn of(line: &Line) -> Self {
        Self {
            fen: line.fen().to_string(),
            moves: line.step_texts(),
        }
    }
}
