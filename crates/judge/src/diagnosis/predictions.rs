//! The answers of engines with each fault to a question: the fingerprint of the fault.

use std::borrow::Cow;
use std::sync::{Mutex, OnceLock};

use passant_oracle::{EngineFault, Family, FaultSet, Oracle, record_consulted};
use passant_query::{Answer, Expected, Query, Question, Subject};
use passant_rules::{Setup, Square};
use passant_suite::SearchCase;

use super::queries::PositionQuery;
use super::query_role::QueryRole;
use super::reply::Reply;
use super::rules;
use crate::check::search::flaw::flaw_kinds;
use crate::parallel::{self, lock};

/// A question with the expected answer and the wrong answers of engines with a fault.
#[derive(Clone, Debug)]
pub struct Predictions {
    /// The position of the case.
    pub root: Setup,
    /// The relation of the question to that position.
    pub role: QueryRole,
    /// The question.
    pub question: Question,
    /// The correct reply.
    pub expected: Reply,
    /// The facts about the position, if the question is about a search. The replies are then what is wrong with the
    /// output of the search.
    pub search: Option<Box<SearchCase>>,
    /// The faults that are compared.
    faults: FaultSet,
    /// The faults that change the answer, each with the answer of an engine that has only this fault. A sound engine never
    /// needs them, and they take many times as long as the correct answer.
    by_fault: OnceLock<Vec<(EngineFault, Reply)>>,
    known: KnownAnswers,
    /// The correct answers to a question for the FEN; `None` to any other, and after a move that is not legal.
    fens: OnceLock<Option<Expected>>,
    /// The square of the king that must not be captured at the end of the line; `None` after a move that is not legal.
    king: OnceLock<Option<Square>>,
}

impl Predictions {
    /// Asks the oracle without a fault. It is asked with each fault when [`Predictions::by_fault`] is called first.
    #[must_use]
    pub fn new(query: PositionQuery) -> Self {
        // Other faults that change a search show in other answers too, but for one: few engines tell how often a position has
        // occurred.
        let may_change = |fault: &EngineFault| {
            let is_of_search = fault.family() == Family::Search;
            query.search.is_none() || is_of_search || *fault == EngineFault::RepetitionOfFen
        };
        let faults = EngineFault::ALL
            .iter()
            .copied()
            .filter(may_change)
            .collect();
        Self::among(query, faults)
    }

    /// The same with these faults only.
    pub(super) fn among(query: PositionQuery, faults: FaultSet) -> Self {
        let PositionQuery {
            root,
            role,
            question,
            search,
        } = query;
        let known = KnownAnswers::default();
        let expected = known.get(FaultSet::NONE, || {
            reply_of_oracle(&question, search.as_deref(), FaultSet::NONE)
        });
        Self {
            root,
            role,
            question,
            expected,
            search,
            faults,
            by_fault: OnceLock::new(),
            known,
            fens: OnceLock::new(),
            king: OnceLock::new(),
        }
    }

    /// The faults that change the reply, each with the reply of an engine that has only this fault.
    pub fn by_fault(&self) -> &[(EngineFault, Reply)] {
        self.by_fault.get_or_init(|| {
            let faults = self.faults.iter();
            let answers = faults.map(|fault| (fault, self.ask_oracle(fault.into())));
            answers
                .filter(|(_, answer)| *answer != self.expected)
                .collect()
        })
    }

    /// Asks the oracle with these faults.
    fn ask_oracle(&self, faults: FaultSet) -> Reply {
        let ask = || reply_of_oracle(&self.question, self.search.as_deref(), faults);
        self.known.get(faults, ask)
    }

