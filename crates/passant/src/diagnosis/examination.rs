//! An engine under examination: asked, named, shown.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use passant_oracle::{EngineFault, FaultSet};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::asking::{Answer, Examinee, ask};
use super::exhibit::{self, Exhibit};
use super::habits::{Habit, set_apart};
use super::naming::{Diagnosis, Evidence, Observation, diagnose};
use super::pool::Pool;
use super::survey::Row;
use crate::engine::Trouble;
use crate::minimise::Bounds;

/// How often an engine may crash before it is given up.
const STRIKES: usize = 25;

/// As how many crashes a silence counts.
const SILENCE: usize = 5;

/// How many answers that speak against a fault are told.
const AGAINST: usize = 3;

/// What was found out about what is wrong with an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Examination {
    /// How many questions it has answered.
    pub asked: usize,
    /// How many positions these are about.
    pub cases: usize,
    /// How many answers are wrong.
    pub wrong: usize,
    /// What can be said.
    pub outcome: Outcome,
    /// The faults that it may have: one if it is named or nearest, several if questions do not tell them apart.
    pub suspects: Vec<Suspect>,
    /// What it does that is not wrong and not as the rules here do it, a sentence each.
    pub habits: Vec<Convention>,
    /// The wrong answer that shows it best, shrunk.
    pub exhibit: Option<Exhibit>,
    /// Questions that it has not answered, and why.
    pub unanswered: Vec<String>,
    /// Whether all questions were put; if not, time was up or the engine was given up.
    pub is_complete: bool,
}

/// What can be said of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Nothing could be asked.
    NotAsked,
    /// Nothing is wrong.
    Sound,
    /// Its answers are those of an engine with one fault, or two.
    Named,
    /// Its answers are those of each of several faults.
    OneOf,
    /// No fault answers like that; one comes near.
    Nearest,
    /// No fault gives any of its wrong answers.
    Unknown,
}

/// A fault that an engine may have, or two together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suspect {
    /// What is known of the fault.
    pub faults: Vec<Described>,
    /// How many of the wrong answers an engine with it would give.
    pub explains: usize,
    /// How many of all answers it would give.
    pub agrees: usize,
    /// Whether all that differs are counts below positions in which a king can be taken.
    pub only_deep_counts: bool,
    /// Whether all that differs is about other things than any wrong answer, and not about moves: an engine whose keys
    /// are right need not have its moves right.
    pub only_elsewhere: bool,
    /// Some of the answers that speak against it.
    pub against: Vec<Against>,
}

/// A fault, for those who read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// What it does.
    pub sentence: String,
    /// What to look at.
    pub advice: String,
    /// Public reports of it.
    pub reports: Vec<String>,
}

/// An answer that speaks against a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Against {
    /// What was asked.
    pub question: String,
    /// What the engine said.
    pub came: String,
    /// What an engine with the fault says.
    pub predicted: String,
}

/// A convention, with the faults of which it reminds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Convention {
    /// The names of the faults.
    pub faults: Vec<String>,
    /// What the engine does, and why it is not wrong.
    pub says: String,
}

/// Asks an engine all questions of the rows, names what is wrong, and shows it.
///
/// A position that no game reaches, or a FEN that denies itself, makes no engine wrong; it only helps to tell faults
/// apart that are there for other reasons.
pub fn examine<F: Fn() -> Examinee + Sync>(
    pool: &Pool<F>,
    rows: &[Row],
    bounds: &Bounds,
) -> Examination {
    let end = Instant::now() + bounds.time;
    let asked = put(pool, rows, bounds, end);
    let (mut strict, mut lenient): (Vec<_>, Vec<_>) = asked
        .observations
        .into_iter()
        .partition(|it| it.row.root.validate().is_ok());
    // Who refuses a position that no game reaches has said nothing about it.
    lenient.retain(|it| it.answer != Answer::Is("refused".to_owned()));
    let (diagnosis, mut habits) = with_habits(&mut strict);
    let diagnosis = match diagnosis {
        Diagnosis::OneOf(all) => told_apart(all, &lenient),
        other => other,
    };
    if diagnosis == Diagnosis::Sound {
        set_apart(&mut lenient);
        let all: Vec<_> = strict.iter().chain(&lenient).cloned().collect();
        habits.extend(beyond_games(&all));
    }
    let diagnosis = if asked.is_complete {
        diagnosis
    } else {
        without_pairs(diagnosis)
    };
    let named = match &diagnosis {
        Diagnosis::Named(evidence) => Some(evidence.faults),
        _ => None,
    };
    let left = Bounds {
        time: end.saturating_duration_since(Instant::now()),
        ..bounds.clone()
    };
    let exhibit = exhibit::best(pool, &strict, named, &left);
    let roots: BTreeSet<_> = strict
        .iter()
        .map(|it| it.row.root.fen().to_string())
        .collect();
    let (outcome, suspects) = told(&diagnosis, &strict);
    Examination {
        asked: strict.len(),
        cases: roots.len(),
        wrong: strict.iter().filter(|it| it.is_wrong()).count(),
        outcome,
        suspects,
        habits: habits.iter().map(Convention::new).collect(),
        exhibit,
        unanswered: asked.troubles,
        is_complete: asked.is_complete,
    }
}

