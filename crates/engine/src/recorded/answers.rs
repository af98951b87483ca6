//! Answers between markers: counts, FENs, and rejected moves.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use passant_query::{
    Abilities, Answer, Asks, Channel, Counts, EngineError, EngineMove, Line, Query, Question,
    Subject, is_distinguishing,
};
use passant_rules::{PieceType, Position, Setup, UciMove};

use super::markers::{DEPTH, FoundMarker, MarkerPosition, leaves};
use crate::dialect::notation::engine_move;
use crate::dialect::{PerftOutput, Reading, counts};
use crate::reported_position::find_reported_fen;
use crate::xboard_messages::is_error;

/// Returns the markers in a text: each is found by its total.
pub(super) fn find_counted_markers(
    readings: &[Reading],
    markers: &[MarkerPosition],
) -> Vec<FoundMarker> {
    let numbers: HashMap<_, usize> = markers.iter().map(|it| it.total).zip(0..).collect();
    let totals: Vec<_> = (0..readings.len())
        .filter_map(|at| Some((at, *numbers.get(&total_at(readings, at, DEPTH)?)?)))
        .collect();
    // A count to depth 1 before a marker may also be the answer to the question before it.
    let after_own_row = totals.iter().filter(|&&(at, number)| {
        row_before(readings, at) == Some(markers[number].replies.len() as u64)
    });
    let prints_each_depth = totals.len() < 2 * after_own_row.count();
    let mut found: Vec<FoundMarker> = Vec::new();
    for (at, number) in totals {
        let after = found.last().map_or(0, |it| it.lines.end);
        let start = start_of(&markers[number], readings, after..at, prints_each_depth);
        found.push(FoundMarker {
            number,
            lines: start..at + 1,
            lists_moves: lists_moves(&markers[number], &readings[start..at]),
        });
    }
    found
}

/// Returns the count in the last row or total before a line, if that is the row of depth 1.
fn row_before(readings: &[Reading], line: usize) -> Option<u64> {
    let before = (0..line).rev().find_map(|at| match &readings[at] {
        Reading::Row { depth: 1, nodes } => Some(Some(*nodes)),
        Reading::Row { .. } => Some(None),
        _ => total_at(readings, at, DEPTH).map(|_| None),
    });
    before.flatten()
}

/// Returns the total in a line of the answer to a count.
fn total_at(readings: &[Reading], at: usize, depth: u32) -> Option<u64> {
    let before = at.checked_sub(1).map(|before| &readings[before]);
    match readings[at] {
        // The nodes of the move on the line before.
        Reading::Bare(_) if matches!(before, Some(Reading::MoveAlone(_))) => None,
        Reading::Bare(total) | Reading::Total(total) => Some(total),
        Reading::Row { depth: of, nodes } if of == depth => Some(nodes),
        _ => None,
    }
}

/// Returns the first line of the answer to a marker, whose total comes after some lines: its moves, and the count to
/// depth 1 of an engine that prints a row for each depth.
fn start_of(
    marker: &MarkerPosition,
    readings: &[Reading],
    lines: Range<usize>,
    prints_each_depth: bool,
) -> usize {
    let position = Position::from_fen(&marker.fen).ok();
    let is_own = |text: &str, nodes: Option<u64>| {
        let mv = position.as_ref().map(|it| engine_move(it, text));
        let replies = mv.and_then(|mv| marker.replies_to(mv.uci()?));
        replies.is_some_and(|replies| nodes.is_none_or(|nodes| nodes == replies || nodes == 1))
    };
    let mut start = lines.end;
    let mut has_row = !prints_each_depth;
    for at in lines.rev() {
        let belongs = match &readings[at] {
            Reading::Move { text, nodes } => is_own(text, Some(*nodes)),
            Reading::MoveAlone(text) => is_own(text, None),
            Reading::Row { depth: 1, nodes } => {
                let is_first = !std::mem::replace(&mut has_row, true);
                is_first && *nodes == marker.replies.len() as u64
            }
            Reading::Bare(_) => total_at(readings, at, DEPTH).is_none(),
            Reading::Other => continue,
            _ => false,
        };
        if !belongs {
            break;
        }
        start = at;
    }
    start
}

