//! Asks about single moves: whether an engine accepts the legal moves and no others.

use passant_query::{EngineError, EngineMove, Subject, is_distinguishing};
use passant_rules::{EnPassant, EnPassantMode, Move, PieceType, Position, Rank, Square, UciMove};

use super::Doubt;
use super::comparison::{ResolvedMove, resolve};
use super::control::{CONTROL_MOVES, Control, control, ordinary};
use super::fallback_position::{FallbackPosition, fallback_position};
use super::presentation::Prompt;
use super::proof::proof_by_fen;
use super::retry::ask_twice;
use super::{Difference, Finding, PresentationResult, QuestionKind, Verdict, describe_move};

/// Asks about every move that has to do with the right, or with the capture that was just played.
pub(super) fn ask(
    channel: &mut dyn Subject,
    prompt: &Prompt,
    result: &mut PresentationResult,
) -> Result<(), Doubt> {
    let control = control(channel, prompt)?;
    if let Control::Ignored(how) = &control {
        result.add(
            Verdict::Unknown,
            Finding::text(QuestionKind::Control, how.clone()),
        );
        return Ok(());
    }
    let position = &prompt.position;
    let (moves, question) = if let Some(victim) = prompt.captured_pawn() {
        (after_capture(position, victim), QuestionKind::After)
    } else if let Some(right) = position.en_passant().or(prompt.expired_right()) {
        (around(position, right), QuestionKind::Legal)
    } else {
        (ordinary(position, |_| true), QuestionKind::Legal)
    };
    probe(channel, prompt, &moves, question, result)
}

/// Compares the answer of the engine about each move with the rules.
pub(super) fn probe(
    channel: &mut dyn Subject,
    prompt: &Prompt,
    moves: &[UciMove],
    question: QuestionKind,
    result: &mut PresentationResult,
) -> Result<(), Doubt> {
    if moves.is_empty() && question == QuestionKind::Legal {
        let what = "a position in which no move has to do with the right";
        return Err(EngineError::unsupported(what).into());
    }
    let wrong = wrong_about(channel, prompt, moves)?;
    if wrong.is_empty() {
        if !moves
            .iter()
            .any(|&mv| is_distinguishing(&prompt.position, mv))
        {
            check_control_move(channel, prompt)?;
        }
        result.pass();
        return Ok(());
    }
    let rejects_legal = wrong.iter().any(|&mv| is_legal(&prompt.position, mv));
    if rejects_legal && control(channel, prompt)? != Control::Held {
        let what =
            "a position in which no control move shows that it considers only what it is told";
        return Err(EngineError::unsupported(what).into());
    }
    channel.restart();
    if wrong_about(channel, prompt, &wrong)? != wrong {
        let what = "its answers are different when asked again".to_owned();
        return Err(Doubt::NotRepeated(what));
    }
    confirm(channel, prompt)?;
    let difference = named(&prompt.position, &wrong);
    let text = match (difference.missing.is_empty(), difference.extra.is_empty()) {
        (false, true) => "rejects a legal move",
        (true, _) => "accepts an illegal move",
        (false, false) => "accepts an illegal move and rejects a legal one",
    };
    result.add(
        Verdict::Fail,
        Finding {
            difference: Some(difference),
            ..Finding::text(question, text)
        },
    );
    Ok(())
}

/// The moves about which the engine is wrong.
fn wrong_about(
    channel: &mut dyn Subject,
    prompt: &Prompt,
    moves: &[UciMove],
) -> Result<Vec<UciMove>, Doubt> {
    let mut wrong = Vec::new();
    for &mv in moves {
        let is_accepted = ask_twice(channel, |channel| channel.is_legal(&prompt.line, mv))?;
        if is_accepted != is_legal(&prompt.position, mv) {
            wrong.push(mv);
        }
    }
    Ok(wrong)
}

/// Confirms with one control move that an engine without a wrong answer holds the position. It is not asked about illegal
/// moves, because some engines quit after each of them. If only a fallback position could confirm it and does not, the
/// case counts as not testable.
fn check_control_move(channel: &mut dyn Subject, prompt: &Prompt) -> Result<(), Doubt> {
    let moves = control_moves(prompt);
    let Some(&mv) = moves.first() else {
        return confirm_by_fallback(channel, prompt).map_err(|doubt| match doubt {
            Doubt::OtherPosition(_) => EngineError::unsupported(doubt).into(),
            other => other,
        });
    };
    expect_correct(channel, prompt, mv)
}

