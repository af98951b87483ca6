//! Crashes that did not happen again when the question was asked again.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// The crashes of a program that answered when it was restarted and asked again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Retries {
    /// The number of questions that were answered only when they were asked again.
    pub count: u64,
    /// The first of these questions.
    pub question: String,
    /// The first crash.
    pub error: String,
}

impl Retries {
    /// Sums up several records; `None` if there is none. The first question is that of the first record.
    pub fn sum(records: impl IntoIterator<Item = Self>) -> Option<Self> {
        records.into_iter().reduce(|first, next| Self {
            count: first.count + next.count,
            ..first
        })
    }
}

/// A record of [`Retries`] that several connections share. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct RetryLog(Arc<Mutex<Option<Retries>>>);

impl RetryLog {
    /// Adds a question that was answered when it was asked again, after this error.
    pub fn add(&self, question: &str, error: &str) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = Retries {
            count: 1,
            question: question.to_owned(),
            error: error.to_owned(),
        };
        *log = Retries::sum(log.take().into_iter().chain([next]));
    }

    /// Returns the record and empties it; `None` if nothing was asked again.
    #[must_use]
    pub fn take(&self) -> Option<Retries> {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        log.take()
    }
}

#[cfg(test)]
mod tests {
    use super::RetryLog;

    #[test]
    fn a_log_counts_and_keeps_the_first_question() {
        let log = RetryLog::default();
        assert_eq!(log.take(), None);
        log.add("count 1", "exited");
        log.clone().add("moves", "was killed");
        let taken = log.take().unwrap();
        assert_eq!(
            (taken.count, &*taken.question, &*taken.error),
            (2, "count 1", "exited")
        );
        assert_eq!(log.take(), None);
    }
}
