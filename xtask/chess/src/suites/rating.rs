//! Rates a suite: which faults it detects, which faults it cannot tell apart, and the cheapest part of it that is equally
//! good.

use std::collections::BTreeMap;

use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::reply::Reply;
use passant_oracle::EngineFault;
use passant_query::Query;
use rayon::prelude::*;

/// A case, with what it reveals about faults.
#[derive(Clone, Debug)]
pub(super) struct Rated {
    /// Its address, or its line in a file.
    pub(super) name: String,
    /// Its questions, with the answers of all faults.
    pub(super) predictions: Vec<Predictions>,
}

/// The quality of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Score {
    /// The number of its cases.
    pub(super) cases: usize,
    /// The number of questions that these cases ask.
    pub(super) questions: usize,
    /// The number of nodes that an engine visits to answer all questions.
    pub(super) nodes: u64,
    /// The faults that change at least one answer.
    pub(super) caught: Vec<EngineFault>,
    /// The faults that change no answer.
    pub(super) missed: Vec<EngineFault>,
    /// Groups of caught faults that give the same answers to all questions.
    pub(super) indistinguishable: Vec<Vec<EngineFault>>,
}

impl Rated {
    /// The number of nodes that an engine visits to answer all questions.
    pub(super) fn cost(&self) -> u64 {
        self.predictions.iter().map(Predictions::cost).sum()
    }
}

/// Rates a suite.
pub(super) fn score(cases: &[Rated]) -> Score {
    let predictions = || cases.iter().flat_map(|case| &case.predictions);
    // The oracle is asked with each fault on all cores, not one by one below.
    predictions().par_bridge().for_each(|it| {
        it.by_fault();
    });
    let mut prints: BTreeMap<EngineFault, Vec<(usize, &Reply)>> = BTreeMap::new();
    for (number, predictions) in predictions().enumerate() {
        for (fault, reply) in predictions.by_fault() {
            prints.entry(*fault).or_default().push((number, reply));
        }
    }
    let mut groups: Vec<(&Vec<_>, Vec<EngineFault>)> = Vec::new();
    for (&fault, print) in &prints {
        match groups.iter_mut().find(|(of, _)| *of == print) {
            Some((_, group)) => group.push(fault),
            None => groups.push((print, vec![fault])),
        }
    }
    let is_caught = |fault: &EngineFault| prints.contains_key(fault);
    let (caught, missed) = EngineFault::ALL.iter().partition(|fault| is_caught(fault));
    let groups = groups.into_iter().map(|(_, group)| group);
    let mut indistinguishable: Vec<_> = groups.filter(|group| 1 < group.len()).collect();
    indistinguishable.sort_unstable();
    Score {
        cases: cases.len(),
        questions: predictions().count(),
        nodes: cases.iter().map(Rated::cost).sum(),
        caught,
        missed,
        indistinguishable,
    }
}

/// The cheapest cases that catch the same faults and tell the same pairs of faults apart as all cases together: with all
/// questions, and also with those alone that an engine answers which can only count. A greedy choice: there may be a
/// cheaper set.
pub(super) fn cheapest(cases: &[Rated]) -> Vec<&Rated> {
    let covers: Vec<_> = cases.iter().map(Cover::of).collect();
    let mut required = Cover::default();
    for cover in &covers {
        required.add(cover);
    }
    let mut chosen: Vec<usize> = Vec::new();
    let mut open = required.clone();
    while !open.is_empty() {
        // The lowest cost for each pair of faults that the case tells apart.
        let best = (0..cases.len())
            .filter(|&number| open.gain(&covers[number]) != 0)
            .min_by(|&one, &other| {
                let price = |number: usize, of: usize| {
                    u128::from(cases[number].cost()) * u128::from(open.gain(&covers[of]))
                };
                price(one, other).cmp(&price(other, one))
            });
        let Some(best) = best else { break };
        open.remove(&covers[best]);
        chosen.push(best);
    }
    prune(&mut chosen, &covers, &required, cases);
    chosen.sort_unstable();
    chosen.into_iter().map(|number| &cases[number]).collect()
}

