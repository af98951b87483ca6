//! Whether an engine holds the position that it was told.
//!
//! An engine that silently keeps another position gives wrong answers to every question, and has nothing wrong with
//! its moves: it must not be accused. The engine has just been started when this is asked, so that it can only have kept
//! the initial position, the one that engines are told of [before any other](passant_query::decoy), or the one from which the
//! moves lead to where it should be.

use passant_oracle::State;
use passant_perft::bulk;
use passant_query::{EngineError, EngineMove, Line, Subject, stale_positions};
use passant_rules::{EnPassantMode, Move, Position, Setup, UciMove};

use super::NamedMove;
use super::comparison::{Meant, compare_moves, meant, with_nodes};
use super::fallback_position::{Nearby, nearby};
use super::listing::listed;
use super::presentation::Told;

/// What is known about the position that the engine holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PositionProof {
    /// The one it was told.
    Holds,
    /// Another, or nobody knows: says what speaks against it.
    Doubtful(String),
}

impl PositionProof {
    /// Nothing is held against an engine that may speak about another position.
    pub(super) fn confirmed(self) -> Result<(), EngineError> {
        match self {
            Self::Holds => Ok(()),
            Self::Doubtful(why) => Err(doubt(&why)),
        }
    }
}

/// What comes instead of a verdict on an engine that may hold another position: says what speaks for that.
pub(super) fn doubt(why: &str) -> EngineError {
    EngineError::Garbled(format!("it may hold another position: {why}"))
}

/// Asks an engine that counts, or lists moves: what it shows, which moves it has, and which it has in a neighbour if it
/// is wrong about all that could be seen here.
pub(super) fn proof_of_position(
    channel: &mut dyn Subject,
    told: &Told,
) -> Result<PositionProof, EngineError> {
    if let Some(held) = shown(channel, told) {
        return Ok(held);
    }
    let depth = channel.can().least_depth;
    let (moves, doubt) = match channel.count(&told.line, depth) {
        Ok(counts) if counts.moves.is_empty() && counts.total != 0 => {
            (Vec::new(), by_totals(channel, counts.total, depth, told)?)
        }
        counts => {
            let moves = match counts {
                Ok(counts) => with_nodes(&counts),
                Err(EngineError::Unsupported(_)) => channel.moves(&told.line)?,
                Err(trouble) => return Err(trouble),
            };
            let doubt = by_moves(&moves, told);
            (moves, doubt)
        }
    };
    let is_strange = || {
        let pseudo_legal = pseudo_legal(&told.position);
        let mut moves = moves.iter();
        moves.any(|mv| !can_be_made(mv, &told.position, &pseudo_legal))
    };
    if doubt == PositionProof::Holds || is_strange() {
        return Ok(doubt);
    }
    Ok(match nearby(told) {
        Some(nearby) if is_understood(channel, &nearby)? => PositionProof::Holds,
        _ => doubt,
    })
}

/// What is known from the position that an engine shows; `None` if it shows none.
pub(super) fn shown(channel: &mut dyn Subject, told: &Told) -> Option<PositionProof> {
    let fen = channel.fen(&told.line).ok()?;
    by_fen(&fen, &told.position)
}

/// Asks an engine that has played a move, and of which nothing else is known unless it shows its position: the man that
/// it moves must be there, and the move must not be one that it could play from where all games begin. An engine that
/// says that it has no move speaks about no position where it could be caught.
pub(super) fn proof_by_move(
    channel: &mut dyn Subject,
    told: &Told,
    played: &EngineMove,
) -> PositionProof {
    shown(channel, told).unwrap_or_else(|| by_played(played, told))
}

/// The positions that an engine may hold which [takes none](stale_positions), and that from which the moves lead to the place.
fn others(line: &Line) -> impl Iterator<Item = Position> {
    let root = Some(line.root()).filter(|_| !line.steps.is_empty());
    let root = root.and_then(|root| root.position());
    stale_positions().into_iter().chain(root)
}

