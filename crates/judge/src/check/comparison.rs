//! Compares the moves of an engine with the legal ones. Every verdict rests on this comparison.

use passant_count::bulk;
use passant_query::{Counts, EngineMove};
use passant_rules::{Move, Position, UciMove};

use super::Difference;

/// A move of a divide, with the expected count and that of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountRow {
    /// UCI notation, or the text of the engine if that is not a move.
    pub mv: EngineMove,
    /// The move; `None` if it is not legal, or printed a second time.
    pub legal: Option<Move>,
    /// Tells whether it is a legal move that the engine has printed before.
    pub is_again: bool,
    /// The correct count below the move; `None` if the move is illegal.
    pub expected: Option<u64>,
    /// The count of the engine; `None` if it does not have the move.
    pub got: Option<u64>,
}

/// A move of an engine, looked up among the legal ones.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ResolvedMove {
    /// A legal move.
    Legal(Move),
    /// Not a legal move.
    Extra(EngineMove),
}

impl ResolvedMove {
    /// Returns the move of the engine, with the letter of a promotion if it is legal.
    pub(super) fn into_engine_move(self, position: &Position) -> EngineMove {
        match self {
            Self::Legal(mv) => EngineMove::Uci(position.uci_move(mv)),
            Self::Extra(mv) => mv,
        }
    }
}

/// Looks up a move of an engine among the legal moves.
#[must_use]
pub fn legal(position: &Position, mv: &EngineMove) -> Option<Move> {
    mv.uci().and_then(|mv| position.find(mv).ok())
}

/// Looks up all moves of a divide. If an engine prints the four promotions without their letter, the letters are found
/// by the counts: the largest count of the engine belongs to the promotion with the largest expected count.
#[must_use]
pub fn resolve_all(
    position: &Position,
    printed: &[(EngineMove, u64)],
    expected: &[(Move, u64)],
) -> Vec<(ResolvedMove, u64)> {
    let resolve = |mv: &EngineMove| match legal(position, mv) {
        Some(mv) => ResolvedMove::Legal(mv),
        None => ResolvedMove::Extra(mv.clone()),
    };
    let printed = printed.iter().map(|(mv, nodes)| (resolve(mv), *nodes));
    let mut all: Vec<_> = printed.collect();
    let mut promotions: Vec<_> = expected
        .iter()
        .filter(|(mv, _)| mv.promotion().is_some())
        .collect();
    promotions.sort_by_key(|(_, nodes)| std::cmp::Reverse(*nodes));
    for (mv, _) in &promotions {
        let letterless = ResolvedMove::Extra(EngineMove::Uci(UciMove::new(mv.from(), mv.to())));
        let largest = all
            .iter_mut()
            .filter(|(found, _)| *found == letterless)
            .max_by_key(|(_, nodes)| *nodes);
        if let Some((found, _)) = largest {
            *found = ResolvedMove::Legal(*mv);
        }
    }
    all
}

/// The correct divide.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut divide = Vec::new();
    passant_count::divide(&mut position.clone(), depth, |mv, nodes: u64| {
        divide.push((mv, nodes));
    });
    divide
}

/// Looks up the moves of a divide. Illegal moves with no nodes below them are dropped, which some engines print, and legal moves
/// with none are added, because some engines leave these out.
pub(super) fn resolve_divide(
    position: &Position,
    expected: &[(Move, u64)],
    counts: &Counts,
) -> Vec<(ResolvedMove, u64)> {
    let mut found = resolve_all(position, &counts.moves, expected);
    found.retain(|(resolved, nodes)| *nodes != 0 || matches!(resolved, ResolvedMove::Legal(_)));
    for (mv, _) in expected.iter().filter(|(_, nodes)| *nodes == 0) {
        let mv = ResolvedMove::Legal(*mv);
        if found.iter().all(|(it, _)| *it != mv) {
            found.push((mv, 0));
        }
    }
    found
}

/// The legal moves and those of the engine, each with both counts.
#[must_use]
pub fn rows(position: &Position, expected: &[(Move, u64)], counts: &Counts) -> Vec<CountRow> {
    let mut found = resolve_divide(position, expected, counts);
    let mut rows = Vec::new();
    for &(mv, nodes) in expected {
        let at = found
            .iter()
            .position(|(resolved, _)| *resolved == ResolvedMove::Legal(mv));
        rows.push(CountRow {
            mv: position.uci_move(mv).into(),
            legal: Some(mv),
            is_again: false,
            expected: Some(nodes),
            got: at.map(|at| found.swap_remove(at).1),
        });
    }
    // The other moves are illegal, or printed twice.
    rows.extend(found.into_iter().map(|(resolved, nodes)| CountRow {
        is_again: matches!(resolved, ResolvedMove::Legal(_)),
        mv: match resolved {
            ResolvedMove::Legal(mv) => position.uci_move(mv).into(),
            ResolvedMove::Extra(mv) => mv,
        },
        legal: None,
        expected: None,
        got: Some(nodes),
    }));
    rows
}

/// The moves of a divide that have nodes below them. Some engines print illegal moves with no nodes.
pub(super) fn with_nodes(counts: &Counts) -> Vec<EngineMove> {
    let moves = counts.moves.iter().filter(|(_, nodes)| *nodes != 0);
    moves.map(|(mv, _)| mv.clone()).collect()
}

