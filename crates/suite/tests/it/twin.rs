//! Twins of cases.

use passant_rules::EnPassantMode;
use passant_suite::{Case, Suites};

fn case(address: &str) -> Case {
    let suites = Suites::builtin().unwrap();
    suites.select([address]).unwrap().cases.remove(0)
}

#[test]
fn a_flipped_case_is_the_same_game_for_the_other_side() {
    let kiwipete = case("perft/standard/kiwipete");
    let twin = kiwipete.flip();
    assert_eq!(twin.address, "perft/standard/kiwipete~flipped");
    assert_eq!(
        twin.fen,
        "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"
    );
    assert_eq!(twin.perft, kiwipete.perft);
    assert_eq!(twin.class, kiwipete.class);
}

#[test]
fn moves_are_transformed_with_the_board() {
    let suites = Suites::builtin().unwrap();
    let with_moves = suites.cases().filter(|case| case.last.is_some());
    for case in with_moves {
        for twin in case.twins() {
            let right = twin.position().en_passant().unwrap();
            let last = twin.last.unwrap();
            assert_eq!(
                (last.from(), last.to()),
                (right.origin(), right.victim()),
                "{}",
                twin.address
            );
            assert!(twin.proof.is_empty());
        }
    }
}

#[test]
fn twins_of_twins_are_the_case_itself() {
    for case in Suites::builtin().unwrap().cases() {
        assert_eq!(case.flip().flip().position(), case.position());
        let mirror = |case: &Case| case.twins().nth(1);
        let Some(mirrored) = mirror(case) else {
            assert!(!case.setup().castling.is_empty(), "{}", case.address);
            continue;
        };
        let back = mirror(&mirrored).unwrap();
        assert_eq!(back.setup(), case.setup());
        assert_eq!(
            (back.legal, back.illegal),
            (case.legal.clone(), case.illegal.clone())
        );
    }
}

#[test]
fn twins_of_bogus_cases_are_bogus() {
    for case in Suites::builtin()
        .unwrap()
        .select(["en-passant/bogus"])
        .unwrap()
        .cases
    {
        for twin in case.twins() {
            assert!(twin.setup().validate().is_err(), "{}", twin.address);
            let printed = twin.position().fen(EnPassantMode::Always);
            assert_ne!(&printed[..], twin.fen, "{}", twin.address);
        }
    }
}
