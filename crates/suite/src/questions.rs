//! The questions of a case, each with its expected answer.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::{fmt, iter};

use passant_query::{Expected, Line, MoveQuery, Query};
use passant_rules::{
    Color, EnPassantMode, Move, Piece, PieceType, Position, Setup, Square, UciMove,
};

use crate::case::EnPassantSquares;
use crate::state::{
    AfterMoves, AfterPly, AskedMove, Effect, Game, Notation, Queries, Repetition, SamePosition,
    StateCase, StateQuestion, Written,
};
use crate::twin::{Addressed, Carry, FLIP};

/// A question about a game, and the expected answer.
///
/// ```
/// use passant_query::Expected;
/// use passant_suite::Suites;
///
/// let suites = Suites::builtin()?;
/// let selection = suites.select(["state/text/two-capturers/isichess"]).expect("such a case exists");
/// let questions = selection.state_cases[0].questions();
/// let texts = questions.iter().filter_map(|asked| match &asked.expected {
///     Expected::San(san) => Some(san.as_str()),
///     _ => None,
/// });
/// assert!(texts.eq(["axb3", "cxb3"]));
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expect {
    /// The game. Every step is legal.
    pub line: Line,
    /// The query about the end of the line.
    pub query: Query,
    /// The expected answer.
    pub expected: Expected,
}

impl StateCase {
    /// The questions of the case.
    #[must_use]
    pub fn questions(&self) -> Vec<Expect> {
        match &self.question {
            StateQuestion::AfterMoves(asked) => asked.questions().collect(),
            StateQuestion::SamePosition(pair) => pair.questions().into(),
            StateQuestion::Repetition(script) => script.questions().collect(),
            StateQuestion::Text(asked) => asked.questions().collect(),
            StateQuestion::Queries(asked) => asked.questions().collect(),
            StateQuestion::Game(game) => game.questions().collect(),
        }
    }
}

impl Expect {
    fn new(line: &Line, query: Query, expected: Expected) -> Self {
        Self {
            line: line.clone(),
            query,
            expected,
        }
    }
}

/// The FENs after a ply.
fn expected_fen(after: &AfterPly) -> Expected {
    Expected::Fen(EnPassantMode::ALL.map(|mode| after.fen(mode)))
}

/// The move that a text means.
fn expected_move(mv: UciMove, is_en_passant: bool, may_be_refused: bool) -> Expected {
    Expected::Parsed {
        mv: Some((mv, is_en_passant)),
        may_be_refused,
    }
}

impl AfterMoves {
    /// FENs and captures while the moves are played; FENs, keys and captures while they are taken back.
    fn questions(&self) -> impl Iterator<Item = Expect> {
        let moves = self.line.steps.len();
        let positions = self.line.positions().unwrap_or_default();
        let captures = move |ply: usize| captures(positions.get(..=ply).unwrap_or_default());
        let forwards = self
            .after
            .iter()
            .map(|after| (after, self.line.take(after.ply), None));
        let taken_back = self.after.iter().filter(move |after| after.ply < moves);
        let back = taken_back.map(move |after| {
            let same_key = Expected::SameKey {
                is_same: true,
                polyglot: None,
            };
            let key = (Query::SameKey(self.line.take(after.ply)), same_key);
            (after, self.line.take_back(moves - after.ply), Some(key))
        });
        forwards.chain(back).flat_map(move |(after, line, key)| {
            let legal = captures(after.ply)
                .map(|(mv, is_legal)| (Query::Legal(mv), Expected::Is(is_legal)));
            let asked = iter::once((Query::Fen, expected_fen(after)))
                .chain(key)
                .chain(legal);
            asked.map(move |(query, expected)| Expect::new(&line, query, expected))
        })
    }
}

/// The captures that a right allows, now or earlier in the line, by pawns that have not moved since, and whether each is
/// legal now.
fn captures(positions: &[Position]) -> impl Iterator<Item = (UciMove, bool)> + use<> {
    let mut moves = BTreeSet::new();
    if let Some(now) = positions.last() {
        let pawn = Piece::new(now.side_to_move(), PieceType::Pawn);
        for right in positions.iter().filter_map(Position::en_passant) {
            let capturers = right.capturers().into_iter();
            let stand_still = capturers.filter(|&from| now.piece_at(from) == Some(pawn));
            moves.extend(stand_still.map(|from| {
                let mv = UciMove::new(from, right.target());
                (mv, now.find(mv).is_ok())
            }));
        }
    }
    moves.into_iter()
}

impl SamePosition {
    fn questions(&self) -> [Expect; 2] {
        let is_same = self.is_same();
        let key = Expected::SameKey {
            is_same,
            polyglot: self.polyglot,
        };
        [
            (Query::Same(self.other.clone()), Expected::Is(is_same)),
            (Query::SameKey(self.other.clone()), key),
        ]
        .map(|(query, expected)| Expect::new(&self.one, query, expected))
    }
}