/// Removes cases that later choices have made superfluous, the most expensive first.
fn prune(chosen: &mut Vec<usize>, covers: &[Cover], required: &Cover, cases: &[Rated]) {
    let mut expensive_first = chosen.clone();
    expensive_first.sort_by_key(|&number| std::cmp::Reverse(cases[number].cost()));
    for candidate in expensive_first {
        let mut rest = required.clone();
        for &number in chosen.iter().filter(|&&number| number != candidate) {
            rest.remove(&covers[number]);
        }
        if rest.is_empty() {
            chosen.retain(|&number| number != candidate);
        }
    }
}

/// Tells whether an engine that can only count leaf nodes answers the question.
fn is_count(predictions: &Predictions) -> bool {
    matches!(predictions.question.query, Query::Count(_) | Query::Moves)
        && predictions.question.line.steps.is_empty()
}

/// The pairs of faults that a case tells apart, a bit for each pair. A fault paired with itself stands for the fault and an
/// engine without a fault. The first half of the bits is for all questions, the second half for counts alone.
#[derive(Clone, Default)]
struct Cover(Vec<u64>);

impl Cover {
    fn of(case: &Rated) -> Self {
        let pairs = EngineFault::ALL.len() * EngineFault::ALL.len();
        let mut cover = Self(vec![0; (2 * pairs).div_ceil(64)]);
        for predictions in &case.predictions {
            cover.add_row(predictions, 0);
            if is_count(predictions) {
                cover.add_row(predictions, pairs);
            }
        }
        cover
    }

    /// Adds the pairs that a question tells apart, in the bits from `start` on.
    fn add_row(&mut self, predictions: &Predictions, start: usize) {
        let number = EngineFault::ALL.len();
        for (fault, reply) in predictions.by_fault() {
            let fault = *fault as usize;
            self.insert(start + fault * number + fault);
            for &other in EngineFault::ALL {
                if predictions.reply(other) != reply {
                    let other = other as usize;
                    let (one, two) = (fault.min(other), fault.max(other));
                    self.insert(start + one * number + two);
                }
            }
        }
    }

    fn insert(&mut self, bit: usize) {
        if let Some(word) = self.0.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    fn add(&mut self, other: &Self) {
        self.0.resize(other.0.len(), 0);
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn remove(&mut self, other: &Self) {
        for (word, less) in self.0.iter_mut().zip(&other.0) {
            *word &= !less;
        }
    }

    /// The number of these pairs that the other tells apart.
    fn gain(&self, other: &Self) -> u64 {
        let common = self.0.iter().zip(&other.0).map(|(one, two)| one & two);
        common.map(|word| u64::from(word.count_ones())).sum()
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

#[cfg(test)]
mod tests {
    use passant_judge::diagnosis::predictions::predict;
    use passant_judge::diagnosis::queries::queries_of_case;
    use passant_oracle::{EngineFault, Family};
    use passant_suite::Suites;

    use super::{Rated, score};

    /// No two faults give the same answers, and an engine visits less than a million nodes. Faults of the search show in
    /// searches alone.
    #[test]
    fn quick_cases_catch_every_fault_and_tell_them_apart() {
        let suites = Suites::builtin().expect("the suites are in order");
        let quick = suites.select(["quick"]).expect("all addresses exist");
        let rated: Vec<_> = quick
            .cases
            .iter()
            .map(|case| Rated {
                name: case.address.clone(),
                predictions: predict(queries_of_case(case, 20_000)),
            })
            .collect();
        let score = score(&rated);
        let is_of_search = |fault: &&EngineFault| fault.family() == Family::Search;
        let of_search: Vec<_> = EngineFault::ALL
            .iter()
            .filter(is_of_search)
            .copied()
            .collect();
        assert_eq!(score.missed, of_search);
        assert_eq!(score.indistinguishable, [] as [Vec<_>; 0]);
        assert!(score.nodes < 1_000_000, "{} nodes", score.nodes);
    }

    /// The initial position alone catches no illegal en passant capture.
    #[test]
    fn a_poor_suite_has_a_poor_score() {
        let suites = Suites::builtin().expect("the suites are in order");
        let start = suites
            .select(["perft/standard/startpos"])
            .expect("it exists");
        let rated = Rated {
            name: "startpos".to_owned(),
            predictions: predict(queries_of_case(&start.cases[0], 400)),
        };
        let score = score(&[rated]);
        let names: Vec<_> = score.caught.iter().map(|fault| fault.name()).collect();
        assert!(!names.contains(&"rank-pin-ignored"), "{names:?}");
        assert!(10 < score.missed.len(), "{:?}", score.missed);
    }
}
