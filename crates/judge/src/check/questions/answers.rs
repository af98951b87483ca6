//! One question: what was answered, and what is right.

use std::ops::RangeInclusive;

use passant_rules::{CastlingRights, EnPassantMode, FenText, Position, Setup, Square};
use passant_suite::{Ask, Line, Ply, What};

use super::compared::{Compared, of_game};
use super::conventions::{Convention, Declared, prints, takes_for_same};
use super::lines::{asked, at, position, told};
use crate::check::{Answer, Finding, Question};
use passant_query::{EngineError, EngineMove, Occurrences, ParsedMove, Query, Subject};

/// Asks one thing.
pub(super) struct Asking<'a> {
    pub(super) subject: &'a mut dyn Subject,
    pub(super) declared: Declared,
}

/// An answer that is wrong: what was said, and what is right.
struct Wrong {
    said: String,
    right: String,
}

impl Asking<'_> {
    /// What is wrong with the answer; `None` if nothing is.
    pub(super) fn answer(&mut self, ask: &Ask<'_>) -> Result<Option<Finding>, EngineError> {
        let wrong = match self.wrong(ask) {
            // The position was taken: what is refused is the question about a legal move.
            Err(trouble @ (EngineError::Refused(_) | EngineError::Illegal { .. })) => Some(Wrong {
                said: match trouble {
                    EngineError::Refused(why) => why,
                    trouble => trouble.to_string(),
                },
                right: "an answer: the move is legal".to_owned(),
            }),
            other => other?,
        };
        Ok(wrong.map(|wrong| finding(ask, wrong)))
    }

    fn wrong(&mut self, ask: &Ask<'_>) -> Result<Option<Wrong>, EngineError> {
        let line = &asked(ask);
        let uci = |mv| position(ask).uci_move(mv);
        let subject = &mut *self.subject;
        Ok(match &ask.what {
            What::Fen(fens) => self.fen(ask, fens)?,
            What::Same { other, right } => {
                let other = told(other, other.plies().len());
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
                let without_suffix = written.replace("e.p.", "").replace(' ', "");
                differ(right, &without_suffix)
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
                let right = right.map(|mv| ParsedMove {
                    mv: EngineMove::Uci(uci(mv)),
                    is_en_passant: kind.map(|_| mv.is_en_passant()),
                });
                differ(&meant(right), &meant(read))
            }
            What::Legal { uci, right } => {
                let mv = uci
                    .parse()
                    .map_err(|_| EngineError::unsupported("a move that is not one"))?;
                differ(legal(*right), legal(subject.is_legal(line, mv)?))
            }
            What::Takes { mv, right } => {
                let square = |at: Option<Square>| at.map_or("none".to_owned(), |at| at.to_string());
                let right = square(right.map(|(_, at)| at));
                differ(&right, &square(subject.victim(line, uci(*mv))?))
            }
            What::Capture { mv, right } => differ(
                yes(*right),
                yes(subject.is(line, &Query::Capture(uci(*mv)))?),
            ),
            What::EnPassant { mv, right } => differ(
                yes(*right),
                yes(subject.is(line, &Query::EnPassant(uci(*mv)))?),
            ),
            What::Check { mv, right } => {
                differ(yes(*right), yes(subject.is(line, &Query::Check(uci(*mv)))?))
            }
        })
    }

    /// A FEN: everything but the en passant field must be right, and that under the convention that is followed. Without
    /// the counters, as programs print it that keep none, it is judged without them.
    fn fen(&mut self, ask: &Ask<'_>, fens: &[FenText; 3]) -> Result<Option<Wrong>, EngineError> {
        let said = self.subject.fen(&asked(ask))?;
        let position = position(ask);
        // What it does not print or does not count is not compared; nor after a null move, for which no rule has counters.
        let passes = ask
            .line
            .plies()
            .iter()
            .take(ask.plies)
            .any(|ply| *ply == Ply::Pass);
        let has_counters = !passes && said.split_whitespace().nth(4).is_some();
        let counts = |declared: Option<bool>, number: u16| match declared {
            Some(true) | None if has_counters => number,
            _ => 0,
        };
        let declared = self.declared;
        let without_field = |setup: Setup| Setup {
            en_passant: None,
            halfmove_clock: counts(declared.halfmove_clock, setup.halfmove_clock),
            fullmove_number: counts(declared.fullmove_number, setup.fullmove_number),
            ..setup
        };
        let is_whole = Setup::from_fen(&said).is_ok_and(|setup| {
            without_field(setup) == without_field(position.setup(EnPassantMode::Always))
        });
        let followed = self.declared.fen;
        let has = |mode| prints(&position, mode, &said);
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
        let right = if is_whole && EnPassantMode::ALL.into_iter().any(has) {
            format!("{fens}, for it prints {} otherwise", word(followed))
        } else {
            fens
        };
        Ok(Some(Wrong { said, right }))
    }

    /// Two keys: equal where the convention that is followed takes the positions for the same, and of Polyglot the
    /// numbers of its format.
    fn key(
        &mut self,
        ask: &Ask<'_>,
        other: &Line,
        plies: usize,
        polyglot: Option<[u64; 2]>,
    ) -> Result<Option<Wrong>, EngineError> {
        let one = self.subject.key(&asked(ask))?;
        let said = [one, self.subject.key(&told(other, plies))?];
        if let Some(keys) = polyglot.filter(|_| self.declared.key == Some(Convention::Polyglot)) {
            let right = keys.map(|key| format!("{key:016x}"));
            return Ok(differ(&right.join(" and "), &said.join(" and ")));
        }
        let ends = [position(ask), at(other, plies)];
        if castle_with_other_rooks(&ends) {
            return Err(EngineError::Unsupported(
                "keys of different games".to_owned(),
            ));
        }
        // The keys themselves are not told: many programs draw them anew whenever they start.
        let is_same = said[0] == said[1];
        let has = |mode| takes_for_same(&ends, mode) == is_same;
        Ok((!follows(self.declared.key, has)).then(|| Wrong {
            said: if is_same {
                "equal keys"
            } else {
                "different keys"
            }
            .to_owned(),
            right: match (is_same, EnPassantMode::ALL.into_iter().any(has)) {
                (true, false) => "different keys under every convention".to_owned(),
                (false, false) => "equal keys under every convention".to_owned(),
                (true, true) => format!(
                    "different keys, for they are {} otherwise",
                    word(self.declared.key)
                ),
                (false, true) => format!(
                    "equal keys, for they are {} otherwise",
                    word(self.declared.key)
                ),
            },
        }))
    }
}

