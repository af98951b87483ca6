//! Asks an engine all questions, names its fault and looks for the best counterexample.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use passant_oracle::{EngineFault, FaultSet};
use passant_query::EngineError;

use super::answer::ObservedAnswer;
use super::ask::ask;
use super::conventions::set_apart;
use super::naming::{Evidence, Naming, Observation, name_faults};
use super::predictions::Predictions;
use super::report::AcceptedConvention;
use super::{Diagnosis, DiagnosisOutcome, EnginePool, counterexample};
use crate::minimize::Bounds;
use crate::{Connections, parallel};

/// How often an engine may crash before it is asked nothing more.
const MAX_CRASHES: usize = 25;

/// How many crashes a timeout counts as.
const TIMEOUT_WEIGHT: usize = 5;

/// Asks an engine all questions, names its fault, and shows the fault in the smallest position.
///
/// Answers about a position that no game reaches, or about a FEN that contradicts itself, are never held against an
/// engine. They only help to tell apart faults that other answers have shown.
pub fn diagnose<F: Fn() -> Connections + Sync>(
    pool: &EnginePool<F>,
    questions: &[Predictions],
    bounds: &Bounds,
) -> Diagnosis {
    let end = Instant::now() + bounds.time;
    let Conclusion {
        mut diagnosis,
        strict,
        named,
    } = conclude(ask_all(pool, questions, bounds, end));
    let left = Bounds {
        time: end.saturating_duration_since(Instant::now()),
        ..bounds.clone()
    };
    diagnosis.counterexample = counterexample::best(pool, &strict, named, &left);
    diagnosis
}

/// The same for an engine that has given all its answers and can be asked nothing more: every question in turn, without
/// threads and clocks. The wrong answer that is shown is one of those that were given.
pub fn diagnose_in_turn(program: &mut Connections, questions: &[Predictions]) -> Diagnosis {
    let found = questions.iter().map(|it| (it, Some(ask(program, it))));
    let Conclusion {
        mut diagnosis,
        strict,
        named,
    } = conclude(Answers::new(found.collect()));
    diagnosis.counterexample = counterexample::as_given(&strict, named);
    diagnosis
}

/// What the answers show, and the answers about positions of games.
struct Conclusion<'a> {
    /// Still without a counterexample.
    diagnosis: Diagnosis,
    strict: Vec<Observation<'a>>,
    /// The faults, if they are known by name.
    named: Option<FaultSet>,
}

/// Names the fault.
fn conclude(answers: Answers<'_>) -> Conclusion<'_> {
    let (mut strict, mut lenient): (Vec<_>, Vec<_>) = answers
        .observations
        .into_iter()
        .partition(|it| it.predictions.root.validate().is_ok());
    // An engine that refuses a position which no game reaches has said nothing about it.
    lenient.retain(|it| it.answer != ObservedAnswer::Text("refused".to_owned()));
    let (naming, mut conventions) = with_conventions(&mut strict);
    let naming = match naming {
        Naming::OneOf(all) => told_apart(all, &lenient),
        other => other,
    };
    if naming == Naming::Sound {
        set_apart(&mut lenient);
        let all: Vec<_> = strict.iter().chain(&lenient).cloned().collect();
        conventions.extend(beyond_games(&all));
    }
    let naming = if answers.is_complete {
        naming
    } else {
        without_pairs(naming)
    };
    let named = match &naming {
        Naming::Named(evidence) => Some(evidence.faults),
        _ => None,
    };
    let positions: BTreeSet<_> = strict
        .iter()
        .map(|it| it.predictions.root.fen().to_string())
        .collect();
    let (outcome, suspects) = DiagnosisOutcome::with_suspects(&naming, &strict);
    let diagnosis = Diagnosis {
        answered: strict.len(),
        positions: positions.len(),
        wrong: strict.iter().filter(|it| it.is_wrong()).count(),
        outcome,
        suspects,
        ruled_out: ruled_out(&strict),
        failures: None,
        conventions,
        counterexample: None,
        unanswered: answers.errors,
        is_complete: answers.is_complete,
    };
    Conclusion {
        diagnosis,
        strict,
        named,
    }
}

/// How many of the known faults some answer contradicts.
fn ruled_out(observations: &[Observation<'_>]) -> usize {
    let is_ruled_out = |fault: &&EngineFault| {
        let faults = FaultSet::from(**fault);
        observations.iter().any(|it| !it.agrees(faults))
    };
    EngineFault::ALL.iter().filter(is_ruled_out).count()
}

/// Names the faults, after setting apart the answers that follow an accepted convention. Nothing is set apart if a
/// single fault explains all wrong answers, unless all of them follow a convention.
fn with_conventions(observations: &mut Vec<Observation<'_>>) -> (Naming, Vec<AcceptedConvention>) {
    let mut judged = observations.clone();
    let conventions = set_apart(&mut judged);
    let naming = name_faults(observations);
    let is_single = |evidence: &Evidence| evidence.faults.iter().count() == 1;
    let is_explained = match &naming {
        Naming::Named(evidence) => is_single(evidence),
        Naming::OneOf(all) => all.iter().all(is_single),
        _ => false,
    };
    let is_convention_alone = || judged.iter().all(|it| !it.is_wrong());
    if conventions.is_empty() || is_explained && !is_convention_alone() {
        return (naming, Vec::new());
    }
    *observations = judged;
    (name_faults(observations), conventions)
}

/// The answers of an engine.
struct Answers<'a> {
    observations: Vec<Observation<'a>>,
    errors: Vec<String>,
    is_complete: bool,
}

/// A question, and the answer if it was asked.
type Asked<'a> = (
    &'a Predictions,
    Option<Result<Option<ObservedAnswer>, EngineError>>,
);

