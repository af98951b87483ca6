//! Names a fault by its fingerprint: an engine has a fault if it answers every question as an engine with this fault
//! does.

use std::borrow::Cow;
use std::collections::BTreeSet;

use passant_oracle::{EngineFault, FaultSet, answer as oracle_answer};
use passant_query::Query;

use super::answer::ObservedAnswer;
use super::predictions::Predictions;
use crate::parallel;

/// The answer of an engine to one question.
#[derive(Clone, Debug)]
pub struct Observation<'a> {
    /// The question, with the answer of every fault.
    pub predictions: &'a Predictions,
    /// The answer of the engine, in the words of the oracle.
    pub answer: ObservedAnswer,
}

impl Observation<'_> {
    /// The answer of an engine with these faults.
    fn predicted(&self, faults: FaultSet) -> Cow<'_, str> {
        let mut several = faults.iter();
        match (several.next(), several.next()) {
            (None, _) => self.predictions.expected.as_str().into(),
            (Some(fault), None) => self.predictions.answer(fault).into(),
            _ => oracle_answer(&self.predictions.question, faults).into(),
        }
    }

    /// Whether the answer is wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        !self.answer.is_correct(self.predictions)
    }

    /// Whether one of these faults alone changes the answer to the question.
    fn is_changed_by(&self, faults: FaultSet) -> bool {
        let mut changed = self.predictions.by_fault.iter();
        changed.any(|(fault, _)| faults.contains(*fault))
    }

    /// Whether an engine with these faults can have given the answer.
    pub(super) fn agrees(&self, faults: FaultSet) -> bool {
        let predicted = self.predicted(faults);
        self.answer.fits(&predicted) || !self.is_wrong() && self.predictions.is_correct(&predicted)
    }
}

/// Which fault an engine has, judged by its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Naming {
    /// All answers are correct: there is nothing to name.
    Sound,
    /// The answers are those of an engine with these faults, one or two together.
    Named(Evidence),
    /// The answers are those of each of several faults. Only more questions could tell them apart.
    OneOf(Vec<Evidence>),
    /// No fault gives these answers. This one comes nearest, but it is not the cause.
    Nearest(Evidence),
    /// No known fault gives any of the wrong answers.
    Unknown,
}

/// The answers that speak for some faults, and those that speak against them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The fault, or the two faults together.
    pub faults: FaultSet,
    /// How many wrong answers it explains.
    pub explains: usize,
    /// How many answers are wrong.
    pub wrong: usize,
    /// How many questions were asked.
    pub asked: usize,
    /// The numbers of the questions that an engine with the fault would have answered differently.
    pub against: Vec<usize>,
    /// Whether only counts deeper than one ply speak against it. Engines differ in how they count below a position in
    /// which a king can be captured.
    pub only_deep_counts: bool,
    /// Whether, apart from such counts, only answers about topics other than moves speak against it, and only topics
    /// on which no answer is wrong. An engine that computes its keys and its moves in different places may have a fault
    /// in one of them only. An engine whose moves are all correct has no fault that makes moves wrong.
    pub only_other_topics: bool,
}

/// What an answer is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Topic {
    Moves,
    Fen,
    Key,
    Repetition,
    Text,
}

impl Topic {
    fn of(query: &Query) -> Self {
        match query {
            Query::Moves | Query::Count(_) | Query::Legal(_) | Query::BestMove(_) => Self::Moves,
            Query::Fen | Query::Replay(_) => Self::Fen,
            Query::Key | Query::SameKey(_) => Self::Key,
            Query::Same(_) | Query::Occurrences => Self::Repetition,
            Query::San(_)
            | Query::Parse(_)
            | Query::Victim(_)
            | Query::Capture(_)
            | Query::EnPassant(_)
            | Query::Check(_) => Self::Text,
        }
    }
}

