//! Finds sets of faults that explain the answers of an engine together.
//!
//! The search is greedy: it adds the fault that explains most of what is left, and keeps the best few sets of each size.
//! Every set is confirmed by the oracle with the whole set, because faults can hide each other.

use std::collections::BTreeSet;
use std::sync::Mutex;

use passant_oracle::{EngineFault, FaultSet};
use passant_query::Topic;

use super::evidence::Comparison;
use super::observation::Observation;
use super::reply::Reply;
use super::symptoms::{Agreement, Symptoms};
use crate::parallel;

/// The most faults of a set.
const MOST: usize = 8;

/// The number of sets of each size that are kept.
const WIDTH: usize = 5;

/// The number of sets that are confirmed for each that is kept, and of rivals of a fault.
const TRIED: usize = 3;

/// The sets of faults that explain the answers of an engine equally well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Explanation {
    /// The sets, none of which contains a fault that its own answers speak against.
    pub(super) sets: Vec<FaultSet>,
    /// True if engines with these sets give all answers of the engine.
    pub(super) is_complete: bool,
}

/// Looks for sets of faults that explain the answers of an engine. `None` if no fault is shown.
///
/// Counts take most of the time, so that they come last.
pub(super) fn explain(case: &Comparison<'_>) -> Option<Explanation> {
    let cheap = Search::new(case, &|it| !it.is_deep_count());
    let mut best = cheap.best(FaultSet::NONE);
    if best.cost != 0 {
        let by_stages = cheap.best(by_stages(case));
        if by_stages.cost < best.cost {
            best = by_stages;
        }
    }
    if best.cost == 0 {
        let search = Search::new(case, &|_| true);
        best = search.best(best.faults);
        if best.cost == 0 {
            return search.explanation(&search.minimal(best), true);
        }
        best = cheap.candidate(best.faults);
    }
    cheap.explanation(&cheap.without_unshown(best), false)
}

/// Returns what explains the moves and FENs best, with what then explains the keys, and so on: where the moves of an engine go
/// wrong, its keys do too.
fn by_stages(case: &Comparison<'_>) -> FaultSet {
    let stages = [Topic::Fen, Topic::Key, Topic::Repetition].into_iter();
    stages.fold(FaultSet::NONE, |faults, topic| {
        let search = Search::new(case, &|it| it.topic() <= topic && !it.is_deep_count());
        search.best(faults).faults
    })
}

/// The observations, indexed for the search.
struct Search<'a> {
    case: &'a Comparison<'a>,
    /// The answers that are looked at. All numbers in this type are places in this list.
    observations: Vec<&'a Observation<'a>>,
    /// The symptoms of each answer.
    symptoms: Vec<Symptoms>,
    /// The agreement of each answer with the predicted ones. Many sets of faults predict the same.
    agreements: Vec<Mutex<Vec<(Reply, Agreement)>>>,
    /// For each fault the numbers of the answers that it changes alone.
    changes: Vec<Vec<usize>>,
}

/// A set of faults, and what it does not explain.
#[derive(Clone, Debug)]
struct Candidate {
    faults: FaultSet,
    /// The sum over all answers.
    cost: u64,
    /// For each answer.
    agreements: Vec<Agreement>,
}

