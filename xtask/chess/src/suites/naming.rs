//! Rates how well several faults at once are named: sets are drawn at random, the oracle that has them is questioned, and
//! the names are compared with the set.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use passant_judge::Connections;
use passant_judge::EnginePool;
use passant_judge::diagnosis::naming::{Evidence, Naming};
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::questioning::{Questioned, question};
use passant_judge::diagnosis::quick_set;
use passant_judge::minimize::Bounds;
use passant_oracle::{EngineFault, FaultSet, Oracle};
use passant_query::Channel;
use passant_suite::Suites;
use passant_test_tools::Random;
use rayon::prelude::*;

/// Longer than any diagnosis takes.
const UNLIMITED: Duration = Duration::from_secs(86_400);

/// The sets to draw.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of sets
    #[arg(long, value_name = "N", default_value_t = 300)]
    number: usize,
    /// Number of faults of each set
    #[arg(long, value_name = "N", default_value_t = 3)]
    size: usize,
    /// Draw the sets that belong to this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The naming of a set of faults, compared with the set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum NamingResult {
    /// Every fault of the set that changes an answer is named, and no other.
    InFull,
    /// Other faults are named, which give the same answers to all questions.
    Alike,
    /// Several sets are named, among them the faults of the engine or a set that gives the same answers.
    OneOfSeveral,
    /// Some faults of the set are named, and no other.
    InPart,
    /// No fault is named.
    Nothing,
    /// A fault is named that is not in the set.
    Wrong,
}

/// The results in words.
const RESULTS: [(NamingResult, &str); 6] = [
    (NamingResult::InFull, "named in full"),
    (
        NamingResult::Alike,
        "named by faults that give the same answers",
    ),
    (NamingResult::OneOfSeveral, "named as one of several sets"),
    (NamingResult::InPart, "named in part"),
    (NamingResult::Nothing, "not named"),
    (NamingResult::Wrong, "named wrongly"),
];

/// A set of faults, and how it was named.
#[derive(Clone, Debug)]
struct RatedNaming {
    /// The faults of the oracle.
    faults: FaultSet,
    /// Those of them that change an answer: taking one of them out of the set gives other answers.
    effective: FaultSet,
    /// The faults that were named.
    naming: Naming,
    /// The faults that were reported as conventions.
    conventions: FaultSet,
    /// The result of comparing the names with the set.
    result: NamingResult,
}

/// Rates, and prints. Fails if a set is named wrongly.
pub(super) fn run(suites: &Suites, arguments: &Arguments) -> Result<()> {
    let questions = quick_set(suites, Channel::Line).map_err(|error| anyhow!("{error}"))?;
    let mut random = Random::new(arguments.seed);
    let sets = draw_sets(&questions, arguments.size, arguments.number, &mut random);
    let rated = rate_naming(&questions, sets);
    let number = rated.len();
    for (result, words) in RESULTS {
        let sets = || rated.iter().filter(|it| it.result == result);
        for set in sets().filter(|_| result != NamingResult::InFull) {
            println!("{words}: {}", names(set.faults));
            print_details(set);
        }
        println!("{:4} of {number} {words}", sets().count());
    }
    if rated.iter().any(|it| it.result == NamingResult::Wrong) {
        bail!("a set is named wrongly");
    }
    Ok(())
}

fn print_details(rated: &RatedNaming) {
    let describe = |all: &[Evidence]| {
        let one = |it: &Evidence| format!("{} ({} of {})", names(it.faults), it.explains, it.wrong);
        all.iter().map(one).collect::<Vec<_>>().join(" | ")
    };
    let naming = match &rated.naming {
        Naming::Sound => "nothing wrong".to_owned(),
        Naming::Named(evidence) => describe(std::slice::from_ref(evidence)),
        Naming::OneOf(all) => describe(all),
        Naming::InPart(all) => format!("in part {}", describe(all)),
        Naming::Unknown => "unknown".to_owned(),
    };
    println!("  changes answers: {}", names(rated.effective));
    println!("  named: {naming}");
    if !rated.conventions.is_empty() {
        println!("  conventions: {}", names(rated.conventions));
    }
}

fn names(faults: FaultSet) -> String {
    let names: Vec<_> = faults.iter().map(EngineFault::name).collect();
    names.join(", ")
}

