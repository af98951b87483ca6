//! Whether an engine holds the position that it was told.
//!
//! An engine that silently keeps another position gives wrong answers to every question, and has nothing wrong with
//! its moves: it must not be accused. The engine has just been started when this is asked, so that it can only have kept
//! the initial position, the one that engines are told of [before any other](Place::elsewhere), or the one from which the
//! moves lead to where it should be.

use passant_oracle::State;
use passant_perft::bulk;
use passant_rules::{EnPassantMode, Position, Setup, Square};

use super::NamedMove;
use super::drill::{compare_moves, listed};
use super::judge::at_depth_1;
use super::nearby::{Nearby, nearby};
use super::ways::Told;
use passant_engine::dialect::notation::{Meant, meant};
use passant_engine::{Channel, Place, Trouble};

/// What is known about the position that the engine holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// The one it was told.
    Told,
    /// Another, or nobody knows: says what speaks against it.
    Doubtful(String),
}

impl Held {
    /// Nothing is held against an engine that may speak about another position.
    pub(super) fn confirmed(self) -> Result<(), Trouble> {
        match self {
            Self::Told => Ok(()),
            Self::Doubtful(why) => Err(doubt(&why)),
        }
    }
}

/// What comes instead of a verdict on an engine that may hold another position: says what speaks for that.
pub(super) fn doubt(why: &str) -> Trouble {
    Trouble::Garbled(format!("it may hold another position: {why}"))
}

