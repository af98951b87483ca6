//! Questions of their own, where a channel answers more than counts: libraries contradict themselves.

use passant_rules::{Position, Setup};

use super::ways::Told;
use super::{Finding, Question, Verdict, WayResult, legality};
use crate::engine::{Channel, Rung, Trouble};

/// Asks whether single moves are legal, what the position is after an en passant capture, and after it was taken back.
pub(super) fn ask(
    channel: &mut dyn Channel,
    told: &Told,
    result: &mut WayResult,
) -> Result<(), Trouble> {
    if !matches!(channel.rung(), Rung::Line | Rung::Subject) || result.verdict != Verdict::Pass {
        return Ok(());
    }
    optional(legality::ask(channel, told, result))?;
    for mv in told
        .position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_en_passant())
    {
        let text = told.position.uci(mv).to_string();
        let answer = channel.there_and_back(&told.place, &text);
        let Some(held) = optional(answer)? else {
            return Ok(());
        };
        let mut after = told.position.clone();
        let _ = after.make(mv);
        compare(
            held.there.as_deref(),
            &after,
            Question::After,
            &format!("after {text}"),
            result,
        );
        let back = format!("after {text} was taken back");
        compare(
            held.back.as_deref(),
            &told.position,
            Question::Back,
            &back,
            result,
        );
    }
    Ok(())
}

/// An answer, or `None` where the question is not supported.
fn optional<T>(answer: Result<T, Trouble>) -> Result<Option<T>, Trouble> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Trouble::Unsupported(_)) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// Compares a FEN of the engine with the position: men, side to move, and the target. A target that nobody can use may
/// be named or not.
fn compare(
    fen: Option<&str>,
    position: &Position,
    question: Question,
    when: &str,
    result: &mut WayResult,
) {
    let Some(fen) = fen else {
        return;
    };
    let Ok(setup) = Setup::from_fen(fen) else {
        let text = format!("{when}: {fen:?} is no FEN");
        return result.add(Verdict::Unknown, Finding::said(question, text));
    };
    let right = position.en_passant();
    let may_be_named = right.map(passant_rules::EnPassant::target);
    let is_usable = right.is_some_and(|right| !right.legal().is_empty());
    let what = if setup.board != position.board() {
        "the men stand elsewhere"
    } else if setup.side_to_move != position.side_to_move() {
        "the other side is to move"
    } else if setup.en_passant.is_some() && setup.en_passant != may_be_named {
        "the right to capture en passant is not cleared"
    } else if setup.en_passant.is_none() && is_usable {
        "the right to capture en passant is lost"
    } else {
        return result.pass();
    };
    let wanted = position.fen(passant_rules::EnPassantMode::Legal);
    let text = format!("{when}: {what}; it has {fen}, right is {wanted}");
    result.add(Verdict::Fail, Finding::said(question, text));
}
