//! An exhaustive search of the rules proves the claims of the suites below `search/`, for their twins too.

use std::collections::BTreeMap;

use passant_rules::{Color, Key, Position, UciMove};
use passant_suite::{SearchCase, SearchClaim, Suites};

fn suites() -> Suites {
    Suites::load("../../suites").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// A position, and the keys of those before it. A third occurrence ends the game.
#[derive(Clone)]
struct Game {
    position: Position,
    history: Vec<Key>,
}

impl Game {
    /// The games after each move, with the move.
    fn continued(&self) -> impl Iterator<Item = (UciMove, Self)> + '_ {
        let moves = self.position.legal_moves().into_iter();
        moves.map(|mv| {
            let mut history = self.history.clone();
            history.push(self.position.key());
            let position = self.position.after(mv);
            (self.position.uci_move(mv), Self { position, history })
        })
    }

    fn is_drawn(&self) -> bool {
        3 <= self.position.occurrences(&self.history)
    }

    /// Tells whether the side to move can force mate within this number of its moves.
    fn mates(&self, within: u32) -> bool {
        within != 0 && self.continued().any(|(_, next)| next.is_mated(within - 1))
    }

    /// Tells whether the side to move is mated within this number of moves of the other side, whatever it does.
    fn is_mated(&self, within: u32) -> bool {
        if self.is_drawn() {
            return false;
        }
        if self.position.legal_moves().is_empty() {
            return self.position.is_check();
        }
        within != 0
            && self
                .continued()
                .all(|(_, next)| !next.is_drawn() && next.mates(within))
    }
}

/// The moves for which something holds, sorted.
fn moves(game: &Game, holds: impl Fn(&Game) -> bool) -> Vec<String> {
    let mut moves: Vec<_> = game
        .continued()
        .filter(|(_, next)| holds(next))
        .map(|(mv, _)| mv.to_string())
        .collect();
    moves.sort();
    moves
}

#[track_caller]
fn prove(case: &SearchCase) {
    let address = &case.address;
    let start = case.line.setup.validate().expect(address);
    let (position, before) = case.line.play(start).expect(address);
    let history = before.iter().map(Position::key).collect();
    let game = Game { position, history };
    let mut best: Vec<_> = case.best.iter().map(ToString::to_string).collect();
    best.sort();
    let within = case.within;
    match case.claim {
        SearchClaim::Mate => {
            assert!(!game.mates(within - 1), "{address}: there is a faster mate");
            assert_eq!(
                moves(&game, |next| next.is_mated(within - 1)),
                best,
                "{address}"
            );
        }
        SearchClaim::Saves => {
            let saves = |next: &Game| next.is_drawn() || !next.mates(within);
            assert_eq!(moves(&game, saves), best, "{address}");
            assert!(best.len() < game.position.legal_moves().len(), "{address}");
        }
        SearchClaim::NoMate => {
            assert!(!game.mates(within), "{address}: there is a mate");
            assert!(
                !game.is_mated(within),
                "{address}: the side to move is mated"
            );
        }
        SearchClaim::LegalLines => panic!("{address}: no file has such a case"),
    }
}

#[test]
fn claims_are_proved_for_cases_and_twins() {
    for case in suites().search_cases() {
        prove(case);
        for twin in case.twins() {
            prove(&twin);
        }
    }
}

/// A game told from the position after its double push on has the same positions, so that the same move saves it.
#[test]
fn claims_of_draws_are_proved_for_the_fen_after_the_push() {
    let mut told = 0;
    for case in suites().search_cases() {
        for case in case.twins().chain([case.clone()]) {
            let retold = case.told_by_fen();
            assert_eq!(retold.is_some(), case.class == "draw-by-repetition");
            let Some(retold) = retold else { continue };
            assert_eq!(retold.position(), case.position(), "{}", case.address);
            let right = retold.line.root().position().and_then(|it| it.en_passant());
            assert!(
                right.is_some_and(|it| it.legal().is_empty()),
                "{}",
                case.address
            );
            prove(&retold);
            told += 1;
        }
    }
    assert_eq!(told, 32);
}

/// The twin without en passant claims the same. A mate may also be given by other moves there.
#[test]
fn claims_are_proved_without_the_right() {
    let mut twins: BTreeMap<String, usize> = BTreeMap::new();
    for case in suites().search_cases() {
        for case in case.twins().chain([case.clone()]) {
            let Some(twin) = case.without_right() else {
                continue;
            };
            *twins.entry(case.class.clone()).or_default() += 1;
            let position = twin.position().expect("the line is legal");
            let plays = |mv: &UciMove| !position.find(*mv).unwrap().is_en_passant();
            assert!(twin.best.iter().all(plays), "{}", twin.address);
            if twin.claim == SearchClaim::Saves {
                prove(&twin);
            } else {
                let game = Game {
                    position,
                    history: Vec::new(),
                };
                let mates = moves(&game, |next| next.is_mated(twin.within - 1));
                let is_there = |mv: &UciMove| mates.contains(&mv.to_string());
                assert!(twin.best.iter().all(is_there), "{}", twin.address);
            }
        }
    }
    // Four of each case. Where the victim on the target is in the way, there is none.
    let found: Vec<_> = twins
        .iter()
        .map(|(class, number)| (&**class, *number))
        .collect();
    assert_eq!(
        found,
        [
            ("draw-by-repetition", 32),
            ("same-pieces", 24),
            ("second-capturer", 28),
            ("two-rights", 8)
        ]
    );
}

#[test]
fn there_are_cases_enough_for_each_color() {
    let mut sides = [0, 0];
    for case in suites().search_cases() {
        let position = case.position().expect("the line is legal");
        sides[usize::from(position.side_to_move() == Color::Black)] += 1;
    }
    assert!(sides.iter().all(|&number| 20 <= number), "{sides:?}");
    assert!(40 <= sides.iter().sum::<i32>(), "{sides:?}");
}

#[test]
fn the_search_before_is_about_a_legal_line() {
    let suites = suites();
    for case in suites.search_cases().cloned().chain(suites.line_cases()) {
        let address = &case.address;
        let lines = case.before.iter().chain([&case.line]);
        assert!(
            lines.clone().all(|line| line.position().is_some()),
            "{address}"
        );
        let back = case.turn().turn();
        assert_eq!(
            (&back.line, &back.before, &back.best),
            (&case.line, &case.before, &case.best)
        );
    }
}

#[test]
fn no_case_is_a_twin_of_another() {
    let suites = suites();
    let mut seen = BTreeMap::new();
    for case in suites.search_cases() {
        let key = |case: &SearchCase| {
            let before = case.before.as_ref().map(ToString::to_string);
            format!("{} {}", case.line, before.unwrap_or_default())
        };
        let first = case.twins().map(|twin| key(&twin)).chain([key(case)]).min();
        let other = seen.insert(first.unwrap_or_default(), &case.address);
        assert_eq!(other, None, "{} is a twin", case.address);
    }
}
