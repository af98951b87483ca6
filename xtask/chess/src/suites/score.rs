//! Counts the faults that positions catch, and rates a suite: which faults it detects, which it cannot tell apart, and the
//! cheapest part of it that is equally good.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use clap::Args;
use passant_judge::diagnosis::predictions::{Predictions, predict};
use passant_judge::diagnosis::queries::{PositionQuery, count_queries, queries_of_case};
use passant_judge::diagnosis::reply::Reply;
use passant_oracle::EngineFault;
use passant_query::{Answer, Query, Question};
use passant_suite::{Reach, Suites, epd};
use rayon::prelude::*;

/// The number of nodes that an engine may visit by default.
const NODES: u64 = 1_000_000;

/// The positions to rate.
#[derive(Args)]
pub(crate) struct Choice {
    /// Suites (`en-passant`, `perft/standard`) and EPD files; all suites by default
    pub(super) names: Vec<String>,
    /// Number of nodes that an engine may visit in all; the cheapest questions come first
    #[arg(long, value_name = "N", default_value_t = NODES)]
    pub(super) nodes: u64,
    /// Rate leaf counts alone: what an EPD file can ask
    #[arg(long)]
    pub(super) counts: bool,
    /// Leave positions out that no game reaches, and FENs that deny themselves
    #[arg(long)]
    pub(super) reachable: bool,
}

impl Choice {
    /// All suites.
    pub(super) fn all() -> Self {
        Self {
            names: Vec::new(),
            nodes: NODES,
            counts: false,
            reachable: false,
        }
    }
}

/// A case before it is rated.
struct Unrated {
    name: String,
    questions: Vec<PositionQuery>,
    /// The leaf nodes at each depth, from the file.
    counts: BTreeMap<u32, u64>,
}

impl Unrated {
    /// About how many nodes an engine visits to answer.
    fn price(&self, query: &PositionQuery) -> u64 {
        match query.question.query {
            Query::Count(depth) => self.counts.get(&depth).copied().unwrap_or(u64::MAX),
            _ => self.counts.get(&1).copied().unwrap_or(30),
        }
    }
}

/// Rates, and prints.
pub(super) fn run(suites: &Suites, choice: &Choice) -> Result<()> {
    let rated = rate_choice(suites, choice)?;
    let whole = score(&rated);
    print(&whole);
    let part = cheapest(&rated);
    let nodes: u64 = part.iter().map(|case| case.cost()).sum();
    println!(
        "the cheapest part that does as well: {} cases, {nodes} nodes",
        part.len()
    );
    for case in &part {
        println!("  {}", case.name);
    }
    Ok(())
}

/// Rates the positions of a choice.
pub(super) fn rate_choice(suites: &Suites, choice: &Choice) -> Result<Vec<Rated>> {
    let cases = collect_cases(suites, choice)?;
    Ok(rate(keep_cheapest(cases, choice.nodes)))
}

/// Collects the cases with all their questions.
fn collect_cases(suites: &Suites, choice: &Choice) -> Result<Vec<Unrated>> {
    let (files, selectors): (Vec<_>, Vec<_>) = choice
        .names
        .iter()
        .cloned()
        .partition(|name| Path::new(name).is_file());
    let mut cases = Vec::new();
    for file in files {
        for item in epd::open(&file)? {
            match item {
                Ok(position) => cases.push(Unrated {
                    name: format!("{file}:{}", position.line),
                    questions: count_queries(&position.setup, position.depths.keys().copied()),
                    counts: position.depths,
                }),
                Err(problems) => eprintln!("{problems}"),
            }
        }
    }
    let selectors = if choice.names.is_empty() {
        vec!["en-passant".to_owned(), "perft".to_owned()]
    } else {
        selectors
    };
    let selection = suites
        .select(&selectors)
        .map_err(|error| anyhow!("{error}"))?;
    for case in selection.cases {
        if choice.reachable && case.reach != Reach::Reachable {
            continue;
        }
        let questions = if choice.counts {
            count_queries(case.setup(), case.depths().map(|(depth, _)| depth))
        } else {
            queries_of_case(&case, choice.nodes)
        };
        cases.push(Unrated {
            counts: case.depths().collect(),
            name: case.address,
            questions,
        });
    }
    Ok(cases)
}