/// Confirms that the engine holds the position: it accepts control moves, and rejects a move from an empty square and a
/// move of the other side. If there are no control moves, it has to accept those of a fallback position.
fn confirm(channel: &mut dyn Subject, prompt: &Prompt) -> Result<(), Doubt> {
    let position = &prompt.position;
    let legal = control_moves(prompt);
    if legal.is_empty() {
        return confirm_by_fallback(channel, prompt);
    }
    let foreign = position
        .occupied_by(!position.side_to_move())
        .into_iter()
        .zip(!position.occupied())
        .map(|(from, to)| UciMove::new(from, to));
    let empty = (!position.occupied())
        .into_iter()
        .zip((!position.occupied()).into_iter().skip(1));
    let empty = empty.map(|(from, to)| UciMove::new(from, to));
    let moves = legal
        .into_iter()
        .chain(foreign.take(1))
        .chain(empty.take(1));
    for mv in moves {
        expect_correct(channel, prompt, mv)?;
    }
    Ok(())
}

/// Legal moves that the engine accepts only if it holds the position, even if it has not removed a captured pawn.
fn control_moves(prompt: &Prompt) -> Vec<UciMove> {
    let removed = prompt.captured_pawn();
    ordinary(&prompt.position, |mv| {
        is_distinguishing(&prompt.position, mv) && !meets(mv, removed)
    })
}

/// Whether a move goes to a square or across it.
fn meets(mv: UciMove, square: Option<Square>) -> bool {
    square.is_some_and(|square| mv.to() == square || is_between(mv.from(), square, mv.to()))
}

/// Asks about a move and requires the correct answer.
fn expect_correct(channel: &mut dyn Subject, prompt: &Prompt, mv: UciMove) -> Result<(), Doubt> {
    let is_accepted = ask_twice(channel, |channel| channel.is_legal(&prompt.line, mv))?;
    if is_accepted == is_legal(&prompt.position, mv) {
        return Ok(());
    }
    let verb = if is_accepted { "accepts" } else { "rejects" };
    Err(Doubt::OtherPosition(format!("it {verb} {mv}")))
}

/// Confirms that the engine holds the position: it reports the position, or accepts moves that are legal only in a
/// fallback position.
fn confirm_by_fallback(channel: &mut dyn Subject, prompt: &Prompt) -> Result<(), Doubt> {
    if let Some(proof) = proof_by_fen(channel, prompt) {
        return proof.confirmed();
    }
    let removed = prompt.captured_pawn();
    let Some(FallbackPosition { prompt, mut more }) = fallback_position(prompt) else {
        let why = "no control move shows that it holds this position";
        return Err(Doubt::OtherPosition(why.to_owned()));
    };
    more.retain(|&mv| is_distinguishing(&prompt.position, mv) && !meets(mv, removed));
    more.truncate(CONTROL_MOVES);
    if more.is_empty() {
        let why = "no control move of the fallback position shows that it holds it";
        return Err(Doubt::OtherPosition(why.to_owned()));
    }
    for &mv in &more {
        // A crash in the fallback position is not held against the engine.
        let why = match channel.is_legal(&prompt.line, mv) {
            Ok(true) => continue,
            Ok(false) => format!("it rejects {mv} in fen {}", prompt.line),
            Err(EngineError::Interrupted) => return Err(EngineError::Interrupted.into()),
            Err(error) => format!("{mv} in fen {}: {error}", prompt.line),
        };
        return Err(Doubt::OtherPosition(why));
    }
    Ok(())
}

/// The captures themselves, legal or not; the same move by pawns that might be taken for capturers; and the moves of
/// other pieces to and across the target and the square of the victim.
fn around(position: &Position, right: EnPassant) -> Vec<UciMove> {
    let mut moves = Vec::new();
    let us = position.side_to_move();
    for from in position.occupied_by(us) {
        let is_pawn = position
            .piece_at(from)
            .is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        // Beside the victim, also for code that wraps around the edge of the board.
        let beside = from.rank() == right.victim().rank() || is_across_the_edge(from, right);
        if is_pawn && beside {
            moves.push(UciMove::new(from, right.target()));
        }
    }
    let concerns = |mv: &&Move| {
        let touches = |square| mv.to() == square || is_between(mv.from(), square, mv.to());
        !mv.is_en_passant() && (touches(right.target()) || touches(right.victim()))
    };
    let legal = position.legal_moves();
    moves.extend(
        legal
            .iter()
            .filter(concerns)
            .map(|mv| position.uci_move(*mv)),
    );
    moves.sort_by_cached_key(ToString::to_string);
    moves.dedup();
    moves
}