/// Tells whether the lines of a marker have all its moves, apart from those that end the game, which engines may leave
/// out. An engine that prints a row for each depth lists its moves for each.
fn lists_moves(marker: &MarkerPosition, readings: &[Reading]) -> bool {
    let moves: BTreeSet<_> = readings
        .iter()
        .filter_map(|reading| match reading {
            Reading::Move { text, .. } | Reading::MoveAlone(text) => Some(text),
            _ => None,
        })
        .collect();
    let going_on = marker.replies.iter().filter(|(_, nodes)| 0 < *nodes);
    (going_on.count()..=marker.replies.len()).contains(&moves.len())
}

/// Returns the counts of a line between two markers; `None` if there are none, or not all lines. `before` is the first
/// of the two markers.
pub(super) fn read_counts(
    readings: &[Reading],
    line: &Line,
    depth: u32,
    before: &MarkerPosition,
) -> Option<Result<Answer, EngineError>> {
    let mut output = PerftOutput::to_depth(depth);
    for reading in readings {
        output.add_reading(reading.clone());
    }
    if !output.has_total() || output.is_search {
        return None;
    }
    Some(counts(&output, line).and_then(|counts| {
        if is_of_marker(&counts, line, depth, before) {
            let what = "the counts of the position before it, which it may still hold";
            return Err(EngineError::Garbled(what.to_owned()));
        }
        Ok(Answer::Counts(with_ends(counts, line, depth)))
    }))
}

/// Tells whether an answer has counts of moves.
pub(super) fn has_moves(answer: &Result<Answer, EngineError>) -> bool {
    matches!(answer, Ok(Answer::Counts(counts)) if !counts.moves.is_empty())
}

/// Returns an answer with a line that may have been broken: a wrong count proves nothing, because its last digits may
/// be on the next line.
pub(super) fn doubt_wrong_count(
    answer: Result<Answer, EngineError>,
    line: &Line,
    depth: u32,
) -> Result<Answer, EngineError> {
    let Ok(Answer::Counts(counts)) = &answer else {
        return answer;
    };
    let position = line.position();
    let is_correct = position.is_some_and(|it| {
        let legal = it.legal_moves().len();
        leaves(&it, depth) == counts.total
            && (counts.moves.is_empty() || counts.moves.len() == legal)
    });
    if is_correct {
        return answer;
    }
    let what = "the line may go on in the next one, in the middle of a number";
    Err(EngineError::Garbled(what.to_owned()))
}

/// Tells whether the counts are those of the marker position, and not those of the line.
fn is_of_marker(counts: &Counts, line: &Line, depth: u32, marker: &MarkerPosition) -> bool {
    let leaves_of = |position: Option<Position>| position.map(|it| leaves(&it, depth));
    let mut moves = counts.moves.iter();
    // Most answers have a move that the marker lacks, which is seen without counting.
    moves.all(|(mv, _)| mv.uci().is_some_and(|mv| marker.replies_to(mv).is_some()))
        && leaves_of(Position::from_fen(&marker.fen).ok()) == Some(counts.total)
        && (!counts.moves.is_empty() || leaves_of(line.position()) != Some(counts.total))
}

/// Deeper counts with the moves that end the game. Engines may leave them out, because there are no nodes below them,
/// and so may a text: whether the engine has them shows at depth 1.
fn with_ends(mut counts: Counts, line: &Line, depth: u32) -> Counts {
    let Some(position) = line
        .position()
        .filter(|_| 1 < depth && !counts.moves.is_empty())
    else {
        return counts;
    };
    for mv in position.legal_moves() {
        let uci = position.uci_move(mv);
        let is_listed = |(listed, _): &(EngineMove, u64)| {
            listed.uci().and_then(|mv| position.find(mv).ok()) == Some(mv)
        };
        if position.after(mv).count_legal_moves() == 0 && !counts.moves.iter().any(is_listed) {
            counts.moves.push((uci.into(), 0));
        }
    }
    counts
}

