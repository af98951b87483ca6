//! A library in this process.

use passant_rules::Square;

use super::{Read, Times, Witness};
use crate::subject::{InProcess, Subject, set};
use crate::{Place, Trouble};

impl<S: Subject, F: FnMut() -> S + Send> InProcess<S, F> {
    /// Asks something that the subject may not know.
    fn asked<T>(
        &mut self,
        what: &str,
        question: impl FnOnce(&mut S) -> Option<T>,
    ) -> Result<T, Trouble> {
        self.guarded(|subject| {
            question(subject).ok_or_else(|| Trouble::Unsupported(what.to_owned()))
        })
    }
}

impl<S: Subject, F: FnMut() -> S + Send> Witness for InProcess<S, F> {
    fn is_chess960(&mut self) -> Result<bool, Trouble> {
        self.guarded(|subject| Ok(subject.is_chess960()))
    }

    fn has_null_moves(&mut self) -> Result<bool, Trouble> {
        self.guarded(|subject| Ok(subject.has_null_moves()))
    }

    fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        self.guarded(|subject| set(subject, place))
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        self.asked("undo", Subject::undo)
    }

    fn fen(&mut self) -> Result<String, Trouble> {
        self.asked("fen", Subject::fen)
    }

    fn key(&mut self) -> Result<String, Trouble> {
        self.asked("key", Subject::key)
    }

    fn same(&mut self, other: &Place) -> Result<bool, Trouble> {
        self.asked("same", |subject| subject.same(&other.fen, &other.moves))
    }

    fn occurrences(&mut self) -> Result<Times, Trouble> {
        self.asked("occurrences", Subject::occurrences)
    }

    fn san(&mut self, mv: &str) -> Result<String, Trouble> {
        self.asked("san", |subject| subject.san(mv))
    }

    fn parse(&mut self, text: &str) -> Result<Option<Read>, Trouble> {
        self.asked("parse", |subject| subject.parse(text))
    }

    fn is_legal(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.asked("legal", |subject| subject.is_legal(mv))
    }

    fn victim(&mut self, mv: &str) -> Result<Option<Square>, Trouble> {
        self.asked("victim", |subject| subject.victim(mv))
    }

    fn is_capture(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.asked("captures", |subject| subject.is_capture(mv))
    }

    fn is_en_passant(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.asked("captures en passant", |subject| subject.is_en_passant(mv))
    }

    fn gives_check(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.asked("checks", |subject| subject.gives_check(mv))
    }

    fn restart(&mut self) {
        self.forget();
    }
}
