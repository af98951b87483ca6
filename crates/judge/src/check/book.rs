//! Asks an engine with the book of [`passant_suite::book`] which moves it plays.
//!
//! A move of the book proves which key the engine has made, if it plays another move without the book. Nothing is judged unless the
//! engine plays the moves of positions without a right.

use passant_query::{Channel, EngineError, EngineMove, Line, Subject};
use passant_rules::EnPassantMode;
use passant_suite::book::{BOOK_CASES, BookCase};

use super::own_case::{OwnCase, ask_each, without_answers};
use super::{CaseResult, Doubt, Finding, Presentation, PresentationResult, QuestionKind};

/// The depth of the search of an engine that does not play from its book, in plies.
const DEPTH: u32 = 1;

/// An engine twice: with the book, and without any.
pub struct BookCheck {
    /// The engine with the book.
    pub with_book: Box<dyn Subject>,
    /// The same engine without a book.
    pub without_book: Box<dyn Subject>,
}

impl BookCheck {
    /// Asks about every position of the book.
    pub fn run(&mut self) -> Vec<CaseResult> {
        ask_each(&BOOK_CASES, |case, result| self.ask(case, result))
    }

    fn ask(&mut self, case: &BookCase, result: &mut PresentationResult) -> Result<(), Doubt> {
        let line = &line(case);
        let is = |played: &EngineMove, mv| *played == EngineMove::from_uci(mv);
        let played = self.with_book.best_move(line, DEPTH)?;
        let wrong = case.wrong.filter(|mv| is(&played, mv));
        if wrong.is_none() && !is(&played, case.correct) {
            let what = format!("this position: it plays {played}, which is not in the book");
            return Err(Doubt::unsupported(what));
        }
        if self.without_book.best_move(line, DEPTH)? == played {
            let what = format!("this position: it plays {played} without the book too");
            return Err(Doubt::unsupported(what));
        }
        let Some(wrong) = wrong else {
            result.pass();
            return Ok(());
        };
        self.with_book.restart();
        let again = self.with_book.best_move(line, DEPTH)?;
        if again != played {
            let what = format!("it plays {played}, and {again} when asked again");
            return Err(Doubt::NotRepeated(what));
        }
        let (correct, mistake) = (case.correct, case.mistake());
        let text = format!(
            "plays {wrong}, which the book has for a reader that {mistake}; the move for the key of the format is {correct}"
        );
        result.fail(Finding::text(QuestionKind::Best, text));
        Ok(())
    }
}

/// The results for an engine that cannot be asked, for this reason.
#[must_use]
pub fn without_book(why: &EngineError) -> Vec<CaseResult> {
    without_answers(&BOOK_CASES, why)
}

fn line(case: &BookCase) -> Line {
    Line::new(case.position().setup(EnPassantMode::Always))
}

impl OwnCase for BookCase {
    const QUESTION: QuestionKind = QuestionKind::Best;
    const UNCONTROLLED: &'static str = "a book: it does not read this one";
    const ASKS_EVERY_CONTROL: bool = false;

    fn is_control(&self) -> bool {
        self.wrong.is_none()
    }

    fn before_answers(&self) -> PresentationResult {
        PresentationResult::without_answers(Presentation::Fen, Some(line(self)))
    }

    fn summarize(&self, result: PresentationResult) -> CaseResult {
        let address = format!("book/{}", self.name);
        let why = match self.wrong {
            Some(_) => format!("A reader that {} finds another move.", self.mistake()),
            None => "It shows whether the book is read.".to_owned(),
        };
        let about = [&*address, self.class(), &why];
        CaseResult::of_case(about, &self.position(), vec![result], Channel::BestMove)
    }
}
