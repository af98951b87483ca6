//! The suites below `play/` agree with the rules, and so do their twins.

use std::collections::BTreeMap;

use passant_query::Query;
use passant_rules::{EnPassantMode, Piece, PieceType, Square};
use passant_suite::{PlayCase, Suites};

fn suites() -> Suites {
    Suites::load("../../suites").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// The number of legal moves, after a check of the best move and the wrong ones.
fn check(case: &PlayCase) -> usize {
    let position = case.position().expect("the line is legal");
    let (address, best) = (&case.address, case.best);
    assert!(position.find(best).is_ok(), "{address}: {best} is illegal");
    for &wrong in &case.wrong {
        assert!(position.find(wrong).is_err(), "{address}: {wrong} is legal");
    }
    assert_eq!(case.query(), Query::BestMove(case.depth), "{address}");
    position.legal_moves().len()
}

#[test]
fn cases_and_twins_agree_with_the_rules() {
    for case in suites().play_cases() {
        let moves = check(case);
        assert!(1 <= case.twins().count(), "{}", case.address);
        for twin in case.twins() {
            assert_eq!(check(&twin), moves, "{}", twin.address);
        }
    }
}

#[test]
fn a_bait_is_an_illegal_move_and_a_reply_is_the_only_one() {
    for case in suites().play_cases() {
        let is = |start: &str| case.class.starts_with(start);
        let moves = check(case);
        assert!(!is("bait-") || !case.wrong.is_empty(), "{}", case.address);
        assert!(
            !(is("reply-") || is("only-")) || moves == 1,
            "{}",
            case.address
        );
    }
}

/// A program that leaves the victim on the board cannot give the right reply, whatever it thinks of the other moves.
#[test]
fn the_only_reply_is_illegal_while_the_victim_is_on_the_board() {
    for case in suites().play_cases() {
        if !case.class.starts_with("reply-") {
            continue;
        }
        let address = &case.address;
        let (_, capture) = case.line.split_last().expect(address);
        let position = case.position().expect(address);
        let mut setup = position.setup(EnPassantMode::Always);
        let victim = Square::new(capture.to().file(), capture.from().rank());
        assert_eq!(setup.board.get(victim), None, "{address}");
        let pawn = Piece::new(setup.side_to_move, PieceType::Pawn);
        setup.board.set(victim, Some(pawn));
        let (with_victim, _) = setup.repair().expect(address);
        assert!(with_victim.find(case.best).is_err(), "{address}");
    }
}

#[test]
fn no_case_is_a_twin_of_another() {
    let suites = suites();
    let mut seen = BTreeMap::new();
    for case in suites.play_cases() {
        let lines: Vec<_> = case
            .twins()
            .map(|twin| twin.line.to_string())
            .chain([case.line.to_string()])
            .collect();
        let first = lines.into_iter().min().unwrap_or_default();
        let other = seen.insert(first, &case.address);
        assert_eq!(other, None, "{} is a twin", case.address);
    }
}

#[test]
fn twins_of_twins_are_the_case_itself() {
    for case in suites().play_cases() {
        for twin in case.twins().chain([case.turn()]) {
            let name = &twin.address[case.address.len()..];
            let mut twins = twin.twins();
            let back = twins.find(|it| it.address[twin.address.len()..] == *name);
            let back = back.unwrap();
            assert_eq!((&back.line, back.best), (&case.line, case.best));
            assert_eq!(back.wrong, case.wrong);
        }
    }
}