fn by_played(played: &EngineMove, told: &Told) -> PositionProof {
    let position = &told.position;
    let Some(mv) = played.uci().filter(|mv| !mv.is_null()) else {
        return PositionProof::Holds;
    };
    let man = position.piece_at(mv.from());
    if man.is_none_or(|man| man.color() != position.side_to_move()) {
        PositionProof::Doubtful(format!("it plays {played}, where none of its men stands"))
    } else if others(&told.line).any(|kept| kept.find(mv).is_ok()) {
        PositionProof::Doubtful(format!("it plays {played}, as if it had not been told"))
    } else {
        PositionProof::Holds
    }
}

/// The FEN that an engine shows must have the same men on the same squares, and the same side to move. Its en passant
/// field is not compared: there are three conventions for it, and what it forgets is what the counts are about. `None`
/// if it is no FEN, which says nothing.
fn by_fen(fen: &str, position: &Position) -> Option<PositionProof> {
    let setup = Setup::from_fen(fen).ok()?;
    let is_told = setup.board == position.board() && setup.side_to_move == position.side_to_move();
    Some(if is_told {
        PositionProof::Holds
    } else {
        PositionProof::Doubtful(format!("it shows {fen}"))
    })
}

/// Most legal moves must be there, and few others; or most that could be made if kings did not matter, and no others:
/// an engine that overlooks a check has all of these.
fn by_moves(listed: &[EngineMove], told: &Told) -> PositionProof {
    let position = &told.position;
    let difference = compare_moves(position, listed);
    let (missing, extra) = (difference.missing.len(), difference.extra.len());
    let legal = position.legal_moves().len();
    let right = legal - missing;
    let pseudo_legal = pseudo_legal(position);
    let made: Vec<_> = listed
        .iter()
        .filter(|mv| can_be_made(mv, position, &pseudo_legal))
        .collect();
    let is_legal_in =
        |kept: &Position, mv: &EngineMove| mv.uci().is_some_and(|mv| kept.find(mv).is_ok());
    let has_all = |kept: Position| made.iter().all(|mv| is_legal_in(&kept, mv));
    let is_elsewhere = || others(&told.line).any(has_all);
    let is_careless =
        || made.len() == listed.len() && pseudo_legal.len() <= 2 * made.len() && !is_elsewhere();
    if missing + extra <= right || is_careless() {
        PositionProof::Holds
    } else {
        PositionProof::Doubtful(format!(
            "it has {right} of {legal} legal moves, and {extra} others"
        ))
    }
}

/// Whether a man of the side to move goes so, whatever becomes of its king: the move is one of those that are
/// [`pseudo_legal`] there.
fn can_be_made(mv: &EngineMove, position: &Position, pseudo_legal: &[UciMove]) -> bool {
    match meant(position, mv) {
        Meant::Legal(_) => true,
        Meant::Extra(mv) => mv.uci().is_some_and(|mv| pseudo_legal.contains(&mv)),
    }
}

/// The moves that the men can make if kings do not matter.
fn pseudo_legal(position: &Position) -> Vec<UciMove> {
    let state = State::new(&position.setup(EnPassantMode::Always));
    let moves = state.pseudo_legal_moves().into_iter();
    moves.map(Move::uci_move).collect()
}

/// Whether an engine lists most moves that a neighbour has more, and few that are not legal there; or counts about as
/// many, if it lists none.
fn is_understood(channel: &mut dyn Subject, nearby: &Nearby) -> Result<bool, EngineError> {
    let Nearby { told, more } = nearby;
    let moves = match channel.moves(&told.line) {
        Err(EngineError::Unsupported(_)) => listed(channel, &told.line, &told.position),
        listed => listed,
    };
    let listed = match moves {
        Err(EngineError::Unsupported(_)) => {
            let depth = channel.can().least_depth;
            let total = channel.count(&told.line, depth)?.total;
            return Ok(by_totals(channel, total, depth, told)? == PositionProof::Holds);
        }
        listed => listed?,
    };
    let difference = compare_moves(&told.position, &listed);
    let is_new = |mv: &&NamedMove| more.iter().any(|new| new.text() == mv.uci.as_str());
    let missing = difference.missing.iter().filter(is_new).count();
    let there = more.len() - missing;
    Ok(missing + difference.extra.len() <= there)
}

