//! A library in this process: the trait to implement, and the channel through which it is asked.

use std::panic::{AssertUnwindSafe, catch_unwind};

use passant_rules::Square;

use super::channel::{Channel, Rung};
use super::dialect::Counts;
use super::witness::{Read, Times};
use super::{Place, Trouble};

/// A move generator that is tested in this process.
///
/// Two functions are enough; the others ask more of it. Moves are texts in UCI notation.
///
/// A panic is a crash, also while one is made, and the run goes on; what aborts the process cannot be caught here.
pub trait Subject: Send {
    /// Sets up a position: a FEN and moves from there. The error says why it is refused, which is not a panic.
    fn set(&mut self, fen: &str, moves: &[String]) -> Result<(), String>;

    /// The legal moves of the position.
    fn legal_moves(&mut self) -> Vec<String>;

    /// Leaf nodes below each legal move; `None` if only [`legal_moves`](Self::legal_moves) is there to count with.
    fn divide(&mut self, _depth: u32) -> Option<Vec<(String, u64)>> {
        None
    }

    /// Whether one move is legal; `None` if it cannot be asked.
    fn is_legal(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// The FEN of the position; `None` if it cannot be asked.
    fn fen(&mut self) -> Option<String> {
        None
    }

    /// Takes back the last move that was played; `None` if it cannot be asked.
    fn undo(&mut self) -> Option<()> {
        None
    }

    /// A word that is equal for positions that are taken for the same; `None` if it cannot be asked.
    fn key(&mut self) -> Option<String> {
        None
    }

    /// Whether another position is taken for the same; `None` if it cannot be asked.
    fn same(&mut self, _fen: &str, _moves: &[String]) -> Option<bool> {
        None
    }

    /// How many times the position has occurred since the FEN, now included; `None` if it cannot be asked.
    fn occurrences(&mut self) -> Option<Times> {
        None
    }

    /// A legal move in SAN; `None` if it cannot be asked.
    fn san(&mut self, _mv: &str) -> Option<String> {
        None
    }

    /// The move that a text in SAN means, or `Some(None)` if it is refused; `None` if it cannot be asked.
    fn parse(&mut self, _text: &str) -> Option<Option<Read>> {
        None
    }

    /// Where the man stands that a legal move takes, or `Some(None)` if it takes none; `None` if it cannot be asked.
    fn victim(&mut self, _mv: &str) -> Option<Option<Square>> {
        None
    }

    /// Whether a legal move captures, en passant included; `None` if it cannot be asked.
    fn is_capture(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// Whether a legal move captures en passant; `None` if it cannot be asked.
    fn is_en_passant(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// Whether a legal move gives check; `None` if it cannot be asked.
    fn gives_check(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// Whether `0000` among the moves of [`set`](Self::set) is taken for a null move.
    fn has_null_moves(&self) -> bool {
        false
    }

    /// Whether Chess960 is understood.
    fn is_chess960(&self) -> bool {
        false
    }
}

/// A library that is asked in this process.
pub struct InProcess<S, F> {
    make: F,
    subject: Option<S>,
}

impl<S: Subject, F: FnMut() -> S + Send> InProcess<S, F> {
    /// `make` makes a subject at the beginning, and a new one after each panic.
    pub fn new(make: F) -> Self {
        Self {
            make,
            subject: None,
        }
    }

    fn ask<T>(
        &mut self,
        place: &Place,
        question: impl FnOnce(&mut S) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        self.guarded(|subject| {
            if place.is_chess960 && !subject.is_chess960() {
                return Err(Trouble::Unsupported("Chess960".to_owned()));
            }
            set(subject, place)?;
            question(subject)
        })
    }

    /// Asks something, and takes a panic for a crash.
    pub(super) fn guarded<T>(
        &mut self,
        question: impl FnOnce(&mut S) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let kept = self.subject.take();
        let make = &mut self.make;
        // A subject that has panicked is not used again, so that nobody sees it half changed. One that cannot be made
        // is made anew for the next question.
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
            Err(panic) => Err(Trouble::Crashed(message(panic.as_ref()))),
        }
    }

    /// The next question meets a new subject.
    pub(super) fn forget(&mut self) {
        self.subject = None;
    }
}

impl<S: Subject, F: FnMut() -> S + Send> Channel for InProcess<S, F> {
    fn rung(&self) -> Rung {
        Rung::Subject
    }

    fn count(&mut self, place: &Place, depth: u32) -> Result<Counts, Trouble> {
        self.ask(place, |subject| walk(subject, place, depth))
    }

    fn moves(&mut self, place: &Place) -> Result<Vec<String>, Trouble> {
        self.ask(place, |subject| Ok(subject.legal_moves()))
    }

    fn accepts(&mut self, place: &Place, mv: &str) -> Result<bool, Trouble> {
        let no_answer = || Trouble::Unsupported("whether a move is legal".to_owned());
        self.ask(place, |subject| subject.is_legal(mv).ok_or_else(no_answer))
    }

    fn held(&mut self, place: &Place) -> Result<Option<String>, Trouble> {
        self.ask(place, |subject| Ok(subject.fen()))
    }

    fn restart(&mut self) {
        self.forget();
    }
}

/// Sets up a position. What is refused with its moves, but not without the last of them, is that move.
pub(super) fn set<S: Subject>(subject: &mut S, place: &Place) -> Result<(), Trouble> {
    let Err(why) = subject.set(&place.fen, &place.moves) else {
        return Ok(());
    };
    let is_refused = |count: &usize| subject.set(&place.fen, &place.moves[..*count]).is_err();
    let refused = (0..place.moves.len()).find(is_refused);
    match refused.unwrap_or(place.moves.len()).checked_sub(1) {
        None => Err(Trouble::Refused(why)),
        Some(last) => Err(Trouble::Illegal {
            mv: place.moves[last].clone(),
            why,
        }),
    }
}

fn walk<S: Subject>(subject: &mut S, place: &Place, depth: u32) -> Result<Counts, Trouble> {
    let moves = match (depth, subject.divide(depth)) {
        (_, Some(divided)) => divided,
        (1, None) => subject
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, 1))
            .collect(),
        (_, None) => {
            let mut divided = Vec::new();
            for mv in subject.legal_moves() {
                let next = place.after(&mv);
                set(subject, &next)?;
                let nodes = walk(subject, &next, depth - 1)?.total;
                set(subject, place)?;
                divided.push((mv, nodes));
            }
            divided
        }
    };
    Ok(Counts {
        total: moves
            .iter()
            .fold(0, |sum, (_, nodes)| sum.saturating_add(*nodes)),
        moves,
    })
}

/// What a panic has said.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panicked: {}", text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::channel::Channel;
    use super::{InProcess, Place, Subject, Trouble};

    struct Library;

    impl Subject for Library {
        fn set(&mut self, _fen: &str, _moves: &[String]) -> Result<(), String> {
            Ok(())
        }

        fn legal_moves(&mut self) -> Vec<String> {
            vec!["e1e2".to_owned()]
        }
    }

    #[test]
    fn a_library_that_cannot_be_made_has_crashed_and_is_made_again() {
        let mut made = 0;
        let mut channel = InProcess::new(move || {
            made += 1;
            assert_ne!(made, 1, "no table for the bishops");
            Library
        });
        let place = Place::new("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let crash = channel.moves(&place);
        assert!(
            matches!(&crash, Err(Trouble::Crashed(how)) if how.contains("no table for the bishops")),
            "{crash:?}"
        );
        assert_eq!(channel.moves(&place), Ok(vec!["e1e2".to_owned()]));
    }
}
