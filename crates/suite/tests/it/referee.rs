//! The games for match runners end as their cases say.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use passant_rules::{EnPassantMode, Game, Outcome, Piece, PieceType, Played, Square};
use passant_suite::{RefereeCase, RefereeEnding, Suites};

static SUITES: LazyLock<Suites> = LazyLock::new(|| Suites::builtin().unwrap());

/// Placement and side to move, which are all that a match runner keeps of a FEN for certain.
fn board_and_side(case: &RefereeCase, ply: usize) -> String {
    let fen = case
        .line
        .take(ply)
        .position()
        .unwrap()
        .fen(EnPassantMode::Legal);
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Plays a case. Returns the plies after which the game is over or may be claimed to be, each with the outcome.
fn outcomes(case: &RefereeCase) -> Vec<(usize, Outcome)> {
    let start = case.line.root().position().unwrap();
    let mut game = Game::new(start, [Played::EMPTY; 100]);
    let mut found = Vec::new();
    for (ply, mv) in (1..).zip(case.moves()) {
        game.play(game.position().find(mv).unwrap()).unwrap();
        found.extend(game.outcome().map(|outcome| (ply, outcome)));
    }
    found
}

#[test]
fn every_game_ends_as_its_case_says() {
    for case in SUITES.referee_cases() {
        let found = outcomes(case);
        let first = found.first().copied();
        let last = case.moves().len();
        let address = &case.address;
        match (case.ending, first) {
            (RefereeEnding::Forfeit, None) => {
                assert_eq!((case.ply, case.illegal), (last, None), "{address}");
            }
            (RefereeEnding::Refused, None) => {
                assert!(case.illegal.is_some() && case.ply == last, "{address}");
            }
            (RefereeEnding::Threefold, Some((ply, Outcome::ThreefoldRepetition))) => {
                assert_eq!(ply, case.ply, "{address}");
            }
            (RefereeEnding::Checkmate, Some((ply, Outcome::Checkmate { .. })))
            | (RefereeEnding::Stalemate, Some((ply, Outcome::Stalemate))) => {
                assert_eq!([ply, case.ply], [last; 2], "{address}");
            }
            _ => panic!("{address}: {found:?}"),
        }
    }
}

/// Each capture that a case tries looks like one: a pawn goes from beside a pawn to the square behind it.
#[test]
fn every_illegal_move_looks_like_an_en_passant_capture() {
    let cases = SUITES.referee_cases();
    let tried = cases.filter_map(|case| Some((case, case.illegal?)));
    let mut number = 0;
    for (case, mv) in tried {
        number += 1;
        let end = case.line.position().unwrap();
        let victim = Square::new(mv.to().file(), mv.from().rank());
        assert_ne!(mv.from().file(), mv.to().file(), "{}", case.address);
        assert!(
            end.piece_at(victim).is_some() && end.piece_at(mv.to()).is_none(),
            "{}",
            case.address
        );
    }
    assert!(8 <= number);
}

#[test]
fn a_match_runner_can_tell_the_games_apart() {
    let mut seen = BTreeMap::new();
    for case in SUITES.referee_cases() {
        for ply in 0..=1 {
            let key = board_and_side(case, ply);
            let other = seen.insert(key.clone(), &case.address);
            assert_eq!(other, None, "{}: {key}", case.address);
        }
    }
}

/// A repetition shows when a runner draws only if no other position of the game occurs as often: the pieces go to other squares
/// in each round.
#[test]
fn one_position_alone_is_repeated() {
    for case in SUITES.referee_cases() {
        let repeated: Vec<_> = outcomes(case).into_iter().map(|(ply, _)| ply).collect();
        if case.ending == RefereeEnding::Threefold {
            let expected: Vec<_> = (case.ply..=case.moves().len()).step_by(4).collect();
            assert_eq!(repeated, expected, "{}", case.address);
        }
    }
}

#[test]
fn every_control_is_a_case_without_a_control() {
    for case in SUITES.referee_cases() {
        let Some(control) = &case.control else {
            continue;
        };
        let control = SUITES.referee_cases().find(|it| it.address == *control);
        assert!(
            control.is_some_and(|it| it.control.is_none()),
            "{}",
            case.address
        );
    }
}

/// The side that wins by a forfeit has a pawn: with a bare king it would draw.
#[test]
fn the_winner_of_a_forfeit_has_a_pawn() {
    for case in SUITES.referee_cases() {
        let end = case.line.position().unwrap();
        let winner = !end.side_to_move();
        let pawn = Piece::new(winner, PieceType::Pawn);
        let is_forfeit = [RefereeEnding::Forfeit, RefereeEnding::Refused].contains(&case.ending);
        assert!(
            !is_forfeit || !end.squares_of(pawn).is_empty(),
            "{}",
            case.address
        );
    }
}

/// No game begins with the illegal move: xboard saves no game without a move.
#[test]
fn a_legal_move_comes_first() {
    assert!(SUITES.referee_cases().all(|case| !case.moves().is_empty()));
}
