//! The parts of a text that answer the questions.

use std::ops::Range;

/// A marker in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FoundMarker {
    pub(super) number: usize,
    /// The lines that answer it.
    pub(super) lines: Range<usize>,
    /// True if all its moves are among the lines. In a text with broken lines some are not.
    pub(super) lists_moves: bool,
}

/// The lines between a marker and the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Segment {
    /// The number of the question, which is that of the marker before it.
    pub(super) number: usize,
    pub(super) lines: Range<usize>,
    /// True if both markers list all their moves.
    pub(super) is_between_lists: bool,
}

/// Returns the lines between each marker and the one that follows it in the block. Lines between any other markers belong to no
/// question, because something is missing there.
pub(super) fn segments(markers: &[FoundMarker]) -> Vec<Segment> {
    let pairs = markers.windows(2).filter_map(|pair| {
        let [one, next] = pair else { return None };
        (one.number + 1 == next.number).then_some(Segment {
            number: one.number,
            lines: one.lines.end..next.lines.start,
            is_between_lists: one.lists_moves && next.lists_moves,
        })
    });
    pairs.collect()
}

/// The least number of markers whose order says anything.
const FEW: usize = 4;

/// Tells whether the markers come in the order of the block, apart from parts that are missing or repeated. In a text
/// that answers another block some of the same counts occur, in any order.
pub(super) fn are_in_order(markers: &[FoundMarker]) -> bool {
    let pairs = markers
        .windows(2)
        .filter(|pair| pair[0].number != pair[1].number);
    let (ascending, descending): (Vec<_>, Vec<_>) =
        pairs.partition(|pair| pair[0].number < pair[1].number);
    ascending.len() + descending.len() < FEW || 3 * descending.len() <= ascending.len()
}

#[cfg(test)]
mod tests {
    use super::{FoundMarker, are_in_order, segments};

    fn markers(numbers: &[usize]) -> Vec<FoundMarker> {
        let lines = numbers.iter().enumerate();
        let marker = |(at, &number): (usize, &usize)| FoundMarker {
            number,
            lines: 10 * at..10 * at + 2,
            lists_moves: true,
        };
        lines.map(marker).collect()
    }

    #[test]
    fn only_lines_between_a_marker_and_the_next_answer_a_question() {
        let found = segments(&markers(&[0, 1, 3, 3, 4, 2, 3]))
            .into_iter()
            .map(|it| (it.number, it.lines));
        let expected = [(0, 2..10), (3, 32..40), (2, 52..60)];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn another_order_is_recognized() {
        assert!(are_in_order(&markers(&[0, 1, 4, 5, 5, 9, 0, 1, 2, 3])));
        assert!(!are_in_order(&markers(&[7, 3, 9, 1, 5, 2, 8])));
        assert!(are_in_order(&markers(&[7, 3])));
    }
}
