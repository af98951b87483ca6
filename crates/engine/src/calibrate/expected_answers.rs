//! Compares the answers of an engine with those that are known.

use passant_query::{Channel, EngineError, EngineMove, Line, Subject};
use passant_rules::UciMove;

use super::known_positions::{
    CHOICES, ChoicePosition, FIXED_POSITIONS, LegalityPosition, MANY_MOVES, MATING_CAPTURES,
    ONE_MOVE, PLAIN, legality_positions,
};
use crate::dialect::PerftOutput;
use crate::position_command::{constant_line, constant_moves};

/// Fails unless a channel proves its answers about moves, in positions where an engine that ignores the question is
/// wrong.
pub(super) fn prove_channel(
    subject: &mut dyn Subject,
    channel: Channel,
) -> Result<(), EngineError> {
    if channel == Channel::IllegalMove {
        let mut known = legality_positions(subject.can().sets_up).iter();
        return known
            .try_for_each(|known| check_legality(subject, &constant_line(known.line), known));
    }
    match channel {
        Channel::MultiPv => [PLAIN, MANY_MOVES]
            .iter()
            .try_for_each(|line| check_list(subject, &constant_line(line))),
        Channel::SearchMoves => {
            check_legality(subject, &constant_line(PLAIN), &legality_positions(true)[0])?;
            CHOICES.iter().try_for_each(|choice| {
                let line = constant_line(choice.line);
                check_choice(subject, choice, &line).or_else(|error| {
                    // Another test shows whether the engine plays moves.
                    let played = line.without_history().filter(|_| !line.steps.is_empty());
                    played.map_or(Err(error), |line| check_choice(subject, choice, &line))
                })
            })
        }
        _ => {
            let (line, only) = ONE_MOVE;
            check_only_move(&subject.best_move(&constant_line(line), 1)?, only)
        }
    }
}

