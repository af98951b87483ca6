//! Asks again: after an error, and to a larger depth.

use passant_query::{EngineError, EngineMove, Subject};

use super::Doubt;

/// The depths to which an engine searches before its best move counts.
const SEARCHES: [u32; 3] = [1, 4, 8];

/// Returns the only legal move if a search of the engine plays it, or else what the deepest search plays. The engine is
/// restarted after each search that plays something else.
pub(crate) fn search_for<E>(
    only: &EngineMove,
    subject: &mut dyn Subject,
    mut search: impl FnMut(&mut dyn Subject, u32) -> Result<EngineMove, E>,
) -> Result<EngineMove, E> {
    let mut played = only.clone();
    for depth in SEARCHES {
        played = search(subject, depth)?;
        if played == *only {
            break;
        }
        subject.restart();
    }
    Ok(played)
}

/// Asks a question, and asks it once more after an error and a restart. An error that does not occur again had nothing to
/// do with the question. A crash is not asked about again here, because the connection to a program does that.
pub(super) fn ask_twice<T>(
    subject: &mut dyn Subject,
    mut question: impl FnMut(&mut dyn Subject) -> Result<T, EngineError>,
) -> Result<T, Doubt> {
    match question(subject) {
        Err(
            first @ (EngineError::Refused(_)
            | EngineError::Illegal { .. }
            | EngineError::Garbled(_)
            | EngineError::Contradicted { .. }),
        ) => {
            subject.restart();
            match question(subject) {
                Ok(_) => Err(not_repeated(&first)),
                Err(again) => Err(again.into()),
            }
        }
        other => Ok(other?),
    }
}

/// The doubt about a question that is answered the second time.
fn not_repeated(first: &EngineError) -> Doubt {
    Doubt::NotRepeated(format!("{first}; it answers when asked again"))
}

#[cfg(test)]
mod tests {
    use passant_oracle::{FaultSet, Oracle};
    use passant_query::{Answer, EngineError, Line, Query, Subject};

    use super::ask_twice;
    use crate::check::Verdict;

    /// The oracle, whose first answers are errors.
    struct Failing(Vec<EngineError>);

    impl Subject for Failing {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            match self.0.pop() {
                Some(error) => Err(error),
                None => Oracle::with(FaultSet::NONE).ask(line, query),
            }
        }
    }

    /// The verdict on an engine that gives these errors, the last one first.
    fn verdict(errors: &[&EngineError]) -> Verdict {
        let line = Line::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let mut engine = Failing(errors.iter().copied().cloned().collect());
        let counted = ask_twice(&mut engine, |engine| engine.count(&line, 1));
        counted.map_or_else(|doubt| doubt.verdict(), |_| Verdict::Pass)
    }

    #[test]
    fn a_crash_is_not_asked_about_again() {
        let crashes = [
            EngineError::Crashed("ended".to_owned()),
            EngineError::Flooded("too much".to_owned()),
            EngineError::OutOfMemory(1 << 20),
        ];
        let refusal = EngineError::Refused(String::new());
        for crash in &crashes {
            assert_eq!(verdict(&[crash]), Verdict::Crash, "{crash}");
            assert_eq!(verdict(&[&refusal, crash]), Verdict::Crash, "{crash}");
        }
    }

    #[test]
    fn another_error_that_is_not_repeated_is_in_doubt() {
        let garbled = EngineError::Garbled(String::new());
        let refusal = EngineError::Refused(String::new());
        assert_eq!(verdict(&[&refusal]), Verdict::Unknown);
        assert_eq!(verdict(&[&garbled]), Verdict::Unknown);
        assert_eq!(verdict(&[&refusal, &refusal]), Verdict::Refused);
        assert_eq!(verdict(&[]), Verdict::Pass);
    }
}
