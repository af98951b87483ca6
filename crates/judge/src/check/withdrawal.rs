//! When a channel is withdrawn: its controls fail in several cases.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{CaseResult, Finding, PresentationResult, QuestionKind};

/// The cases in which the engine ignored what its channel needs.
#[derive(Default)]
pub(super) struct FailedControls(Mutex<Vec<String>>);

/// In how many cases an engine may ignore what its channel needs before the channel is withdrawn. An engine that does
/// what it is told never does.
const WITHDRAWN: usize = 3;

impl FailedControls {
    /// Records a result. Returns whether the channel is to be withdrawn.
    pub(super) fn record(&self, result: &CaseResult) -> bool {
        let presentations = result.presentations.iter();
        let findings = presentations.flat_map(|presentation| {
            let findings = presentation.findings.iter();
            findings.map(move |finding| (presentation, finding))
        });
        let is_control = |(_, finding): &(&PresentationResult, &Finding)| {
            finding.question == QuestionKind::Control
        };
        let mut failed = self.lock();
        if let Some((presentation, finding)) = findings.into_iter().find(is_control) {
            failed.push(format!("in fen {} it {}", presentation.fen, finding.text));
        }
        WITHDRAWN <= failed.len()
    }

    /// How the engine ignored it first, if the channel is to be withdrawn.
    pub(super) fn why(&self) -> Option<String> {
        let failed = self.lock();
        failed
            .first()
            .filter(|_| WITHDRAWN <= failed.len())
            .cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        // A panic cannot leave the texts inconsistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
