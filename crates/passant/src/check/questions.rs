//! Questions about the state of a game: FEN, sameness, keys, repetition, notation, single moves.
//!
//! What a program does not offer is not asked, and nothing is held against it. Which convention it follows for the en
//! passant field, and which for its key, is found out from its answers and declared; an answer is wrong when no
//! convention has it, or none that agrees with the answers before.

use std::collections::BTreeSet;

use passant_rules::{EnPassantMode, Setup, Square};
use passant_suite::{Ask, Line, Ply, StateCase, What};

use super::Verdict;
use crate::engine::{Place, Trouble};

mod adapter;

/// A program that keeps a game and can be asked about it. What it cannot be asked is [`Trouble::Unsupported`].
pub trait Keeper {
    /// Whether it takes Chess960 positions.
    fn is_chess960(&self) -> bool;
    /// Begins a game and plays its moves.
    fn position(&mut self, place: &Place) -> Result<(), Trouble>;
    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), Trouble>;
    /// The FEN as the program prints it.
    fn fen(&mut self) -> Result<String, Trouble>;
    /// A word that is equal for positions that the program takes for the same.
    fn key(&mut self) -> Result<String, Trouble>;
    /// Whether the program takes another position for the same.
    fn same(&mut self, other: &Place) -> Result<bool, Trouble>;
    /// How many times the position has occurred.
    fn occurrences(&mut self) -> Result<Times, Trouble>;
    /// A legal move in SAN.
    fn san(&mut self, uci: &str) -> Result<String, Trouble>;
    /// The move in UCI notation that a text means; `None` if the program refuses it.
    fn parse(&mut self, text: &str) -> Result<Option<String>, Trouble>;
    /// Whether a move is legal.
    fn is_legal(&mut self, uci: &str) -> Result<bool, Trouble>;
    /// Where the man stands that a legal move takes.
    fn victim(&mut self, uci: &str) -> Result<Option<Square>, Trouble>;
}

/// How many times a position has occurred, as far as a program tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// The number.
    Exactly(usize),
    /// Less than three times.
    FewerThanThree,
    /// Three times or more.
    ThreeOrMore,
}

/// The conventions that a program may be following, as far as its answers tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conventions(Vec<EnPassantMode>);

/// What a program declares by its answers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// When it prints the en passant square.
    pub fen: Conventions,
    /// When a right changes its key.
    pub key: Conventions,
    /// Whether it has read `e.p.` behind SAN, and whether it has refused it.
    pub suffix: BTreeSet<Suffix>,
}

/// What a program does with the suffix `e.p.`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suffix {
    /// It reads it.
    Read,
    /// It refuses it.
    Refused,
}

/// What became of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answers {
    /// The gravest verdict on any answer.
    pub verdict: Verdict,
    /// How many answers are right.
    pub right: usize,
    /// What is wrong, in a sentence each.
    pub wrong: Vec<String>,
    /// What the program does not offer.
    pub unsupported: BTreeSet<String>,
}

impl Default for Conventions {
    /// Nothing is known yet.
    fn default() -> Self {
        Self(MODES.to_vec())
    }
}

impl Conventions {
    /// The conventions that agree with all answers so far; never empty.
    #[must_use]
    pub fn possible(&self) -> &[EnPassantMode] {
        &self.0
    }

    /// Notes an answer that some conventions have. `false`, and nothing changes, if none of the possible ones has it.
    fn note(&mut self, has: impl Fn(EnPassantMode) -> bool) -> bool {
        let possible: Vec<_> = self.0.iter().copied().filter(|&mode| has(mode)).collect();
        let agrees = !possible.is_empty();
        if agrees {
            self.0 = possible;
        }
        agrees
    }
}

const MODES: [EnPassantMode; 3] = [
    EnPassantMode::Always,
    EnPassantMode::PseudoLegal,
    EnPassantMode::Legal,
];

/// Asks everything that a case asks. `Err` if the program is gone or makes no sense.
pub fn ask(
    keeper: &mut dyn Keeper,
    case: &StateCase,
    declared: &mut Declared,
) -> Result<Answers, Trouble> {
    let mut answers = Answers {
        verdict: Verdict::Unsupported,
        right: 0,
        wrong: Vec::new(),
        unsupported: BTreeSet::new(),
    };
    let lines = case.lines();
    if lines.iter().any(|line| line.start().is_chess960()) && !keeper.is_chess960() {
        answers.unsupported.insert("Chess960".to_owned());
        return Ok(answers);
    }
    if lines.iter().any(|line| line.plies().contains(&Ply::Pass)) {
        answers.unsupported.insert("null moves".to_owned());
        return Ok(answers);
    }
    for ask in case.asks() {
        match (Asking { keeper, declared }).answer(&ask) {
            Ok(None) => answers.right += 1,
            Ok(Some(wrong)) => answers.wrong.push(format!("{ask}: {wrong}")),
            Err(Trouble::Unsupported(what)) => {
                answers.unsupported.insert(what);
            }
            Err(Trouble::Refused(why)) => answers.wrong.push(format!("{ask}: it {why}")),
            Err(trouble) => return Err(trouble),
        }
    }
    answers.verdict = match (answers.wrong.is_empty(), answers.right) {
        (false, _) => Verdict::Fail,
        (true, 0) => Verdict::Unsupported,
        (true, _) => Verdict::Pass,
    };
    Ok(answers)
}

