//! Naming a fault by its fingerprint: the engine's answers are those of an engine with this fault, to every question.

use std::borrow::Cow;
use std::collections::BTreeSet;

use passant_oracle::{Ask, EngineFault, FaultSet};
use rayon::prelude::*;

use super::asking::Answer;
use super::survey::Row;

/// What an engine has answered.
#[derive(Clone, Debug)]
pub struct Observation<'a> {
    /// What it was asked, with what every fault answers.
    pub row: &'a Row,
    /// What it said, as the oracle's engine would write it.
    pub answer: Answer,
}

impl Observation<'_> {
    /// What an engine with these faults says.
    fn predicted(&self, faults: FaultSet) -> Cow<'_, str> {
        let mut several = faults.iter();
        match (several.next(), several.next()) {
            (None, _) => self.row.right.as_str().into(),
            (Some(fault), None) => self.row.answer(fault).into(),
            _ => self.row.question.answer(faults).into(),
        }
    }

    /// Whether the answer is wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        match &self.answer {
            Answer::Is(text) => !self.row.is_right(text),
            Answer::Plays(_) | Answer::Reads(_) | Answer::Occurs(_) => {
                !self.answer.fits(&self.row.right)
            }
        }
    }

    /// Whether one of these faults, by itself, changes the answer.
    fn is_changed_by(&self, faults: FaultSet) -> bool {
        let mut wrong = self.row.wrong.iter();
        wrong.any(|(fault, _)| faults.contains(*fault))
    }

    /// Whether an engine with these faults can have said so.
    pub(super) fn agrees(&self, faults: FaultSet) -> bool {
        let predicted = self.predicted(faults);
        self.answer.fits(&predicted) || !self.is_wrong() && self.row.is_right(&predicted)
    }
}

/// What can be said of an engine that has answered some questions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Diagnosis {
    /// All answers are right: there is nothing to name.
    Sound,
    /// The answers are those of an engine with these faults, one or two at once.
    Named(Evidence),
    /// The answers are those of each of several faults: more questions would tell them apart.
    OneOf(Vec<Evidence>),
    /// No fault answers like that. This one comes nearest, and is not it.
    Nearest(Evidence),
    /// No fault that is known gives any of the wrong answers.
    Unknown,
}

/// What speaks for faults, and what against them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The fault, or the two that are there together.
    pub faults: FaultSet,
    /// How many wrong answers it explains.
    pub explains: usize,
    /// How many answers were wrong.
    pub wrong: usize,
    /// How many questions were asked.
    pub asked: usize,
    /// The numbers of the questions that an engine with it would have answered otherwise.
    pub against: Vec<usize>,
    /// Whether all that is against it are counts beyond the first moves: engines differ in what they make of a
    /// position in which a king can be taken.
    pub only_deep_counts: bool,
    /// Whether all that is against it, but for such counts, is about other things than any wrong answer, and not about
    /// moves. Whoever works out moves and keys in different places breaks a rule in one of them; but whose moves are
    /// right has no fault that makes moves wrong.
    pub only_elsewhere: bool,
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
    fn of(ask: &Ask) -> Self {
        match ask {
            Ask::Moves | Ask::Count(_) => Self::Moves,
            Ask::Fen => Self::Fen,
            Ask::Key(_) => Self::Key,
            Ask::Same(_) | Ask::Occurrences => Self::Repetition,
            Ask::San(_) | Ask::Read(_) | Ask::Victim(_) => Self::Text,
        }
    }
}

/// Names the fault of an engine.
#[must_use]
pub fn diagnose(observations: &[Observation<'_>]) -> Diagnosis {
    let case = Case::new(observations);
    if case.wrong.is_empty() {
        return Diagnosis::Sound;
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
    // Of equals, one fault rather than two, and the first.
    let nearest = all
        .filter(|evidence| 0 < evidence.explains)
        .min_by_key(|evidence| (evidence.against.len(), evidence.faults.iter().count()));
    nearest.map_or(Diagnosis::Unknown, Diagnosis::Nearest)
}

/// The faults that nothing speaks against; failing that, those that only deep counts speak against; failing that,
/// those that explain everything that is wrong, and would have more wrong with other things.
fn named(found: &[Evidence]) -> Option<Diagnosis> {
    let pick = |is_good: fn(&Evidence) -> bool| {
        let good: Vec<_> = found.iter().filter(|it| is_good(it)).cloned().collect();
        match &good[..] {
            [] => None,
            [one] => Some(Diagnosis::Named(one.clone())),
            _ => Some(Diagnosis::OneOf(good)),
        }
    };
    pick(|it| it.against.is_empty())
        .or_else(|| pick(|it| it.only_deep_counts))
        .or_else(|| pick(|it| it.only_elsewhere))
}

/// The observations with what is right.
struct Case<'a> {
    observations: &'a [Observation<'a>],
    /// The numbers of those that are wrong.
    wrong: Vec<usize>,
}

impl<'a> Case<'a> {
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
        sets.into_par_iter()
            .map(|faults| self.weigh(faults))
            .collect()
    }

    fn weigh(&self, faults: FaultSet) -> Evidence {
        let agrees = |number: &usize| {
            self.observations
                .get(*number)
                .is_some_and(|it| it.agrees(faults))
        };
        let explains = self.wrong.iter().filter(|number| agrees(number)).count();
        // What explains nothing is not asked about the rest: it cannot be it, however much it says rightly.
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
                .map(|it| &it.row.question.ask);
            matches!(question, Some(Ask::Count(depth)) if 1 < *depth)
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
        let is_elsewhere =
            |number: &usize| is_deep(number) || self.topic(*number).is_some_and(is_other);
        Evidence {
            faults,
            only_elsewhere: explains_more_than_counts && against.iter().all(is_elsewhere),
            explains,
            wrong: self.wrong.len(),
            asked: self.observations.len(),
            only_deep_counts: explains_more_than_counts && against.iter().all(is_deep),
            against,
        }
    }

    fn topic(&self, number: usize) -> Option<Topic> {
        let observation = self.observations.get(number)?;
        Some(Topic::of(&observation.row.question.ask))
    }

    /// The pairs of faults that might explain everything: some wrong answers are changed by one of them, and those
    /// that are no counts are as both together give them.
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
        let is_cheap = |it: &Observation<'_>| !matches!(it.row.question.ask, Ask::Count(_));
        pairs
            .into_par_iter()
            .filter(|&faults| {
                let changed = wrong.iter().filter(|it| it.is_changed_by(faults));
                wrong.len() <= 8 * changed.count()
            })
            .filter(|&faults| {
                let mut cheap = wrong.iter().filter(|it| is_cheap(it));
                cheap.all(|it| it.agrees(faults))
            })
            .collect()
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