impl Repetition {
    /// After every ply, because a claim that is too early is as wrong as a missing one.
    fn questions(&self) -> impl Iterator<Item = Expect> {
        (0..=self.line.steps.len()).map(|ply| {
            let times = Expected::Occurrences(self.occurrences(ply));
            Expect::new(&self.line.take(ply), Query::Occurrences, times)
        })
    }

    /// Returns the times that the position on the board may have occurred after a ply, as far as the case says.
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
    fn questions(&self) -> impl Iterator<Item = Expect> {
        let position = self.line.position();
        let written = self.written.iter().flat_map(move |written| {
            let mv = written.mv;
            let found = position
                .as_ref()
                .and_then(|position| position.find(mv).ok());
            let is_en_passant = found.is_some_and(Move::is_en_passant);
            let parse = move |text: &String, may_be_refused| {
                let expected = expected_move(mv, is_en_passant, may_be_refused);
                (Query::Parse(text.clone()), expected)
            };
            let tolerated = written.tolerated.iter();
            [
                (Query::Legal(mv), Expected::Is(true)),
                (
                    Query::About(MoveQuery::San, mv),
                    Expected::San(written.san.clone()),
                ),
                parse(&written.san, false),
            ]
            .into_iter()
            .chain(tolerated.map(move |text| parse(text, true)))
        });
        let refused = self.refused.iter().map(|text| {
            let expected = Expected::Parsed {
                mv: None,
                may_be_refused: false,
            };
            (Query::Parse(text.clone()), expected)
        });
        written
            .chain(refused)
            .map(|(query, expected)| Expect::new(&self.line, query, expected))
    }
}

impl Queries {
    fn questions(&self) -> impl Iterator<Item = Expect> {
        let asked = self.asked.iter().flat_map(|asked| {
            let mv = asked.mv;
            let effect = asked.legal.iter().flat_map(move |effect| {
                let about = MoveQuery::ALL.into_iter();
                about.filter_map(move |about| {
                    Some((Query::About(about, mv), effect.expected_answer(about, mv)?))
                })
            });
            let is_legal = Expected::Is(asked.legal.is_some());
            iter::once((Query::Legal(mv), is_legal)).chain(effect)
        });
        asked.map(|(query, expected)| Expect::new(&self.line, query, expected))
    }
}

impl Effect {
    /// Returns the expected answer to a question about the move that does this; `None` if that does not follow.
    fn expected_answer(&self, asked: MoveQuery, mv: UciMove) -> Option<Expected> {
        let square = self.takes.map(|(_, square)| square);
        Some(match asked {
            MoveQuery::Victim => Expected::Square(square),
            MoveQuery::San => return None,
            MoveQuery::Capture => Expected::Is(square.is_some()),
            MoveQuery::EnPassant => Expected::Is(square.is_some_and(|square| square != mv.to())),
            MoveQuery::Check => Expected::Is(self.gives_check),
        })
    }
}

impl Game {
    fn questions(&self) -> impl Iterator<Item = Expect> {
        let moves = self.line.moves().unwrap_or_default().into_iter();
        let texts = moves
            .zip(self.san())
            .enumerate()
            .flat_map(|(ply, (mv, san))| {
                let line = self.line.take(ply);
                let read = expected_move(mv, self.en_passant.contains(&(ply + 1)), false);
                [
                    Expect::new(
                        &line,
                        Query::About(MoveQuery::San, mv),
                        Expected::San(san.to_owned()),
                    ),
                    Expect::new(&line, Query::Parse(san.to_owned()), read),
                ]
            });
        let end = Expect::new(&self.line, Query::Fen, expected_fen(&self.end));
        texts.chain([end])
    }
}

impl fmt::Display for Expect {
    /// One line: the query, and when it is asked.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.query, &self.expected) {
            (Query::Fen, _) => f.write_str("FEN")?,
            (Query::Same(_), _) => f.write_str("same position")?,
            (Query::SameKey(_), _) => f.write_str("same key")?,
            (_, Expected::San(san)) => write!(f, "text of {san}")?,
            (Query::Parse(text), _) => write!(f, "meaning of {text:?}")?,
            (Query::Legal(mv), _) => write!(f, "whether {mv} is legal")?,
            (Query::About(asked, mv), _) => f.write_str(&asked.meaning(*mv))?,
            (query, _) => write!(f, "{query}")?,
        }
        match self.line.plies() {
            0 => f.write_str(" at the start")?,
            ply => write!(f, " after ply {ply}")?,
        }
        match self.line.taken_back() {
            0 => Ok(()),
            number => write!(f, ", {number} more taken back"),
        }
    }
}

