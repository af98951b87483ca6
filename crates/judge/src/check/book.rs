//! Asks an engine with the book of [`passant_suite::book`] which moves it plays.
//!
//! A move of the book proves which key the engine has made, if it plays another move without the book. Nothing is judged unless the
//! engine plays the moves of positions without a right.

use passant_query::{Channel, EngineError, EngineMove, Line, SearchRequest, Subject};
use passant_rules::EnPassantMode;
use passant_suite::book::{BOOK_CASES, BookCase, mistake_of};

use super::own_case::{OwnCase, ask_each, without_answers};
use super::presentation::before_push;
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

/// A position of the book, as an engine is told it.
struct ToldCase {
    case: &'static BookCase,
    line: Line,
}

impl BookCheck {
    /// Asks about every position of the book.
    pub fn run(&mut self) -> Vec<CaseResult> {
        let mut mistakes = Vec::new();
        ask_each(&cases(), |case, result| {
            self.ask(case, result, &mut mistakes)
        })
    }

    /// Asks about a position. `mistakes` are the classes in which the engine has played wrong moves, and whether the push was played.
    fn ask(
        &mut self,
        told: &ToldCase,
        result: &mut PresentationResult,
        mistakes: &mut Vec<(&'static str, bool)>,
    ) -> Result<(), Doubt> {
        let ToldCase { case, line } = told;
        let is = |played: &EngineMove, mv| *played == EngineMove::from_uci(mv);
        let played = move_of(&mut *self.with_book, line)?;
        let wrong = case.wrong.filter(|mv| is(&played, mv));
        if wrong.is_none() && !is(&played, case.correct) {
            let what = format!("this position: it plays {played}, which is not in the book");
            return Err(Doubt::unsupported(what));
        }
        if move_of(&mut *self.without_book, line)? == played {
            let what = format!("this position: it plays {played} without the book too");
            return Err(Doubt::unsupported(what));
        }
        let Some(wrong) = wrong else {
            result.pass();
            return Ok(());
        };
        self.with_book.restart();
        let again = move_of(&mut *self.with_book, line)?;
        if again != played {
            let what = format!("it plays {played}, and {again} when asked again");
            return Err(Doubt::NotRepeated(what));
        }
        // A reader that counts every file also does so where a piece stands beside the pawn.
        let is_made = |class: &&str| mistakes.contains(&(*class, told.is_played()));
        let general = case.more_general_class().filter(is_made);
        let mistake = mistake_of(general.unwrap_or(case.class()));
        mistakes.push((case.class(), told.is_played()));
        let correct = case.correct;
        let text = format!(
            "plays {wrong}, which the book has for a reader that {mistake}; the move for the key of the format is {correct}"
        );
        result.fail(Finding::text(QuestionKind::Book, text));
        Ok(())
    }
}

/// The positions with the square in the FEN, and after the double push, if there was one; the controls first.
fn cases() -> Vec<ToldCase> {
    let cases = BOOK_CASES.iter().flat_map(|case| {
        let setup = case.position().setup(EnPassantMode::Always);
        let played = before_push(&setup).map(|(before, push)| Line::new(before).then(push));
        let lines = std::iter::once(Line::new(setup)).chain(played);
        lines.map(move |line| ToldCase { case, line })
    });
    cases.collect()
}

/// Returns the number of positions, each as often as it is told.
#[must_use]
pub fn number_of_cases() -> usize {
    cases().len()
}

/// Returns the move that an engine plays.
fn move_of(engine: &mut dyn Subject, line: &Line) -> Result<EngineMove, EngineError> {
    Ok(engine.search(line, SearchRequest::to_depth(DEPTH))?.best)
}

/// The results for an engine that cannot be asked, for this reason.
#[must_use]
pub fn without_book(why: &EngineError) -> Vec<CaseResult> {
    without_answers(&cases(), why)
}

impl ToldCase {
    fn is_played(&self) -> bool {
        !self.line.steps.is_empty()
    }
}

impl OwnCase for ToldCase {
    const QUESTION: QuestionKind = QuestionKind::Book;
    const UNCONTROLLED: &'static str = "a book: it does not read this one";
    const ASKS_EVERY_CONTROL: bool = false;

    fn is_control(&self) -> bool {
        self.case.wrong.is_none()
    }

    fn before_answers(&self) -> PresentationResult {
        let how = Presentation::of(self.is_played(), false);
        PresentationResult::without_answers(how, Some(self.line.clone()))
    }

    fn summarize(&self, result: PresentationResult) -> CaseResult {
        let case = self.case;
        let how = if self.is_played() { "played" } else { "read" };
        let address = format!("book/{}/{how}", case.name);
        let why = match case.wrong {
            Some(_) => format!("A reader that {} finds another move.", case.mistake()),
            None => "It shows whether the book is read.".to_owned(),
        };
        let about = [&*address, case.class(), &why];
        CaseResult::of_case(about, &case.position(), vec![result], Channel::BestMove)
    }
}