/// The moves that are missing or illegal in the rows of a position, and the path to it.
pub(super) fn moves_that_differ(
    path: &[String],
    rows: &[CountRow],
    position: &Position,
) -> Difference {
    let missing = rows
        .iter()
        .filter(|row| row.got.is_none())
        .filter_map(|row| row.legal);
    let extra = rows.iter().filter(|row| row.expected.is_none());
    Difference {
        path: path.to_vec(),
        ..Difference::at(position, missing, extra.map(|row| &row.mv))
    }
}

/// Says how a move list differs from the legal moves.
#[must_use]
pub fn compare_moves(position: &Position, listed: &[EngineMove]) -> Difference {
    moves_that_differ(&[], &rows_of_list(position, listed), position)
}

/// A move list as a divide at depth 1.
pub(super) fn rows_of_list(position: &Position, listed: &[EngineMove]) -> Vec<CountRow> {
    let counts = Counts {
        moves: listed.iter().map(|mv| (mv.clone(), 1)).collect(),
        total: listed.len() as u64,
    };
    rows(position, &divide(position, 1), &counts)
}

/// Tells whether the moves of a divide are the legal moves. Moves that end the game may be missing. A divide without moves,
/// only a total, is accepted.
pub(super) fn has_legal_moves(position: &Position, depth: u32, counts: &Counts) -> bool {
    let moves = counts.moves.iter().filter(|(_, nodes)| *nodes != 0);
    let mut listed: Vec<_> = moves.map(|(mv, _)| mv.uci()).collect();
    listed.sort_unstable();
    let mut legal: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| Some(position.uci_move(mv)))
        .collect();
    legal.sort_unstable();
    // The quick answer, nearly always.
    if listed.is_empty() || legal == listed {
        return true;
    }
    let rows = rows_of_list(position, &with_nodes(counts));
    let ends_the_game = |mv: Move| bulk(&mut position.after(mv), depth - 1) == 0;
    let is_correct = |row: &CountRow| match row.legal {
        Some(mv) => row.got.is_some() || ends_the_game(mv),
        None => false,
    };
    rows.iter().all(is_correct)
}

#[cfg(test)]
mod tests {
    use passant_query::EngineMove;
    use passant_rules::Position;

    use super::{Counts, ResolvedMove, compare_moves, divide, has_legal_moves, resolve_all};

    /// The capture e5d6 is legal, according to python-chess.
    #[test]
    fn a_capture_that_is_printed_twice_is_not_called_illegal() {
        let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        let legal = position.legal_moves().into_iter();
        let mut listed: Vec<EngineMove> = legal.map(|mv| position.uci_move(mv).into()).collect();
        listed.push(EngineMove::from_uci("e5d6"));
        let difference = compare_moves(&position, &listed);
        let extra: Vec<_> = difference.extra.iter().map(|it| &it.kind[..]).collect();
        assert_eq!(extra, ["printed twice"]);
        assert!(difference.missing.is_empty());
    }

    #[test]
    fn only_a_move_that_ends_the_game_may_be_missing() {
        let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let whole = divide(&position, 2);
        let counted = |is_printed: fn(&str, u64) -> bool, more: &[&str]| {
            let moves = whole
                .iter()
                .map(|(mv, nodes)| (mv.uci().to_string(), *nodes));
            let moves = moves.filter(|(mv, nodes)| is_printed(mv, *nodes));
            let more = more.iter().map(|mv| ((*mv).to_owned(), 1));
            let moves: Vec<_> = moves
                .chain(more)
                .map(|(mv, nodes)| (EngineMove::from_uci(&mv), nodes))
                .collect();
            let total = moves.iter().map(|(_, nodes)| nodes).sum();
            has_legal_moves(&position, 2, &Counts { moves, total })
        };
        let ends = |(mv, nodes): &(passant_rules::Move, u64)| *nodes == 0 && mv.uci() == "a1a8";
        assert!(whole.iter().any(ends));
        assert!(counted(|_, _| true, &[]));
        assert!(counted(|_, nodes| nodes != 0, &[]));
        assert!(!counted(|mv, _| mv != "a1a7", &[]));
        assert!(!counted(|_, _| true, &["e1e3"]));
        assert!(!counted(|_, _| true, &["a1a7"]));
    }

    #[test]
    fn tells_promotions_without_letters_apart_by_their_counts() {
        // The position of the web page of Roce, which prints promotions without letters.
        let fen = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let mv = |text| position.parse_uci(text).unwrap();
        // Perft 3 of the position, counted by Stockfish 15.1.
        let expected = [
            ("g2g1q", 424),
            ("g2g1r", 424),
            ("g2g1b", 424),
            ("g2g1n", 415),
        ];
        let expected: Vec<_> = expected.map(|(text, nodes)| (mv(text), nodes)).into();
        let letterless = EngineMove::from_uci("g2g1");
        let printed: Vec<_> = [415, 424, 424, 424]
            .map(|nodes| (letterless.clone(), nodes))
            .into();
        let mut found = resolve_all(&position, &printed, &expected);
        found.sort();
        let mut legal: Vec<_> = expected
            .iter()
            .map(|&(mv, nodes)| (ResolvedMove::Legal(mv), nodes))
            .collect();
        legal.sort();
        assert_eq!(found, legal);
        // A fifth line is an extra move.
        let five = [&printed[..], &[(letterless.clone(), 1)]].concat();
        let found = resolve_all(&position, &five, &expected);
        assert!(found.contains(&(ResolvedMove::Extra(letterless), 1)));
    }
}
