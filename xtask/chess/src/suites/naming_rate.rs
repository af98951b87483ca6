//! Rates how well several faults at once are named: sets are drawn at random, the oracle that has them is questioned, and
//! the names are compared with the set.

use std::time::{Duration, Instant};

use passant_judge::Connections;
use passant_judge::EnginePool;
use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::questioning::{Questioned, question};
use passant_judge::minimize::Bounds;
use passant_oracle::{EngineFault, FaultSet, Oracle};
use rayon::prelude::*;

/// Longer than any diagnosis takes.
const UNLIMITED: Duration = Duration::from_secs(86_400);

/// The naming of a set of faults, compared with the set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum NamingResult {
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
    pub(super) const ALL: [Self; 6] = [
        Self::InFull,
        Self::Alike,
        Self::OneOfSeveral,
        Self::InPart,
        Self::Nothing,
        Self::Wrong,
    ];

    /// The result in words.
    pub(super) const fn words(self) -> &'static str {
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
pub(super) struct RatedNaming {
    /// The faults of the oracle.
    pub(super) faults: FaultSet,
    /// Those of them that change an answer: taking one of them out of the set gives other answers.
    pub(super) effective: FaultSet,
    /// The faults that were named.
    pub(super) naming: Naming,
    /// The faults that were reported as conventions.
    pub(super) conventions: FaultSet,
    /// The result of comparing the names with the set.
    pub(super) result: NamingResult,
}

/// Draws sets of `size` different faults that the questions can show one by one. `random` gives numbers below its argument.
pub(super) fn draw_sets(
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
pub(super) fn rate_naming(questions: &[Predictions], sets: Vec<FaultSet>) -> Vec<RatedNaming> {
    let sets = sets.into_par_iter();
    sets.map(|faults| rate_set(questions, faults)).collect()
}

fn rate_set(questions: &[Predictions], faults: FaultSet) -> RatedNaming {
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
        let sets = draw_sets(&questions, 3, 12, |bound| random.below(bound));
        let rated = rate_naming(&questions, sets);
        let count = |result| rated.iter().filter(|it| it.result == result).count();
        assert_eq!(count(NamingResult::Wrong), 0, "{rated:#?}");
        assert!(10 <= count(NamingResult::InFull), "{rated:#?}");
    }
}
