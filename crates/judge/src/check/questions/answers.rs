//! Asks one question about the state of a game and compares the answer.

use std::ops::RangeInclusive;

use passant_rules::{CastlingRights, EnPassantMode, FenText, Position, Setup, Square};
use passant_suite::{Ask, Line, Ply, What};

use super::compared::{ComparedPositions, of_game};
use super::conventions::{Convention, Conventions, prints, takes_for_same};
use super::lines::{asked_line, asked_position, position_after, query_line};
use crate::check::{Finding, QuestionKind, WrongAnswer};
use passant_query::{EngineError, EngineMove, Occurrences, ParsedMove, Query, Subject};

/// Asks an engine, and judges its answers by the conventions that it follows.
pub(super) struct GameJudge<'a> {
    pub(super) subject: &'a mut dyn Subject,
    pub(super) conventions: Conventions,
}

/// A wrong answer and the expected one.
struct Mismatch {
    got: String,
    expected: String,
}

impl GameJudge<'_> {
    /// Asks a question. Returns a finding if the answer is wrong.
    pub(super) fn answer(&mut self, ask: &Ask<'_>) -> Result<Option<Finding>, EngineError> {
        let mismatch = match self.mismatch(ask) {
            // The engine accepted the line and refuses only the question about a legal move.
            Err(error @ (EngineError::Refused(_) | EngineError::Illegal { .. })) => {
                Some(Mismatch {
                    got: match error {
                        EngineError::Refused(why) => why,
                        error => error.to_string(),
                    },
                    expected: "an answer: the move is legal".to_owned(),
                })
            }
            other => other?,
        };
        Ok(mismatch.map(|mismatch| finding(ask, mismatch)))
    }

    fn mismatch(&mut self, ask: &Ask<'_>) -> Result<Option<Mismatch>, EngineError> {
        let line = &asked_line(ask);
        let uci = |mv| asked_position(ask).uci_move(mv);
        let subject = &mut *self.subject;
        Ok(match &ask.what {
            What::Fen(fens) => self.fen(ask, fens)?,
            What::Same { other, right } => {
                let other = query_line(other, other.plies().len());
                differ(yes(*right), yes(subject.is_same(line, &other)?))
            }
            What::Key {
                other,
                plies,
                polyglot,
                ..
            } => self.key(ask, other, *plies, *polyglot)?,
            What::Occurrences(times) => occurrences(subject.occurrences(line)?, times),
            What::San { mv, right } => {
                let written = subject.san(line, uci(*mv))?;
                differ(right, &written.replace("e.p.", "").replace(' ', ""))
            }
            What::Read {
                text,
                right,
                may_be_refused,
            } => {
                let read = subject.parse(line, text)?;
                if read.is_none() && *may_be_refused {
                    return Ok(None);
                }
                let kind = read.as_ref().and_then(|read| read.is_en_passant);
                let expected = right.map(|mv| ParsedMove {
                    mv: EngineMove::Uci(uci(mv)),
                    is_en_passant: kind.map(|_| mv.is_en_passant()),
                });
                differ(&parsed(expected), &parsed(read))
            }
            What::Legal { uci, right } => {
                let unsupported =
                    |_| EngineError::unsupported("a move that is not in UCI notation");
                let mv = uci.parse().map_err(unsupported)?;
                differ(legal(*right), legal(subject.is_legal(line, mv)?))
            }
            What::Takes { mv, right } => {
                let square = |at: Option<Square>| at.map_or("none".to_owned(), |at| at.to_string());
                let victim = subject.victim(line, uci(*mv))?;
                differ(&square(right.map(|(_, at)| at)), &square(victim))
            }
            What::Capture { mv, right } => self.is(line, &Query::Capture(uci(*mv)), *right)?,
            What::EnPassant { mv, right } => self.is(line, &Query::EnPassant(uci(*mv)), *right)?,
            What::Check { mv, right } => self.is(line, &Query::Check(uci(*mv)), *right)?,
        })
    }

    /// Judges an answer that is yes or no.
    fn is(
        &mut self,
        line: &passant_query::Line,
        query: &Query,
        expected: bool,
    ) -> Result<Option<Mismatch>, EngineError> {
        Ok(differ(yes(expected), yes(self.subject.is(line, query)?)))
    }

    /// Judges a FEN: the en passant field must follow the convention of the engine, and everything else must be correct.
    /// Counters are not compared if the engine does not print or count them.
    fn fen(&mut self, ask: &Ask<'_>, fens: &[FenText; 3]) -> Result<Option<Mismatch>, EngineError> {
        let got = self.subject.fen(&asked_line(ask))?;
        let position = asked_position(ask);
        // They are not compared after a null move either, because no rule says how a null move is counted.
        let passes = ask
            .line
            .plies()
            .iter()
            .take(ask.plies)
            .any(|ply| *ply == Ply::Pass);
        let has_counters = !passes && got.split_whitespace().nth(4).is_some();
        let counts = |conventions: Option<bool>, number: u16| match conventions {
            Some(true) | None if has_counters => number,
            _ => 0,
        };
        let conventions = self.conventions;
        let without_field = |setup: Setup| Setup {
            en_passant: None,
            halfmove_clock: counts(conventions.halfmove_clock, setup.halfmove_clock),
            fullmove_number: counts(conventions.fullmove_number, setup.fullmove_number),
            ..setup
        };
        let is_whole = Setup::from_fen(&got).is_ok_and(|setup| {
            without_field(setup) == without_field(position.setup(EnPassantMode::Always))
        });
        let followed = self.conventions.fen;
        let has = |mode| prints(&position, mode, &got);
        if is_whole && follows(followed, has) {
            return Ok(None);
        }
        let mut conventions: Vec<String> = Vec::new();
        for (fen, mode) in fens.iter().zip(EnPassantMode::ALL) {
            let is_followed = followed.is_none_or(|it| it.mode().is_none_or(|it| it == mode));
            if is_followed && !conventions.contains(&fen.to_string()) {
                conventions.push(fen.to_string());
            }
        }
        let fens = conventions.join(" or ");
        let expected = if is_whole && EnPassantMode::ALL.into_iter().any(has) {
            format!("{fens}, because it prints {} otherwise", word(followed))
        } else {
            fens
        };
        Ok(Some(Mismatch { got, expected }))
    }

    /// Judges two keys: they must be equal if the positions are the same under the convention of the engine. Polyglot keys
    /// must be the numbers of that format.
    fn key(
        &mut self,
        ask: &Ask<'_>,
        other: &Line,
        plies: usize,
        polyglot: Option<[u64; 2]>,
    ) -> Result<Option<Mismatch>, EngineError> {
        let one = self.subject.key(&asked_line(ask))?;
        let got = [one, self.subject.key(&query_line(other, plies))?];
        if let Some(keys) = polyglot.filter(|_| self.conventions.key == Some(Convention::Polyglot))
        {
            let expected = keys.map(|key| format!("{key:016x}"));
            return Ok(differ(&expected.join(" and "), &got.join(" and ")));
        }
        let ends = [asked_position(ask), position_after(other, plies)];
        if castle_with_other_rooks(&ends) {
            return Err(EngineError::Unsupported(
                "keys of different games".to_owned(),
            ));
        }
        // The keys themselves are not reported, because many engines generate them at random when they start.
        let is_same = got[0] == got[1];
        let has = |mode| takes_for_same(&ends, mode) == is_same;
        Ok((!follows(self.conventions.key, has)).then(|| Mismatch {
            got: if is_same {
                "equal keys"
            } else {
                "different keys"
            }
            .to_owned(),
            expected: match (is_same, EnPassantMode::ALL.into_iter().any(has)) {
                (true, false) => "different keys under every convention".to_owned(),
                (false, false) => "equal keys under every convention".to_owned(),
                (true, true) => format!(
                    "different keys, because they are {} otherwise",
                    word(self.conventions.key)
                ),
                (false, true) => format!(
                    "equal keys, because they are {} otherwise",
                    word(self.conventions.key)
                ),
            },
        }))
    }
}

