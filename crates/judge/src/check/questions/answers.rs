//! Asks one question about the state of a game and compares the answer.

use std::ops::RangeInclusive;

use passant_query::{
    Answer, EngineError, EngineMove, Expected, Line, Occurrences, ParsedMove, Query, Subject,
};
use passant_rules::{CastlingRights, EnPassantMode, FenText, Position, Setup};
use passant_suite::Expect;

use super::compared::ComparedPositions;
use super::convention::Convention;
use super::conventions::{Conventions, prints, takes_for_same};
use crate::check::{Finding, QuestionKind, WrongAnswer};

/// Asks an engine, and judges its answers by the conventions that it follows, or that are demanded of it.
pub(super) struct GameJudge<'a> {
    pub(super) subject: &'a mut dyn Subject,
    pub(super) conventions: Conventions,
}

/// A wrong answer and the expected one.
struct Mismatch {
    got: String,
    expected: String,
    /// Tells whether it is wrong only because a convention is demanded.
    demanded: bool,
}

impl GameJudge<'_> {
    /// Asks a question. Returns a finding if the answer is wrong.
    pub(super) fn answer(&mut self, asked: &Expect) -> Result<Option<Finding>, EngineError> {
        let mismatch = match self.mismatch(asked) {
            // Every move of the line, and the move that the question is about, is legal.
            Err(error @ EngineError::Illegal { .. }) => Some(Mismatch {
                got: error.to_string(),
                expected: "an answer: the move is legal".to_owned(),
                demanded: false,
            }),
            other => other?,
        };
        Ok(mismatch.map(|mismatch| finding(asked, mismatch)))
    }

    fn mismatch(&mut self, asked: &Expect) -> Result<Option<Mismatch>, EngineError> {
        match (&asked.query, &asked.expected) {
            (Query::Fen, Expected::Fen(fens)) => self.fen(&asked.line, fens),
            (Query::SameKey(other), _) => self.key([&asked.line, other]),
            (query, expected) => {
                let answer = self.subject.ask(&asked.line, query)?;
                let demand = self.conventions.demanded.of_text(asked);
                let required = demand.as_ref().map_or(expected, |(required, _)| required);
                Ok((!required.allows(&answer)).then(|| {
                    let described = describe_expected(query, required, &answer);
                    Mismatch {
                        got: answer_text(query, &answer),
                        expected: match &demand {
                            Some((_, demand)) => {
                                format!("{described}, because {demand} is demanded")
                            }
                            None => described,
                        },
                        demanded: expected.allows(&answer),
                    }
                }))
            }
        }
    }

    /// Judges a FEN: the en passant field must follow the convention of the engine, or the one that is demanded, and everything
    /// else must be correct.
    /// Counters are not compared if the engine does not print or count them.
    fn fen(&mut self, line: &Line, fens: &[FenText; 3]) -> Result<Option<Mismatch>, EngineError> {
        let got = self.subject.fen(line)?;
        let position = end(line)?;
        // They are not compared after a null move either, because no rule says how a null move is counted.
        let has_counters = !line.has_null_move() && got.split_whitespace().nth(4).is_some();
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
        let observed = self.conventions.fen;
        let demanded = self.conventions.demanded.fen;
        let followed = demanded.or(observed);
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
            match demanded {
                Some(demanded) => format!("{fens}, because fen={} is demanded", demanded.word()),
                None => format!("{fens}, because it prints {} otherwise", word(observed)),
            }
        } else {
            fens
        };
        let is_free = is_whole && follows(observed, has);
        Ok(Some(Mismatch {
            got,
            expected,
            demanded: is_free,
        }))
    }

    /// The ends of two lines. A position that was written and read is the one that the FEN of the engine describes: a convention
    /// by which a FEN omits a right that a key counts loses it on the way, and that is not wrong. One pair for each
    /// convention that the engine may follow.
    fn compared_ends(&self, lines: [&Line; 2]) -> Result<Vec<(Position, Position)>, EngineError> {
        let followed = self.conventions.fen.and_then(Convention::mode);
        let is_reread = lines.iter().any(|line| line.split_reread().is_some());
        let modes: &[EnPassantMode] = match &followed {
            _ if !is_reread => &[EnPassantMode::Always],
            Some(mode) => std::slice::from_ref(mode),
            None => &EnPassantMode::ALL,
        };
        let end_as = |line: &Line, mode| match line.reread_as(mode) {
            Some(reread) => end(&reread),
            None => end(line),
        };
        let pairs = modes.iter();
        pairs
            .map(|&mode| Ok((end_as(lines[0], mode)?, end_as(lines[1], mode)?)))
            .collect()
    }

    /// Judges two keys, by the convention that is demanded or else observed.
    fn key(&mut self, lines: [&Line; 2]) -> Result<Option<Mismatch>, EngineError> {
        let got = [self.subject.key(lines[0])?, self.subject.key(lines[1])?];
        let Conventions {
            key: observed,
            demanded,
            ..
        } = self.conventions;
        let judge = |followed| self.wrong_key(followed, &got, lines);
        let Some(demand) = demanded.key else {
            return judge(observed);
        };
        let Some(mismatch) = judge(demanded.key)? else {
            return Ok(None);
        };
        Ok(Some(Mismatch {
            expected: format!(
                "{}, and key={} is demanded",
                mismatch.expected,
                demand.word()
            ),
            demanded: judge(observed)?.is_none(),
            ..mismatch
        }))
    }

    /// Judges two keys by a convention: they must be equal if it takes the positions for the same. Polyglot keys must be the
    /// numbers of that format.
    fn wrong_key(
        &self,
        followed: Option<Convention>,
        got: &[String; 2],
        lines: [&Line; 2],
    ) -> Result<Option<Mismatch>, EngineError> {
        let pairs = self.compared_ends(lines)?;
        if followed == Some(Convention::Polyglot) {
            let keys = pairs
                .iter()
                .map(|(one, other)| [one, other].map(|end| format!("{:016x}", end.polyglot_key())));
            let keys: Vec<_> = keys.collect();
            let is_right = |expected: &[String; 2]| {
                let mut both = expected.iter().zip(got);
                both.all(|(one, other)| one.eq_ignore_ascii_case(other))
            };
            let expected = || keys.first().map_or_else(String::new, |it| it.join(" and "));
            return Ok((!keys.iter().any(is_right)).then(|| Mismatch {
                got: got.join(" and "),
                expected: expected(),
                demanded: false,
            }));
        }
        if pairs.iter().any(castle_with_other_rooks) {
            return Err(EngineError::Unsupported(
                "keys of different games".to_owned(),
            ));
        }
        // The keys themselves are not reported, because many engines generate them at random when they start.
        let is_same = got[0] == got[1];
        let has = |mode| {
            pairs
                .iter()
                .any(|ends| takes_for_same(ends, mode) == is_same)
        };
        let keys = |is_same| {
            if is_same {
                "equal keys"
            } else {
                "different keys"
            }
        };
        let why = if !EnPassantMode::ALL.into_iter().any(has) {
            " under every convention".to_owned()
        } else if self.conventions.demanded.key.is_some() {
            String::new()
        } else {
            format!(", because they are {} otherwise", word(followed))
        };
        Ok((!follows(followed, has)).then(|| Mismatch {
            got: keys(is_same).to_owned(),
            expected: keys(!is_same).to_owned() + &why,
            demanded: false,
        }))
    }
}