    /// The reply of an engine with these faults, of which only those are compared that may change it.
    #[must_use]
    pub fn reply_with(&self, faults: FaultSet) -> Cow<'_, Reply> {
        let compared = faults.intersection(self.faults);
        let mut several = compared.iter();
        match (several.next(), several.next()) {
            (None, _) => Cow::Borrowed(&self.expected),
            (Some(fault), None) if compared == fault.into() => Cow::Borrowed(self.reply(fault)),
            _ => Cow::Owned(self.ask_oracle(compared)),
        }
    }

    /// The reply of an engine with a fault.
    #[must_use]
    pub fn reply(&self, fault: EngineFault) -> &Reply {
        self.by_fault()
            .iter()
            .find(|(of, _)| *of == fault)
            .map_or(&self.expected, |(_, reply)| reply)
    }

    /// Tells whether a reply is correct. A FEN may follow any of the three conventions for its en passant field.
    #[must_use]
    pub fn is_correct(&self, reply: &Reply) -> bool {
        let is_fen_of =
            |expected: &Expected| matches!(reply, Reply::Answer(it) if expected.allows(it));
        reply.fits(&self.expected) || self.fens().is_some_and(is_fen_of)
    }

    /// The square of the king of the side that has moved last.
    pub(super) fn king_in_danger(&self) -> Option<Square> {
        let king =
            || rules::position_after(&self.question.line).map(|it| it.king(!it.side_to_move()));
        *self.king.get_or_init(king)
    }

    /// Tells whether an en passant capture is legal at the end of the line.
    pub(super) fn has_capture(&self) -> bool {
        let position = rules::position_after(&self.question.line);
        position.is_some_and(|it| it.legal_moves().iter().any(|mv| mv.is_en_passant()))
    }

    /// The correct FENs, if that is the question.
    fn fens(&self) -> Option<&Expected> {
        let fens = || {
            let position = rules::position_after(&self.question.line)?;
            (self.question.query == Query::Fen).then(|| rules::fens(&position))
        };
        self.fens.get_or_init(fens).as_ref()
    }

    /// Returns how many nodes an engine visits to answer: the count itself for a count, otherwise one for each move.
    #[must_use]
    pub fn cost(&self) -> u64 {
        match &self.expected {
            Reply::Answer(Answer::Counts(counts)) => counts.total,
            Reply::Answer(Answer::Moves(moves)) => moves.len() as u64,
            _ => 1 + self.question.line.steps.len() as u64,
        }
    }
}

/// Asks the oracle with some faults. Of the output of a search, the reply is what is wrong with it.
pub(super) fn reply_of_oracle(
    question: &Question,
    search: Option<&SearchCase>,
    faults: FaultSet,
) -> Reply {
    match (
        Oracle::with(faults).ask(&question.line, &question.query),
        search,
    ) {
        (Ok(Answer::Searched(searched)), Some(case)) => {
            Reply::Searched(flaw_kinds(case, &searched))
        }
        (answer, _) => answer.into(),
    }
}

/// Asks the oracle all questions, on all cores.
#[must_use]
pub fn predict(queries: Vec<PositionQuery>) -> Vec<Predictions> {
    parallel::map(queries, Predictions::new)
}

/// Asks the oracle with each fault, on all cores, so that nobody waits for the answers one by one.
pub(super) fn predict_faults<'a>(predictions: impl Iterator<Item = &'a Predictions>) {
    parallel::map(predictions.collect(), |it| {
        it.by_fault();
    });
}

/// The answers of the oracle to a question.
#[derive(Debug, Default)]
struct KnownAnswers(Mutex<Vec<KnownAnswer>>);

#[derive(Clone, Debug)]
struct KnownAnswer {
    reply: Reply,
    /// The faults that the oracle was tested for.
    consulted: FaultSet,
    /// Those of them that it had.
    faults: FaultSet,
}

impl KnownAnswers {
    /// The answer with these faults. `ask` asks the oracle, on this thread.
    fn get(&self, faults: FaultSet, ask: impl FnOnce() -> Reply) -> Reply {
        let is_same = |it: &&KnownAnswer| faults.intersection(it.consulted) == it.faults;
        if let Some(known) = lock(&self.0).iter().find(is_same) {
            return known.reply.clone();
        }
        let (reply, consulted) = record_consulted(ask);
        lock(&self.0).push(KnownAnswer {
            reply: reply.clone(),
            consulted,
            faults: faults.intersection(consulted),
        });
        reply
    }
}

impl Clone for KnownAnswers {
    fn clone(&self) -> Self {
        Self(Mutex::new(lock(&self.0).clone()))
    }
}