/// Whether the same sides have castling rights with rooks on different files. No game has two such positions, and most
/// keys have one number for each side.
fn castle_with_other_rooks(ends: &[Position; 2]) -> bool {
    let [one, other] = [&ends[0], &ends[1]].map(|end| end.setup(EnPassantMode::Legal).castling);
    let sides = |rights: CastlingRights| -> Vec<_> {
        let rights = rights.iter();
        rights.map(|(color, side, _)| (color, side)).collect()
    };
    one != other && sides(one) == sides(other)
}

/// Whether an answer follows the convention of the engine, or any convention if that of the engine is not known.
fn follows(followed: Option<Convention>, has: impl Fn(EnPassantMode) -> bool) -> bool {
    match followed.and_then(Convention::mode) {
        Some(mode) => has(mode),
        None => EnPassantMode::ALL.into_iter().any(has),
    }
}

fn word(followed: Option<Convention>) -> &'static str {
    followed.map_or("none", Convention::word)
}

fn parsed(read: Option<ParsedMove>) -> String {
    read.map_or_else(|| "refused".to_owned(), |read| read.to_string())
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

fn legal(is_legal: bool) -> &'static str {
    if is_legal { "legal" } else { "illegal" }
}

fn occurrences(got: Occurrences, expected: &RangeInclusive<usize>) -> Option<Mismatch> {
    let is_correct = expected.clone().take(16).any(|number| got.allows(number));
    let range = |times: &RangeInclusive<usize>| match (*times.start(), *times.end()) {
        (from, to) if from == to => from.to_string(),
        (_, usize::MAX) => "any number".to_owned(),
        (from, to) => format!("{from} to {to}"),
    };
    (!is_correct).then(|| Mismatch {
        got: match got {
            Occurrences::Exactly(number) => number.to_string(),
            Occurrences::FewerThan(bound) => format!("fewer than {bound}"),
            Occurrences::AtLeast(bound) => format!("{bound} or more"),
        },
        expected: range(expected),
    })
}

