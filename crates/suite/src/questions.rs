//! The questions of a case, each with its expected answer.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::{fmt, iter};

use passant_query::{Expected, Line, MoveQuery, Query, Step};
use passant_rules::{EnPassantMode, Key, Move, Piece, PieceType, Position, UciMove};

use crate::state::{
    AfterMoves, AfterPly, Effect, Game, Notation, Queries, Repetition, SamePosition, StateCase,
    StateQuestion,
};

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
            StateQuestion::RoundTrip(asked) => asked.round_trips().collect(),
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

impl AfterMoves {
    /// Asks about the position after each of the plies once it was carried, and about the last of them once the game has
    /// gone on from there.
    fn round_trips(&self) -> impl Iterator<Item = Expect> {
        let trips = [Step::Copy, Step::Reread].into_iter();
        let carried = trips.flat_map(|trip| self.after.iter().map(move |from| (trip, from)));
        carried.flat_map(move |(trip, from)| {
            let last = self.after.last().filter(|last| from.ply < last.ply);
            let ends = iter::once(from).chain(last);
            ends.flat_map(move |end| self.ask_after_trip(trip, from.ply, end))
        })
    }

    /// The questions about a position of the line, if the one after a ply was carried.
    fn ask_after_trip(&self, trip: Step, from: usize, end: &AfterPly) -> Vec<Expect> {
        let told = self.line.take(end.ply);
        let positions = told.positions().unwrap_or_default();
        let Some((now, before)) = positions.split_last() else {
            return Vec::new();
        };
        let mut carried = told.clone();
        carried.steps.insert(from, trip);
        // A FEN keeps no earlier position, but a program may.
        let seen: Vec<Key> = before.iter().map(Position::key).collect();
        let kept = if trip == Step::Reread { from } else { 0 };
        let times = now.occurrences(&seen[kept..])..=now.occurrences(&seen);
        let legal = now.legal_moves();
        let uci = |mv: &Move| now.uci_move(*mv);
        let mut moves: Vec<_> = legal.iter().map(uci).collect();
        moves.sort_unstable();
        let is_same = Expected::SameKey {
            is_same: true,
            polyglot: None,
        };
        let whole = [
            (Query::Moves, Expected::Moves(moves)),
            (Query::Fen, expected_fen(end)),
            (Query::SameKey(told), is_same),
            (Query::Occurrences, Expected::Occurrences(times)),
        ];
        let en_passant = legal.iter().filter(|mv| mv.is_en_passant());
        let victims = en_passant.map(|mv| {
            let victim = Query::About(MoveQuery::Victim, uci(mv));
            (victim, Expected::Square(mv.victim_square()))
        });
        let is_legal = captures(&positions).map(|(mv, is)| (Query::Legal(mv), Expected::Is(is)));
        let asked = whole.into_iter().chain(victims).chain(is_legal);
        asked
            .map(|(query, expected)| Expect::new(&carried, query, expected))
            .collect()
    }
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
        fmt_round_trips(&self.line, f)?;
        match self.line.taken_back() {
            0 => Ok(()),
            number => write!(f, ", {number} more taken back"),
        }
    }
}

/// Writes where the round trips of a line are.
fn fmt_round_trips(line: &Line, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, step) in line.steps.iter().enumerate() {
        match step {
            Step::Copy => f.write_str(", copied")?,
            Step::Reread => f.write_str(", written as a FEN and read")?,
            Step::Move(_) | Step::TakeBack => continue,
        }
        match line.take(at).plies() {
            ply if ply == line.plies() => {}
            0 => f.write_str(" at the start")?,
            ply => write!(f, " after ply {ply}")?,
        }
    }
    Ok(())
}
