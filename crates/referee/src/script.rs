//! The moves of all cases, found by the position on the board.

use std::collections::HashMap;

use passant_rules::{Board, Color, Setup, Square, UciMove};
use passant_suite::{RefereeCase, Suites};

/// A move that no runner takes for a legal one, or for a null move: `a1a1`.
const NO_MOVE: UciMove = UciMove::new(Square::A1, Square::A1);

/// Placement and side to move: all that a runner keeps of a FEN for certain. Clocks are dropped, en passant squares are added
/// and removed.
type Key = (Board, Color);

/// A place in the game of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    case: usize,
    ply: usize,
}

/// The moves of all cases.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    cases: Vec<Lines>,
    /// The places of each position of the games, the first ones first.
    places: HashMap<Key, Vec<Place>>,
}

/// The moves of a case.
#[derive(Clone, Debug)]
struct Lines {
    moves: Vec<UciMove>,
    illegal: Option<UciMove>,
    pv: Option<UciMove>,
}

/// A move to play, and the line to print before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reply {
    /// The move, which need not be legal.
    pub(crate) mv: UciMove,
    /// The move of the line; `None` if no line is printed.
    pub(crate) pv: Option<UciMove>,
}

impl Script {
    /// Returns the moves of all cases of the suites.
    pub(crate) fn new(suites: &Suites) -> Self {
        let mut script = Self {
            cases: Vec::new(),
            places: HashMap::new(),
        };
        for case in suites.referee_cases() {
            script.add(case);
        }
        script
    }

    fn add(&mut self, case: &RefereeCase) {
        let number = self.cases.len();
        for (ply, position) in case.positions().iter().enumerate() {
            let key = (position.board(), position.side_to_move());
            let place = Place { case: number, ply };
            self.places.entry(key).or_default().push(place);
        }
        self.cases.push(Lines {
            moves: case.moves(),
            illegal: case.illegal,
            pv: case.pv,
        });
    }

    /// Finds the place in a game some plies after a FEN, which may be the opening or any later position. `None` if no game has
    /// this position.
    ///
    /// A position of a repetition occurs more than once: then the first place after the last one in the same game is meant.
    pub(crate) fn find(&self, fen: &str, plies: usize, last: Option<Place>) -> Option<Place> {
        let places = self.places.get(&key(fen)?)?;
        let later = |place: &Place| Place {
            ply: place.ply + plies,
            ..*place
        };
        let follows = |place: &Place| {
            last.is_some_and(|last| last.case == place.case && last.ply < place.ply)
        };
        let mut following = places.iter().map(later).filter(follows);
        following.next().or_else(|| places.first().map(later))
    }

    /// Returns what to play at a place: the move of the game, after the moves the illegal capture, and after that or without a
    /// game a move that every runner refuses.
    pub(crate) fn reply(&self, place: Option<Place>) -> Reply {
        let without_line = |mv| Reply { mv, pv: None };
        let Some(Place { case, ply }) = place else {
            return without_line(NO_MOVE);
        };
        let lines = &self.cases[case];
        match lines.moves.get(ply) {
            Some(&mv) => {
                let is_last = ply + 1 == lines.moves.len();
                let pv = lines.pv.filter(|_| is_last).or(Some(mv));
                Reply { mv, pv }
            }
            None if ply == lines.moves.len() => without_line(lines.illegal.unwrap_or(NO_MOVE)),
            None => without_line(NO_MOVE),
        }
    }
}

/// Returns the key of a FEN, of which the other fields may be missing or wrong. `None` if it has no position.
pub(crate) fn key(fen: &str) -> Option<Key> {
    let mut fields = fen.split_whitespace();
    let (placement, side) = (fields.next()?, fields.next()?);
    let setup = Setup::from_fen(&format!("{placement} {side} - - 0 1")).ok()?;
    Some((setup.board, setup.side_to_move))
}

#[cfg(test)]
mod tests {
    use passant_suite::Suites;

    use super::Script;

    const RANK: &str = "8/3p3p/8/K3P2r/8/8/7P/4k3 b - - 0 1";

    /// Returns the moves that the script has at some plies after a FEN, each time after the place before.
    fn replies(script: &Script, fens: &[(&str, usize)]) -> Vec<String> {
        let mut last = None;
        let replies = fens.iter().map(|&(fen, plies)| {
            last = script.find(fen, plies, last);
            script.reply(last).mv.to_string()
        });
        replies.collect()
    }

    #[test]
    fn finds_its_moves_by_placement_and_side() {
        let script = Script::new(&Suites::builtin().unwrap());
        let told = [(RANK, 0), (RANK, 1), (RANK, 2)];
        assert_eq!(replies(&script, &told), ["d7d5", "e5d6", "a1a1"]);
        let other_fields = "8/3p3p/8/K3P2r/8/8/7P/4k3 b KQ a3";
        assert_eq!(replies(&script, &[(other_fields, 0)]), ["d7d5"]);
        let based_anew = "8/7p/8/K2pP2r/8/8/7P/4k3 w - d6 0 2";
        assert_eq!(
            replies(&script, &[(based_anew, 0), (based_anew, 1)]),
            ["e5d6", "a1a1"]
        );
        let unknown = ["8/8/8/8/8/8/8/8 w - - 0 1", "", "x", "8/8 w"];
        assert_eq!(replies(&script, &unknown.map(|fen| (fen, 0))), ["a1a1"; 4]);
    }

    /// A runner that sends a FEN and no moves gets the next round of a repetition each time.
    #[test]
    fn a_repeated_position_is_the_next_one_of_the_game() {
        let suites = Suites::builtin().unwrap();
        let script = Script::new(&suites);
        for case in suites.referee_cases() {
            for side in 0..=1 {
                let mut last = None;
                for (ply, position) in case.positions().iter().enumerate().skip(side).step_by(2) {
                    let fen = position.fen(passant_rules::EnPassantMode::Legal);
                    last = script.find(&fen, 0, last);
                    let expected = case.moves().get(ply).copied();
                    let found = script.reply(last).mv;
                    let is_right = expected.is_none_or(|expected| expected == found);
                    assert!(is_right, "{} ply {ply}: {found}", case.address);
                }
            }
        }
    }
}
