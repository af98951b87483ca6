//! Counts the faults that positions catch.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use clap::Args;
use passant_judge::diagnosis::predictions::predict;
use passant_judge::diagnosis::queries::{PositionQuery, count_queries, queries_of_case};
use passant_oracle::EngineFault;
use passant_query::Query;
use passant_suite::{Reach, Suites, epd};

use super::rating::{Rated, Score, cheapest, score};

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
