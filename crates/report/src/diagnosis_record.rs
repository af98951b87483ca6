//! The fault of an engine, in the form that reports print and files store.

use passant_judge::diagnosis::naming::{Evidence, Naming, Observation};
use passant_judge::diagnosis::questioning::Questioned;
use passant_judge::diagnosis::{AcceptedConvention, Diagnosis, ExplainedFailures};
use passant_oracle::{EngineFault, Family, FaultSet, Scope};
use serde::{Deserialize, Serialize};

use crate::FaultCoverage;
use crate::counterexample_record::CounterexampleRecord;

/// The number of answers that are listed of those that speak against a fault.
const LISTED: usize = 3;

/// The diagnosis of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Diagnosis"))]
pub struct DiagnosisRecord {
    /// The number of questions that the engine answered.
    pub answered: usize,
    /// The number of positions that these questions are about.
    pub positions: usize,
    /// The number of wrong answers.
    pub wrong: usize,
    /// The number of known faults that the answers contradict.
    #[serde(default)]
    pub ruled_out: usize,
    /// Says whether a fault could be named.
    pub outcome: DiagnosisOutcome,
    /// The faults that the engine may have: one entry if it is named or fits in part, several if the questions do not tell them
    /// apart.
    pub suspects: Vec<Suspect>,
    /// The number of failing cases of a check that the first suspect explains, if there was a check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failures: Option<ExplainedFailures>,
    /// Questions about legal moves in whose answers castling alone is wrong, beside other wrong answers. They are not counted above, and
    /// the suspects need not explain them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about_castling: Vec<String>,
    /// Accepted conventions that the engine follows and the rules of this program do not.
    pub conventions: Vec<ConventionRecord>,
    /// The wrong answer that shows the fault best, in the smallest position.
    pub counterexample: Option<CounterexampleRecord>,
    /// The questions that the engine did not answer, with the reason.
    pub unanswered: Vec<String>,
    /// True if all questions were asked. If not, the time was up or the engine failed too often.
    pub is_complete: bool,
}

/// Says whether a fault could be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DiagnosisOutcome {
    /// The engine answered no question.
    NotAsked,
    /// All answers are correct.
    Sound,
    /// The answers are those of an engine with one fault, or with several.
    Named,
    /// The answers are those of each of several faults.
    OneOf,
    /// A partial fit, which is no name: some of the wrong answers are those of an engine with one or several faults.
    InPart,
    /// No fault gives the wrong answers.
    Unknown,
}

/// A fault that an engine may have, or several together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Suspect {
    /// The fault, or the faults together.
    pub faults: Vec<FaultDescription>,
    /// The number of the wrong answers that an engine with the fault would give.
    pub explains: usize,
    /// The number of all answers, correct and wrong, that an engine with the fault would give.
    pub agrees: usize,
    /// Number of further questions, chosen to refute it after it was found, that the engine has answered as predicted.
    #[serde(default)]
    pub confirmed_by: usize,
    /// True if the only differences are counts below positions in which a king can be captured.
    pub only_deep_counts: bool,
    /// True if the only differences are about topics other than moves on which the engine has no wrong answer. An
    /// engine that computes its keys and its moves in different places may have a fault in one of them only.
    pub only_other_topics: bool,
    /// Some of the answers that speak against the fault.
    pub against: Vec<Counterevidence>,
    /// Beside other suspects with a common fault: a wrong answer that the common faults do not explain alone, with what an engine
    /// with these alone would answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_for_by: Option<Counterevidence>,
}

/// A fault, described for a reader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FaultDescription {
    /// Its name, as `passant faults` lists it.
    pub name: String,
    /// The captures that it is limited to, where the engine is correct with all others: `white`, `black`, `a-file`, `white-a-file`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The behavior of an engine with the fault.
    pub sentence: String,
    /// The place to look at in the source code.
    pub advice: String,
    /// Public bug reports of the fault.
    pub reports: Vec<String>,
}

