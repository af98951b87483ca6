//! Names a fault by its fingerprint: an engine has a fault if it answers every question as an engine with this fault
//! does.

use passant_oracle::{EngineFault, FaultSet};
use passant_query::Query;

use super::evidence::Comparison;
use super::predictions::predict_faults;
use super::scoped::sets_in_scope;
use super::several::{Explanation, explain};
use crate::parallel;

pub use super::evidence::Evidence;
pub use super::observation::Observation;

/// Names the fault of an engine by its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Naming {
    /// All answers are correct: there is nothing to name.
    Sound,
    /// The answers are those of an engine with these faults, one or several together.
    Named(Evidence),
    /// The answers are those of each of several faults. Only more questions could tell them apart.
    OneOf(Vec<Evidence>),
    /// A partial fit, which is no name: some of the answers are those of an engine with these faults, and none speaks against one of
    /// them. Other wrong answers remain unexplained, or the faults are not proved. There are several if other sets explain as much.
    InPart(Vec<Evidence>),
    /// No known fault gives the wrong answers.
    Unknown,
}

/// Names the faults of an engine.
#[must_use]
pub fn name_faults(observations: &[Observation<'_>]) -> Naming {
    name_more(observations, name_few(observations))
}

/// The name, if one fault or two explain all wrong answers, and nothing that matters speaks against them.
pub(super) fn name_few(observations: &[Observation<'_>]) -> Option<Naming> {
    let case = Comparison::new(observations);
    if case.wrong.is_empty() {
        return Some(Naming::Sound);
    }
    predict_faults(observations.iter().map(|it| it.predictions));
    let single = choose_name(&case.evidence_for(singles()));
    if single.as_ref().is_some_and(Naming::is_of_all_topics) {
        return single;
    }
    let pair = choose_name(&case.evidence_for(pairs(&case)));
    if pair.as_ref().is_some_and(Naming::is_uncontradicted) {
        return pair;
    }
    single.or(pair).or_else(|| {
        let scoped = sets_in_scope(&case).into_iter();
        scoped
            .map(|sets| case.evidence_for(sets))
            .find_map(|found| choose_name(&found))
    })
}

fn singles() -> Vec<FaultSet> {
    EngineFault::ALL.iter().map(|&fault| fault.into()).collect()
}

/// Looks for more faults where one or two do not explain everything.
pub(super) fn name_more(observations: &[Observation<'_>], few: Option<Naming>) -> Naming {
    let case = Comparison::new(observations);
    let several = match &few {
        None => several(&case),
        Some(few) if few.is_such(|it| !it.against.is_empty()) => {
            let mut names = few.names().iter();
            several(&case).filter(|more| names.any(|it| more.completes(it.faults)))
        }
        Some(_) => None,
    };
    several.or(few).unwrap_or(Naming::Unknown)
}

/// Several faults that explain the answers together, or those of them that are shown.
fn several(case: &Comparison<'_>) -> Option<Naming> {
    let Explanation { sets, is_complete } = explain(case)?;
    let all = case.evidence_for(sets);
    if is_complete {
        choose_name(&all)
    } else {
        Some(Naming::InPart(all))
    }
}

/// Returns what sets have in common that explain a part of the answers equally well: the faults that are in all of them, if they
/// explain at least half of the wrong answers. No convention explains what is wrong.
pub(super) fn common_part(observations: &[Observation<'_>], sets: &[FaultSet]) -> Option<Evidence> {
    let common = sets.iter().copied().reduce(FaultSet::intersection)?;
    let faults = common.iter().filter(|it| !it.is_convention());
    let common = common.intersection(faults.collect());
    let evidence = Comparison::new(observations).weigh(common);
    let is_half = evidence.wrong <= 2 * evidence.explains;
    (!common.is_empty() && is_half).then_some(evidence)
}

/// One name, or several that the answers do not tell apart, if there is any.
pub(super) fn one_or_several(all: Vec<Evidence>) -> Naming {
    match &all[..] {
        [] => Naming::Unknown,
        [one] => Naming::Named(one.clone()),
        _ => Naming::OneOf(all),
    }
}

/// Tells whether faults explain the wrong answers, and nothing that matters speaks against them.
pub(super) fn is_name(evidence: &Evidence) -> bool {
    choose_name(std::slice::from_ref(evidence)).is_some()
}

impl Naming {
    /// Returns the name, or those that the answers do not tell apart; none if there is no name.
    pub(super) fn names(&self) -> &[Evidence] {
        match self {
            Self::Named(evidence) => std::slice::from_ref(evidence),
            Self::OneOf(all) => all,
            _ => &[],
        }
    }

    /// Tells whether nothing but deep counts speaks against the names, so that these are no guess about topics on which nothing is wrong.
    fn is_of_all_topics(&self) -> bool {
        self.is_such(|it| it.against.is_empty() || it.only_deep_counts)
    }

    /// Tells whether no answer at all speaks against the names.
    fn is_uncontradicted(&self) -> bool {
        self.is_such(|it| it.against.is_empty())
    }

    /// Tells whether there are names, and all of them are such.
    pub(super) fn is_such(&self, is_such: impl Fn(&Evidence) -> bool) -> bool {
        !self.names().is_empty() && self.names().iter().all(is_such)
    }

    /// Returns the faults that the engine may have: those that are named or fit in part, alone or as one of several sets.
    #[must_use]
    pub fn suspects(&self) -> &[Evidence] {
        match self {
            Self::Named(evidence) => std::slice::from_ref(evidence),
            Self::OneOf(all) | Self::InPart(all) => all,
            Self::Sound | Self::Unknown => &[],
        }
    }

    /// Tells whether it names these faults and others, and no answer speaks against them together.
    fn completes(&self, faults: FaultSet) -> bool {
        let completes = |it: &Evidence| {
            it.against.is_empty() && faults.iter().all(|fault| it.faults.contains(fault))
        };
        self.names().iter().any(completes)
    }
}

/// The faults that no answer speaks against. If there are none, those that only deep counts speak against. If there
/// are none either, those that explain all wrong answers and would also change answers on other topics.
fn choose_name(found: &[Evidence]) -> Option<Naming> {
    let pick = |is_good: &dyn Fn(&Evidence) -> bool| {
        let good: Vec<_> = found.iter().filter(|it| is_good(it)).cloned().collect();
        (!good.is_empty()).then(|| one_or_several(good))
    };
    let is_most = |it: &Evidence| it.wrong <= 2 * it.explains;
    // Some faults make nearly every deep count wrong, and each engine in a way of its own.
    let is_much = |it: &Evidence| it.wrong <= 3 * it.explains;
    pick(&|it| it.against.is_empty())
        .or_else(|| pick(&|it| it.only_deep_counts && is_much(it)))
        .or_else(|| pick(&|it| it.only_other_topics && is_most(it)))
}

/// The pairs of faults that might explain everything: one of them alone changes some of the wrong answers, and both
/// together give all wrong answers other than counts.
fn pairs(case: &Comparison<'_>) -> Vec<FaultSet> {
    let wrong: Vec<_> = case.wrong().collect();
    let pairs: Vec<FaultSet> = EngineFault::ALL
        .iter()
        .enumerate()
        .flat_map(|(number, &one)| {
            let others = EngineFault::ALL.iter().skip(number + 1);
            others.map(move |&other| [one, other].into_iter().collect())
        })
        .collect();
    let is_cheap = |it: &Observation<'_>| !matches!(it.predictions.question.query, Query::Count(_));
    let may_explain = |faults: FaultSet| {
        let changed = wrong.iter().filter(|it| it.is_changed_by(faults));
        let mut cheap = wrong.iter().filter(|it| is_cheap(it));
        wrong.len() <= 8 * changed.count() && cheap.all(|it| it.agrees(faults))
    };
    let found = parallel::map(pairs, |faults| may_explain(faults).then_some(faults));
    found.into_iter().flatten().collect()
}