/// By a count, and by one a half-move deeper if the first is that of a position that the engine may have kept: two
/// positions may well have as many moves, and seldom as many answers.
fn by_totals(
    channel: &mut dyn Subject,
    total: u64,
    depth: u32,
    told: &Told,
) -> Result<PositionProof, EngineError> {
    let first = by_total(total, depth, told);
    if first == PositionProof::Holds || !is_near(total, depth, told) {
        return Ok(first);
    }
    let deeper = channel.count(&told.line, depth + 1)?.total;
    Ok(match by_total(deeper, depth + 1, told) {
        PositionProof::Holds => PositionProof::Holds,
        PositionProof::Doubtful(_) => first,
    })
}

/// Whether a count differs from the right one by half of that at most.
fn is_near(total: u64, depth: u32, told: &Told) -> bool {
    let legal = bulk(&mut told.position.clone(), depth);
    total.abs_diff(legal) <= legal / 2
}

/// A count near the right one, and not that of a position that the engine may have kept.
fn by_total(total: u64, depth: u32, told: &Told) -> PositionProof {
    let legal = bulk(&mut told.position.clone(), depth);
    let is_elsewhere = || others(&told.line).any(|mut kept| total == bulk(&mut kept, depth));
    if total == legal || is_near(total, depth, told) && !is_elsewhere() {
        PositionProof::Holds
    } else {
        PositionProof::Doubtful(format!(
            "it counts {total} nodes at depth {depth} where {legal} are right"
        ))
    }
}

#[cfg(test)]
mod tests {
    use passant_oracle::State;
    use passant_query::{Answer, Counts, EngineError, EngineMove, Line, Query, Subject};
    use passant_rules::{EnPassantMode, Move, Position, Setup};

    use super::{PositionProof, by_fen, by_moves, by_played, by_total, proof_of_position};
    use crate::check::presentation::{Told, Way};

    const FEN: &str = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";

    #[test]
    fn a_position_is_known_by_what_is_shown() {
        let position = Position::from_fen(FEN).unwrap();
        let told = told(FEN);
        for same in [FEN, "k7/8/8/3pP3/8/8/8/K7 w - - 0 1"] {
            assert_eq!(by_fen(same, &position), Some(PositionProof::Holds));
        }
        for other in [
            "k7/8/8/3pP3/8/8/8/K7 b - - 0 1",
            "k7/8/8/3pP3/8/8/7P/K7 w - - 0 1",
        ] {
            let held = by_fen(other, &position);
            assert!(matches!(held, Some(PositionProof::Doubtful(_))), "{other}");
        }
        assert_eq!(by_fen("none", &position), None);
        // Without the capture an engine has no legal move, plays an illegal one, or another position.
        let only = self::told("8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1");
        for (played, is_told) in [
            ("(none)", true),
            ("c4b3", true),
            ("e2e4", false),
            ("g8f6", false),
            ("a4a5", false),
        ] {
            assert_eq!(
                by_played(&EngineMove::from_uci(played), &only) == PositionProof::Holds,
                is_told,
                "{played}"
            );
        }
        let listed = ["e5e6", "a1a2", "a1b1", "a1b2"].map(EngineMove::from_uci);
        assert_eq!(by_moves(&listed, &told), PositionProof::Holds);
        let stale = ["e2e4", "d2d4", "g1f3"].map(EngineMove::from_uci);
        assert!(matches!(
            by_moves(&stale, &told),
            PositionProof::Doubtful(_)
        ));
        assert_eq!(by_total(4, 1, &told), PositionProof::Holds);
        assert!(matches!(by_total(20, 1, &told), PositionProof::Doubtful(_)));
    }