/// The diagnosis, and the conventions that had to be set apart for it. A fault that explains everything by itself may
/// well look like a convention.
fn with_habits(observations: &mut Vec<Observation<'_>>) -> (Diagnosis, Vec<Habit>) {
    let mut judged = observations.clone();
    let habits = set_apart(&mut judged);
    let diagnosis = diagnose(observations);
    let is_one = |evidence: &Evidence| evidence.faults.iter().count() == 1;
    let is_explained = match &diagnosis {
        Diagnosis::Named(evidence) => is_one(evidence),
        Diagnosis::OneOf(all) => all.iter().all(is_one),
        _ => false,
    };
    let is_habit_alone = || judged.iter().all(|it| !it.is_wrong());
    if habits.is_empty() || is_explained && !is_habit_alone() {
        return (diagnosis, Vec::new());
    }
    *observations = judged;
    (diagnose(observations), habits)
}

/// What came of putting the questions.
struct Asked<'a> {
    observations: Vec<Observation<'a>>,
    troubles: Vec<String>,
    is_complete: bool,
}

/// Puts the questions, on several threads, until the time is up or the engine has failed too often.
fn put<'a, F: Fn() -> Examinee + Sync>(
    pool: &Pool<F>,
    rows: &'a [Row],
    bounds: &Bounds,
    end: Instant,
) -> Asked<'a> {
    let strikes = AtomicUsize::new(0);
    let answer = |row: &'a Row| -> Option<Result<Option<Answer>, Trouble>> {
        let is_over = STRIKES <= strikes.load(Ordering::Relaxed)
            || bounds.interrupt.is_raised()
            || end <= Instant::now();
        if is_over {
            return None;
        }
        let answer = pool.with(|examinee| ask(examinee, row));
        if let Err(trouble) = &answer
            && row.root.validate().is_ok()
        {
            let weight = match trouble {
                Trouble::TimedOut(_) => SILENCE,
                _ => 1,
            };
            strikes.fetch_add(weight, Ordering::Relaxed);
        }
        Some(answer)
    };
    let answers: Vec<_> = rows.par_iter().map(|row| (row, answer(row))).collect();
    let mut asked = Asked {
        observations: Vec::new(),
        troubles: Vec::new(),
        is_complete: answers.iter().all(|(_, answer)| answer.is_some()),
    };
    for (row, answer) in answers {
        match answer {
            Some(Ok(Some(answer))) => asked.observations.push(Observation { row, answer }),
            // No engine has to survive what no game reaches.
            Some(Err(_)) if row.root.validate().is_err() => {}
            Some(Err(trouble)) => asked.troubles.push(format!("{}: {trouble}", row.question)),
            Some(Ok(None)) | None => {}
        }
    }
    asked
}

