//! Questions of their own, where a channel answers more than counts: libraries contradict themselves.

use passant_query::{Channel, EngineError, Replayed, Subject};
use passant_rules::{Move, Position, Setup};

use super::presentation::Told;
use super::retry::ask_twice;
use super::{Finding, Question, Verdict, WayResult, legality};

/// Asks whether single moves are legal, what the position is after an en passant capture, and after it was taken back.
pub(super) fn ask(
    channel: &mut dyn Subject,
    told: &Told,
    result: &mut WayResult,
) -> Result<(), EngineError> {
    if !matches!(channel.can().channel, Channel::Line | Channel::Library)
        || result.verdict != Verdict::Pass
    {
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
        let ask = |channel: &mut dyn Subject| {
            let held = ask_twice(channel, |channel| {
                channel.replay(&told.line, told.position.uci_move(mv))
            })?;
            Ok(compared(&held, told, mv, &text))
        };
        let Some(found) = optional(ask(channel))? else {
            return Ok(());
        };
        if found.is_empty() {
            result.pass();
            continue;
        }
        channel.restart();
        if ask(channel)? != found {
            let what = format!("it shows something else after {text} when it is asked again");
            return Err(EngineError::Garbled(what));
        }
        for (verdict, finding) in found {
            result.add(verdict, finding);
        }
    }
    Ok(())
}

/// What is wrong after a capture, and after it was taken back.
fn compared(held: &Replayed, told: &Told, mv: Move, text: &str) -> Vec<(Verdict, Finding)> {
    let mut after = told.position.clone();
    let _ = after.make(mv);
    let there = compare(
        held.after.as_deref(),
        &after,
        Question::After,
        &format!("after {text}"),
    );
    let back = compare(
        held.back.as_deref(),
        &told.position,
        Question::Back,
        &format!("after {text} was taken back"),
    );
    there.into_iter().chain(back).collect()
}

/// An answer, or `None` where the question is not supported.
fn optional<T>(answer: Result<T, EngineError>) -> Result<Option<T>, EngineError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(EngineError::Unsupported(_)) => Ok(None),
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
) -> Option<(Verdict, Finding)> {
    let fen = fen?;
    let Ok(setup) = Setup::from_fen(fen) else {
        let text = format!("{when}: {fen:?} is no FEN");
        return Some((Verdict::Unknown, Finding::said(question, text)));
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
        return None;
    };
    let wanted = position.fen(passant_rules::EnPassantMode::Legal);
    let text = format!("{when}: {what}; it has {fen}, right is {wanted}");
    Some((Verdict::Fail, Finding::said(question, text)))
}
