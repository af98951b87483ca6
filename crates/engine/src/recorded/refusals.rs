//! Rejected moves between markers.

use std::collections::HashMap;

use passant_query::{Answer, EngineError, Query, Question};
use passant_rules::UciMove;

use super::block::witness;
use super::markers::FoundMarker;
use crate::xboard_messages::is_error;

/// The moves that a line rejects, none of them if it is an error about something else; `None` if it is no error.
pub(super) type Rejection = Option<Vec<UciMove>>;

/// Reads the moves that each line rejects.
pub(super) fn rejections(lines: &[String]) -> Vec<Rejection> {
    let moves = |line: &String| {
        let words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let lines = lines.iter();
    lines
        .map(|line| is_error(line).then(|| moves(line)))
        .collect()
}

/// Returns the markers in a text.
pub(super) fn find_markers(rejections: &[Rejection], markers: &[UciMove]) -> Vec<FoundMarker> {
    let numbers: HashMap<_, usize> = markers.iter().zip(0..).collect();
    let lines = rejections.iter().enumerate();
    let found = lines.filter_map(|(at, moves)| {
        let mut named = moves.iter().flatten();
        let number = named.find_map(|mv| numbers.get(mv).copied())?;
        Some(FoundMarker {
            number,
            lines: at..at + 1,
            lists_moves: false,
        })
    });
    found.collect()
}

/// Tells whether an engine accepts a move, by the moves that it rejects between two markers. `None` if it rejects
/// neither the move nor its [witness], or if another error shows that it may not hold the position.
pub(super) fn acceptance(
    rejections: &[Rejection],
    question: &Question,
) -> Option<Result<Answer, EngineError>> {
    let Query::Legal(asked) = question.query else {
        return None;
    };
    let witness = witness(question)?;
    let errors = || rejections.iter().flatten();
    let has = |mv: UciMove| errors().flatten().any(|it| *it == mv);
    let played = question.line.moves().unwrap_or_default();
    if let Some(&mv) = played.iter().find(|mv| has(**mv)) {
        return Some(Err(EngineError::illegal(mv)));
    }
    if errors().any(|moves| !moves.iter().any(|mv| [asked, witness].contains(mv))) {
        return None;
    }
    match (has(asked), has(witness)) {
        (true, true) => Some(Err(EngineError::Garbled(format!(
            "it rejects {asked}, and {witness} too"
        )))),
        (true, false) => Some(Ok(Answer::Is(false))),
        (false, true) => Some(Ok(Answer::Is(true))),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use passant_query::Answer;

    use super::{acceptance, rejections, witness};

    #[test]
    fn a_move_is_accepted_if_only_its_witness_is_rejected() {
        let question = "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1: legal c5d6"
            .parse()
            .unwrap();
        let witness = witness(&question).unwrap();
        let asked = "Illegal move: c5d6".to_owned();
        let after = format!("Error (unknown command): {witness}");
        let remark = "Error: no such square".to_owned();
        let answer = |lines: &[&String]| {
            let lines: Vec<_> = lines.iter().map(|line| (*line).clone()).collect();
            acceptance(&rejections(&lines), &question)
        };
        assert_eq!(answer(&[&asked]), Some(Ok(Answer::Is(false))));
        assert_eq!(answer(&[&after]), Some(Ok(Answer::Is(true))));
        assert!(matches!(answer(&[&asked, &after]), Some(Err(_))));
        assert_eq!(answer(&[]), None);
        // It may hold another position.
        assert_eq!(answer(&[&remark, &asked]), None);
    }
}
