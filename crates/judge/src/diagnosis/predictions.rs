//! What an engine with each fault answers to a question: the fingerprint of the fault.

use std::borrow::Cow;
use std::sync::OnceLock;

use passant_oracle::{EngineFault, Family, FaultSet, Oracle, answer};
use passant_query::{Query, Question, Searched, Subject};
use passant_rules::{FenText, Setup, Square};
use passant_suite::{SearchCase, SearchClaim};

use super::known_answers::KnownAnswers;
use super::queries::{self, PositionQuery, QueryRole};
use super::rules;
use crate::check::search::flaw::{SearchFlaw, flaws_of_claim, flaws_of_moves};
use crate::parallel;

/// A question with the expected answer and the wrong answers of engines with a fault.
#[derive(Clone, Debug)]
pub struct Predictions {
    /// The position of the case.
    pub root: Setup,
    /// How the question relates to that position.
    pub role: QueryRole,
    /// The question.
    pub question: Question,
    /// The correct answer.
    pub expected: String,
    /// What is known about the position, if the question is about a search. The answers are then what is wrong with the
    /// output of the search.
    pub search: Option<Box<SearchCase>>,
    /// The faults that are compared.
    faults: FaultSet,
    /// The faults that change the answer, each with the answer of an engine that has only this fault. A sound engine never
    /// needs them, and they take many times as long as the correct answer.
    by_fault: OnceLock<Vec<(EngineFault, String)>>,
    known: KnownAnswers,
    /// The correct answers to a question for the FEN; `None` after a move that is not legal.
    fens: OnceLock<Option<[FenText; 3]>>,
    /// The square of the king that must not be captured at the end of the line; `None` after a move that is not legal.
    king: OnceLock<Option<Square>>,
}

impl Predictions {
    /// Asks the oracle without a fault. It is asked with each fault when [`Predictions::by_fault`] is called first.
    #[must_use]
    pub fn new(query: PositionQuery) -> Self {
        // What other faults do to a search shows elsewhere.
        let may_change =
            |fault: &EngineFault| query.search.is_none() || fault.family() == Family::Search;
        let faults = EngineFault::ALL.iter().copied().filter(may_change);
        let faults = faults.collect();
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
            oracle_answer(&question, search.as_deref(), FaultSet::NONE)
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

    /// The faults that change the answer, each with the answer of an engine that has only this fault.
    pub fn by_fault(&self) -> &[(EngineFault, String)] {
        self.by_fault.get_or_init(|| {
            let faults = self.faults.iter();
            let answers = faults.map(|fault| (fault, self.asked(fault.into())));
            answers
                .filter(|(_, answer)| *answer != self.expected)
                .collect()
        })
    }

    /// Asks the oracle with these faults.
    fn asked(&self, faults: FaultSet) -> String {
        let ask = || oracle_answer(&self.question, self.search.as_deref(), faults);
        self.known.get(faults, ask)
    }

    /// The answer of an engine with these faults, of which only those are compared that may change it.
    pub(super) fn answer_with(&self, faults: FaultSet) -> Cow<'_, str> {
        let compared = faults.intersection(self.faults);
        let mut several = compared.iter();
        match (several.next(), several.next()) {
            (None, _) => self.expected.as_str().into(),
            (Some(fault), None) if compared == fault.into() => self.answer(fault).into(),
            _ => self.asked(compared).into(),
        }
    }

    /// The answer of an engine with a fault.
    #[must_use]
    pub fn answer(&self, fault: EngineFault) -> &str {
        self.by_fault()
            .iter()
            .find(|(of, _)| *of == fault)
            .map_or(&self.expected, |(_, answer)| answer)
    }

    /// Whether an answer is correct. A FEN may follow any of the three conventions for its en passant field.
    #[must_use]
    pub fn is_correct(&self, answer: &str) -> bool {
        self.expected == answer
            || self.question.query == Query::Fen && self.fens().iter().any(|it| **it == *answer)
    }

    /// The square of the king of the side that has moved last.
    pub(super) fn king_in_danger(&self) -> Option<Square> {
        let king = || rules::play(&self.question.line).map(|(it, _)| it.king(!it.side_to_move()));
        *self.king.get_or_init(king)
    }

    /// Tells whether an en passant capture is legal at the end of the line.
    pub(super) fn has_capture(&self) -> bool {
        let position = rules::position_after(&self.question.line);
        position.is_some_and(|it| it.legal_moves().iter().any(|mv| mv.is_en_passant()))
    }

    fn fens(&self) -> &[FenText] {
        let fens = || rules::play(&self.question.line).map(|(position, _)| rules::fens(&position));
        self.fens.get_or_init(fens).as_ref().map_or(&[], |it| it)
    }

    /// How many nodes an engine visits to answer.
    #[must_use]
    pub fn cost(&self) -> u64 {
        queries::cost(&self.question, &self.expected)
    }
}

/// What the oracle answers with these faults; for a search, what is wrong with its output.
fn oracle_answer(question: &Question, search: Option<&SearchCase>, faults: FaultSet) -> String {
    let (Query::Search(request), Some(case)) = (&question.query, search) else {
        return answer(question, faults);
    };
    match Oracle::with(faults).search(&question.line, request.clone()) {
        Ok(searched) => flaws_in_words(case, &searched),
        Err(error) => error.to_string(),
    }
}

/// What is wrong with the output of a search, in a few words; `sound` if nothing is. What an engine does that takes all moves for
/// lost depends on other things than en passant: which move it plays, and how far away it sees the mate.
pub(super) fn flaws_in_words(case: &SearchCase, searched: &Searched) -> String {
    let of_moves = flaws_of_moves(&case.line, searched).of_en_passant;
    let mut words: Vec<_> = of_moves.iter().map(SearchFlaw::to_string).collect();
    let of_claim = flaws_of_claim(case, searched);
    match case.claim {
        SearchClaim::Saves if !of_claim.is_empty() => words.push("misses the defense".to_owned()),
        _ => words.extend(of_claim.iter().map(SearchFlaw::to_string)),
    }
    if words.is_empty() {
        "sound".to_owned()
    } else {
        words.join(", ")
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
