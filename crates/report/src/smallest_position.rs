//! The smallest position in which an engine fails a case, in the form that reports print and files store.

use passant_judge::check::SmallestPosition;
use passant_judge::diagnosis::rules;
use passant_judge::diagnosis::smallest_position::SmallestFailure;

use crate::judged_captures::rule_sentences;

/// Describes a failure in the smallest position.
#[must_use]
pub fn smallest_position(failure: &SmallestFailure) -> SmallestPosition {
    let SmallestFailure {
        line,
        depth,
        difference,
        is_minimal,
    } = failure;
    let position = rules::position_after(line);
    SmallestPosition {
        fen: line.setup.fen().to_string(),
        moves: line.step_texts(),
        depth: *depth,
        wrong: difference.iter().map(ToString::to_string).collect(),
        rules: position.as_ref().map(rule_sentences).unwrap_or_default(),
        is_minimal: *is_minimal,
    }
}