/// Names the fault of an engine, or the two faults.
#[must_use]
pub fn name_faults(observations: &[Observation<'_>]) -> Naming {
    let case = Comparison::new(observations);
    if case.wrong.is_empty() {
        return Naming::Sound;
    }
    let singles = case.explained_by(EngineFault::ALL.iter().map(|&fault| fault.into()).collect());
    if let Some(diagnosis) = named(&singles) {
        return diagnosis;
    }
    let pairs = case.explained_by(case.pairs());
    if let Some(diagnosis) = named(&pairs) {
        return diagnosis;
    }
    let all = singles.into_iter().chain(pairs);
    // With equal evidence, one fault is preferred to two, and the first to others.
    let nearest = all
        .filter(|evidence| 0 < evidence.explains)
        .min_by_key(|evidence| (evidence.against.len(), evidence.faults.iter().count()));
    nearest.map_or(Naming::Unknown, Naming::Nearest)
}

/// The faults that no answer speaks against. If there are none, those that only deep counts speak against. If there
/// are none either, those that explain all wrong answers and would also change answers on other topics.
fn named(found: &[Evidence]) -> Option<Naming> {
    let pick = |is_good: fn(&Evidence) -> bool| {
        let good: Vec<_> = found.iter().filter(|it| is_good(it)).cloned().collect();
        match &good[..] {
            [] => None,
            [one] => Some(Naming::Named(one.clone())),
            _ => Some(Naming::OneOf(good)),
        }
    };
    pick(|it| it.against.is_empty())
        .or_else(|| pick(|it| it.only_deep_counts))
        .or_else(|| pick(|it| it.only_other_topics))
}

/// The observations, and which of them are wrong.
struct Comparison<'a> {
    observations: &'a [Observation<'a>],
    /// The numbers of the wrong answers.
    wrong: Vec<usize>,
}

impl<'a> Comparison<'a> {
    fn new(observations: &'a [Observation<'a>]) -> Self {
        let numbered = observations.iter().enumerate();
        let wrong = numbered
            .filter(|(_, it)| it.is_wrong())
            .map(|(number, _)| number)
            .collect();
        Self {
            observations,
            wrong,
        }
    }

    /// The evidence for each of some sets of faults.
    fn explained_by(&self, sets: Vec<FaultSet>) -> Vec<Evidence> {
        parallel::map(sets, |faults| self.weigh(faults))
    }

    fn weigh(&self, faults: FaultSet) -> Evidence {
        let agrees = |number: &usize| {
            self.observations
                .get(*number)
                .is_some_and(|it| it.agrees(faults))
        };
        let explains = self.wrong.iter().filter(|number| agrees(number)).count();
        // A fault that explains no wrong answer is not compared any further: it cannot be the cause.
        let against: Vec<_> = if explains == 0 {
            self.wrong.clone()
        } else {
            (0..self.observations.len())
                .filter(|number| !agrees(number))
                .collect()
        };
        let is_deep = |number: &usize| {
            let question = self
                .observations
                .get(*number)
                .map(|it| &it.predictions.question.query);
            matches!(question, Some(Query::Count(depth)) if 1 < *depth)
        };
        let explains_more_than_counts = self
            .wrong
            .iter()
            .any(|number| agrees(number) && !is_deep(number));
        let topics: BTreeSet<_> = self
            .wrong
            .iter()
            .filter_map(|number| self.topic(*number))
            .collect();
        let is_other = |topic: Topic| topic != Topic::Moves && !topics.contains(&topic);
        let is_on_other_topic =
            |number: &usize| is_deep(number) || self.topic(*number).is_some_and(is_other);
        Evidence {
            faults,
            only_other_topics: explains_more_than_counts && against.iter().all(is_on_other_topic),
            explains,
            wrong: self.wrong.len(),
            asked: self.observations.len(),
            only_deep_counts: explains_more_than_counts && against.iter().all(is_deep),
            against,
        }
    }

    fn topic(&self, number: usize) -> Option<Topic> {
        let observation = self.observations.get(number)?;
        Some(Topic::of(&observation.predictions.question.query))
    }

    /// The pairs of faults that might explain everything: one of them alone changes some of the wrong answers, and both
    /// together give all wrong answers other than counts.
    fn pairs(&self) -> Vec<FaultSet> {
        let wrong: Vec<_> = self
            .wrong
            .iter()
            .filter_map(|&number| self.observations.get(number))
            .collect();
        let pairs: Vec<FaultSet> = EngineFault::ALL
            .iter()
            .enumerate()
            .flat_map(|(number, &one)| {
                let others = EngineFault::ALL.iter().skip(number + 1);
                others.map(move |&other| [one, other].into_iter().collect())
            })
            .collect();
        let is_cheap =
            |it: &Observation<'_>| !matches!(it.predictions.question.query, Query::Count(_));
        let may_explain = |faults: FaultSet| {
            let changed = wrong.iter().filter(|it| it.is_changed_by(faults));
            let mut cheap = wrong.iter().filter(|it| is_cheap(it));
            wrong.len() <= 8 * changed.count() && cheap.all(|it| it.agrees(faults))
        };
        let found = parallel::map(pairs, |faults| may_explain(faults).then_some(faults));
        found.into_iter().flatten().collect()
    }
}

impl Evidence {
    /// The names of the faults.
    #[must_use]
    pub fn names(&self) -> String {
        let names: Vec<_> = self.faults.iter().map(EngineFault::name).collect();
        names.join(" and ")
    }
}