fn differ(expected: &str, got: &str) -> Option<Mismatch> {
    (expected != got).then(|| Mismatch {
        got: got.to_owned(),
        expected: expected.to_owned(),
    })
}

fn finding(ask: &Ask<'_>, mismatch: Mismatch) -> Finding {
    let positions = match &ask.what {
        What::Occurrences(_) => of_game(ask.line, ask.plies),
        What::Same { other, .. } => Some(ComparedPositions::new(
            (ask.line, ask.plies),
            (other, other.plies().len()),
        )),
        What::Key { other, plies, .. } if ask.taken_back == 0 => Some(ComparedPositions::new(
            (ask.line, ask.plies),
            (other, *plies),
        )),
        _ => None,
    };
    let question = ask.to_string();
    let Mismatch { expected, got } = mismatch;
    let text = format!("{question}: expected {expected}, got {got}");
    Finding {
        answer: Some(WrongAnswer {
            question,
            expected,
            got,
            positions,
        }),
        ..Finding::text(kind(&ask.what), text)
    }
}

fn kind(what: &What<'_>) -> QuestionKind {
    match what {
        What::Fen(_) => QuestionKind::Fen,
        What::Same { .. } => QuestionKind::Same,
        What::Key { .. } => QuestionKind::Key,
        What::Occurrences(_) => QuestionKind::Occurrences,
        What::San { .. } => QuestionKind::San,
        What::Read { .. } => QuestionKind::Parse,
        What::Legal { .. } => QuestionKind::Legal,
        What::Takes { .. } => QuestionKind::Victim,
        What::Capture { .. } | What::EnPassant { .. } => QuestionKind::Capture,
        What::Check { .. } => QuestionKind::Check,
    }
}