/// Returns the FEN of a line between two markers; `None` if there is none, or if it is that of another position that
/// the engine was given: it may have been printed before or after its turn.
pub(super) fn read_fen(
    lines: &[String],
    line: &Line,
    others: &[Position],
) -> Option<Result<Answer, EngineError>> {
    let fen = find_reported_fen(lines, line)?;
    let setup = Setup::from_fen(&fen).ok()?;
    let is_it = |position: &Position| {
        setup.board == position.board() && setup.side_to_move == position.side_to_move()
    };
    let is_own = line.position().is_some_and(|end| is_it(&end));
    (is_own || !others.iter().any(is_it)).then_some(Ok(Answer::Fen(fen)))
}

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
pub(super) fn find_rejected_markers(
    rejections: &[Rejection],
    markers: &[UciMove],
) -> Vec<FoundMarker> {
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

/// Returns the move that is played after the move in question, to see what became of it: a legal one of the same side.
/// It is illegal after a move that the engine accepts, and legal after a move that it rejects, so that the engine
/// complains about exactly one of both, and silence says nothing.
///
/// `None` if there is no such move that has nothing to do with the question.
pub(super) fn witness(question: &Question) -> Option<UciMove> {
    let Query::Legal(asked) = question.query else {
        return None;
    };
    let played = question.line.moves()?;
    let (start, _) = question.line.setup.repair().ok()?;
    let (position, _) = question.line.play(start)?;
    // The texts of the moves tell them apart.
    let is_other = |mv: UciMove| mv != asked && !played.contains(&mv);
    if played.contains(&asked) {
        return None;
    }
    let legal = position.legal_moves().into_iter().filter(|mv| {
        let is_castling = mv.kind().castling_side().is_some();
        !is_castling && !mv.is_en_passant() && mv.promotion().is_none()
    });
    let is_pawn = |from| {
        let piece = position.piece_at(from);
        piece.is_some_and(|piece| piece.piece_type() == PieceType::Pawn)
    };
    let moves = legal
        .map(|mv| (is_pawn(mv.from()), position.uci_move(mv)))
        .filter(|&(_, mv)| is_other(mv));
    // Faults are about pawns. A move that is legal in a position that engines keep shows less.
    let best = moves.min_by_key(|&(is_pawn, mv)| (!is_distinguishing(&position, mv), is_pawn));
    best.map(|(_, mv)| mv)
}

/// An answer, or why it says nothing.
pub(super) type Recording = Result<Answer, EngineError>;

/// An engine that gives the answers that were found in a text, and no others. Clones share them.
#[derive(Clone, Debug)]
pub struct Recorded {
    answers: Arc<HashMap<Question, Recording>>,
    abilities: Abilities,
    found: Found,
}

/// The part of a block that a text answers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Found {
    /// The questions of the block.
    pub asked: usize,
    /// The questions with an answer.
    pub answered: usize,
    /// The questions with answers that contradict themselves or each other.
    pub contradicted: usize,
    /// The markers of the block in the text. Some counts of any text look like markers.
    pub markers: usize,
    /// True if the markers come in the order of the block. Otherwise the text answers another one.
    pub is_in_order: bool,
}

impl Recorded {
    /// Returns the answers that were found, of which several may be to the same question.
    pub(super) fn new(
        found: Vec<(&Question, Recording)>,
        abilities: Abilities,
        coverage: Found,
    ) -> Self {
        let mut answers: HashMap<Question, Recording> = HashMap::new();
        for (question, answer) in found {
            let known = answers
                .entry(question.clone())
                .or_insert_with(|| answer.clone());
            if *known != answer {
                let what = "the text has several answers to this question, and they differ";
                *known = Err(EngineError::Garbled(what.to_owned()));
            }
        }
        let answered = answers.values().filter(|answer| answer.is_ok()).count();
        let has_moves = |answer: &Recording| match answer {
            Ok(Answer::Counts(counts)) => !counts.moves.is_empty(),
            Err(EngineError::Contradicted { .. }) => true,
            _ => false,
        };
        let channel = match abilities.channel {
            channel if channel.asks() != Asks::Counts => channel,
            _ if answers.values().any(has_moves) => Channel::Divide,
            _ => Channel::Total,
        };
        Self {
            found: Found {
                answered,
                contradicted: answers.len() - answered,
                ..coverage
            },
            abilities: Abilities {
                channel,
                ..abilities
            },
            answers: Arc::new(answers),
        }
    }

    /// Returns the part of the block that the text answers.
    #[must_use]
    pub fn coverage(&self) -> Found {
        self.found
    }
}

impl Subject for Recorded {
    fn can(&self) -> Abilities {
        self.abilities
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let question = Question {
            line: line.clone(),
            query: query.clone(),
        };
        let missing = || Err(EngineError::unsupported("what the text does not answer"));
        self.answers.get(&question).cloned().unwrap_or_else(missing)
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
