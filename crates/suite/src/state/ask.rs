//! A question about state, split into single queries.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use passant_rules::{EnPassantMode, FenText, Move, Piece, PieceType, Position, Square};

use super::case::{
    AfterMoves, AfterPly, Game, Notation, Queries, Question, Repetition, SamePosition, StateCase,
};
use super::line::Line;

/// A single query about a game, and the expected answer.
///
/// ```
/// use passant_suite::{Suites, What};
///
/// let suites = Suites::builtin()?;
/// let selection = suites.select(["state/text/two-capturers/isichess"]).expect("such a case exists");
/// let asks = selection.state_cases[0].asks();
/// let texts = asks.iter().filter_map(|ask| match ask.what {
///     What::San { right, .. } => Some(right),
///     _ => None,
/// });
/// assert!(texts.eq(["axb3", "cxb3"]));
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask<'a> {
    /// The game.
    pub line: &'a Line,
    /// How many plies of the line have been played at the time of the query.
    pub plies: usize,
    /// How many further plies have been played and taken back before.
    pub taken_back: usize,
    /// The query.
    pub what: What<'a>,
}

/// A query and the expected answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What<'a> {
    /// The FEN under each convention, in the order of [`EnPassantMode::ALL`].
    Fen([FenText; 3]),
    /// Whether this is the same position as the end of another line.
    Same {
        /// The other line, to its end.
        other: &'a Line,
        /// Whether it is.
        right: bool,
    },
    /// Whether the key is that of another game.
    Key {
        /// The line of the other game.
        other: &'a Line,
        /// How much of it has been played.
        plies: usize,
        /// Whether it is.
        right: bool,
        /// The keys of the Polyglot book format, of this game and the other, where the case has them.
        polyglot: Option<[u64; 2]>,
    },
    /// How many times the position on the board has occurred.
    Occurrences(RangeInclusive<usize>),
    /// How a legal move is written in SAN.
    San {
        /// The move.
        mv: Move,
        /// Its text.
        right: &'a str,
    },
    /// Which move a text means.
    Read {
        /// The text.
        text: &'a str,
        /// The move; `None` if it means no legal move.
        right: Option<Move>,
        /// Whether a program may also refuse it.
        may_be_refused: bool,
    },
    /// Whether a move is legal.
    Legal {
        /// The move in UCI notation.
        uci: Cow<'a, str>,
        /// Whether it is.
        right: bool,
    },
    /// The piece that a legal move captures, and its square.
    Takes {
        /// The move.
        mv: Move,
        /// The piece and its square; `None` if the move is not a capture.
        right: Option<(PieceType, Square)>,
    },
    /// Whether a legal move is a capture.
    Capture {
        /// The move.
        mv: Move,
        /// Whether it is.
        right: bool,
    },
    /// Whether a legal move is an en passant capture.
    EnPassant {
        /// The move.
        mv: Move,
        /// Whether it is.
        right: bool,
    },
    /// Whether a legal move gives check.
    Check {
        /// The move.
        mv: Move,
        /// Whether it does.
        right: bool,
    },
}

impl StateCase {
    /// The single queries of the case.
    #[must_use]
    pub fn asks(&self) -> Vec<Ask<'_>> {
        match &self.question {
            Question::AfterMoves(asked) => asked.asks().collect(),
            Question::SamePosition(pair) => pair.asks().into(),
            Question::Repetition(script) => script.asks().collect(),
            Question::Text(asked) => asked.asks().collect(),
            Question::Queries(asked) => asked.asks().collect(),
            Question::Game(game) => game.asks().collect(),
        }
    }
}

impl<'a> Ask<'a> {
    fn after(line: &'a Line, plies: usize, what: What<'a>) -> Self {
        Self {
            line,
            plies,
            taken_back: 0,
            what,
        }
    }

    fn at_end(line: &'a Line, what: What<'a>) -> Self {
        Self::after(line, line.plies().len(), what)
    }
}

impl AfterPly {
    fn what(&self) -> What<'_> {
        What::Fen(EnPassantMode::ALL.map(|mode| self.fen(mode)))
    }
}

impl AfterMoves {
    /// FENs and captures while the moves are played; FENs, keys and captures while they are taken back.
    fn asks(&self) -> impl Iterator<Item = Ask<'_>> {
        let (line, last) = (&self.line, self.line.plies().len());
        let forwards = self.after.iter().flat_map(move |after| {
            let captures = captures(line, after.ply);
            std::iter::once(after.what())
                .chain(captures)
                .map(move |what| Ask::after(line, after.ply, what))
        });
        let taken_back = self.after.iter().filter(move |after| after.ply < last);
        let back = taken_back.flat_map(move |after| {
            let plies = after.ply;
            let key = What::Key {
                other: line,
                plies,
                right: true,
                polyglot: None,
            };
            let captures = captures(line, plies);
            [after.what(), key]
                .into_iter()
                .chain(captures)
                .map(move |what| Ask {
                    taken_back: last - plies,
                    ..Ask::after(line, plies, what)
                })
        });
        forwards.chain(back)
    }
}