/// Tells whether an engine refuses an en passant capture if it may consider nothing else, and plays it by itself. What it says
/// about single moves is then not what its move generator knows.
pub(super) fn refuses_own_captures(subject: &mut dyn Subject) -> Result<bool, EngineError> {
    const DEPTH: u32 = 3;
    for (line, capture) in MATING_CAPTURES {
        let line = constant_line(line);
        let played = subject.best_move(&line, DEPTH)?;
        if check_only_move(&played, capture).is_ok() {
            for mv in constant_moves(capture) {
                if !subject.is_legal(&line, mv)? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// Fails unless an engine plays a bad move and another one if it may consider nothing else, and plays no illegal one.
/// Its own choice proves nothing.
fn check_choice(
    subject: &mut dyn Subject,
    choice: &ChoicePosition,
    line: &Line,
) -> Result<(), EngineError> {
    let own = subject.best_move(line, 1)?;
    let is_other = |mv: &UciMove| own != EngineMove::Uci(*mv);
    let other = constant_moves(choice.others).find(is_other);
    for mv in constant_moves(choice.bad).filter(is_other).chain(other) {
        if !subject.is_legal(line, mv)? {
            return wrong_answer(format!("plays {own} also if it may only consider {mv}"));
        }
    }
    for mv in constant_moves(choice.illegal) {
        if subject.accepts(line, mv)? {
            return wrong_answer(format!("does not say that {mv} is illegal"));
        }
    }
    Ok(())
}

/// Fails unless an engine lists the legal moves.
pub(super) fn check_list(subject: &mut dyn Subject, line: &Line) -> Result<(), EngineError> {
    let mut listed = subject.moves(line)?;
    let position = line.position().unwrap_or_default();
    listed.sort();
    let mut legal: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| EngineMove::Uci(position.uci_move(mv)))
        .collect();
    legal.sort();
    if listed == legal {
        return Ok(());
    }
    wrong_answer(format!("lists {} of {} moves", listed.len(), legal.len()))
}

/// Fails unless an engine is correct about the moves of a known position.
pub(super) fn check_legality(
    subject: &mut dyn Subject,
    line: &Line,
    known: &LegalityPosition,
) -> Result<(), EngineError> {
    for mv in constant_moves(known.legal) {
        if !subject.is_legal(line, mv)? {
            return wrong_answer(format!("does not accept {mv}, which is legal"));
        }
    }
    for mv in constant_moves(known.illegal) {
        if subject.accepts(line, mv)? {
            return wrong_answer(format!("does not say that {mv} is illegal"));
        }
    }
    Ok(())
}

/// Fails unless an engine plays the only legal move of a position.
pub(super) fn check_only_move(played: &EngineMove, expected: &str) -> Result<(), EngineError> {
    if constant_moves(expected).any(|mv| *played == EngineMove::Uci(mv)) {
        return Ok(());
    }
    wrong_answer(format!(
        "plays {played} where {expected} is the only legal move"
    ))
}

fn wrong_answer(what: String) -> Result<(), EngineError> {
    Err(EngineError::Garbled(what))
}

/// Fails unless the output of a perft command has the known count of a line. Tells whether it also lists moves.
pub(super) fn check_output(
    output: &PerftOutput,
    line: &Line,
    depth: u32,
) -> Result<bool, EngineError> {
    if output.is_search {
        return Err(EngineError::Unsupported("it searches instead".to_owned()));
    }
    if let Some(message) = output
        .error_message
        .as_ref()
        .filter(|_| !output.has_total())
    {
        return Err(EngineError::Unsupported(format!("it says {message:?}")));
    }
    let counts = output.counts().map_err(EngineError::Garbled)?;
    check_count(line, depth, counts.total)?;
    Ok(!counts.moves.is_empty())
}

/// Fails unless a count is that of a known line.
pub(super) fn check_count(line: &Line, depth: u32, total: u64) -> Result<(), EngineError> {
    let mut position = line.position().unwrap_or_default();
    let expected = passant_count::bulk(&mut position, depth);
    if total == expected {
        return Ok(());
    }
    let fixed = FIXED_POSITIONS
        .iter()
        .find(|(count, _)| depth == 2 && *count == total);
    wrong_answer(match fixed {
        Some((_, name)) => format!("it counts {name}, whatever position it is sent"),
        None => format!("it counts {total}, expected {expected}"),
    })
}

#[cfg(test)]
mod tests {
    use passant_query::{Abilities, Answer, Channel, EngineError, Line, Query, Subject};
    use passant_rules::{Move, Position};

    use super::prove_channel;

    /// An engine that accepts every move that its piece can make, also if the king is in check afterwards.
    struct Credulous(Channel);

    /// Tells whether a move is legal, or would be without the own king.
    fn is_pseudo_legal(position: &Position, mv: &Query) -> bool {
        let Query::Legal(mv) = mv else { return false };
        let is_own = position
            .piece_at(mv.from())
            .is_some_and(|piece| piece.color() == position.side_to_move());
        let (files, ranks) = (
            mv.to().file().index().abs_diff(mv.from().file().index()),
            mv.to().rank().index().abs_diff(mv.from().rank().index()),
        );
        position.find(*mv).is_ok() || is_own && files.max(ranks) == 1
    }

    impl Subject for Credulous {
        fn can(&self) -> Abilities {
            Abilities::of(self.0)
        }

        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            let position = line.position().unwrap();
            Ok(match query {
                Query::BestMove(_) => {
                    let moves = position.legal_moves();
                    let first: Move = moves[0];
                    Answer::Played(position.uci_move(first).into())
                }
                _ => Answer::Is(is_pseudo_legal(&position, query)),
            })
        }
    }

    #[test]
    fn an_engine_that_accepts_moves_into_check_cannot_be_asked_about_legality() {
        for channel in [Channel::IllegalMove, Channel::SearchMoves] {
            let error = prove_channel(&mut Credulous(channel), channel).unwrap_err();
            assert!(error.to_string().contains("e8d8 is illegal"), "{error}");
        }
    }
}