/// Keeps the cheapest questions of all cases that fit into a budget of nodes.
fn keep_cheapest(mut cases: Vec<Unrated>, budget: u64) -> Vec<Unrated> {
    let mut prices: Vec<u64> = cases
        .iter()
        .flat_map(|case| case.questions.iter().map(|question| case.price(question)))
        .collect();
    prices.sort_unstable();
    let mut spent: u64 = 0;
    let dearest = prices.into_iter().take_while(|&price| {
        spent = spent.saturating_add(price);
        spent <= budget
    });
    let dearest = dearest.last().unwrap_or(0);
    for case in &mut cases {
        let questions = std::mem::take(&mut case.questions);
        case.questions = questions
            .into_iter()
            .filter(|question| case.price(question) <= dearest)
            .collect();
    }
    cases
}

/// Asks every fault the questions.
fn rate(cases: Vec<Unrated>) -> Vec<Rated> {
    let rate = |case: Unrated| Rated {
        name: case.name,
        predictions: predict(case.questions),
    };
    cases.into_iter().map(rate).collect()
}

fn print(score: &Score) {
    println!(
        "{} cases, {} questions, {} nodes: {} of {} faults caught",
        score.cases,
        score.questions,
        score.nodes,
        score.caught.len(),
        EngineFault::ALL.len()
    );
    for fault in &score.missed {
        println!("  missed: {fault}");
    }
    for group in &score.indistinguishable {
        let names: Vec<_> = group.iter().map(|fault| fault.name()).collect();
        println!("  alike: {}", names.join(", "));
    }
}

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
/// questions, and also for each of the [`PROGRAMS`] that answer few. A greedy choice: there may be a cheaper set.
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

/// Returns the part of its reply that a program tells; nothing if it is not asked.
type Tells = fn(&Question, &Reply) -> Option<Reply>;

/// The programs for which the cases have to tell faults apart. The first answers everything.
const PROGRAMS: [Tells; 3] = [|_, reply| Some(reply.clone()), counts, draws];

/// An engine that can only count leaf nodes.
fn counts(question: &Question, reply: &Reply) -> Option<Reply> {
    let is_count = matches!(question.query, Query::Count(_) | Query::Moves);
    (is_count && question.line.steps.is_empty()).then(|| reply.clone())
}

/// A program that tells its moves, and whether a position has occurred three times.
fn draws(question: &Question, reply: &Reply) -> Option<Reply> {
    match (&question.query, reply) {
        (Query::Occurrences, Reply::Answer(Answer::Occurrences(found))) => {
            Some(Answer::Occurrences(found.only_draw()).into())
        }
        (Query::Moves | Query::Occurrences, _) => Some(reply.clone()),
        _ => None,
    }
}

/// The pairs of faults that a case tells apart, a bit for each pair. A fault paired with itself stands for the fault and an
/// engine without a fault. There are as many bits for each of the [`PROGRAMS`].
#[derive(Clone, Default)]
struct Cover(Vec<u64>);

impl Cover {
    fn of(case: &Rated) -> Self {
        let pairs = EngineFault::ALL.len() * EngineFault::ALL.len();
        let mut cover = Self(vec![0; (PROGRAMS.len() * pairs).div_ceil(64)]);
        for (number, tells) in PROGRAMS.into_iter().enumerate() {
            for predictions in &case.predictions {
                cover.add_row(predictions, tells, number * pairs);
            }
        }
        cover
    }

    /// Adds the pairs that a question tells apart in programs of a kind, in the bits from `start` on.
    fn add_row(&mut self, predictions: &Predictions, tells: Tells, start: usize) {
        let number = EngineFault::ALL.len();
        let told = |reply| tells(&predictions.question, reply);
        let Some(correct) = told(&predictions.expected) else {
            return;
        };
        let replies = predictions.by_fault().iter();
        let told: Vec<_> = replies.map(|(fault, it)| (*fault, told(it))).collect();
        for (fault, reply) in &told {
            let is_correct = reply.as_ref() == Some(&correct);
            if !is_correct {
                let fault = *fault as usize;
                self.insert(start + fault * number + fault);
            }
            for &other in EngineFault::ALL {
                let of_other = told.iter().find(|(of, _)| *of == other);
                if of_other.map_or(is_correct, |(_, it)| it == reply) {
                    continue;
                }
                let (fault, other) = (*fault as usize, other as usize);
                let (one, two) = (fault.min(other), fault.max(other));
                self.insert(start + one * number + two);
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
