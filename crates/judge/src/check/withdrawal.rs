//! When a channel is withdrawn: its controls fail in several cases.

use std::sync::Mutex;

use super::{CaseResult, QuestionKind};
use crate::parallel::lock;

/// The cases in which the engine ignored what its channel needs.
#[derive(Default)]
pub(super) struct FailedControls(Mutex<Vec<String>>);

/// In how many cases an engine may ignore what its channel needs before the channel is withdrawn. An engine that does
/// what it is told never does.
const WITHDRAWN: usize = 3;

impl FailedControls {
    /// Records a result. Returns whether the channel is to be withdrawn.
    pub(super) fn record(&self, result: &CaseResult) -> bool {
        let ignored = result.presentations.iter().find_map(|presentation| {
            let mut findings = presentation.findings.iter();
            let finding = findings.find(|it| it.question == QuestionKind::Control)?;
            Some(format!("in fen {} it {}", presentation.fen(), finding.text))
        });
        let mut failed = lock(&self.0);
        failed.extend(ignored);
        WITHDRAWN <= failed.len()
    }

    /// Says how the engine ignored it first, if the channel is to be withdrawn.
    pub(super) fn why(&self) -> Option<String> {
        let failed = lock(&self.0);
        (WITHDRAWN <= failed.len()).then(|| failed[0].clone())
    }
}
