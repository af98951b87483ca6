//! A game that a runner has saved, compared with the moves of its case.

use passant_pgn::{Finish, PgnGame, explain_end, is_ended_by_no_rule, one_line};
use passant_suite::RefereeCase;

use crate::script::key;

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
        let bytes = text.as_bytes();
        Self {
            fen: game.fen.clone().map(|fen| one_line(&bytes[fen])),
            moves: game.moves.iter().map(words).collect(),
            finish: Finish::of(game, bytes),
            explanation: explain_end(game, bytes),
        }
    }

    /// Tells whether the clock or a crash ended the game, as the runner explains it. The engines answer at once and do not end.
    pub(crate) fn ended_by_no_rule(&self) -> bool {
        is_ended_by_no_rule(&self.explanation)
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
                    other: (!is_tried && plies < moves.len()).then(|| one_line(text.as_bytes())),
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