/// An answer that speaks against a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Counterevidence {
    /// The question.
    pub question: String,
    /// The answer of the engine.
    pub got: String,
    /// The answer of an engine with the fault.
    pub predicted: String,
}

/// An accepted convention, with the faults that would give the same answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(rename = "AcceptedConvention")
)]
pub struct ConventionRecord {
    /// The names of the faults.
    pub faults: Vec<String>,
    /// The behavior of the engine, and the reason why it is not wrong.
    pub text: String,
}

impl DiagnosisRecord {
    /// Describes what was found out about an engine.
    #[must_use]
    pub fn new(diagnosis: &Diagnosis<'_>) -> Self {
        let Questioned {
            observations,
            about_castling,
            naming,
            conventions,
            errors,
            is_complete,
        } = &diagnosis.questioned;
        let mut positions: Vec<_> = observations
            .iter()
            .map(|it| &it.predictions.root)
            .map(|root| root.fen().to_string())
            .collect();
        positions.sort_unstable();
        positions.dedup();
        Self {
            answered: observations.len(),
            positions: positions.len(),
            wrong: observations.iter().filter(|it| it.is_wrong()).count(),
            ruled_out: diagnosis.count_ruled_out(),
            outcome: outcome(naming, observations),
            suspects: suspects(naming, observations),
            failures: None,
            about_castling: about_castling.iter().map(question_of).collect(),
            conventions: conventions.iter().map(ConventionRecord::new).collect(),
            counterexample: diagnosis
                .counterexample
                .as_ref()
                .map(CounterexampleRecord::new),
            unanswered: errors.clone(),
            is_complete: *is_complete,
        }
    }

    /// Returns the faults that all suspects have in common: what is known where the answers fit several sets.
    #[must_use]
    pub fn common_faults(&self) -> Vec<&FaultDescription> {
        let suspects = &self.suspects;
        let is_common =
            |fault: &&FaultDescription| suspects.iter().all(|it| it.faults.contains(fault));
        let first = suspects.first();
        let faults = first.into_iter().flat_map(|suspect| &suspect.faults);
        faults.filter(is_common).collect()
    }

    /// Tells whether the answers contradict less than half of the faults that counting would show.
    #[must_use]
    pub fn is_hardly_tested(&self) -> bool {
        2 * self.ruled_out < FaultCoverage::faults_by_counts().count()
    }
}