/// Whether the same wings have castling rights with rooks on other files. One game has no two such positions, and most
/// keys have a number for each wing.
fn castle_with_other_rooks(ends: &[Position; 2]) -> bool {
    let [one, other] = [&ends[0], &ends[1]].map(|end| end.setup(EnPassantMode::Legal).castling);
    let wings = |rights: CastlingRights| -> Vec<_> {
        let rights = rights.iter();
        rights.map(|(color, side, _)| (color, side)).collect()
    };
    one != other && wings(one) == wings(other)
}

/// Whether an answer is as the convention that is followed has it, or as any has it where none is known.
fn follows(followed: Option<Convention>, has: impl Fn(EnPassantMode) -> bool) -> bool {
    match followed.and_then(Convention::mode) {
        Some(mode) => has(mode),
        None => EnPassantMode::ALL.into_iter().any(has),
    }
}

fn word(followed: Option<Convention>) -> &'static str {
    followed.map_or("none", Convention::word)
}

fn meant(read: Option<ParsedMove>) -> String {
    read.map_or_else(|| "refused".to_owned(), |read| read.to_string())
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

fn legal(is_legal: bool) -> &'static str {
    if is_legal { "legal" } else { "illegal" }
}

fn occurrences(said: Occurrences, right: &RangeInclusive<usize>) -> Option<Wrong> {
    let is_right = right.clone().take(16).any(|number| said.allows(number));
    let told = |times: &RangeInclusive<usize>| match (*times.start(), *times.end()) {
        (from, to) if from == to => from.to_string(),
        (_, usize::MAX) => "any number".to_owned(),
        (from, to) => format!("{from} to {to}"),
    };
    (!is_right).then(|| Wrong {
        said: match said {
            Occurrences::Exactly(number) => number.to_string(),
            Occurrences::FewerThan(bound) => format!("fewer than {bound}"),
            Occurrences::AtLeast(bound) => format!("{bound} or more"),
        },
        right: told(right),
    })
}

fn differ(right: &str, said: &str) -> Option<Wrong> {
    (right != said).then(|| Wrong {
        said: said.to_owned(),
        right: right.to_owned(),
    })
}

fn finding(ask: &Ask<'_>, wrong: Wrong) -> Finding {
    let positions = match &ask.what {
        What::Occurrences(_) => of_game(ask.line, ask.plies),
        What::Same { other, .. } => Some(Compared::new(
            (ask.line, ask.plies),
            (other, other.plies().len()),
        )),
        What::Key { other, plies, .. } if ask.taken_back == 0 => {
            Some(Compared::new((ask.line, ask.plies), (other, *plies)))
        }
        _ => None,
    };
    let asked = ask.to_string();
    let text = format!("{asked}: it says {}, right is {}", wrong.said, wrong.right);
    Finding {
        answer: Some(Answer {
            asked,
            said: wrong.said,
            right: wrong.right,
            positions,
        }),
        ..Finding::said(question(&ask.what), text)
    }
}

fn question(what: &What<'_>) -> Question {
    match what {
        What::Fen(_) => Question::Fen,
        What::Same { .. } => Question::Same,
        What::Key { .. } => Question::Key,
        What::Occurrences(_) => Question::Occurrences,
        What::San { .. } => Question::San,
        What::Read { .. } => Question::Parse,
        What::Legal { .. } => Question::Legal,
        What::Takes { .. } => Question::Victim,
        What::Capture { .. } | What::EnPassant { .. } => Question::Capture,
        What::Check { .. } => Question::Check,
    }
}
