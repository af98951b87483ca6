//! Faults for one color, or towards one edge of the board, alone.
//!
//! Many engines have code of its own for White and for Black, or for either direction of a capture, and break a rule in one of
//! these places only.

use passant_oracle::{EngineFault, FaultSet, Scope};

use super::evidence::Comparison;
use super::observation::Observation;
use crate::parallel;

/// The faults, and then the pairs of faults, that explain all wrong answers if they act in a smaller scope alone, those of one
/// scope together. The engine may follow a convention besides, which the faults hide.
pub(super) fn sets_in_scope(case: &Comparison<'_>) -> Vec<Vec<FaultSet>> {
    let all = Scope::RESTRICTED.into_iter();
    let scopes = all.flat_map(|scope| bases(case).into_iter().map(move |base| (scope, base)));
    let acting: Vec<_> = scopes
        .map(|(scope, base)| (base, acting(case, scope, base)))
        .collect();
    let singles = acting.iter().map(|(base, faults)| {
        let sets = faults.iter().map(|it| it.union(*base));
        explain_within_scope(case, sets)
    });
    let pairs = acting.iter().map(|(base, faults)| {
        let sets = faults.iter().enumerate().flat_map(|(number, one)| {
            let others = faults.iter().skip(number + 1);
            others.map(|other| one.union(*other).union(*base))
        });
        explain_within_scope(case, sets)
    });
    singles.chain(pairs).collect()
}

/// No fault, and each convention that explains a wrong answer.
fn bases(case: &Comparison<'_>) -> Vec<FaultSet> {
    let conventions = [
        EngineFault::KeyWithoutCapturer,
        EngineFault::KeyWithIllegalCapture,
        EngineFault::SuffixRefused,
    ];
    let is_followed = |convention: &FaultSet| case.wrong().any(|it| it.agrees(*convention));
    let conventions = conventions
        .map(FaultSet::from)
        .into_iter()
        .filter(is_followed);
    std::iter::once(FaultSet::NONE).chain(conventions).collect()
}

/// The faults that explain a wrong answer if they act in this scope alone, and that no correct answer speaks against, each with
/// this scope.
fn acting(case: &Comparison<'_>, scope: Scope, base: FaultSet) -> Vec<FaultSet> {
    let is_acting = |fault: EngineFault| {
        if is_of_one_color(fault) || fault.is_convention() {
            return None;
        }
        let scoped = FaultSet::from(fault).only(scope);
        let faults = scoped.union(base);
        let mut changed = case.wrong().filter(|it| it.is_changed_by(scoped));
        let is_refuted =
            |it: &Observation<'_>| !it.is_wrong() && it.is_changed_by(scoped) && !it.agrees(faults);
        let mut cheap = case.observations.iter().filter(|it| !it.is_deep_count());
        let acts = changed.any(|it| it.agrees(faults)) && !cheap.any(is_refuted);
        acts.then_some(scoped)
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

/// The sets that explain all wrong answers but deep counts. Outside of their scope, the engine has to have
/// given correct answers that it would not give with the same faults everywhere; within it, wrong answers about each color and
/// direction.
fn explain_within_scope(
    case: &Comparison<'_>,
    sets: impl Iterator<Item = FaultSet>,
) -> Vec<FaultSet> {
    let is_limited = |faults: FaultSet| {
        let correct = case.observations.iter().filter(|it| !it.is_wrong());
        let mut agreeing = correct.filter(|it| it.agrees(faults));
        agreeing.any(|it| !it.agrees(faults.everywhere()))
    };
    let is_shown_in_full = |faults: FaultSet| {
        let shown = faults.iter().filter(|it| !it.is_convention());
        let smaller = shown.flat_map(|fault| smaller(faults, fault));
        let is_shown =
            |less: FaultSet| case.wrong().any(|it| it.agrees(faults) && !it.agrees(less));
        smaller.into_iter().all(is_shown)
    };
    let explains_all = |faults: FaultSet| {
        let mut cheap = case.wrong().filter(|it| !it.is_deep_count());
        cheap.all(|it| it.agrees(faults))
    };
    sets.filter(|&it| explains_all(it) && is_limited(it) && is_shown_in_full(it))
        .collect()
}

/// The same set with a fault in each smaller scope of one kind of captures less, or without it.
fn smaller(faults: FaultSet, fault: EngineFault) -> Vec<FaultSet> {
    let rest = faults.without(fault);
    let with = |scope| rest.union(FaultSet::from(fault).only(scope));
    faults.scope(fault).without_each().map(with).collect()
}
