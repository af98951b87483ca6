//! Random games, played by the rules and by the oracle. Both agree after every move.

use passant_oracle::{Engine, FaultSet, State, attackers};
use passant_rules::{Color, Move, MoveKind, Position, Square};
use proptest::prelude::*;

use crate::compare::{cases, compare, compare_engine, compare_texts, state_of};

/// The first positions of the games: openings, middle games, endings, en passant at once or soon, and Chess960.
const STARTS: [&str; 32] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "4k3/pppppppp/8/P1P1P1PP/8/8/1P6/4K3 b - - 0 1",
    "4k3/8/8/8/pppppppp/8/PPPPPPPP/4K3 w - - 0 1",
    "2b1kb2/p1p1p1p1/8/P1P1P1P1/1p1p1p1p/8/1P1P1P1P/2B1KB2 w - - 0 1",
    "r3k2r/1p1p1p1p/8/1P1P1P1P/p1p1p1p1/8/P1P1P1P1/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1",
    "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",
    "k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1",
    "8/8/4k1p1/4PpP1/5P1p/R4K1P/2r5/8 w - f6 0 1",
    "r3k2r/p1pb1pp1/2p5/4q3/Q1PNpPPp/2N1n2K/PB1P4/R4R2 b kq g3 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "8/8/8/8/8/8/6k1/4K2R w K - 90 100",
    "8/8/1b6/8/8/1n2k3/8/4K2R w K - 0 1",
    // Chess960.
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "rk1rbbqn/pppppppp/8/8/8/8/PPPPPPPP/RK1RBBQN w DAda - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
    "rkr5/pppppppp/8/8/8/8/PPPPPPPP/5RKR w HFca - 0 1",
    "4rkr1/8/8/8/8/8/8/4RKR1 w GEge - 0 1",
    "1rk4r/8/8/8/8/8/8/R3K1R1 w GAhb - 0 1",
    "r1r1k1r1/pppp1ppp/8/8/8/8/PPPP1PPP/R1R1K1R1 w GCgc - 0 1",
];

/// Picks a move. One choice in four is among double pushes and en passant captures, if there are any.
fn pick(state: &State, choice: u16) -> Option<Move> {
    let mut moves = state.moves();
    moves.sort_unstable();
    let is_favorite = |mv: &Move| matches!(mv.kind(), MoveKind::DoublePush | MoveKind::EnPassant);
    if choice.is_multiple_of(4) && moves.iter().any(is_favorite) {
        moves.retain(is_favorite);
    }
    let number = usize::from(choice / 4).checked_rem(moves.len())?;
    moves.get(number).copied()
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn rules_and_oracle_agree_throughout_a_game(
        start in prop::sample::select(&STARTS[..]),
        choices in prop::collection::vec(any::<u16>(), 1..160),
    ) {
        let mut position = Position::from_fen(start).unwrap();
        let mut state = state_of(&position);
        compare(&position, &state)?;
        for choice in choices {
            let Some(mv) = pick(&state, choice) else { break };
            let _ = position.make(mv);
            state = state.make(mv);
            compare(&position, &state)?;
        }
    }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn an_engine_without_faults_agrees_throughout_a_game(
        start in prop::sample::select(&STARTS[..]),
        choices in prop::collection::vec(any::<u16>(), 1..40),
    ) {
        let mut position = Position::from_fen(start).unwrap();
        let mut state = state_of(&position);
        let mut engine = Engine::new(state.setup(), FaultSet::NONE);
        for choice in choices {
            let Some(mv) = pick(&state, choice) else { break };
            compare_texts(&position, &engine, mv)?;
            let _ = position.make(mv);
            state = state.make(mv);
            engine.play(mv);
            compare_engine(&position, &state, &engine)?;
        }
    }
}

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
