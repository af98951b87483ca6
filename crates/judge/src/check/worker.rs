//! One thread that asks an engine about one case after the other.

use passant_query::{Abilities, Asks, Channel, Subject};

use super::confirmations::Confirmations;
use super::hearing::Hearing;
use super::pace::Pace;
use super::presentation::Prompt;
use super::questions::Conventions;
use super::{CaseResult, Presentation, PresentationResult};
use crate::Connections;

/// The time of an engine: several threads and a clock, or [`InTurn`] without either.
pub(super) trait Schedule {
    /// Returns the pace of an engine that has not answered yet.
    fn pace(&self) -> Pace;

    /// Returns the reason for which a case of a class is not asked in a way, if it is not.
    fn refuse(&self, class: &str, presentation: Presentation) -> Option<String>;
}

/// One case after the other, without threads and without a clock: for an engine that answers at once, as a recorded one
/// does.
#[derive(Clone, Copy, Debug)]
pub struct InTurn;

/// A case of the plan.
pub trait PlannedCase {
    /// Returns its address.
    fn address(&self) -> &str;

    /// Returns the depths to which it is counted; 0 if it is not.
    fn depths(&self) -> Vec<u32> {
        vec![0]
    }

    /// Returns everything that an engine with these abilities can be given, without answers.
    fn presentations_for(&self, can: Abilities) -> Vec<PresentationResult>;

    /// Asks in every way that is not refused.
    fn ask(&self, worker: &mut Worker<'_>) -> CaseResult;

    /// Returns what stands in place of the answers of an engine that is not asked, for this reason.
    fn without_answers(&self, why: &str) -> Vec<PresentationResult>;

    /// Returns the result with these answers.
    fn summarize(&self, channel: Channel, answers: Vec<PresentationResult>) -> CaseResult;
}

/// The connection of one thread, and how fast the engine is there.
pub struct Worker<'a> {
    pub(super) program: Connections,
    pub(super) pace: Pace,
    pub(super) conventions: Conventions,
    pub(super) schedule: &'a dyn Schedule,
    confirmations: Confirmations,
}

impl Schedule for InTurn {
    fn pace(&self) -> Pace {
        Pace::without_clock()
    }

    fn refuse(&self, _: &str, _: Presentation) -> Option<String> {
        None
    }
}

impl InTurn {
    /// Asks an engine about all these cases.
    #[must_use]
    pub fn check<C: PlannedCase>(self, engine: Box<dyn Subject>, cases: &[C]) -> Vec<CaseResult> {
        let engine = Connections::through(engine);
        let mut worker = Worker::new(engine, Conventions::default(), &self);
        cases.iter().map(|case| case.ask(&mut worker)).collect()
    }
}

impl<'a> Worker<'a> {
    /// A thread that has asked nothing yet.
    pub(super) fn new(
        program: Connections,
        conventions: Conventions,
        schedule: &'a dyn Schedule,
    ) -> Self {
        Self {
            program,
            pace: schedule.pace(),
            conventions,
            schedule,
            confirmations: Confirmations::default(),
        }
    }

    /// Returns what the engine can be asked for counts and moves.
    pub(super) fn can(&self) -> Abilities {
        self.program.counts.can()
    }

    /// Asks the engine about a prompt. Cases of one class are alike where they fail.
    pub(super) fn hear(
        &mut self,
        class: &str,
        prompt: &Prompt,
        ask: impl FnOnce(Hearing<'_>) -> PresentationResult,
    ) -> PresentationResult {
        let counts = self.program.counts.as_mut();
        let mut subject = self.confirmations.of(class, counts);
        let result = ask(Hearing::new(&mut subject, &mut self.pace, prompt));
        self.confirmations.record(class, result.verdict);
        result
    }

    /// Returns the result of a case with the answers of an earlier run; `None` if the earlier result is not about this case
    /// as it is now, or has a verdict that its findings contradict. Only the answers, and how long they took, are taken
    /// from it.
    pub(super) fn reuse_answers(
        &self,
        case: &dyn PlannedCase,
        earlier: &CaseResult,
    ) -> Option<CaseResult> {
        let can = self.can();
        let given = case.presentations_for(can);
        let is_given = |it: &PresentationResult| given.iter().any(|given| given.is_given_alike(it));
        let answers = earlier.presentations.clone();
        let fits = |it: &PresentationResult| is_given(it) && it.verdict_follows();
        let fits = !answers.is_empty() && answers.iter().all(fits);
        let result = CaseResult {
            milliseconds: earlier.milliseconds,
            retries: earlier.retries.clone(),
            ..case.summarize(can.channel, answers)
        };
        (fits && result == *earlier).then_some(result)
    }

    /// Returns the result of a case about which the engine is not asked for lack of time.
    pub(super) fn give_up(&self, case: &dyn PlannedCase, why: &str) -> CaseResult {
        let mut unasked = case.without_answers(why);
        for presentation in &mut unasked {
            presentation.left_out = match self.can().channel.asks() {
                Asks::Counts => case.depths(),
                _ => vec![0],
            };
        }
        case.summarize(self.can().channel, unasked)
    }
}
