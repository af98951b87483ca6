//! The attackers of squares, compared with the rules.

use passant_oracle::attackers;
use passant_rules::{Color, Position, Square};

#[test]
fn finds_the_same_attackers_as_a_position() {
    for fen in [
        "r3k2r/1bp2pP1/5n2/1P1Q4/1pPq4/5N2/1B1P2p1/R3K2R b KQkq c3 0 1",
        "rk2r3/pn1p1p1p/1p4NB/2pP1K2/4p2N/qP4P1/P1P3PP/R1RB4 w - c6 0 30",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let board = position.board();
        for by in Color::ALL {
            for target in Square::ALL {
                let found = attackers(&board, by, target);
                let expected = position.attackers(by, target);
                assert_eq!(found, expected, "{by} {target} in {fen}");
            }
        }
    }
}