/// Draws sets of `size` different faults that the questions can show one by one.
fn draw_sets(
    questions: &[Predictions],
    size: usize,
    number: usize,
    random: &mut Random,
) -> Vec<FaultSet> {
    let is_shown = |fault: &EngineFault| {
        let mut judged = questions.iter().filter(|it| it.root.validate().is_ok());
        judged.any(|it| !it.is_correct(it.reply(*fault)))
    };
    let shown: Vec<_> = EngineFault::ALL.iter().copied().filter(is_shown).collect();
    let mut draw = || {
        let mut set = FaultSet::NONE;
        while set.iter().count() < size.min(shown.len()) {
            set.insert(shown[random.below(shown.len())]);
        }
        set
    };
    (0..number).map(|_| draw()).collect()
}

/// Questions the oracle with each of some sets of faults, and compares what is named with what it has.
fn rate_naming(questions: &[Predictions], sets: Vec<FaultSet>) -> Vec<RatedNaming> {
    let sets = sets.into_par_iter();
    sets.map(|faults| rate_set(questions, faults)).collect()
}

fn rate_set(questions: &[Predictions], faults: FaultSet) -> RatedNaming {
    let pool = EnginePool::new(move || Connections {
        game: Some(Box::new(Oracle::with(faults))),
        ..Connections::through(Box::new(Oracle::with(faults)))
    });
    let end = Instant::now() + UNLIMITED;
    let Questioned {
        naming,
        conventions,
        ..
    } = question(&pool, questions, &Bounds::default(), end);
    let conventions = conventions.iter().map(|it| it.faults);
    let conventions = conventions.fold(FaultSet::NONE, FaultSet::union);
    let effective = faults
        .iter()
        .filter(|&fault| !gives_same_answers(questions, faults, faults.without(fault)))
        .collect();
    let rate = |named: FaultSet| compare(questions, faults, effective, named, conventions);
    let result = match &naming {
        Naming::Sound => rate(FaultSet::NONE),
        Naming::Named(evidence) => rate(evidence.faults),
        Naming::InPart(all) => all
            .first()
            .map_or(NamingResult::Nothing, |it| rate(it.faults)),
        Naming::OneOf(all) => {
            let best = all.iter().map(|it| rate(it.faults)).min();
            let best = best.unwrap_or(NamingResult::Nothing);
            best.clamp(NamingResult::OneOfSeveral, NamingResult::Wrong)
        }
        Naming::Unknown => NamingResult::Nothing,
    };
    RatedNaming {
        faults,
        effective,
        naming,
        conventions,
        result,
    }
}

fn compare(
    questions: &[Predictions],
    faults: FaultSet,
    effective: FaultSet,
    named: FaultSet,
    conventions: FaultSet,
) -> NamingResult {
    let reported = named.iter().chain(conventions.iter()).collect();
    if named.iter().any(|fault| !faults.contains(fault)) {
        if gives_same_answers(questions, faults, reported) {
            NamingResult::Alike
        } else {
            NamingResult::Wrong
        }
    } else if effective.iter().all(|fault| reported.contains(fault)) {
        NamingResult::InFull
    } else if named.is_empty() {
        NamingResult::Nothing
    } else {
        NamingResult::InPart
    }
}

/// Tells whether engines with these faults give the same answers, or answers that are equally correct, about all positions that
/// a game can reach.
fn gives_same_answers(questions: &[Predictions], one: FaultSet, two: FaultSet) -> bool {
    let mut judged = questions.iter().filter(|it| it.root.validate().is_ok());
    judged.all(|it| {
        let [one, two] = [one, two].map(|faults| it.reply_with(faults));
        one == two || it.is_correct(&one) && it.is_correct(&two)
    })
}

#[cfg(test)]
mod tests {
    use passant_judge::diagnosis::quick_set;
    use passant_query::Channel;
    use passant_suite::Suites;
    use passant_test_tools::Random;

    use super::{NamingResult, draw_sets, rate_naming};

    /// A small part of what `cargo xtask suites naming` does with 300 sets.
    #[test]
    fn names_triples_of_faults_and_never_wrongly() {
        let mut random = Random::new(1);
        let suites = Suites::builtin().expect("the suites are in order");
        let questions = quick_set(&suites, Channel::Line).expect("the suites are in order");
        let sets = draw_sets(&questions, 3, 12, &mut random);
        let rated = rate_naming(&questions, sets);
        let count = |result| rated.iter().filter(|it| it.result == result).count();
        assert_eq!(count(NamingResult::Wrong), 0, "{rated:#?}");
        assert!(10 <= count(NamingResult::InFull), "{rated:#?}");
    }
}