/// The moves that show whether the victim is gone: its own push, and the moves of other pieces to and across its square.
fn after_capture(position: &Position, victim: Square) -> Vec<UciMove> {
    let forward = position.side_to_move().forward();
    let mut moves: Vec<_> = victim
        .offset(0, forward)
        .into_iter()
        .map(|to| UciMove::new(victim, to))
        .collect();
    let legal = position.legal_moves();
    let concerns = |mv: &&Move| mv.to() == victim || is_between(mv.from(), victim, mv.to());
    moves.extend(
        legal
            .iter()
            .filter(concerns)
            .map(|mv| position.uci_move(*mv)),
    );
    moves
}

/// Whether a pawn stands beside the victim if the board wraps around at its edge.
fn is_across_the_edge(from: Square, right: EnPassant) -> bool {
    let (victim, is_edge) = (right.victim(), |square: Square| {
        matches!(square.file().index(), 0 | 7)
    });
    is_edge(from)
        && is_edge(victim)
        && from.file() != victim.file()
        && rank_distance(from.rank(), victim.rank()) <= 1
}

fn rank_distance(a: Rank, b: Rank) -> u8 {
    a.index().abs_diff(b.index())
}

/// Whether a square lies strictly between two squares of one line.
fn is_between(from: Square, between: Square, to: Square) -> bool {
    let step = |a: Square, b: Square| {
        let files = i16::from(b.file().index()) - i16::from(a.file().index());
        let ranks = i16::from(b.rank().index()) - i16::from(a.rank().index());
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        is_line.then(|| {
            (
                (files.signum(), ranks.signum()),
                files.abs().max(ranks.abs()),
            )
        })
    };
    matches!(
        (step(from, between), step(from, to)),
        (Some((one, near)), Some((other, far))) if one == other && 0 < near && near < far
    )
}

fn is_legal(position: &Position, mv: UciMove) -> bool {
    position.find(mv).is_ok()
}

/// The legal moves among some wrong ones as missing, the others as extra.
pub(super) fn named(position: &Position, wrong: &[UciMove]) -> Difference {
    let mut difference = Difference {
        fen: position.fen(EnPassantMode::Always).to_string(),
        ..Difference::default()
    };
    for &mv in wrong {
        match resolve(position, &EngineMove::Uci(mv)) {
            ResolvedMove::Legal(mv) => difference
                .missing
                .push(describe_move::of_legal(position, mv)),
            ResolvedMove::Extra(mv) => {
                difference
                    .extra
                    .push(describe_move::of_extra(position, &mv.to_string()));
            }
        }
    }
    difference
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use passant_query::{Answer, EngineError, Line, Query, Subject};

    use super::{Doubt, PresentationResult, after_capture, around, ask};
    use crate::check::presentation::{Presentation, Prompt};

    /// A mate: nothing is legal.
    const MATE: &str = "5r1r/p7/3b2k1/P5pp/3P2K1/N1p1p2P/1P3P1P/4R1R1 w - h6 0 31";

    /// A library that is correct about the mate, and refuses all other positions.
    struct OneMate;

    impl Subject for OneMate {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            match query {
                _ if line.to_string() != MATE => Err(EngineError::Refused("broken".to_owned())),
                Query::Legal(_) => Ok(Answer::Is(false)),
                other => Err(EngineError::unsupported(other)),
            }
        }
    }

    #[test]
    fn an_error_in_the_fallback_position_is_not_held_against_the_engine() {
        let prompt = Prompt {
            presentation: Presentation::Fen,
            line: Line::from_fen(MATE).unwrap(),
            position: Position::from_fen(MATE).unwrap(),
        };
        let mut result = PresentationResult::unanswered(&prompt);
        let outcome = ask(&mut OneMate, &prompt, &mut result);
        assert!(
            matches!(&outcome, Err(Doubt::NoAnswer(EngineError::Unsupported(why))) if why.contains("broken")),
            "{outcome:?}"
        );
    }

    #[test]
    fn finds_the_moves_that_have_to_do_with_the_right() {
        // Wrapped around the edge, the a-pawn would be a capturer. The queen crosses d6 and reaches d5; the knight goes
        // to d6.
        let fen = "7k/8/2Q5/P2pP3/2N5/8/8/K7 w - d6 0 1";
        let position = Position::from_fen(fen).unwrap();
        let right = position.en_passant().unwrap();
        let expected = [
            "a5d6", "c4d6", "c6d5", "c6d6", "c6e6", "c6f6", "c6g6", "c6h6", "e5d6",
        ];
        let texts = |moves: Vec<passant_rules::UciMove>| -> Vec<String> {
            moves.iter().map(ToString::to_string).collect()
        };
        assert_eq!(texts(around(&position, right)), expected);
        let mut after = position.clone();
        let _ = after.make(position.parse_uci("e5d6").unwrap());
        assert_eq!(texts(after_capture(&after, right.victim())), ["d5d4"]);
    }
}
