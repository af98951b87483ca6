//! A library in this process: catches its panics, and counts if it only lists moves.

use std::panic::{AssertUnwindSafe, catch_unwind};

use passant_query::{Abilities, Answer, Counts, EngineError, Feature, Line, Query, Subject};

/// A subject that is created when it is first asked, and again after a panic.
///
/// A panic counts as a crash, also while the subject is created. An abort of the process cannot be caught.
pub struct InProcess<S, F> {
    make: F,
    subject: Option<S>,
}

impl<S: Subject, F: FnMut() -> S + Send> InProcess<S, F> {
    /// `make` creates the subject, and a new one after each panic.
    pub fn new(make: F) -> Self {
        Self {
            make,
            subject: None,
        }
    }

    /// Asks a question, and turns a panic into a crash.
    fn ask_guarded<T>(
        &mut self,
        question: impl FnOnce(&mut S) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let kept = self.subject.take();
        let make = &mut self.make;
        // A subject that has panicked is not used again, because it may be inconsistent. The next question creates a
        // new one.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let mut subject = kept.unwrap_or_else(make);
            let answer = question(&mut subject);
            (subject, answer)
        }));
        match answer {
            Ok((subject, answer)) => {
                self.subject = Some(subject);
                answer
            }
            Err(panic) => Err(EngineError::Crashed(message(panic.as_ref()))),
        }
    }
}

impl<S: Subject, F: FnMut() -> S + Send> Subject for InProcess<S, F> {
    fn can(&self) -> Abilities {
        self.subject
            .as_ref()
            .map_or_else(Abilities::default, Subject::can)
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        self.ask_guarded(|subject| subject.supports(feature))
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        self.ask_guarded(|subject| {
            if line.is_chess960 && !subject.supports(Feature::Chess960)? {
                return Err(EngineError::unsupported("Chess960"));
            }
            match (subject.ask(line, query), query) {
                (Err(EngineError::Unsupported(_)), Query::Count(depth)) => {
                    count(subject, line, *depth).map(Answer::Counts)
                }
                (answer, _) => answer,
            }
        })
    }

    fn restart(&mut self) {
        self.subject = None;
    }
}

/// Counts by listing the moves of every position in the tree.
fn count<S: Subject>(subject: &mut S, line: &Line, depth: u32) -> Result<Counts, EngineError> {
    let mut counts = Counts::default();
    for mv in subject.moves(line)? {
        let nodes = match (depth, mv.uci()) {
            (1, _) => 1,
            (_, Some(uci)) => {
                let next = line.then(uci);
                match subject.count(&next, depth - 1) {
                    Err(EngineError::Unsupported(_)) => count(subject, &next, depth - 1)?.total,
                    counts => counts?.total,
                }
            }
            (_, None) => return Err(EngineError::not_a_move(mv)),
        };
        counts.total = counts.total.saturating_add(nodes);
        counts.moves.push((mv, nodes));
    }
    Ok(counts)
}

/// The message of a panic.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panicked: {}", text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use passant_query::EngineMove;

    use super::{Answer, EngineError, InProcess, Line, Query, Subject};

    /// A library that lists moves and does nothing else.
    struct Library;

    impl Subject for Library {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            let illegal = || EngineError::Refused("not a position".to_owned());
            let position = line.position().ok_or_else(illegal)?;
            match query {
                Query::Moves => {
                    let moves = position
                        .legal_moves()
                        .into_iter()
                        .map(|mv| EngineMove::Uci(position.uci_move(mv)));
                    Ok(Answer::Moves(moves.collect()))
                }
                other => Err(EngineError::unsupported(other)),
            }
        }
    }

    fn line() -> Line {
        Line::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap()
    }

    #[test]
    fn creates_a_library_again_after_a_panic() {
        let mut made = 0;
        let mut subject = InProcess::new(move || {
            made += 1;
            assert_ne!(made, 1, "no table for the bishops");
            Library
        });
        let crash = subject.moves(&line());
        assert!(
            matches!(&crash, Err(EngineError::Crashed(how)) if how.contains("no table for the bishops")),
            "{crash:?}"
        );
        assert_eq!(subject.moves(&line()).map(|moves| moves.len()), Ok(5));
    }

    #[test]
    fn counts_by_the_moves_that_a_library_lists() {
        let mut subject = InProcess::new(|| Library);
        // Two kings on e1 and e8, counted by Stockfish 15.1.
        for (depth, nodes) in [(1, 5), (2, 25), (3, 170)] {
            assert_eq!(subject.count(&line(), depth).map(|it| it.total), Ok(nodes));
        }
    }
}