    #[test]
    fn who_does_not_play_the_moves_holds_where_they_begin() {
        let line: Line = "k7/3p4/8/4P3/8/8/8/K7 b - - 0 1 moves d7d5"
            .parse()
            .unwrap();
        let told = Told {
            way: Way::Played,
            position: line.position().unwrap(),
            line,
        };
        assert_eq!(told.position, Position::from_fen(FEN).unwrap());
        // Stockfish counts 5 and 19 nodes there, 5 and 22 before the push.
        for (total, depth, is_told) in [(4, 1, true), (19, 2, true), (21, 2, true), (22, 2, false)]
        {
            assert_eq!(
                by_total(total, depth, &told) == PositionProof::Holds,
                is_told,
                "{total}"
            );
        }
    }

    fn told(fen: &str) -> Told {
        Told {
            way: Way::Fen,
            line: Line::from_fen(fen).unwrap(),
            position: Position::from_fen(fen).unwrap(),
        }
    }

    /// A library that lists moves, and shows no position.
    struct Library {
        /// What it holds of the position that it is told.
        hold: fn(&Setup) -> Setup,
        /// What it makes of the moves there.
        list: fn(&State) -> Vec<Move>,
    }

    impl Subject for Library {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            assert!(line.steps.is_empty());
            let Query::Count(1) = query else {
                return Err(EngineError::unsupported(query));
            };
            let moves = (self.list)(&State::new(&(self.hold)(&line.setup)));
            let moves = moves
                .into_iter()
                .map(|mv| (EngineMove::Uci(mv.uci_move()), 1));
            let moves: Vec<_> = moves.collect();
            let total = moves.len() as u64;
            Ok(Answer::Counts(Counts { moves, total }))
        }
    }

    /// Whether the position is known that a library holds which is told of a FEN.
    fn is_known(fen: &str, hold: fn(&Setup) -> Setup, list: fn(&State) -> Vec<Move>) -> bool {
        proof_of_position(&mut Library { hold, list }, &told(fen)) == Ok(PositionProof::Holds)
    }

    /// The capture is the only move, quietly and in check by the pawn that was pushed; and a mate.
    const HARD: [&str; 3] = [
        "8/4B3/8/8/2pP4/2B5/k1K5/8 b - d3 0 1",
        "rnb3n1/ppp5/3p2Q1/N3kpN1/PPKPp2r/b1P1P3/1B3PPP/1R3B1R b - d3 0 34",
        "5r1r/p7/3b2k1/P5pp/3P2K1/N1p1p2P/1P3P1P/4R1R1 w - h6 0 31",
    ];

    fn without_capture(state: &State) -> Vec<Move> {
        let mut moves = state.moves();
        moves.retain(|mv| !mv.is_en_passant());
        moves
    }

    #[test]
    fn who_is_wrong_about_all_moves_of_a_position_may_well_hold_it() {
        for fen in HARD {
            assert!(is_known(fen, Setup::clone, without_capture), "{fen}");
            assert!(
                is_known(fen, Setup::clone, State::pseudo_legal_moves),
                "{fen}"
            );
        }
    }

    #[test]
    fn who_holds_another_position_is_not_taken_for_who_is_wrong() {
        let initial = |_: &Setup| Position::initial().setup(EnPassantMode::Legal);
        let nothing = |_: &Setup| Setup::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap();
        let other_side = |setup: &Setup| Setup {
            side_to_move: !setup.side_to_move,
            en_passant: None,
            ..setup.clone()
        };
        for list in [without_capture, State::moves, State::pseudo_legal_moves] {
            for fen in HARD {
                assert!(!is_known(fen, initial, list), "{fen}");
                assert!(!is_known(fen, other_side, list), "{fen}");
            }
            // Where there is no move, to list none is right.
            for fen in &HARD[..2] {
                assert!(!is_known(fen, nothing, list), "{fen}");
            }
        }
    }
}