struct Asking<'a> {
    keeper: &'a mut dyn Keeper,
    declared: &'a mut Declared,
}

impl Asking<'_> {
    /// What is wrong with the answer; `None` if nothing is.
    fn answer(&mut self, ask: &Ask<'_>) -> Result<Option<String>, Trouble> {
        self.keeper
            .position(&place(ask.line, ask.plies + ask.taken_back))?;
        for _ in 0..ask.taken_back {
            self.keeper.undo()?;
        }
        let uci = |mv| position(ask).uci(mv).to_string();
        Ok(match &ask.what {
            What::Fen(_) => {
                let printed = self.keeper.fen()?;
                self.fen(ask, &printed)
            }
            What::Same { other, right } => {
                let same = self.keeper.same(&place(other, other.plies().len()))?;
                differ(right, &same)
            }
            What::Key { other, plies, .. } => self.key(ask, other, *plies)?,
            What::Occurrences(times) => {
                let told = self.keeper.occurrences()?;
                let fits = times.clone().any(|number| told.allows(number));
                (!fits).then(|| format!("it says {told:?}, right is {times:?}"))
            }
            What::San { mv, right } => {
                let written = self.keeper.san(&uci(*mv))?;
                let without_suffix = written.replace("e.p.", "").replace(' ', "");
                (without_suffix != *right).then(|| format!("it writes {written:?}"))
            }
            What::Read {
                text,
                right,
                may_be_refused,
            } => {
                let read = self.keeper.parse(text)?;
                let is_en_passant = right.is_some_and(passant_rules::Move::is_en_passant);
                if is_en_passant && text.ends_with("e.p.") {
                    let is_read = read.is_some();
                    let suffix = if is_read {
                        Suffix::Read
                    } else {
                        Suffix::Refused
                    };
                    self.declared.suffix.insert(suffix);
                }
                let is_refused = read.is_none() && *may_be_refused;
                let differs = differ(&right.map(uci), &read);
                differs.filter(|_| !is_refused)
            }
            What::Legal { uci, right } => differ(right, &self.keeper.is_legal(uci)?),
            What::Takes { mv, right } => {
                let square = right.map(|(_, at)| at);
                differ(&square, &self.keeper.victim(&uci(*mv))?)
            }
            What::Check { .. } => return Err(Trouble::Unsupported("checks".to_owned())),
        })
    }

    /// Compares a FEN: everything but the en passant field must be right, and that under one convention.
    fn fen(&mut self, ask: &Ask<'_>, printed: &str) -> Option<String> {
        let Ok(setup) = Setup::from_fen(printed) else {
            return Some(format!("{printed:?} is no FEN"));
        };
        let position = position(ask);
        let without_field = |setup: &Setup| Setup {
            en_passant: None,
            ..setup.clone()
        };
        let wanted = position.setup(EnPassantMode::Always);
        if without_field(&setup) != without_field(&wanted) {
            return Some(format!("it has {printed}, right is {}", wanted.fen()));
        }
        let shows = |mode| position.setup(mode).en_passant == setup.en_passant;
        if !MODES.into_iter().any(shows) {
            return Some(format!("no convention prints {printed}"));
        }
        let agrees = self.declared.fen.note(shows);
        (!agrees).then(|| format!("{printed} is against the convention it has followed so far"))
    }

    /// Compares two keys: they must be equal where some convention takes the positions for the same.
    fn key(
        &mut self,
        ask: &Ask<'_>,
        other: &Line,
        plies: usize,
    ) -> Result<Option<String>, Trouble> {
        let one = self.keeper.key()?;
        self.keeper.position(&place(other, plies))?;
        let is_same = one == self.keeper.key()?;
        let ends = [position(ask), at(other, plies)];
        let takes_for_same = |mode| {
            let [one, other] = [&ends[0], &ends[1]].map(|position| Setup {
                halfmove_clock: 0,
                fullmove_number: 1,
                ..position.setup(mode)
            });
            (one == other) == is_same
        };
        let relation = if is_same { "equal" } else { "different" };
        Ok(if !MODES.into_iter().any(takes_for_same) {
            Some(format!("the keys are {relation} under no convention"))
        } else if !self.declared.key.note(takes_for_same) {
            Some(format!(
                "the keys are {relation}, against the convention followed so far"
            ))
        } else {
            None
        })
    }
}

impl Times {
    /// Whether this can be said where the number is right.
    fn allows(self, number: usize) -> bool {
        match self {
            Self::Exactly(told) => told == number,
            Self::FewerThanThree => number < 3,
            Self::ThreeOrMore => 3 <= number,
        }
    }
}

fn differ<T: PartialEq + std::fmt::Debug>(right: &T, told: &T) -> Option<String> {
    (right != told).then(|| format!("it says {told:?}, right is {right:?}"))
}

/// The beginning of a line as engines are told of it.
fn place(line: &Line, plies: usize) -> Place {
    let mut place = Place::new(line.fen());
    place.moves = line.uci();
    place.moves.truncate(plies);
    place.is_chess960 = line.start().is_chess960();
    place
}

/// The position when something is asked.
fn position(ask: &Ask<'_>) -> passant_rules::Position {
    at(ask.line, ask.plies)
}

fn at(line: &Line, plies: usize) -> passant_rules::Position {
    let played = line.plies().iter().take(plies);
    played.fold(line.start().clone(), |position, ply| ply.after(&position))
}
