//! Asks an engine all questions, and names its faults.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use passant_query::EngineError;

use super::EnginePool;
use super::accepted_convention::{self, AcceptedConvention, set_apart};
use super::ask::ask;
use super::evidence::is_plain;
use super::further::{Further, confirm, positions_of_suites, tell_apart};
use super::naming::{
    Evidence, Naming, Observation, common_part, name_faults, name_few, name_more, one_or_several,
};
use super::predictions::Predictions;
use super::refutation::{is_contradicted, refute_names};
use super::reply::Reply;
use crate::check::Doubt;
use crate::minimize::Bounds;
use crate::parallel;

/// The number of times that an engine may crash before it is asked nothing more.
const MAX_CRASHES: usize = 25;

/// The number of crashes that a timeout counts as.
const TIMEOUT_WEIGHT: usize = 5;

/// The part of the time that is kept to prove a name.
const PROOF_SHARE: u32 = 4;

/// With fewer wrong answers, and not all questions asked, nothing is named.
const FEW: usize = 2;

/// The answers of an engine, and what they say about its faults.
pub struct Questioned<'a> {
    /// The answers about positions that a game can reach, with those that follow a convention replaced by the expected ones.
    pub observations: Vec<Observation<'a>>,
    /// Wrong answers about castling alone beside other wrong ones. They say nothing about these, and are not among the others.
    pub about_castling: Vec<Observation<'a>>,
    /// The faults that these answers show.
    pub naming: Naming,
    /// The accepted conventions that the engine follows.
    pub conventions: Vec<AcceptedConvention>,
    /// The questions that the engine did not answer, with the reason.
    pub errors: Vec<String>,
    /// True if all questions were asked.
    pub is_complete: bool,
}

/// Asks an engine all questions until `end`, and names its faults.
///
/// Answers about a position that no game reaches, or about a FEN that contradicts itself, are never held against an
/// engine. They only help to tell apart faults that other answers have shown.
pub fn question<'a>(
    pool: &EnginePool<'_>,
    questions: &'a [Predictions],
    bounds: &Bounds,
    end: Instant,
) -> Questioned<'a> {
    let is_over = || bounds.are_over(end);
    let further = |predictions: &Predictions| {
        let answer = || pool.with(|program| ask(program, predictions).ok().flatten());
        if is_over() { None } else { answer() }
    };
    let further = Further {
        ask: &further,
        is_over: &is_over,
        follows_convention: false,
        positions: positions_of_suites,
    };
    let for_proof = end.saturating_duration_since(Instant::now()) / PROOF_SHARE;
    let first_end = end.checked_sub(for_proof).unwrap_or(end);
    name(ask_all(pool, questions, bounds, first_end), Some(further))
}

/// Names the faults that answers show. Without `further`, the engine can be asked nothing more.
pub(super) fn name<'a>(answers: Vec<Asked<'a>>, further: Option<Further<'_>>) -> Questioned<'a> {
    let answers = Answers::new(answers);
    let (mut strict, mut lenient): (Vec<_>, Vec<_>) = answers
        .observations
        .into_iter()
        .partition(|it| it.predictions.root.validate().is_ok());
    // An engine that refuses a position which no game reaches has said nothing about it.
    lenient.retain(|it| it.reply != Reply::Refused);
    let about_castling = take_castling(&mut strict);
    let (naming, mut conventions) = with_conventions(&mut strict);
    let further = further.map(|it| Further {
        follows_convention: !conventions.is_empty(),
        ..it
    });
    let naming = match &further {
        Some(further) => refute_names(tell_names_apart(naming, further), &strict, further),
        None => naming,
    };
    let naming = match naming {
        Naming::OneOf(all) => by_positions_beyond_games(all, &lenient),
        Naming::InPart(all) => partial_fit(&all, &strict, further.as_ref()),
        other => other,
    };
    let naming = without_conventions(naming, &mut conventions);
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
    Questioned {
        observations: strict,
        about_castling,
        naming,
        conventions,
        errors: answers.errors,
        is_complete: answers.is_complete,
    }
}

/// Takes the wrong answers about castling alone out of the others, if others are wrong too.
fn take_castling<'a>(observations: &mut Vec<Observation<'a>>) -> Vec<Observation<'a>> {
    let is_about_castling = Observation::is_wrong_about_castling;
    let mut others = observations.iter().filter(|it| !is_about_castling(it));
    if others.any(Observation::is_wrong) {
        observations
            .extract_if(.., |it| is_about_castling(it))
            .collect()
    } else {
        Vec::new()
    }
}

