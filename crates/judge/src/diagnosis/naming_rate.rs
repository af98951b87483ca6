//! How well several faults at once are named: sets are drawn at random, the oracle that has them is questioned, and the
//! names are compared with the set.

use std::time::{Duration, Instant};

use passant_oracle::{EngineFault, FaultSet, Oracle};

use super::EnginePool;
use super::naming::Naming;
use super::predictions::{Predictions, reply_of_oracle};
use super::questioning::{Questioned, question};
use crate::minimize::Bounds;
use crate::{Connections, parallel};

/// Longer than any diagnosis takes.
const UNLIMITED: Duration = Duration::from_secs(86_400);

/// How a set of faults was named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NamingResult {
    /// Every fault of the set that changes an answer is named, and no other.
    InFull,
    /// Other faults are named, which give the same answers to all questions.
    Alike,
    /// Several sets are named, and one of them is named in full or alike.
    OneOfSeveral,
    /// Some faults of the set are named, and no other.
    InPart,
    /// No fault is named.
    Nothing,
    /// A fault is named that is not in the set.
    Wrong,
}

impl NamingResult {
    /// All results.
    pub const ALL: [Self; 6] = [
        Self::InFull,
        Self::Alike,
        Self::OneOfSeveral,
        Self::InPart,
        Self::Nothing,
        Self::Wrong,
    ];

    /// The result in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::InFull => "named in full",
            Self::Alike => "named by faults that give the same answers",
            Self::OneOfSeveral => "named as one of several sets",
            Self::InPart => "named in part",
            Self::Nothing => "not named",
            Self::Wrong => "named wrongly",
        }
    }
}

/// A set of faults, and how it was named.
#[derive(Clone, Debug)]
pub struct RatedNaming {
    /// The faults of the oracle.
    pub faults: FaultSet,
    /// Those of them that change an answer: taking one of them out of the set gives other answers.
    pub effective: FaultSet,
    /// What was named.
    pub naming: Naming,
    /// The faults that were reported as conventions.
    pub conventions: FaultSet,
    /// How that compares.
    pub result: NamingResult,
}

/// Sets of `size` different faults that the questions can show one by one. `random` gives numbers below its argument.
pub fn drawn_sets(
    questions: &[Predictions],
    size: usize,
    number: usize,
    mut random: impl FnMut(usize) -> usize,
) -> Vec<FaultSet> {
    let is_shown = |fault: &EngineFault| {
        let mut judged = questions.iter().filter(|it| it.root.validate().is_ok());
        judged.any(|it| !it.is_correct(it.reply(*fault)))
    };
    let shown: Vec<_> = EngineFault::ALL.iter().copied().filter(is_shown).collect();
    let mut draw = || {
        let mut set = FaultSet::NONE;
        while set.iter().count() < size.min(shown.len()) {
            set.insert(shown[random(shown.len())]);
        }
        set
    };
    (0..number).map(|_| draw()).collect()
}

/// Questions the oracle with each of some sets of faults, and compares what is named with what it has.
#[must_use]
pub fn rate_naming(questions: &[Predictions], sets: Vec<FaultSet>) -> Vec<RatedNaming> {
    parallel::map(sets, |faults| rated(questions, faults))
}

fn rated(questions: &[Predictions], faults: FaultSet) -> RatedNaming {
    let pool = EnginePool::new(move || Connections {
        counts: Box::new(Oracle::with(faults)),
        game: Some(Box::new(Oracle::with(faults))),
        cross_check: None,
        search: None,
    });
    let end = Instant::now() + UNLIMITED;
    let Questioned {
        naming,
        conventions,
        ..
    } = question(&pool, questions, &Bounds::default(), end);
    let conventions = conventions
        .iter()
        .flat_map(|it| &it.faults)
        .filter_map(|name| EngineFault::from_name(name))
        .collect();
    let effective = faults
        .iter()
        .filter(|&fault| !gives_same_answers(questions, faults, faults.without(fault)))
        .collect();
    let compare = |named: FaultSet| compared(questions, faults, effective, named, conventions);
    let result = match &naming {
        Naming::Sound => compare(FaultSet::NONE),
        Naming::Named(evidence) => compare(evidence.faults),
        Naming::InPart(all) => all
            .first()
            .map_or(NamingResult::Nothing, |it| compare(it.faults)),
        Naming::OneOf(all) => {
            let best = all.iter().map(|it| compare(it.faults)).min();
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

fn compared(
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

/// Whether engines with these faults give the same answers, or answers that are equally correct, about all positions that
/// a game can reach.
fn gives_same_answers(questions: &[Predictions], one: FaultSet, two: FaultSet) -> bool {
    let mut judged = questions.iter().filter(|it| it.root.validate().is_ok());
    judged.all(|it| {
        let [one, two] = [one, two].map(|faults| reply_of_oracle(&it.question, None, faults));
        one == two || it.is_correct(&one) && it.is_correct(&two)
    })
}
