//! Limits how often failures of one kind, and refusals of positions that no game reaches, are confirmed in a new process.

use std::collections::HashMap;

use passant_query::{Abilities, Answer, Channel, EngineError, Feature, Line, Query, Subject};

use super::Verdict;

/// The number of failures of a class that are confirmed in a new process. Later ones are confirmed in the running process: engines
/// take up to a second to start. An engine that searches is always confirmed in a new one, because the move that it plays
/// may be left from a search before.
const CONFIRMED: u32 = 3;

/// The failures that were confirmed.
#[derive(Default, Debug)]
pub(super) struct Confirmations {
    /// The number of failures of each class.
    by_class: HashMap<String, u32>,
    /// True if an answer was different in a new process. Each failure is then confirmed in one.
    is_unreliable: bool,
}

/// A subject that is restarted only if its answers would not be believed otherwise.
pub(super) struct Confirmed<'a> {
    subject: &'a mut dyn Subject,
    restarts: bool,
}

impl Confirmations {
    /// The subject for a case of this class.
    pub(super) fn of<'a>(&self, class: &str, subject: &'a mut dyn Subject) -> Confirmed<'a> {
        let confirmed = self.by_class.get(class).copied().unwrap_or(0);
        let searches = matches!(
            subject.can().channel,
            Channel::MultiPv | Channel::SearchMoves | Channel::BestMove
        );
        Confirmed {
            subject,
            restarts: searches || self.is_unreliable || confirmed < CONFIRMED,
        }
    }

    /// Records the verdict on one presentation of a case.
    pub(super) fn record(&mut self, class: &str, verdict: Verdict) {
        match verdict {
            Verdict::Fail | Verdict::Refused | Verdict::Nonstrict => {
                *self.by_class.entry(class.to_owned()).or_default() += 1;
            }
            Verdict::Unknown => self.is_unreliable = true,
            _ => {}
        }
    }
}

impl Subject for Confirmed<'_> {
    fn can(&self) -> Abilities {
        self.subject.can()
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        self.subject.ask(line, query)
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        self.subject.supports(feature)
    }

    fn start(&mut self) -> Result<(), EngineError> {
        self.subject.start()
    }

    fn restart(&mut self) {
        if self.restarts {
            self.subject.restart();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Abilities, Answer, Channel, Confirmations, EngineError, Line, Query, Subject, Verdict,
    };

    /// Counts how often it is restarted.
    struct Restarted(u32, Channel);

    impl Subject for Restarted {
        fn can(&self) -> Abilities {
            Abilities::of(self.1)
        }

        fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
            Err(EngineError::unsupported(query.word()))
        }

        fn restart(&mut self) {
            self.0 += 1;
        }
    }

    #[test]
    fn three_failures_of_a_class_are_confirmed_in_a_new_process() {
        let mut confirmations = Confirmations::default();
        let mut subject = Restarted(0, Channel::Divide);
        let mut fail = |confirmations: &mut Confirmations, class| {
            let before = subject.0;
            confirmations.of(class, &mut subject).restart();
            confirmations.record(class, Verdict::Fail);
            subject.0 - before
        };
        let restarts = [(); 5].map(|()| fail(&mut confirmations, "plain"));
        assert_eq!(restarts, [1, 1, 1, 0, 0]);
        assert_eq!(fail(&mut confirmations, "mate"), 1);
        confirmations.record("mate", Verdict::Unknown);
        assert_eq!(fail(&mut confirmations, "plain"), 1, "it is unreliable");
    }

    #[test]
    fn what_a_search_plays_is_always_confirmed_in_a_new_process() {
        let (mut confirmations, mut subject) =
            (Confirmations::default(), Restarted(0, Channel::BestMove));
        for restarts in 1..6 {
            confirmations.of("plain", &mut subject).restart();
            confirmations.record("plain", Verdict::Fail);
            assert_eq!(subject.0, restarts);
        }
    }
}