impl StateCase {
    /// The twin with the colors swapped and the board upside down; its address ends with `~flipped`. A game that
    /// begins with the initial position then begins with Black's move.
    ///
    /// `None` for the text of a whole game, because its move numbers say which side begins.
    #[must_use]
    pub fn flip(&self) -> Option<Self> {
        self.twin(&FLIP)
    }

    /// Returns all twins: flipped, mirrored, and both, as far as they exist.
    pub fn twins(&self) -> impl Iterator<Item = Self> {
        self.every_twin().into_iter()
    }
}

impl Addressed for StateCase {
    fn address(&self) -> &str {
        &self.address
    }

    fn may_castle(&self) -> bool {
        let lines = self.lines();
        lines.iter().any(|line| !line.setup.castling.is_empty())
    }

    fn twin(&self, to: &Carry) -> Option<Self> {
        Some(Self {
            address: to.address(&self.address),
            question: to.question(&self.question)?,
            ..self.clone()
        })
    }
}

impl Carry {
    fn question(&self, question: &StateQuestion) -> Option<StateQuestion> {
        Some(match question {
            StateQuestion::AfterMoves(asked) => {
                let line = self.line(&asked.line);
                let after = asked
                    .after
                    .iter()
                    .map(|after| self.after(after, &line.setup))
                    .collect();
                StateQuestion::AfterMoves(AfterMoves { line, after })
            }
            StateQuestion::SamePosition(asked) => StateQuestion::SamePosition(SamePosition {
                one: self.line(&asked.one),
                other: self.line(&asked.other),
                polyglot: None,
                ..*asked
            }),
            StateQuestion::Repetition(asked) => StateQuestion::Repetition(Repetition {
                line: self.line(&asked.line),
                ..*asked
            }),
            StateQuestion::Text(asked) => StateQuestion::Text(self.notation(asked)),
            StateQuestion::Queries(asked) => StateQuestion::Queries(Queries {
                line: self.line(&asked.line),
                asked: asked
                    .asked
                    .iter()
                    .map(|asked| self.move_question(asked))
                    .collect(),
            }),
            StateQuestion::Game(_) => return None,
        })
    }

    /// Returns the contents of the FEN after some plies of the twin, which starts with the other color: Black's moves
    /// increase the move number.
    fn after(&self, after: &AfterPly, start: &Setup) -> AfterPly {
        let carry = |square: Option<Square>| square.map(self.square);
        let moves_of_black = match start.side_to_move {
            Color::White => after.ply / 2,
            Color::Black => after.ply.div_ceil(2),
        };
        let fullmove_number = usize::from(start.fullmove_number) + moves_of_black;
        AfterPly {
            ply: after.ply,
            setup: Setup {
                fullmove_number: fullmove_number.try_into().unwrap_or(u16::MAX),
                ..(self.setup)(&after.setup)
            },
            en_passant: EnPassantSquares {
                always: carry(after.en_passant.always),
                pseudo_legal: carry(after.en_passant.pseudo_legal),
                legal: carry(after.en_passant.legal),
            },
        }
    }

    fn notation(&self, asked: &Notation) -> Notation {
        let texts = |texts: &[String]| texts.iter().map(|text| self.text(text)).collect();
        let written = |written: &Written| Written {
            mv: self.mv(written.mv),
            san: self.text(&written.san),
            tolerated: texts(&written.tolerated),
        };
        Notation {
            line: self.line(&asked.line),
            written: asked.written.iter().map(written).collect(),
            refused: texts(&asked.refused),
        }
    }

    fn move_question(&self, asked: &AskedMove) -> AskedMove {
        let effect = |effect: &Effect| Effect {
            takes: effect
                .takes
                .map(|(piece, square)| (piece, (self.square)(square))),
            gives_check: effect.gives_check,
        };
        AskedMove {
            mv: self.mv(asked.mv),
            legal: asked.legal.as_ref().map(effect),
        }
    }

    /// A move's text, in UCI or SAN. The letters of the suffix `e.p.` and of a promotion are not files.
    fn text(&self, text: &str) -> String {
        let suffix = text.find("e.p.").or_else(|| text.find("ep"));
        let (squares, rest) = text.split_at(suffix.unwrap_or(text.len()));
        let promotion = is_uci_promotion(squares).then_some(squares.len() - 1);
        let (squares, promotion) = squares.split_at(promotion.unwrap_or(squares.len()));
        let carried: String = squares.chars().map(self.letter).collect();
        carried + promotion + rest
    }
}

/// Tells whether a text ends with a promotion as UCI writes it: `a7b8b` becomes a bishop, which is not a file.
fn is_uci_promotion(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 5 && bytes[3].is_ascii_digit() && bytes[4].is_ascii_lowercase()
}
