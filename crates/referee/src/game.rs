//! A game that a runner has saved, compared with the moves of its case.

use passant_query::shorten;
use passant_rules::{Color, Outcome};
use passant_suite::RefereeCase;
use passant_suite::pgn::PgnGame;

use crate::script::key;

/// The longest text of others that is kept, in characters.
const KEPT: usize = 120;

/// The words in a tag or comment for an end that no rule of chess decides. The engines answer at once and do not end.
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

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// A side has won.
    Won(Color),
    /// The game is drawn.
    Drawn,
}

impl Finish {
    /// Reads the result of a game as PGN writes it; `None` for a game that has none.
    fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::Won(Color::White)),
            "0-1" => Some(Self::Won(Color::Black)),
            "1/2-1/2" | "½-½" => Some(Self::Drawn),
            _ => None,
        }
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

/// A game that a runner has saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The value of the tag `FEN`; `None` for a game from the initial position.
    pub fen: Option<String>,
    /// The moves as they are written.
    pub moves: Vec<String>,
    /// The result; `None` if there is none.
    pub finish: Option<Finish>,
    /// The tag `Termination` and the last comment: how the runner explains the end.
    pub explanation: String,
}

/// A game of a case, as far as it has the same moves.
pub(crate) struct Followed {
    /// The number of moves of the case that were played, from the opening.
    pub(crate) plies: usize,
    /// True if the illegal capture is written after them.
    pub(crate) has_illegal: bool,
    /// The first move that is another one.
    pub(crate) other: Option<String>,
}

impl PlayedGame {
    pub(crate) fn new(game: &PgnGame, text: &str) -> Self {
        let words = |span: &std::ops::Range<usize>| text[span.clone()].to_owned();
        let termination = game.tag("Termination", text).map(str::to_owned);
        let comment = game.last_comment.as_ref().map(words);
        let parts = [termination, comment].into_iter().flatten();
        let explanation = parts
            .map(|part| start_of(&part))
            .collect::<Vec<_>>()
            .join("; ");
        let result = game.result.as_ref().map(words);
        let result = result.as_deref().or(game.tag("Result", text));
        Self {
            fen: game.fen.as_ref().map(words).map(|fen| start_of(&fen)),
            moves: game.moves.iter().map(words).collect(),
            finish: result.and_then(Finish::read),
            explanation,
        }
    }

    /// Tells whether the clock or a crash ended the game, as the runner explains it.
    pub(crate) fn ended_by_no_rule(&self) -> bool {
        let text = self.explanation.to_lowercase();
        NOT_BY_RULES.iter().any(|words| text.contains(words))
    }

    /// Returns the number of plies after the opening of a case at which the game begins: 0, or 1 where the runner has taken the
    /// first move for a part of the opening. `None` if it is another game.
    pub(crate) fn start_in(&self, case: &RefereeCase) -> Option<usize> {
        let start = key(self.fen.as_deref()?)?;
        let positions = case.positions();
        let mut first = positions.iter().take(2);
        first.position(|position| (position.board(), position.side_to_move()) == start)
    }

    /// Follows the game along the moves of its case, from some plies after the opening.
    pub(crate) fn follow(&self, case: &RefereeCase, start: usize) -> Followed {
        let (positions, moves) = (case.positions(), case.moves());
        let mut plies = start;
        for text in &self.moves {
            let position = &positions[plies];
            let is_same = moves.get(plies).is_some_and(|&mv| {
                position
                    .parse_move(text)
                    .is_ok_and(|played| position.uci_move(played) == mv)
            });
            if !is_same {
                // After the moves no legal one is played, so what is written there was tried.
                let is_tried = plies == moves.len() && case.illegal.is_some();
                return Followed {
                    plies,
                    has_illegal: is_tried,
                    other: (!is_tried && plies < moves.len()).then(|| start_of(text)),
                };
            }
            plies += 1;
        }
        Followed {
            plies,
            has_illegal: false,
            other: None,
        }
    }
}

/// Returns the beginning of a text as one line.
fn start_of(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    shorten(&line, KEPT).into_owned()
}