/// Those of several faults that also answer alike about positions that no game reaches; all, if none does.
fn told_apart(all: Vec<Evidence>, lenient: &[Observation<'_>]) -> Diagnosis {
    let agrees = |evidence: &&Evidence| lenient.iter().all(|it| it.agrees(evidence.faults));
    let left: Vec<_> = all.iter().filter(agrees).cloned().collect();
    match &left[..] {
        [one] => Diagnosis::Named(one.clone()),
        [] => Diagnosis::OneOf(all),
        _ => Diagnosis::OneOf(left),
    }
}

/// A diagnosis on few answers: some pair of faults fits nearly anything that is short.
fn without_pairs(diagnosis: Diagnosis) -> Diagnosis {
    let is_single = |evidence: &Evidence| evidence.faults.iter().count() == 1;
    match diagnosis {
        Diagnosis::Named(evidence) | Diagnosis::Nearest(evidence) if !is_single(&evidence) => {
            Diagnosis::Unknown
        }
        Diagnosis::OneOf(mut all) => {
            all.retain(is_single);
            if all.is_empty() {
                Diagnosis::Unknown
            } else {
                Diagnosis::OneOf(all)
            }
        }
        other => other,
    }
}

/// What an engine without a fault does with positions that no game reaches, if it has a name.
fn beyond_games(all: &[Observation<'_>]) -> Option<Habit> {
    let (Diagnosis::Named(Evidence { faults, .. }), says) = (
        diagnose(all),
        "In positions that no game reaches, or in FENs that deny themselves, it answers as an engine with this fault \
         does. Nobody is wrong there.",
    ) else {
        return None;
    };
    Some(Habit { faults, says })
}

/// The diagnosis for those who read.
fn told(diagnosis: &Diagnosis, observations: &[Observation<'_>]) -> (Outcome, Vec<Suspect>) {
    let suspect = |evidence: &Evidence| Suspect::new(evidence, observations);
    match diagnosis {
        Diagnosis::Sound if observations.is_empty() => (Outcome::NotAsked, Vec::new()),
        Diagnosis::Sound => (Outcome::Sound, Vec::new()),
        Diagnosis::Named(evidence) => (Outcome::Named, vec![suspect(evidence)]),
        Diagnosis::OneOf(all) => (Outcome::OneOf, all.iter().map(suspect).collect()),
        Diagnosis::Nearest(evidence) => (Outcome::Nearest, vec![suspect(evidence)]),
        Diagnosis::Unknown => (Outcome::Unknown, Vec::new()),
    }
}

impl Suspect {
    fn new(evidence: &Evidence, observations: &[Observation<'_>]) -> Self {
        let against = evidence.against.iter().take(AGAINST);
        let against = against.filter_map(|&number| observations.get(number));
        Self {
            faults: evidence.faults.iter().map(Described::new).collect(),
            explains: evidence.explains,
            agrees: evidence.asked - evidence.against.len(),
            only_deep_counts: !evidence.against.is_empty() && evidence.only_deep_counts,
            only_elsewhere: !evidence.against.is_empty() && evidence.only_elsewhere,
            against: against
                .map(|it| Against {
                    question: it.row.question.to_string(),
                    came: it.answer.to_string(),
                    predicted: it.row.question.answer(evidence.faults),
                })
                .collect(),
        }
    }

    /// The names of the faults.
    #[must_use]
    pub fn names(&self) -> String {
        let names: Vec<_> = self
            .faults
            .iter()
            .map(|fault| fault.name.as_str())
            .collect();
        names.join(" and ")
    }
}

impl Described {
    fn new(fault: EngineFault) -> Self {
        Self {
            name: fault.name().to_owned(),
            sentence: fault.sentence().to_owned(),
            advice: fault.advice().to_owned(),
            reports: fault
                .reports()
                .iter()
                .map(|&text| text.to_owned())
                .collect(),
        }
    }
}

impl Convention {
    fn new(habit: &Habit) -> Self {
        Self {
            faults: names(habit.faults),
            says: habit.says.to_owned(),
        }
    }
}

fn names(faults: FaultSet) -> Vec<String> {
    faults.iter().map(|fault| fault.name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(faults: FaultSet) -> Evidence {
        Evidence {
            faults,
            explains: 2,
            wrong: 2,
            asked: 15,
            against: Vec::new(),
            only_deep_counts: false,
            only_elsewhere: false,
        }
    }

    #[test]
    fn few_answers_name_one_fault_and_never_two() {
        let single = evidence(EngineFault::RankPinIgnored.into());
        let faults = [EngineFault::RankPinIgnored, EngineFault::FilePinIgnored];
        let pair = evidence(faults.into_iter().collect());
        let named = Diagnosis::Named(single.clone());
        assert_eq!(without_pairs(named.clone()), named);
        let several = Diagnosis::OneOf(vec![pair.clone(), pair.clone()]);
        for weak in [
            Diagnosis::Named(pair.clone()),
            Diagnosis::Nearest(pair),
            several,
        ] {
            assert_eq!(without_pairs(weak), Diagnosis::Unknown);
        }
    }
}
