//! Numbered questions whose answers no other question has.

use std::collections::BTreeSet;
use std::ops::Range;

use passant_query::{Query, Question};
use passant_rules::{EnPassantMode, Piece, Position, Setup, Square, UciMove};

/// The depth in plies to which the positions of markers are counted.
pub(super) const DEPTH: u32 = 2;

/// The kings of all marker positions. White moves.
const KINGS: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";

/// The pieces that are added, from few moves to many.
const PIECES: [&str; 6] = ["Qq", "Rq", "QRq", "QRqr", "QRBqr", "QQRqqr"];

/// The least count: smaller ones are those of many positions.
const LEAST: u64 = 100;

/// Counts of positions that engines hold when they ignore the one that they are sent: the initial position and
/// kiwipete.
const FIXED: [u64; 4] = [20, 400, 48, 2039];

/// A position with a count that belongs to it alone. The total is one line, so that no loss of lines can turn it into
/// that of another marker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MarkerPosition {
    pub(super) fen: String,
    /// The moves, each with its replies.
    pub(super) replies: Vec<(UciMove, u64)>,
    /// All replies.
    pub(super) total: u64,
}

/// The markers of a block, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Markers {
    /// Positions to count, for engines that count.
    Positions(Vec<MarkerPosition>),
    /// Moves that no piece makes, for engines that repeat the moves that they reject.
    Moves(Vec<UciMove>),
}

impl Markers {
    /// Positions whose counts are not those of a question; `None` if there are too few of them.
    pub(super) fn positions(
        questions: &[Question],
        numbering: &Numbering,
        number: usize,
    ) -> Option<Self> {
        let mut taken = BTreeSet::from(FIXED);
        taken.extend(questions.iter().flat_map(correct_counts));
        let all: Vec<_> = marker_positions(taken).take(numbering.size()).collect();
        if all.len() < numbering.size() {
            return None;
        }
        let chosen = (0..number).map(|number| all[numbering.place(number)].clone());
        Some(Self::Positions(chosen.collect()))
    }

    /// Moves between squares that no piece connects; `None` if there are too few of them.
    pub(super) fn moves(numbering: &Numbering, number: usize) -> Option<Self> {
        let pairs = Square::ALL
            .into_iter()
            .flat_map(|from| Square::ALL.into_iter().map(move |to| (from, to)));
        let all: Vec<_> = pairs
            .filter(|&(from, to)| !is_connected(from, to))
            .map(|(from, to)| UciMove::new(from, to))
            .take(numbering.size())
            .collect();
        if all.len() < numbering.size() {
            return None;
        }
        let chosen = (0..number).map(|number| all[numbering.place(number)]);
        Some(Self::Moves(chosen.collect()))
    }
}

/// Returns the correct counts of a question, which must not be those of a marker.
fn correct_counts(question: &Question) -> Vec<u64> {
    let Query::Count(depth) = question.query else {
        return Vec::new();
    };
    let Ok((start, _)) = question.line.setup.repair() else {
        return Vec::new();
    };
    let Some((position, _)) = question.line.play(start) else {
        return Vec::new();
    };
    (1..=depth).map(|depth| leaves(&position, depth)).collect()
}

/// Returns the leaf nodes of a small tree.
pub(super) fn leaves(position: &Position, depth: u32) -> u64 {
    if depth <= 1 {
        return position.count_legal_moves().into();
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| leaves(&position.after(mv), depth - 1)).sum()
}

/// Positions with different counts, none of them taken.
fn marker_positions(mut taken: BTreeSet<u64>) -> impl Iterator<Item = MarkerPosition> {
    let setups = PIECES
        .into_iter()
        .flat_map(|pieces| (0..64 * 64).filter_map(move |place| with_pieces(pieces, place)));
    setups.filter_map(move |position| {
        let marker = MarkerPosition::new(&position);
        let is_new = LEAST <= marker.total && taken.insert(marker.total);
        is_new.then_some(marker)
    })
}

