//! More questions for channels that answer more than counts, because a library may contradict itself.

use passant_query::{Channel, EngineError, Replayed};
use passant_rules::{Move, Position, Setup};

use super::hearing::Hearing;
use super::presentation::Prompt;
use super::{Doubt, Finding, QuestionKind, Verdict};

impl Hearing<'_> {
    /// Asks whether single moves are legal, and for the position after an en passant capture and after taking it back.
    pub(super) fn ask_replays(&mut self) -> Result<(), Doubt> {
        if !matches!(self.subject.can().channel, Channel::Line | Channel::Library)
            || self.result.verdict != Verdict::Pass
        {
            return Ok(());
        }
        optional(self.ask_legality())?;
        let legal = self.prompt.position.legal_moves().into_iter();
        for mv in legal.filter(|mv| mv.is_en_passant()) {
            let Some(found) = optional(self.replay(mv))? else {
                return Ok(());
            };
            if found.is_empty() {
                self.result.pass();
                continue;
            }
            self.subject.restart();
            if self.replay(mv)? != found {
                let mv = self.prompt.position.uci(mv);
                let what = format!("it reports another position after {mv} when asked again");
                return Err(Doubt::NotRepeated(what));
            }
            for (verdict, finding) in found {
                self.result.add(verdict, finding);
            }
        }
        Ok(())
    }

    /// Asks for the positions after a capture and after it was taken back, and says what is wrong with them.
    fn replay(&mut self, mv: Move) -> Result<Vec<(Verdict, Finding)>, Doubt> {
        let uci = self.prompt.position.uci_move(mv);
        let replayed = self.ask(|subject, line| subject.replay(line, uci))?;
        Ok(compare_replay(&replayed, self.prompt, mv))
    }
}

/// Returns what is wrong after a capture, and after it was taken back.
fn compare_replay(replayed: &Replayed, prompt: &Prompt, mv: Move) -> Vec<(Verdict, Finding)> {
    let text = prompt.position.uci(mv);
    let after_capture = compare(
        replayed.after.as_deref(),
        &prompt.position.after(mv),
        QuestionKind::After,
        &format!("after {text}"),
    );
    let back = compare(
        replayed.back.as_deref(),
        &prompt.position,
        QuestionKind::Back,
        &format!("after {text} was taken back"),
    );
    after_capture.into_iter().chain(back).collect()
}

/// An answer, or `None` where the question is not supported.
fn optional<T>(answer: Result<T, Doubt>) -> Result<Option<T>, Doubt> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Doubt::NoAnswer(EngineError::Unsupported(_))) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Compares a FEN of the engine with the position: board, side to move, and en passant square. A square on which no
/// capture is legal may be named or not.
fn compare(
    fen: Option<&str>,
    position: &Position,
    question: QuestionKind,
    when: &str,
) -> Option<(Verdict, Finding)> {
    let fen = fen?;
    let Ok(setup) = Setup::from_fen(fen) else {
        let text = format!("{when}: {fen:?} is not a FEN");
        return Some((Verdict::Unknown, Finding::text(question, text)));
    };
    let right = position.en_passant();
    let may_be_named = right.map(passant_rules::EnPassant::target);
    let is_usable = right.is_some_and(|right| !right.legal().is_empty());
    let what = if setup.board != position.board() {
        "the board is different"
    } else if setup.side_to_move != position.side_to_move() {
        "the other side is to move"
    } else if setup.en_passant.is_some() && setup.en_passant != may_be_named {
        "the en passant right is not cleared"
    } else if setup.en_passant.is_none() && is_usable {
        "the en passant right is lost"
    } else {
        return None;
    };
    let expected = position.fen(passant_rules::EnPassantMode::Legal);
    let text = format!("{when}: {what}; expected {expected}, got {fen}");
    Some((Verdict::Fail, Finding::text(question, text)))
}
