//! Observes which conventions an engine follows. They are reported and not judged.

use passant_query::{EngineError, Expected, Feature, Line, Query, Subject};
use passant_rules::{EnPassantMode, Position, Setup};
use passant_suite::{Expect, StateCase, StateQuestion};
use serde::{Deserialize, Serialize};

use super::convention::{Convention, Tolerance};
use super::demands::{Demands, Lax};

/// The conventions that an engine was observed to follow; `None` for each that it was not or cannot be asked about.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conventions {
    /// When its FEN names the en passant square.
    pub fen: Option<Convention>,
    /// When a right changes its key.
    pub key: Option<Convention>,
    /// Reads or refuses `e.p.` after an en passant capture in SAN.
    pub suffix: Option<Tolerance>,
    /// Reads or refuses a pawn capture in SAN without the file of the pawn, such as `xd6` or `d6`.
    pub without_file: Option<Tolerance>,
    /// Reads or refuses games in PGN that have a mark for an en passant capture, such as `exd6ep`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Tolerance>,
    /// True if the halfmove clock of its FEN counts. If not, it is not compared.
    pub halfmove_clock: Option<bool>,
    /// True if the fullmove number of its FEN counts. If not, it is not compared.
    pub fullmove_number: Option<bool>,
    /// The conventions that are demanded of it. Its answers are judged by these.
    #[serde(default, skip_serializing_if = "Demands::is_empty")]
    pub demanded: Demands,
}

/// The number of answers that agree with each convention.
#[derive(Default)]
struct Votes {
    agree: [usize; 3],
    answers: usize,
}

impl Conventions {
    /// Asks all cases whose answers tell conventions apart. An error that needs a restart ends this. It will occur again
    /// when the cases are judged.
    pub fn observe<'a>(
        subject: &mut dyn Subject,
        cases: impl IntoIterator<Item = &'a StateCase>,
    ) -> Self {
        let mut observer = Observer::default();
        let mut is_over = false;
        let mut note = |result: Result<(), EngineError>| {
            is_over |= result.is_err_and(|error| error.needs_restart());
            is_over
        };
        for case in cases {
            // Chess960 and null moves are left out, because many engines support neither. What a round trip loses is no
            // convention.
            if matches!(case.question, StateQuestion::RoundTrip(_)) {
                continue;
            }
            let is_plain = |line: &&Line| !line.is_chess960 && !line.has_null_move();
            if !case.lines().iter().all(is_plain) {
                continue;
            }
            if let StateQuestion::Repetition(script) = &case.question
                && let Some([first, again]) = recurring(&script.line)
                && note(observer.keys(subject, &first, &again))
            {
                break;
            }
            let mut questions = case.questions().into_iter();
            if questions.any(|asked| note(observer.ask(subject, &asked))) {
                break;
            }
        }
        let mut found = observer.outcome();
        if found.key.is_some() && subject.supports(Feature::PolyglotKeys) == Ok(true) {
            found.key = Some(Convention::Polyglot);
        }
        found
    }

    /// The same, with conventions that are demanded.
    #[must_use]
    pub fn demanding(self, demanded: Demands) -> Self {
        Self { demanded, ..self }
    }

    /// Returns the names of the demands about which it has told nothing.
    #[must_use]
    pub fn untested_demands(&self) -> Vec<&'static str> {
        self.demanded.untested([
            self.fen.is_some(),
            self.key.is_some(),
            self.suffix.is_some(),
            self.without_file.is_some(),
        ])
    }

    /// Tells whether nothing is known, and nothing demanded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Default)]
struct Observer {
    fen: Votes,
    halfmove_clock: Share,
    fullmove_number: Share,
    /// Keys of positions that were reached by moves.
    played: Votes,
    /// Keys of positions one of which was read from a FEN with a right.
    read_from_fen: Votes,
    suffix: Share,
    without_file: Share,
}

impl Observer {
    fn ask(&mut self, subject: &mut dyn Subject, asked: &Expect) -> Result<(), EngineError> {
        let line = &asked.line;
        match (&asked.query, &asked.expected) {
            (Query::Fen, Expected::Fen(fens)) if line.taken_back() == 0 => {
                let printed = subject.fen(line)?;
                let Some(position) = line.position() else {
                    return Ok(());
                };
                if fens[0] != fens[2] {
                    self.fen.count(|mode| prints(&position, mode, &printed));
                }
                if let Ok(printed) = Setup::from_fen(&printed) {
                    let right = position.setup(EnPassantMode::Always);
                    let (clock, number) = (right.halfmove_clock, right.fullmove_number);
                    if clock != 0 {
                        self.halfmove_clock.count(printed.halfmove_clock == clock);
                    }
                    if number != 1 {
                        self.fullmove_number
                            .count(printed.fullmove_number == number);
                    }
                }
            }
            (Query::SameKey(other), _) if line.taken_back() == 0 => {
                self.keys(subject, line, other)?;
            }
            (Query::Parse(text), _) => {
                let readings = match Lax::of(asked) {
                    Some(Lax::WithoutFile) => &mut self.without_file,
                    Some(Lax::Suffix) => &mut self.suffix,
                    None => return Ok(()),
                };
                readings.count(subject.parse(line, text)?.is_some());
            }
            _ => {}
        }
        Ok(())
    }