/// Returns the kings and some white pieces; `None` if that is not a position, or if White could have captured the king.
fn with_pieces(pieces: &str, place: usize) -> Option<Position> {
    let mut setup = Setup::from_fen(KINGS).ok()?;
    for (number, letter) in pieces.chars().enumerate() {
        // Any places will do, as long as they are the same everywhere.
        let at = (place * (2 * number + 1) * 37 + place / 64 * (11 * number + 5)) % 64;
        let square = Square::ALL[at];
        if setup.board.get(square).is_some() {
            return None;
        }
        setup.board.set(square, Piece::from_letter(letter));
    }
    setup.validate().ok()
}

impl MarkerPosition {
    fn new(position: &Position) -> Self {
        let legal = position.legal_moves().into_iter();
        let replies: Vec<_> = legal
            .map(|mv| (position.uci_move(mv), leaves(&position.after(mv), 1)))
            .collect();
        Self {
            fen: position.fen(EnPassantMode::Always).to_string(),
            total: replies.iter().map(|(_, nodes)| nodes).sum(),
            replies,
        }
    }

    /// Returns the replies to a move; `None` if it is not legal.
    pub(super) fn replies_to(&self, mv: UciMove) -> Option<u64> {
        let found = self.replies.iter().find(|(it, _)| *it == mv);
        found.map(|(_, nodes)| *nodes)
    }
}

/// Tells whether any piece moves from one square to another on an empty board.
fn is_connected(from: Square, to: Square) -> bool {
    let files = from.file().index().abs_diff(to.file().index());
    let ranks = from.rank().index().abs_diff(to.rank().index());
    files == 0 || ranks == 0 || files == ranks || files + ranks == 3
}

/// The version of the markers and of the words around them. A text of another version is not read.
const VERSION: u64 = 1;

/// The order in which a block uses its markers. It begins anywhere and goes in steps of a length that depends on all
/// questions of the block, so that hardly any two markers of another block follow each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    /// A prime number, so that steps of any length lead to all markers.
    size: usize,
    start: usize,
    step: usize,
}

impl Numbering {
    /// Returns an order for some markers of a block with this content.
    pub(super) fn new(markers: usize, content: &str) -> Self {
        let is_prime = |number: &usize| (2..*number).all(|it| !number.is_multiple_of(it));
        let mut sizes = markers.max(101)..;
        let size = sizes.find(is_prime).unwrap_or(markers);
        let number = fnv_1a(VERSION.to_le_bytes().into_iter().chain(content.bytes()));
        let part = |hash: u64, below: usize| usize::try_from(hash).unwrap_or(usize::MAX) % below;
        Self {
            size,
            start: part(number & u64::from(u32::MAX), size),
            step: 1 + part(number >> 32, size - 1),
        }
    }

    /// Returns the number of markers that are needed.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns the place of a marker among all.
    pub(super) fn place(&self, number: usize) -> usize {
        (self.start + number * self.step) % self.size
    }
}

/// Returns the hash of Fowler, Noll and Vo (FNV-1a) of some bytes, which is the same in every build.
pub(crate) fn fnv_1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

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
    use std::collections::BTreeSet;

    use super::{FoundMarker, Markers, Numbering, are_in_order, marker_positions, segments};

    #[test]
    fn there_are_thousands_of_markers_with_different_counts() {
        let taken = BTreeSet::from([100, 200, 300]);
        let markers: Vec<_> = marker_positions(taken.clone()).collect();
        let totals: BTreeSet<_> = markers.iter().map(|it| it.total).collect();
        assert_eq!(totals.len(), markers.len());
        assert!(taken.is_disjoint(&totals));
        assert!(1_000 < markers.len(), "{}", markers.len());
        let numbering = Numbering::new(2000, "");
        assert!(Markers::moves(&numbering, 2000).is_some());
        let numbering = Numbering::new(5000, "");
        assert_eq!(Markers::moves(&numbering, 5000), None);
    }

    #[test]
    fn every_marker_is_used_once_and_the_order_depends_on_the_content() {
        let [one, other] = ["one", "other"].map(|content| Numbering::new(200, content));
        let places = |it: &Numbering| (0..200).map(|number| it.place(number)).collect::<Vec<_>>();
        assert_eq!(places(&one).into_iter().collect::<BTreeSet<_>>().len(), 200);
        assert_ne!(places(&one), places(&other));
        assert_eq!(one, Numbering::new(200, "one"));
    }

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