fn outcome(naming: &Naming, observations: &[Observation<'_>]) -> DiagnosisOutcome {
    match naming {
        Naming::Sound if observations.is_empty() => DiagnosisOutcome::NotAsked,
        Naming::Sound => DiagnosisOutcome::Sound,
        Naming::Named(_) => DiagnosisOutcome::Named,
        Naming::OneOf(_) => DiagnosisOutcome::OneOf,
        Naming::InPart(_) => DiagnosisOutcome::InPart,
        Naming::Unknown => DiagnosisOutcome::Unknown,
    }
}

/// Describes the faults that the engine may have. Of several sets, each has an answer that asks for it.
fn suspects(naming: &Naming, observations: &[Observation<'_>]) -> Vec<Suspect> {
    let all = naming.suspects();
    let is_choice = matches!(naming, Naming::OneOf(_));
    let suspect = |it: &Evidence| {
        let asked_for = || question_that_needs(it.faults, all, observations);
        Suspect {
            asked_for_by: is_choice.then(asked_for).flatten(),
            ..Suspect::new(it, observations)
        }
    };
    all.iter().map(suspect).collect()
}

fn question_of(observation: &Observation<'_>) -> String {
    observation.predictions.question.to_string()
}

impl Suspect {
    fn new(evidence: &Evidence, observations: &[Observation<'_>]) -> Self {
        let against = evidence
            .against
            .iter()
            .take(LISTED)
            .filter_map(|&number| observations.get(number));
        Self {
            faults: FaultDescription::of_set(evidence.faults),
            explains: evidence.explains,
            agrees: evidence.asked - evidence.against.len(),
            confirmed_by: evidence.confirmed_by,
            only_deep_counts: !evidence.against.is_empty() && evidence.only_deep_counts,
            only_other_topics: !evidence.against.is_empty() && evidence.only_other_topics,
            against: against
                .map(|it| Counterevidence::new(it, evidence.faults))
                .collect(),
            asked_for_by: None,
        }
    }

    /// The faults of the oracle.
    #[must_use]
    pub fn fault_set(&self) -> FaultSet {
        let sets = self.faults.iter().filter_map(FaultDescription::fault_set);
        sets.fold(FaultSet::NONE, FaultSet::union)
    }

    /// The names of the faults, with their scopes.
    #[must_use]
    pub fn names(&self) -> String {
        self.fault_set().to_string()
    }
}

impl Counterevidence {
    fn new(observation: &Observation<'_>, faults: FaultSet) -> Self {
        Self {
            question: question_of(observation),
            got: observation.reply.to_string(),
            predicted: observation.predictions.reply_with(faults).to_string(),
        }
    }
}

/// A wrong answer that needs more of some faults than those that they have in common with all other suspects, of few steps.
fn question_that_needs(
    faults: FaultSet,
    suspects: &[Evidence],
    observations: &[Observation<'_>],
) -> Option<Counterevidence> {
    let all = suspects.iter().map(|it| it.faults);
    let common = all.fold(faults, FaultSet::intersection);
    let needs_more =
        |it: &&Observation<'_>| it.is_wrong() && it.agrees(faults) && !it.agrees(common);
    let needing = observations.iter().filter(needs_more);
    let shortest = needing.min_by_key(|it| it.predictions.question.line.steps.len())?;
    (!common.is_empty()).then(|| Counterevidence::new(shortest, common))
}

impl FaultDescription {
    /// Describes faults. Those that make the board wrong come first, because they may be the cause of the others.
    fn of_set(faults: FaultSet) -> Vec<Self> {
        let (boards, others): (Vec<_>, Vec<_>) =
            faults.iter().partition(|it| it.family() == Family::Make);
        let ordered = boards.into_iter().chain(others);
        let described = ordered.map(|it| Self::new(it, faults.scope(it)));
        described.collect()
    }

    /// The fault of the oracle, in its scope.
    fn fault_set(&self) -> Option<FaultSet> {
        let fault = FaultSet::from(EngineFault::from_name(&self.name)?);
        let scope = self
            .scope
            .as_deref()
            .map_or(Some(Scope::ALL), Scope::from_name);
        Some(fault.only(scope?))
    }

    /// Says in a sentence where alone the engine has the fault; `None` if everywhere.
    #[must_use]
    pub fn scope_sentence(&self) -> Option<&'static str> {
        let scope = Scope::from_name(self.scope.as_deref()?)?;
        Some(scope.sentence())
    }

    fn new(fault: EngineFault, scope: Scope) -> Self {
        Self {
            name: fault.name().to_owned(),
            scope: (scope != Scope::ALL).then(|| scope.name().to_owned()),
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

impl ConventionRecord {
    fn new(convention: &AcceptedConvention) -> Self {
        let faults = convention.faults.iter();
        Self {
            faults: faults.map(|fault| fault.name().to_owned()).collect(),
            text: explain(convention).to_owned(),
        }
    }
}

/// Says what an engine does that follows a convention, and why it is not wrong.
fn explain(convention: &AcceptedConvention) -> &'static str {
    let faults = convention.faults;
    if convention.is_beyond_games {
        "In positions that no game reaches, or in FENs that contradict themselves, it answers like an engine with \
         this fault. That is not wrong."
    } else if faults.contains(EngineFault::KeyWithoutCapturer) {
        "Its key changes with every double push. That is a convention and not wrong, as long as neither repetition \
         is detected nor a Polyglot book read by this key."
    } else if faults.contains(EngineFault::KeyWithIllegalCapture) {
        "Its key changes where a capturer stands beside the victim, whether the capture is legal or not, as in \
         Polyglot books. That is a convention and not wrong, as long as repetition is not detected by this key."
    } else {
        "It does not read e.p. after a move in SAN. No engine has to."
    }
}