/// The captures that a right allows, now or earlier in the line, by pawns that have not moved since: each is legal or
/// not.
fn captures(line: &Line, plies: usize) -> impl Iterator<Item = What<'_>> {
    let positions: Vec<_> = line.positions().take(plies + 1).collect();
    let mut moves = BTreeSet::new();
    if let Some(now) = positions.last() {
        let pawn = Piece::new(now.side_to_move(), PieceType::Pawn);
        for right in positions.iter().filter_map(Position::en_passant) {
            let capturers = right.capturers().into_iter();
            let stand_still = capturers.filter(|&from| now.piece_at(from) == Some(pawn));
            moves.extend(stand_still.map(|from| format!("{from}{}", right.target())));
        }
    }
    let now = positions.last().cloned();
    moves.into_iter().map(move |uci| What::Legal {
        right: now.as_ref().is_some_and(|now| now.parse_uci(&uci).is_ok()),
        uci: Cow::Owned(uci),
    })
}

impl SamePosition {
    fn asks(&self) -> [Ask<'_>; 2] {
        let (other, right) = (&self.other, self.is_same());
        let plies = other.plies().len();
        let key = What::Key {
            other,
            plies,
            right,
            polyglot: self.polyglot,
        };
        let whats = [What::Same { other, right }, key];
        whats.map(|what| Ask::at_end(&self.one, what))
    }
}

impl Repetition {
    /// After every ply, because a claim that is too early is as wrong as a missing one.
    fn asks(&self) -> impl Iterator<Item = Ask<'_>> {
        (0..=self.line.plies().len()).map(|ply| {
            let times = What::Occurrences(self.occurrences(ply));
            Ask::after(&self.line, ply, times)
        })
    }

    /// How many times the position on the board may have occurred after a ply, as far as the case says.
    #[must_use]
    pub fn occurrences(&self, ply: usize) -> RangeInclusive<usize> {
        let told = [(self.second, 2), (self.third, 3), (self.fifth, 5)];
        if let Some((_, times)) = told.iter().find(|(first, _)| *first == Some(ply)) {
            return *times..=*times;
        }
        // No position has occurred twice before `second`, three times before `third`, five times before `fifth`.
        let still_to_come = told
            .iter()
            .find(|(first, _)| first.is_none_or(|first| ply < first));
        1..=still_to_come.map_or(usize::MAX, |(_, times)| times - 1)
    }
}

impl Notation {
    fn asks(&self) -> impl Iterator<Item = Ask<'_>> {
        let written = self.written.iter().flat_map(|written| {
            let mv = written.mv;
            let read = move |text, may_be_refused| What::Read {
                text,
                right: Some(mv),
                may_be_refused,
            };
            let tolerated = written.tolerated.iter();
            [
                What::Legal {
                    uci: Cow::Borrowed(&written.uci),
                    right: true,
                },
                What::San {
                    mv,
                    right: &written.san,
                },
                read(&written.san, false),
            ]
            .into_iter()
            .chain(tolerated.map(move |text| read(text, true)))
        });
        let refused = self.refused.iter().map(|text| What::Read {
            text,
            right: None,
            may_be_refused: false,
        });
        written
            .chain(refused)
            .map(|what| Ask::at_end(&self.line, what))
    }
}

impl Queries {
    fn asks(&self) -> impl Iterator<Item = Ask<'_>> {
        let whats = self.asked.iter().flat_map(|query| {
            let legal = What::Legal {
                uci: Cow::Borrowed(&query.uci),
                right: query.legal.is_some(),
            };
            let effect = query.legal.iter().flat_map(|effect| {
                let mv = effect.mv;
                let takes = What::Takes {
                    mv,
                    right: effect.takes,
                };
                let capture = What::Capture {
                    mv,
                    right: effect.takes.is_some(),
                };
                let en_passant = What::EnPassant {
                    mv,
                    right: mv.is_en_passant(),
                };
                let check = What::Check {
                    mv,
                    right: effect.gives_check,
                };
                [takes, capture, en_passant, check]
            });
            std::iter::once(legal).chain(effect)
        });
        whats.map(|what| Ask::at_end(&self.line, what))
    }
}

impl Game {
    fn asks(&self) -> impl Iterator<Item = Ask<'_>> {
        let moves = self.line.moves().zip(self.san()).enumerate();
        let texts = moves.flat_map(|(ply, (mv, right))| {
            let san = What::San { mv, right };
            let read = What::Read {
                text: right,
                right: Some(mv),
                may_be_refused: false,
            };
            [san, read].map(|what| Ask::after(&self.line, ply, what))
        });
        let end = Ask::at_end(&self.line, self.end.what());
        texts.chain([end])
    }
}

impl fmt::Display for Ask<'_> {
    /// One line: the query, and when it is asked.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Fen(_) => f.write_str("FEN")?,
            What::Same { .. } => f.write_str("same position")?,
            What::Key { .. } => f.write_str("same key")?,
            What::Occurrences(_) => f.write_str("occurrences")?,
            What::San { right, .. } => write!(f, "text of {right}")?,
            What::Read { text, .. } => write!(f, "meaning of {text:?}")?,
            What::Legal { uci, .. } => write!(f, "whether {uci} is legal")?,
            What::Takes { mv, .. } => write!(f, "what {} takes", mv.uci())?,
            What::Capture { mv, .. } => write!(f, "whether {} is a capture", mv.uci())?,
            What::EnPassant { mv, .. } => write!(f, "whether {} captures en passant", mv.uci())?,
            What::Check { mv, .. } => write!(f, "whether {} gives check", mv.uci())?,
        }
        match self.plies {
            0 => f.write_str(" at the start")?,
            ply => write!(f, " after ply {ply}")?,
        }
        match self.taken_back {
            0 => Ok(()),
            number => write!(f, ", {number} more taken back"),
        }
    }
}