/// Names the faults, after setting apart the answers that follow an accepted convention. Nothing is set apart if a
/// single fault explains all wrong answers, unless all of them follow a convention.
fn with_conventions(observations: &mut Vec<Observation<'_>>) -> (Naming, Vec<AcceptedConvention>) {
    let mut judged = observations.clone();
    let conventions = set_apart(&mut judged);
    let few = name_few(observations);
    let is_single = |evidence: &Evidence| evidence.faults.iter().count() == 1;
    let is_explained = few.as_ref().is_some_and(|it| it.is_such(is_single));
    let is_convention_alone = || judged.iter().all(|it| !it.is_wrong());
    if conventions.is_empty() || is_explained && !is_convention_alone() {
        return (name_more(observations, few), Vec::new());
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
pub(super) type Asked<'a> = (&'a Predictions, Option<Result<Option<Reply>, Doubt>>);

impl<'a> Answers<'a> {
    fn new(found: Vec<Asked<'a>>) -> Self {
        let mut answers = Self {
            observations: Vec::new(),
            errors: Vec::new(),
            is_complete: found.iter().all(|(_, answer)| answer.is_some()),
        };
        for (predictions, reply) in found {
            match reply {
                Some(Ok(Some(reply))) => answers
                    .observations
                    .push(Observation { predictions, reply }),
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
fn ask_all<'a>(
    pool: &EnginePool<'_>,
    questions: &'a [Predictions],
    bounds: &Bounds,
    end: Instant,
) -> Vec<Asked<'a>> {
    let crashes = AtomicUsize::new(0);
    let answer = |question: &'a Predictions| -> Option<Result<Option<Reply>, Doubt>> {
        if MAX_CRASHES <= crashes.load(Ordering::Relaxed) || bounds.are_over(end) {
            return None;
        }
        let answer = pool.with(|program| ask(program, question));
        if let Err(error) = &answer
            && question.root.validate().is_ok()
        {
            let weight = match error {
                Doubt::NoAnswer(EngineError::TimedOut(_)) => TIMEOUT_WEIGHT,
                _ => 1,
            };
            crashes.fetch_add(weight, Ordering::Relaxed);
        }
        Some(answer)
    };
    parallel::map(questions.iter().collect(), |it| (it, answer(it)))
}

/// Keeps those of several names that give the answers to further questions.
fn tell_names_apart(naming: Naming, further: &Further<'_>) -> Naming {
    let Naming::OneOf(all) = naming else {
        return naming;
    };
    let left = tell_apart(all.iter().map(|it| it.faults).collect(), further);
    let all = all.into_iter().filter(|it| left.contains(&it.faults));
    one_or_several(all.collect())
}

/// Returns what is left of sets that explain a part of the wrong answers, if further answers do not contradict it.
fn partial_fit(
    all: &[Evidence],
    observations: &[Observation<'_>],
    further: Option<&Further<'_>>,
) -> Naming {
    let mut sets = all.iter().map(|it| it.faults).collect();
    if let Some(further) = further {
        sets = tell_apart(sets, further);
        sets.extend(sets.first().map(|set| confirm(*set, further)));
    }
    let is_contradicted =
        |faults| further.is_some_and(|it| is_contradicted(faults, observations, it));
    let common = common_part(observations, &sets).filter(|it| !is_contradicted(it.faults));
    common.map_or(Naming::Unknown, |it| Naming::InPart(vec![it]))
}

/// Compares several faults by the answers about positions that no game reaches, and keeps the faults that agree with most of
/// these answers. Full agreement is not demanded, because no rule says how such a position is read.
fn by_positions_beyond_games(all: Vec<Evidence>, lenient: &[Observation<'_>]) -> Naming {
    let others = |evidence: &Evidence| {
        let differs = |it: &&Observation<'_>| !it.agrees(evidence.faults);
        lenient.iter().filter(differs).count()
    };
    let fewest = all.iter().map(others).min();
    let left: Vec<_> = all
        .into_iter()
        .filter(|it| Some(others(it)) == fewest)
        .collect();
    one_or_several(left)
}

/// Moves the conventions that are named beside faults to the conventions. A convention alone is the name of nothing that is wrong.
fn without_conventions(naming: Naming, conventions: &mut Vec<AcceptedConvention>) -> Naming {
    if naming.names().is_empty() {
        return naming;
    }
    let mut left = Vec::new();
    for evidence in naming.names() {
        let (mut found, faults) = accepted_convention::among(evidence.faults);
        if !faults.is_empty() {
            found.retain(|it| !conventions.contains(it));
            conventions.extend(found);
            left.push(Evidence {
                faults,
                ..evidence.clone()
            });
        }
    }
    one_or_several(left)
}

/// Drops several faults, and faults in a smaller scope, from a naming that rests on few answers, because some of them fits nearly any short list.
fn without_pairs(naming: Naming) -> Naming {
    let is_single = |evidence: &Evidence| is_plain(evidence.faults);
    match naming {
        Naming::InPart(_) => Naming::Unknown,
        Naming::Named(evidence) if evidence.explains < FEW => Naming::Unknown,
        Naming::Named(evidence) if !is_single(&evidence) => Naming::Unknown,
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

/// Returns what an engine without a fault does with positions that no game reaches, if that has a name.
fn beyond_games(all: &[Observation<'_>]) -> Option<AcceptedConvention> {
    let Naming::Named(Evidence { faults, .. }) = name_faults(all) else {
        return None;
    };
    Some(AcceptedConvention {
        faults,
        is_beyond_games: true,
    })
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
            confirmed_by: 0,
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
        for weak in [Naming::Named(pair), several] {
            assert_eq!(without_pairs(weak), Naming::Unknown);
        }
    }
}
