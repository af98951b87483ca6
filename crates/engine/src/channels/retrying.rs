//! Asks a question again if the program crashes.

use std::ops::ControlFlow;

use passant_query::{
    Abilities, Answer, EngineError, EngineMove, Feature, Line, Query, Question, Repacked, RetryLog,
    Subject,
};

/// A subject whose questions are asked again, of a restarted program, after a crash.
///
/// A crash that does not happen again is recorded, and the answer counts. With no retries the question is still asked
/// once more: the crash counts, and its text says whether the program answers. Streams are passed on unchanged, because
/// whoever reads one asks about a missing answer by itself.
pub(super) struct Retrying<S> {
    subject: S,
    retries: u32,
    log: RetryLog,
}

impl<S: Subject> Retrying<S> {
    pub(super) fn new(subject: S, retries: u32, log: RetryLog) -> Self {
        Self {
            subject,
            retries,
            log,
        }
    }

    /// Asks until there is something else than a crash, or there are no retries left. `name` is the question in words.
    fn ask_until_answered<T>(
        &mut self,
        name: impl FnOnce() -> String,
        mut ask: impl FnMut(&mut S) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let first = match ask(&mut self.subject) {
            Err(error) if error.is_crash() => error,
            outcome => return outcome,
        };
        for _ in 0..self.retries.max(1) {
            self.subject.restart();
            match ask(&mut self.subject) {
                Err(EngineError::Interrupted) => return Err(EngineError::Interrupted),
                Err(EngineError::TimedOut(_)) => break,
                Err(error) if error.is_crash() => {}
                _ if self.retries == 0 => return Err(with_remark(first)),
                answer => {
                    self.log.add(&name(), &first.to_string());
                    return answer;
                }
            }
        }
        Err(first)
    }
}

/// Returns a crash with the remark that it did not happen again.
fn with_remark(crash: EngineError) -> EngineError {
    const AGAIN: &str = "it answers when asked again";
    match crash {
        EngineError::Crashed(how) => EngineError::Crashed(format!("{how}; {AGAIN}")),
        EngineError::Flooded(what) => EngineError::Flooded(format!("{what}; {AGAIN}")),
        other => other,
    }
}

impl<S: Subject> Subject for Retrying<S> {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let name = || format!("{line}: {query}");
        self.ask_until_answered(name, |subject| subject.ask(line, query))
    }

    fn can(&self) -> Abilities {
        self.subject.can()
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        let name = || "the handshake".to_owned();
        self.ask_until_answered(name, |subject| subject.supports(feature))
    }

    fn start(&mut self) -> Result<(), EngineError> {
        self.ask_until_answered(|| "the handshake".to_owned(), Subject::start)
    }

    fn restart(&mut self) {
        self.subject.restart();
    }

    fn ask_stream(
        &mut self,
        questions: &mut dyn Iterator<Item = Question>,
        take: &mut dyn FnMut(&Question, Result<Answer, EngineError>) -> ControlFlow<()>,
    ) {
        self.subject.ask_stream(questions, take);
    }

    fn read_game(&mut self, pgn: &str) -> Result<Option<Vec<EngineMove>>, EngineError> {
        let name = || "pgn".to_owned();
        self.ask_until_answered(name, |subject| subject.read_game(pgn))
    }

    fn repack(&mut self, line: &Line) -> Result<Repacked, EngineError> {
        let name = || format!("{line}: pack");
        self.ask_until_answered(name, |subject| subject.repack(line))
    }
}

#[cfg(test)]
mod tests {
    use passant_query::{Answer, Counts, EngineError, Line, Query, RetryLog, Subject};

    use super::Retrying;

    /// A subject whose first answers are these errors, the last one first.
    struct Failing(Vec<EngineError>);

    impl Subject for Failing {
        fn ask(&mut self, _: &Line, _: &Query) -> Result<Answer, EngineError> {
            match self.0.pop() {
                Some(error) => Err(error),
                None => Ok(Answer::Counts(Counts::default())),
            }
        }
    }

    fn crash() -> EngineError {
        EngineError::Crashed("ended".to_owned())
    }

    /// The outcome of a question, and how many were recorded.
    fn ask(errors: Vec<EngineError>, retries: u32) -> (Result<(), EngineError>, u64) {
        let log = RetryLog::default();
        let mut subject = Retrying::new(Failing(errors), retries, log.clone());
        let line = Line::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let outcome = subject.count(&line, 1).map(|_| ());
        (outcome, log.take().map_or(0, |retries| retries.count))
    }

    #[test]
    fn a_crash_that_does_not_happen_again_is_recorded() {
        assert_eq!(ask(vec![], 1), (Ok(()), 0));
        assert_eq!(ask(vec![crash()], 1), (Ok(()), 1));
        assert_eq!(ask(vec![crash(), crash()], 2), (Ok(()), 1));
    }

    #[test]
    fn a_crash_that_happens_again_stays_a_crash() {
        assert_eq!(ask(vec![crash(), crash()], 1), (Err(crash()), 0));
        let silence = EngineError::TimedOut(std::time::Duration::from_secs(1));
        assert_eq!(ask(vec![silence, crash()], 3), (Err(crash()), 0));
    }

    #[test]
    fn without_retries_every_crash_counts() {
        let (outcome, recorded) = ask(vec![crash()], 0);
        let text = outcome.unwrap_err().to_string();
        assert_eq!(
            (&*text, recorded),
            ("ended; it answers when asked again", 0)
        );
        assert_eq!(ask(vec![crash(), crash()], 0), (Err(crash()), 0));
    }

    #[test]
    fn other_errors_are_not_asked_again() {
        let refusal = || EngineError::Refused(String::new());
        assert_eq!(ask(vec![refusal()], 1), (Err(refusal()), 0));
        assert_eq!(ask(vec![refusal(), crash()], 1), (Err(refusal()), 1));
    }
}