impl<'a> Answers<'a> {
    fn new(found: Vec<Asked<'a>>) -> Self {
        let mut answers = Self {
            observations: Vec::new(),
            errors: Vec::new(),
            is_complete: found.iter().all(|(_, answer)| answer.is_some()),
        };
        for (predictions, answer) in found {
            match answer {
                Some(Ok(Some(answer))) => answers.observations.push(Observation {
                    predictions,
                    answer,
                }),
                // No engine has to survive a position that no game reaches.
                Some(Err(_)) if predictions.root.validate().is_err() => {}
                Some(Err(error)) => {
                    let question = &predictions.question;
                    answers.errors.push(format!("{question}: {error}"));
                }
                Some(Ok(None)) | None => {}
            }
        }
        answers
    }
}

/// Asks the questions on several threads, until the time is up or the engine has failed too often.
fn ask_all<'a, F: Fn() -> Connections + Sync>(
    pool: &EnginePool<F>,
    questions: &'a [Predictions],
    bounds: &Bounds,
    end: Instant,
) -> Answers<'a> {
    let crashes = AtomicUsize::new(0);
    let answer =
        |question: &'a Predictions| -> Option<Result<Option<ObservedAnswer>, EngineError>> {
            let is_over = MAX_CRASHES <= crashes.load(Ordering::Relaxed)
                || bounds.interrupt.is_raised()
                || end <= Instant::now();
            if is_over {
                return None;
            }
            let answer = pool.with(|program| ask(program, question));
            if let Err(error) = &answer
                && question.root.validate().is_ok()
            {
                let weight = match error {
                    EngineError::TimedOut(_) => TIMEOUT_WEIGHT,
                    _ => 1,
                };
                crashes.fetch_add(weight, Ordering::Relaxed);
            }
            Some(answer)
        };
    let questions = questions.iter().collect();
    Answers::new(parallel::map(questions, |it| (it, answer(it))))
}

/// Keeps those of several faults that give most of the answers about positions which no game reaches. No rule says how
/// such a position is read, so that no fault need give all of them.
fn told_apart(all: Vec<Evidence>, lenient: &[Observation<'_>]) -> Naming {
    let others = |evidence: &Evidence| {
        let differs = |it: &&Observation<'_>| !it.agrees(evidence.faults);
        lenient.iter().filter(differs).count()
    };
    let fewest = all.iter().map(others).min();
    let left: Vec<_> = all
        .into_iter()
        .filter(|it| Some(others(it)) == fewest)
        .collect();
    match &left[..] {
        [one] => Naming::Named(one.clone()),
        _ => Naming::OneOf(left),
    }
}

/// Drops pairs of faults from a naming that rests on few answers, because some pair fits nearly any short list.
fn without_pairs(naming: Naming) -> Naming {
    let is_single = |evidence: &Evidence| evidence.faults.iter().count() == 1;
    match naming {
        Naming::Named(evidence) | Naming::Nearest(evidence) if !is_single(&evidence) => {
            Naming::Unknown
        }
        Naming::OneOf(mut all) => {
            all.retain(is_single);
            if all.is_empty() {
                Naming::Unknown
            } else {
                Naming::OneOf(all)
            }
        }
        other => other,
    }
}

/// What an engine without a fault does with positions that no game reaches, if that has a name.
fn beyond_games(all: &[Observation<'_>]) -> Option<AcceptedConvention> {
    let Naming::Named(Evidence { faults, .. }) = name_faults(all) else {
        return None;
    };
    Some(AcceptedConvention::new(
        faults,
        "In positions that no game reaches, or in FENs that contradict themselves, it answers like an engine with \
         this fault. That is not wrong.",
    ))
}

#[cfg(test)]
mod tests {
    use passant_oracle::{EngineFault, FaultSet};

    use super::{Evidence, Naming, without_pairs};

    fn evidence(faults: FaultSet) -> Evidence {
        Evidence {
            faults,
            explains: 2,
            wrong: 2,
            asked: 15,
            against: Vec::new(),
            only_deep_counts: false,
            only_other_topics: false,
        }
    }

    #[test]
    fn few_answers_name_one_fault_but_never_two() {
        let single = evidence(EngineFault::RankPinIgnored.into());
        let faults = [EngineFault::RankPinIgnored, EngineFault::FilePinIgnored];
        let pair = evidence(faults.into_iter().collect());
        let named = Naming::Named(single.clone());
        assert_eq!(without_pairs(named.clone()), named);
        let several = Naming::OneOf(vec![pair.clone(), pair.clone()]);
        for weak in [Naming::Named(pair.clone()), Naming::Nearest(pair), several] {
            assert_eq!(without_pairs(weak), Naming::Unknown);
        }
    }
}