/// Tells whether the same sides have castling rights with rooks on different files. No game has two such positions, and most
/// keys have one number for each side.
fn castle_with_other_rooks(ends: &(Position, Position)) -> bool {
    let [one, other] = [&ends.0, &ends.1].map(|end| end.setup(EnPassantMode::Legal).castling);
    let sides = |rights: CastlingRights| -> Vec<_> {
        let rights = rights.iter();
        rights.map(|(color, side, _)| (color, side)).collect()
    };
    one != other && sides(one) == sides(other)
}

/// Tells whether an answer follows the convention of the engine, or any convention if that of the engine is not known.
fn follows(followed: Option<Convention>, has: impl Fn(EnPassantMode) -> bool) -> bool {
    match followed.and_then(Convention::mode) {
        Some(mode) => has(mode),
        None => EnPassantMode::ALL.into_iter().any(has),
    }
}

fn word(followed: Option<Convention>) -> &'static str {
    followed.map_or("none", Convention::word)
}

/// The position at the end of a line, which is legal.
fn end(line: &Line) -> Result<Position, EngineError> {
    let illegal = || EngineError::unsupported("moves that are not legal");
    line.position().ok_or_else(illegal)
}

/// An answer in words.
fn answer_text(query: &Query, answer: &Answer) -> String {
    match (query, answer) {
        (Query::Legal(_), Answer::Is(true)) => "legal".to_owned(),
        (Query::Legal(_), Answer::Is(false)) => "illegal".to_owned(),
        (_, Answer::Square(None)) => "none".to_owned(),
        (_, Answer::Occurrences(Occurrences::AtLeast(bound))) => format!("{bound} or more"),
        (_, answer) => answer.to_string(),
    }
}

/// Returns what was expected, in words. The type of a move is mentioned if the program prints it.
fn describe_expected(query: &Query, expected: &Expected, got: &Answer) -> String {
    let with_type = matches!(got, Answer::Parsed(Some(read)) if read.is_en_passant.is_some());
    let correct = match expected {
        Expected::Occurrences(times) => return range_text(times),
        Expected::Fen(fens) => Answer::Fen(fens[0].to_string()),
        Expected::San(san) => Answer::San(san.clone()),
        Expected::Parsed { mv, .. } => Answer::Parsed(mv.map(|(mv, is_en_passant)| ParsedMove {
            mv: EngineMove::Uci(mv),
            is_en_passant: with_type.then_some(is_en_passant),
        })),
        Expected::Moves(moves) => {
            Answer::Moves(moves.iter().copied().map(EngineMove::Uci).collect())
        }
        Expected::Square(square) => Answer::Square(*square),
        Expected::Is(is_so) | Expected::SameKey { is_same: is_so, .. } => Answer::Is(*is_so),
    };
    answer_text(query, &correct)
}

fn range_text(times: &RangeInclusive<usize>) -> String {
    match (*times.start(), *times.end()) {
        (from, to) if from == to => from.to_string(),
        (_, usize::MAX) => "any number".to_owned(),
        (from, to) => format!("{from} to {to}"),
    }
}

fn finding(asked: &Expect, mismatch: Mismatch) -> Finding {
    let line = &asked.line;
    let positions = match &asked.query {
        Query::Occurrences => ComparedPositions::of_game(line),
        Query::Same(other) => ComparedPositions::of(line, other),
        Query::SameKey(other) if line.taken_back() == 0 => ComparedPositions::of(line, other),
        _ => None,
    };
    let question = asked.to_string();
    let Mismatch {
        expected,
        got,
        demanded,
    } = mismatch;
    let text = format!("{question}: expected {expected}, got {got}");
    Finding {
        answer: Some(WrongAnswer {
            question,
            expected,
            got,
            demanded,
            positions,
        }),
        ..Finding::text(QuestionKind::of(&asked.query), text)
    }
}