impl<'a> Search<'a> {
    /// A search that looks at some of the answers.
    fn new(case: &'a Comparison<'a>, is_chosen: &dyn Fn(&Observation<'_>) -> bool) -> Self {
        let observations: Vec<_> = case
            .observations
            .iter()
            .filter(|it| is_chosen(it))
            .collect();
        let changed_by = |fault: EngineFault| {
            let changed = observations
                .iter()
                .enumerate()
                .filter(|(_, it)| it.is_changed_by(fault.into()));
            changed.map(|(place, _)| place).collect()
        };
        Self {
            case,
            symptoms: observations.iter().map(|it| it.symptoms()).collect(),
            agreements: observations.iter().map(|_| Mutex::default()).collect(),
            changes: EngineFault::ALL
                .iter()
                .map(|&fault| changed_by(fault))
                .collect(),
            observations,
        }
    }

    /// A set with its rivals; `None` if it is empty.
    fn explanation(&self, best: &Candidate, is_complete: bool) -> Option<Explanation> {
        if best.faults.is_empty() {
            return None;
        }
        let mut sets = vec![best.faults];
        sets.extend(self.rivals(best));
        Some(Explanation { sets, is_complete })
    }

    fn agreement(&self, place: usize, faults: FaultSet) -> Agreement {
        let observation = self.observations[place];
        let predicted = observation.predict_reply(faults);
        let mut known = parallel::lock(&self.agreements[place]);
        if let Some((_, agreement)) = known.iter().find(|(reply, _)| *reply == *predicted) {
            return *agreement;
        }
        let agreement = observation.agreement(&self.symptoms[place], &predicted);
        known.push((predicted.into_owned(), agreement));
        agreement
    }

    /// A set, confirmed by the oracle.
    fn candidate(&self, faults: FaultSet) -> Candidate {
        let places = 0..self.observations.len();
        let agreements: Vec<_> = places.map(|place| self.agreement(place, faults)).collect();
        Candidate {
            faults,
            cost: agreements.iter().map(|it| it.cost()).sum(),
            agreements,
        }
    }

    fn candidates(&self, sets: Vec<FaultSet>) -> Vec<Candidate> {
        parallel::map(sets, |faults| self.candidate(faults))
    }

    /// About what a set costs with one more fault, if only these answers change.
    fn estimate(&self, of: &Candidate, more: EngineFault, changed: &[usize]) -> u64 {
        let faults = of.faults.with(more);
        let cost = |agreement: Agreement| agreement.cost();
        let before: u64 = changed.iter().map(|&it| cost(of.agreements[it])).sum();
        let after: u64 = changed
            .iter()
            .map(|&it| cost(self.agreement(it, faults)))
            .sum();
        of.cost + after - before
    }

    /// The set with some faults that leaves least unexplained.
    fn best(&self, start: FaultSet) -> Candidate {
        let open = |of: &Candidate, fault| self.open(of, fault);
        let mut best = self.candidate(start);
        let mut kept = vec![best.clone()];
        while best.cost != 0 && best.faults.iter().count() < MOST {
            let alone = |_: &Candidate, fault| self.changes[fault as usize].clone();
            let mut found = self.larger(&kept, &alone);
            let is_stuck =
                |found: &[Candidate]| found.first().is_none_or(|it| best.cost <= it.cost);
            if is_stuck(&found) {
                found = self.larger(std::slice::from_ref(&best), &open);
            }
            if is_stuck(&found) {
                let smaller = best.faults.iter().map(|fault| best.faults.without(fault));
                let smaller = self.candidates(smaller.collect());
                found = self.larger(&smaller, &open);
            }
            match found.first() {
                Some(first) if first.cost < best.cost => best = first.clone(),
                _ => break,
            }
            kept = found;
        }
        best
    }

    /// The answers that another fault may change beside those of a set: those that it changes alone, and those that the set
    /// does not explain.
    fn open(&self, of: &Candidate, fault: EngineFault) -> Vec<usize> {
        let changes = &self.changes[fault as usize];
        let is_open = |place: &usize| 0 < of.agreements[*place].cost() || changes.contains(place);
        (0..self.observations.len()).filter(is_open).collect()
    }

    /// The best sets with one more fault, of those that seem to leave less unexplained.
    fn larger(
        &self,
        kept: &[Candidate],
        changed: &(dyn Fn(&Candidate, EngineFault) -> Vec<usize> + Sync),
    ) -> Vec<Candidate> {
        let others = |of| EngineFault::ALL.iter().map(move |&fault| (of, fault));
        let larger = kept
            .iter()
            .flat_map(others)
            .filter(|(of, fault): &(&Candidate, _)| !of.faults.contains(*fault));
        let estimated = parallel::map(larger.collect(), |(of, fault)| {
            let estimate = self.estimate(of, fault, &changed(of, fault));
            (estimate < of.cost).then(|| (estimate, of.faults.with(fault)))
        });
        let mut tried: Vec<_> = estimated.into_iter().flatten().collect();
        tried.sort_unstable();
        let mut seen = BTreeSet::new();
        tried.retain(|(_, faults)| seen.insert(*faults));
        tried.truncate(WIDTH * TRIED);
        let mut found = self.candidates(tried.into_iter().map(|(_, faults)| faults).collect());
        found.sort_by_key(|it| it.cost);
        found.truncate(WIDTH);
        found
    }

    /// The same set without the faults that it does not need.
    fn minimal(&self, mut best: Candidate) -> Candidate {
        for fault in best.faults.iter() {
            let without = self.candidate(best.faults.without(fault));
            if without.cost <= best.cost {
                best = without;
            }
        }
        best
    }

    /// The same set without the faults that are not shown, the worst first. A convention that the engine follows need not
    /// be shown, as long as answers would contradict the other faults without it.
    fn without_unshown(&self, mut best: Candidate) -> Candidate {
        loop {
            let judged = best.faults.iter().map(|fault| {
                let rest = self.candidate(best.faults.without(fault));
                (fault, self.proof(&best, &rest), rest)
            });
            let worst = judged
                .filter(|(fault, proof, rest)| {
                    let is_needed = fault.is_convention() && 0 < proof.prevents;
                    let is_shown =
                        !proof.explained.is_empty() && !self.is_part_of_another(proof, rest);
                    0 < proof.against
                        || !is_shown && !is_needed
                        || self.case.is_counted_without(best.faults, *fault)
                })
                .max_by_key(|(_, proof, rest)| (proof.against, std::cmp::Reverse(rest.cost)));
            match worst {
                Some((_, _, rest)) => best = rest,
                None => return best,
            }
        }
    }

    /// Returns what speaks for and against the fault by which two sets differ.
    fn proof(&self, with: &Candidate, without: &Candidate) -> Proof {
        let mut proof = Proof::default();
        for (place, observation) in self.observations.iter().enumerate() {
            let (with, without) = (with.agreements[place], without.agreements[place]);
            proof.prevents += without.contradicted.saturating_sub(with.contradicted);
            if with.is_worse_than(without) && !self.case.is_forgiven(observation) {
                proof.against += 1;
            } else if without.explained < with.explained && self.case.is_proof(observation) {
                proof.explained.push(place);
            }
        }
        proof
    }

    /// Tells whether another fault would explain all that this one explains, and more.
    fn is_part_of_another(&self, proof: &Proof, rest: &Candidate) -> bool {
        let explains_more = |other: EngineFault| {
            let faults = rest.faults.with(other);
            let is_explained = |place: &usize| {
                rest.agreements[*place].explained < self.agreement(*place, faults).explained
            };
            proof.explained.iter().all(is_explained) && {
                let changed = self.changes[other as usize].iter();
                let proofs = changed.filter(|place| self.case.is_proof(self.observations[**place]));
                2 * proof.explained.len() < proofs.filter(|it| is_explained(it)).count()
            }
        };
        let others = EngineFault::ALL
            .iter()
            .copied()
            .filter(|&other| !rest.faults.contains(other));
        parallel::find_map_first(others.collect(), |other| explains_more(other).then_some(()))
            .is_some()
    }

    /// Sets with another fault in place of one that explain as much.
    fn rivals(&self, best: &Candidate) -> Vec<FaultSet> {
        let mut sets = Vec::new();
        for fault in best.faults.iter() {
            let rest = self.candidate(best.faults.without(fault));
            let others = EngineFault::ALL
                .iter()
                .copied()
                .filter(|&other| other != fault && !best.faults.contains(other));
            let mut estimated = parallel::map(others.collect(), |other| {
                let changes = &self.changes[other as usize];
                (
                    self.estimate(&rest, other, changes),
                    rest.faults.with(other),
                )
            });
            estimated.sort_unstable();
            estimated.truncate(TRIED);
            let others = estimated.into_iter().map(|(_, faults)| faults);
            let others = self.candidates(others.collect()).into_iter();
            let as_good = others.filter(|other| other.cost <= best.cost);
            sets.extend(as_good.map(|other| other.faults));
        }
        sets
    }
}

/// The evidence for a fault in a set.
#[derive(Clone, Default)]
struct Proof {
    /// The answers that are explained with the fault, and not without it.
    explained: Vec<usize>,
    /// The number of answers that contradict the other faults if this one is left out.
    prevents: usize,
    /// The number of answers that contradict the set with the fault, and not without it.
    against: usize,
}
