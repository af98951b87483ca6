//! The end of a game, as its result, its tag `Termination` and its last comment tell it.

use passant_rules::{Color, Outcome};

use crate::game::PgnGame;

/// The longest text of others that is kept, in characters.
const KEPT: usize = 120;

/// The words in a tag or comment for an end that no rule of chess decides.
const NOT_BY_RULES: [&str; 9] = [
    "time forfeit",
    "on time",
    "timeout",
    "abandoned",
    "disconnect",
    "connection",
    "stall",
    "crash",
    "unterminated",
];

/// The words in a tag or comment for an end by a rule of chess.
const CLAIMED: [(&str, ClaimedEnd); 8] = [
    ("stalemate", ClaimedEnd::Stalemate),
    ("checkmate", ClaimedEnd::Mate),
    ("white mates", ClaimedEnd::Mate),
    ("black mates", ClaimedEnd::Mate),
    ("repetition", ClaimedEnd::Repetition),
    ("threefold", ClaimedEnd::Repetition),
    ("3-fold", ClaimedEnd::Repetition),
    ("3fold", ClaimedEnd::Repetition),
];

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Finish {
    /// A side has won.
    Won(Color),
    /// The game is drawn.
    Drawn,
}

/// The rule by which a game says that it has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClaimedEnd {
    /// By mate.
    Mate,
    /// By stalemate.
    Stalemate,
    /// By repetition.
    Repetition,
}

impl Finish {
    /// Reads the result of a game as PGN writes it; `None` for a game that has none.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        match text {
            b"1-0" => Some(Self::Won(Color::White)),
            b"0-1" => Some(Self::Won(Color::Black)),
            b"1/2-1/2" => Some(Self::Drawn),
            _ => (text == "½-½".as_bytes()).then_some(Self::Drawn),
        }
    }

    /// Returns the result of a game: at the end of its moves, or else in its tags.
    #[must_use]
    pub fn of(game: &PgnGame, text: &[u8]) -> Option<Self> {
        let result = game.result.clone().map(|span| &text[span]);
        result
            .or_else(|| game.tag("Result", text))
            .and_then(Self::read)
    }

    /// Returns the result as PGN writes it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Won(winner) => Outcome::Checkmate { winner }.pgn_result(),
            Self::Drawn => Outcome::Stalemate.pgn_result(),
        }
    }
}

impl ClaimedEnd {
    /// Finds the rule in the explanation of an end; `None` if it names none, or an end that no rule decides.
    #[must_use]
    pub fn read(explanation: &str) -> Option<Self> {
        if is_ended_by_no_rule(explanation) {
            return None;
        }
        let text = explanation.to_lowercase();
        let found = CLAIMED.iter().find(|(words, _)| text.contains(words));
        found.map(|(_, end)| *end)
    }
}

/// Returns the tag `Termination` and the last comment: how the program that saved a game explains its end. Each is one line of at
/// most 120 characters.
#[must_use]
pub fn explain_end(game: &PgnGame, text: &[u8]) -> String {
    let comment = game.last_comment.clone().map(|span| &text[span]);
    let parts = [game.tag("Termination", text), comment];
    let parts = parts.into_iter().flatten();
    parts.map(one_line).collect::<Vec<_>>().join("; ")
}

/// Tells whether the clock or a crash ended a game, by the explanation of its end.
#[must_use]
pub fn is_ended_by_no_rule(explanation: &str) -> bool {
    let text = explanation.to_lowercase();
    NOT_BY_RULES.iter().any(|words| text.contains(words))
}

/// Returns the beginning of a text as one line of at most 120 characters. Bytes that are not UTF-8 are replaced.
#[must_use]
pub fn one_line(text: &[u8]) -> String {
    // A character has at most four bytes.
    let text = String::from_utf8_lossy(&text[..text.len().min(8 * KEPT)]);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    passant_query::shorten(&line, KEPT).into_owned()
}
