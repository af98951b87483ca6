//! Faults for one color, or towards one edge of the board, alone.
//!
//! Many engines have code of its own for White and for Black, or for either direction of a capture, and break a rule in one of
//! these places only.

use passant_oracle::{EngineFault, FaultSet, Scope};

use super::evidence::Comparison;
use super::observation::Observation;
use crate::parallel;

/// The faults, and then the pairs of faults, that explain all wrong answers if they act in a smaller scope alone, those of one
/// scope together.
pub(super) fn scoped_sets(case: &Comparison<'_>) -> Vec<Vec<FaultSet>> {
    let acting: Vec<_> = Scope::RESTRICTED
        .into_iter()
        .map(|scope| (scope, acting(case, scope)))
        .collect();
    let singles = acting.iter().map(|(scope, faults)| {
        let sets = faults.iter().map(|&fault| FaultSet::from(fault));
        limited(case, sets, *scope)
    });
    let pairs = acting.iter().map(|(scope, faults)| {
        let sets = faults.iter().enumerate().flat_map(|(number, &one)| {
            let others = faults.iter().skip(number + 1);
            others.map(move |&other| FaultSet::from(one).with(other))
        });
        limited(case, sets, *scope)
    });
    singles.chain(pairs).collect()
}

/// The faults that explain a wrong answer if they act in this scope alone, and that no correct answer speaks against.
fn acting(case: &Comparison<'_>, scope: Scope) -> Vec<EngineFault> {
    let is_acting = |fault: EngineFault| {
        if is_of_one_color(fault) {
            return None;
        }
        let faults = FaultSet::from(fault).only(scope);
        let wrong = case.observations.iter().filter(|it| it.is_wrong());
        let mut changed = wrong.filter(|it| it.is_changed_by(faults));
        let is_refuted = |it: &Observation<'_>| {
            !it.is_wrong() && it.is_changed_by(faults) && !it.agrees(faults)
        };
        let mut cheap = case.observations.iter().filter(|it| !it.is_deep_count());
        let acts = changed.any(|it| it.agrees(faults)) && !cheap.any(is_refuted);
        acts.then_some(fault)
    };
    let found = parallel::map(EngineFault::ALL.to_vec(), is_acting);
    found.into_iter().flatten().collect()
}

/// Tells whether a fault acts on captures of one color by its nature.
fn is_of_one_color(fault: EngineFault) -> bool {
    matches!(
        fault,
        EngineFault::WhiteCaptureMissed
            | EngineFault::BlackCaptureMissed
            | EngineFault::WhiteOffsetForBoth
            | EngineFault::BlackOffsetForBoth
            | EngineFault::A8MeansNone
            | EngineFault::A1MeansNone
            | EngineFault::FenBlackMisread
    )
}

/// The sets that explain all wrong answers but deep counts if they act in this scope alone. Outside of it, the engine has to have
/// given correct answers that it would not give with the same faults everywhere; within it, wrong answers about each color and
/// direction.
fn limited(
    case: &Comparison<'_>,
    sets: impl Iterator<Item = FaultSet>,
    scope: Scope,
) -> Vec<FaultSet> {
    let wrong = || case.observations.iter().filter(|it| it.is_wrong());
    let is_limited = |faults: FaultSet| {
        let correct = case.observations.iter().filter(|it| !it.is_wrong());
        let mut agreeing = correct.filter(|it| it.agrees(faults));
        agreeing.any(|it| !it.agrees(faults.everywhere()))
    };
    let is_shown_in_full = |faults: FaultSet| {
        let smaller = faults.iter().flat_map(|fault| smaller(faults, fault));
        let is_shown = |less: FaultSet| wrong().any(|it| it.agrees(faults) && !it.agrees(less));
        smaller.into_iter().all(is_shown)
    };
    let explains_all = |faults: FaultSet| {
        let mut cheap = wrong().filter(|it| !it.is_deep_count());
        cheap.all(|it| it.agrees(faults))
    };
    let sets = sets.map(|faults| faults.only(scope));
    sets.filter(|&it| explains_all(it) && is_limited(it) && is_shown_in_full(it))
        .collect()
}

/// The same set with a fault in each smaller scope of one kind of captures less, or without it.
fn smaller(faults: FaultSet, fault: EngineFault) -> Vec<FaultSet> {
    let rest = faults.without(fault);
    let with = |scope| rest.union(FaultSet::from(fault).only(scope));
    faults.scope(fault).without_each().map(with).collect()
}