/// Asks an engine that counts, or lists moves: what it shows, which moves it has, and which it has in a neighbour if it
/// is wrong about all that could be seen here.
pub(super) fn held(channel: &mut dyn Channel, told: &Told) -> Result<Held, Trouble> {
    if let Some(held) = shown(channel, told) {
        return Ok(held);
    }
    let depth = channel.least_depth();
    let (moves, doubt) = match channel.count(&told.place, depth) {
        Ok(counts) if counts.moves.is_empty() && counts.total != 0 => {
            (Vec::new(), by_totals(channel, counts.total, depth, told)?)
        }
        counts => {
            let moves = match counts {
                Ok(counts) => at_depth_1(&counts),
                Err(Trouble::Unsupported(_)) => channel.moves(&told.place)?,
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
    if doubt == Held::Told || is_strange() {
        return Ok(doubt);
    }
    Ok(match nearby(told) {
        Some(nearby) if is_understood(channel, &nearby)? => Held::Told,
        _ => doubt,
    })
}

/// What is known from the position that an engine shows; `None` if it shows none.
pub(super) fn shown(channel: &mut dyn Channel, told: &Told) -> Option<Held> {
    let fen = channel.held(&told.place).ok()??;
    by_fen(&fen, &told.position)
}

/// Asks an engine that has played a move, and of which nothing else is known unless it shows its position: the man that
/// it moves must be there, and the move must not be one that it could play from where all games begin. An engine that
/// says that it has no move speaks about no position where it could be caught.
pub(super) fn held_by_move(channel: &mut dyn Channel, told: &Told, played: &str) -> Held {
    shown(channel, told).unwrap_or_else(|| by_played(played, told))
}

/// The positions that an engine may hold which [takes none](Place::untold), and that from which the moves lead to the place.
fn others(place: &Place) -> impl Iterator<Item = Position> {
    let root = Place {
        moves: Vec::new(),
        ..place.clone()
    };
    let root = Some(root).filter(|_| !place.moves.is_empty());
    Place::untold().chain(root.and_then(|root| root.position()))
}

fn by_played(played: &str, told: &Told) -> Held {
    let position = &told.position;
    let Some(from) = played.get(..2).and_then(Square::from_name) else {
        return Held::Told;
    };
    let man = position.piece_at(from);
    if man.is_none_or(|man| man.color() != position.side_to_move()) {
        Held::Doubtful(format!("it plays {played}, where none of its men stands"))
    } else if others(&told.place).any(|kept| kept.parse_uci(played).is_ok()) {
        Held::Doubtful(format!("it plays {played}, as if it had not been told"))
    } else {
        Held::Told
    }
}

/// The FEN that an engine shows must have the same men on the same squares, and the same side to move. Its en passant
/// field is not compared: there are three conventions for it, and what it forgets is what the counts are about. `None`
/// if it is no FEN, which says nothing.
fn by_fen(fen: &str, position: &Position) -> Option<Held> {
    let setup = Setup::from_fen(fen).ok()?;
    let is_told = setup.board == position.board() && setup.side_to_move == position.side_to_move();
    Some(if is_told {
        Held::Told
    } else {
        Held::Doubtful(format!("it shows {fen}"))
    })
}

/// Most legal moves must be there, and few others; or most that could be made if kings did not matter, and no others:
/// an engine that overlooks a check has all of these.
fn by_moves(listed: &[String], told: &Told) -> Held {
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
    let has_all = |kept: Position| made.iter().all(|mv| kept.parse_uci(mv).is_ok());
    let is_elsewhere = || others(&told.place).any(has_all);
    let is_careless =
        || made.len() == listed.len() && pseudo_legal.len() <= 2 * made.len() && !is_elsewhere();
    if missing + extra <= right || is_careless() {
        Held::Told
    } else {
        Held::Doubtful(format!(
            "it has {right} of {legal} legal moves, and {extra} others"
        ))
    }
}

/// Whether a man of the side to move goes so, whatever becomes of its king: the move is one of those that are
/// [`pseudo_legal`] there.
fn can_be_made(mv: &str, position: &Position, pseudo_legal: &[String]) -> bool {
    match meant(position, mv) {
        Meant::Legal(_) => true,
        Meant::Extra(text) => pseudo_legal.contains(&text),
    }
}

/// The moves that the men can make if kings do not matter, in UCI notation.
fn pseudo_legal(position: &Position) -> Vec<String> {
    let state = State::new(&position.setup(EnPassantMode::Always));
    let moves = state.pseudo_legal_moves().into_iter();
    moves.map(|mv| mv.uci().to_string()).collect()
}

/// Whether an engine lists most moves that a neighbour has more, and few that are not legal there; or counts about as
/// many, if it lists none.
fn is_understood(channel: &mut dyn Channel, nearby: &Nearby) -> Result<bool, Trouble> {
    let Nearby { told, more } = nearby;
    let moves = match channel.moves(&told.place) {
        Err(Trouble::Unsupported(_)) => listed(channel, &told.place, &told.position),
        listed => listed,
    };
    let listed = match moves {
        Err(Trouble::Unsupported(_)) => {
            let depth = channel.least_depth();
            let total = channel.count(&told.place, depth)?.total;
            return Ok(by_totals(channel, total, depth, told)? == Held::Told);
        }
        listed => listed?,
    };
    let difference = compare_moves(&told.position, &listed);
    let is_new = |mv: &&NamedMove| more.contains(&mv.uci);
    let missing = difference.missing.iter().filter(is_new).count();
    let there = more.len() - missing;
    Ok(missing + difference.extra.len() <= there)
}

/// By a count, and by one a half-move deeper if the first is that of a position that the engine may have kept: two
/// positions may well have as many moves, and seldom as many answers.
fn by_totals(
    channel: &mut dyn Channel,
    total: u64,
    depth: u32,
    told: &Told,
) -> Result<Held, Trouble> {
    let first = by_total(total, depth, told);
    if first == Held::Told || !is_near(total, depth, told) {
        return Ok(first);
    }
    let deeper = channel.count(&told.place, depth + 1)?.total;
    Ok(match by_total(deeper, depth + 1, told) {
        Held::Told => Held::Told,
        Held::Doubtful(_) => first,
    })
}

/// Whether a count differs from the right one by half of that at most.
fn is_near(total: u64, depth: u32, told: &Told) -> bool {
    let legal = bulk(&mut told.position.clone(), depth);
    total.abs_diff(legal) <= legal / 2
}

/// A count near the right one, and not that of a position that the engine may have kept.
fn by_total(total: u64, depth: u32, told: &Told) -> Held {
    let legal = bulk(&mut told.position.clone(), depth);
    let is_elsewhere = || others(&told.place).any(|mut kept| total == bulk(&mut kept, depth));
    if total == legal || is_near(total, depth, told) && !is_elsewhere() {
        Held::Told
    } else {
        Held::Doubtful(format!(
            "it counts {total} nodes at depth {depth} where {legal} are right"
        ))
    }
}

#[cfg(test)]
mod tests {
    use passant_oracle::State;
    use passant_rules::{EnPassantMode, Move, Position, Setup};

    use super::{Held, by_fen, by_moves, by_played, by_total, held};
    use crate::check::ways::{Told, Way};
    use passant_engine::{InProcess, Place, Subject};

    const FEN: &str = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";

    #[test]
    fn a_position_is_known_by_what_is_shown() {
        let position = Position::from_fen(FEN).unwrap();
        let told = told(FEN);
        for same in [FEN, "k7/8/8/3pP3/8/8/8/K7 w - - 0 1"] {
            assert_eq!(by_fen(same, &position), Some(Held::Told));
        }
        for other in [
            "k7/8/8/3pP3/8/8/8/K7 b - - 0 1",
            "k7/8/8/3pP3/8/8/7P/K7 w - - 0 1",
        ] {
            let held = by_fen(other, &position);
            assert!(matches!(held, Some(Held::Doubtful(_))), "{other}");
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
            assert_eq!(by_played(played, &only) == Held::Told, is_told, "{played}");
        }
        let listed = ["e5e6", "a1a2", "a1b1", "a1b2"].map(str::to_owned);
        assert_eq!(by_moves(&listed, &told), Held::Told);
        let stale = ["e2e4", "d2d4", "g1f3"].map(str::to_owned);
        assert!(matches!(by_moves(&stale, &told), Held::Doubtful(_)));
        assert_eq!(by_total(4, 1, &told), Held::Told);
        assert!(matches!(by_total(20, 1, &told), Held::Doubtful(_)));
    }

    #[test]
    fn who_does_not_play_the_moves_holds_where_they_begin() {
        let place = Place::new("k7/3p4/8/4P3/8/8/8/K7 b - - 0 1").after("d7d5");
        let told = Told {
            way: Way::Played,
            position: place.position().unwrap(),
            place,
        };
        assert_eq!(told.position, Position::from_fen(FEN).unwrap());
        // Stockfish counts 5 and 19 nodes there, 5 and 22 before the push.
        for (total, depth, is_told) in [(4, 1, true), (19, 2, true), (21, 2, true), (22, 2, false)]
        {
            assert_eq!(
                by_total(total, depth, &told) == Held::Told,
                is_told,
                "{total}"
            );
        }
    }

    fn told(fen: &str) -> Told {
        Told {
            way: Way::Fen,
            place: Place::new(fen),
            position: Position::from_fen(fen).unwrap(),
        }
    }

    /// A library that lists moves, and shows no position.
    struct Library {
        /// What it holds of the place that it is told.
        hold: fn(&Setup) -> Setup,
        /// What it makes of the moves there.
        list: fn(&State) -> Vec<Move>,
        state: Option<State>,
    }

    impl Subject for Library {
        fn set(&mut self, fen: &str, moves: &[String]) -> Result<(), String> {
            assert!(moves.is_empty());
            let setup = Setup::from_fen(fen).map_err(|error| error.to_string())?;
            self.state = Some(State::new(&(self.hold)(&setup)));
            Ok(())
        }

        fn legal_moves(&mut self) -> Vec<String> {
            let moves = self.state.as_ref().map(self.list).unwrap_or_default();
            moves.iter().map(|mv| mv.uci().to_string()).collect()
        }
    }

    /// Whether the position is known that a library holds which is told of a FEN.
    fn is_known(fen: &str, hold: fn(&Setup) -> Setup, list: fn(&State) -> Vec<Move>) -> bool {
        let library = move || Library {
            hold,
            list,
            state: None,
        };
        held(&mut InProcess::new(library), &told(fen)) == Ok(Held::Told)
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