    /// Compares the keys of two positions, if conventions differ about them.
    fn keys(
        &mut self,
        subject: &mut dyn Subject,
        one: &Line,
        other: &Line,
    ) -> Result<(), EngineError> {
        let Some(ends) = one.position().zip(other.position()) else {
            return Ok(());
        };
        let same_for = |mode| takes_for_same(&ends, mode);
        if same_for(EnPassantMode::Always) == same_for(EnPassantMode::Legal) {
            return Ok(());
        }
        let is_equal = subject.key(one)? == subject.key(other)?;
        let is_read = [one, other]
            .iter()
            .any(|line| line.setup.en_passant.is_some());
        let votes = if is_read {
            &mut self.read_from_fen
        } else {
            &mut self.played
        };
        votes.count(|mode| same_for(mode) == is_equal);
        Ok(())
    }

    fn outcome(&self) -> Conventions {
        Conventions {
            fen: self.fen.convention(),
            // Engines may handle a right that is read from a FEN differently. Moves are more reliable.
            key: self.played.convention().or(self.read_from_fen.convention()),
            suffix: self.suffix.tolerance(),
            without_file: self.without_file.tolerance(),
            marks: None,
            halfmove_clock: self.halfmove_clock.holds(),
            fullmove_number: self.fullmove_number.holds(),
            demanded: Demands::default(),
        }
    }
}

/// The share of some answers that are as asked for.
#[derive(Default)]
pub(crate) struct Share {
    such: usize,
    answers: usize,
}

impl Share {
    pub(crate) fn count(&mut self, is_such: bool) {
        self.answers += 1;
        self.such += usize::from(is_such);
    }

    /// Tells whether most are; `None` if there is no answer.
    fn holds(&self) -> Option<bool> {
        (self.answers != 0).then_some(self.answers < 2 * self.such)
    }

    /// Returns the tolerance of an engine that has read such texts, and refused the others.
    pub(crate) fn tolerance(&self) -> Option<Tolerance> {
        Some(match self.such {
            _ if self.answers == 0 => return None,
            0 => Tolerance::Refused,
            all if all == self.answers => Tolerance::Read,
            _ => Tolerance::Mixed,
        })
    }
}

impl Votes {
    fn count(&mut self, agrees: impl Fn(EnPassantMode) -> bool) {
        self.answers += 1;
        for (votes, mode) in self.agree.iter_mut().zip(EnPassantMode::ALL) {
            *votes += usize::from(agrees(mode));
        }
    }

    /// The convention that most answers agree with; with equal numbers, the strictest.
    fn convention(&self) -> Option<Convention> {
        let found = EnPassantMode::ALL
            .into_iter()
            .zip(self.agree)
            .max_by_key(|(_, votes)| *votes);
        let found = match found {
            Some((_, 0)) | None => Convention::None,
            Some((EnPassantMode::Always, _)) => Convention::Always,
            Some((EnPassantMode::PseudoLegal, _)) => Convention::PseudoLegal,
            Some((EnPassantMode::Legal, _)) => Convention::Legal,
        };
        (self.answers != 0).then_some(found)
    }
}

/// The line up to an en passant right, and up to the first later position with the same board, side to move and castling
/// rights.
fn recurring(line: &Line) -> Option<[Line; 2]> {
    let positions = line.positions()?;
    let without_right = |position: &Position| {
        let setup = position.setup(EnPassantMode::Always);
        (setup.board, setup.side_to_move, setup.castling)
    };
    let first = positions
        .iter()
        .position(|position| position.en_passant().is_some())?;
    let expected = without_right(&positions[first]);
    let mut later = (0..).zip(&positions).skip(first + 1);
    let (again, _) = later.find(|(_, position)| without_right(position) == expected)?;
    Some([line.take(first), line.take(again)])
}

/// Tells whether a FEN has the en passant field that a convention prints.
pub(super) fn prints(position: &Position, mode: EnPassantMode, printed: &str) -> bool {
    Setup::from_fen(printed).is_ok_and(|setup| setup.en_passant == position.setup(mode).en_passant)
}

/// Tells whether a convention takes two positions for the same.
pub(super) fn takes_for_same(ends: &(Position, Position), mode: EnPassantMode) -> bool {
    let [one, other] = [&ends.0, &ends.1].map(|position| Setup {
        halfmove_clock: 0,
        fullmove_number: 1,
        ..position.setup(mode)
    });
    one == other
}
