//! How good a suite is: which faults it catches, which it cannot tell apart, and what the cheapest part of it is that
//! does as well.

use std::collections::BTreeMap;

use passant_oracle::{Ask, EngineFault};

use super::survey::Row;

/// A case as far as faults are concerned.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Its address, or line.
    pub name: String,
    /// Its questions with the answers of all faults.
    pub rows: Vec<Row>,
}

/// What a suite can tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// Cases, questions and nodes that were needed.
    pub cases: usize,
    /// How many questions were asked.
    pub questions: usize,
    /// How many nodes an engine visits to answer them.
    pub nodes: u64,
    /// The faults that change an answer.
    pub caught: Vec<EngineFault>,
    /// The faults that do not.
    pub missed: Vec<EngineFault>,
    /// Groups of caught faults that answer alike throughout.
    pub alike: Vec<Vec<EngineFault>>,
}

impl Rated {
    /// How many nodes an engine visits to answer all questions.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.rows.iter().map(Row::cost).sum()
    }
}

/// Rates a suite.
#[must_use]
pub fn score(cases: &[Rated]) -> Score {
    let rows = || cases.iter().flat_map(|case| &case.rows);
    let mut prints: BTreeMap<EngineFault, Vec<(usize, &str)>> = BTreeMap::new();
    for (number, row) in rows().enumerate() {
        for (fault, answer) in &row.wrong {
            prints.entry(*fault).or_default().push((number, answer));
        }
    }
    let mut groups: BTreeMap<&Vec<(usize, &str)>, Vec<EngineFault>> = BTreeMap::new();
    for (fault, print) in &prints {
        groups.entry(print).or_default().push(*fault);
    }
    let is_caught = |fault: &EngineFault| prints.contains_key(fault);
    let (caught, missed) = EngineFault::ALL.iter().partition(|fault| is_caught(fault));
    let mut alike: Vec<_> = groups
        .into_values()
        .filter(|group| 1 < group.len())
        .collect();
    alike.sort_unstable();
    Score {
        cases: cases.len(),
        questions: rows().count(),
        nodes: cases.iter().map(Rated::cost).sum(),
        caught,
        missed,
        alike,
    }
}

/// The cheapest cases, as far as a greedy choice finds them, that catch every fault and tell every pair apart that all
/// cases together do, with all their questions and with those alone that an engine without a memory of moves answers.
#[must_use]
pub fn cheapest(cases: &[Rated]) -> Vec<&Rated> {
    let covers: Vec<_> = cases.iter().map(Cover::of).collect();
    let mut wanted = Cover::default();
    for cover in &covers {
        wanted.add(cover);
    }
    let mut chosen: Vec<usize> = Vec::new();
    let mut open = wanted.clone();
    while !open.is_empty() {
        // What the cases cost for each thing that they add; the cheaper, the better.
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
    prune(&mut chosen, &covers, &wanted, cases);
    chosen.sort_unstable();
    chosen.into_iter().map(|number| &cases[number]).collect()
}

/// Leaves out what later choices have made superfluous, the dearest first.
fn prune(chosen: &mut Vec<usize>, covers: &[Cover], wanted: &Cover, cases: &[Rated]) {
    let mut dearest_first = chosen.clone();
    dearest_first.sort_by_key(|&number| std::cmp::Reverse(cases[number].cost()));
    for candidate in dearest_first {
        let mut rest = wanted.clone();
        for &number in chosen.iter().filter(|&&number| number != candidate) {
            rest.remove(&covers[number]);
        }
        if rest.is_empty() {
            chosen.retain(|&number| number != candidate);
        }
    }
}

/// Whether an engine that only counts leaf nodes can be asked.
fn is_count(row: &Row) -> bool {
    matches!(row.question.ask, Ask::Count(_) | Ask::Moves) && row.question.line.steps.is_empty()
}

/// Which faults and which pairs of faults a case tells from each other, a bit for each; a fault by itself is a pair
/// with an engine that is right. First by all questions, then once more by counts alone.
#[derive(Clone, Default)]
struct Cover(Vec<u64>);

impl Cover {
    fn of(case: &Rated) -> Self {
        let pairs = EngineFault::ALL.len() * EngineFault::ALL.len();
        let mut cover = Self(vec![0; (2 * pairs).div_ceil(64)]);
        for row in &case.rows {
            cover.add_row(row, 0);
            if is_count(row) {
                cover.add_row(row, pairs);
            }
        }
        cover
    }

    /// What a question tells apart, in the bits from `start` on.
    fn add_row(&mut self, row: &Row, start: usize) {
        let number = EngineFault::ALL.len();
        for (fault, answer) in &row.wrong {
            let fault = *fault as usize;
            self.insert(start + fault * number + fault);
            for &other in EngineFault::ALL {
                if row.answer(other) != answer {
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

    /// How much of this another covers.
    fn gain(&self, other: &Self) -> u64 {
        let common = self.0.iter().zip(&other.0).map(|(one, two)| one & two);
        common.map(|word| u64::from(word.count_ones())).sum()
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}
