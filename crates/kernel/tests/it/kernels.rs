//! Every kernel counts the same as `bulk` and `tally`, in both modes.

use passant_count::{Column, Count, MoveTally, Tally, bulk, tally};
use passant_kernel::{Batches, Kernel, KernelCount, Mode, Root, count, count_in, tally_in};
use passant_rules::{EnPassantMode, Position};
use proptest::prelude::*;

use crate::random_positions::{bare, cases, endings, in_a_game, random_board};

const MODES: [Mode; 2] = [Mode::MakeAll, Mode::Reuse];

fn check(position: &Position, depths: std::ops::RangeInclusive<u32>) -> Result<(), TestCaseError> {
    for depth in depths {
        let expected = bulk(&mut position.clone(), depth);
        for kernel in Kernel::available() {
            for mode in MODES {
                prop_assert_eq!(
                    count(position, depth, kernel, mode),
                    expected,
                    "{} {:?} at depth {}: {}",
                    kernel,
                    mode,
                    depth,
                    &position.fen(EnPassantMode::Always)[..]
                );
            }
        }
        if 400_000 < expected {
            break;
        }
    }
    Ok(())
}

/// Small enough for Miri, which interprets it.
#[test]
fn the_portable_kernel_counts_en_passant_castling_and_promotions() {
    // If there is no such kernel, the scalar one takes its place.
    let kernel = Kernel::by_name("portable")
        .or_else(|_| Kernel::by_name("scalar"))
        .unwrap();
    for fen in [
        "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let depth = if cfg!(miri) { 2 } else { 4 };
        let expected = bulk(&mut position.clone(), depth);
        for mode in MODES {
            let nodes = count(&position, depth, kernel, mode);
            assert_eq!(nodes, expected, "{mode:?}: {fen}");
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn counts_like_bulk_in_games(position in in_a_game()) {
        check(&position, 0..=3)?;
    }

    #[test]
    fn counts_like_bulk_on_random_boards(position in random_board()) {
        check(&position, 0..=3)?;
    }

    #[test]
    fn counts_like_bulk_in_endings(position in endings()) {
        check(&position, 0..=4)?;
    }
}

/// Counts many positions in one call: of both colors, and with castlings that contradict each other.
fn check_many(positions: &[Position]) -> Result<(), TestCaseError> {
    let each = |depth| -> Vec<u64> {
        let nodes = |position: &Position| bulk(&mut position.clone(), depth);
        positions.iter().map(nodes).collect()
    };
    let tallies: Vec<Tally> = positions
        .iter()
        .map(|position| tally(&mut position.clone(), 2))
        .collect();
    let moves: Vec<MoveTally> = positions
        .iter()
        .map(|position| MoveTally::count(&mut position.clone(), 2))
        .collect();
    let roots = Root::all(positions);
    let mut batches = Batches::default();
    for depth in 0..=2 {
        let expected = each(depth);
        for mode in MODES {
            for kernel in Kernel::available() {
                let counts = count_in(&mut batches, &roots, depth, kernel, mode);
                prop_assert_eq!(
                    &counts,
                    &expected,
                    "{} {:?} at depth {}",
                    kernel,
                    mode,
                    depth
                );
            }
        }
    }
    for kernel in Kernel::available() {
        prop_assert_eq!(
            &tally_in(&mut batches, &roots, 2, kernel),
            &tallies,
            "{}",
            kernel
        );
        prop_assert_eq!(
            &MoveTally::count_by_kernel(&roots, 2, kernel, Mode::MakeAll, &mut batches),
            &moves,
            "{}",
            kernel
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn counts_many_positions_in_one_call(
        positions in prop::collection::vec(prop_oneof![in_a_game(), endings(), bare()], 0..60),
    ) {
        check_many(&positions)?;
    }
}

/// A [`MoveTally`] has the columns of the tally, apart from those whose names speak of checks and mates.
fn check_moves(position: &Position, depth: u32, tally: &Tally) -> Result<(), TestCaseError> {
    let is_left_out =
        |name: &str| name != "rejected_check" && (name.contains("check") || name.contains("mate"));
    let mut expected = Vec::new();
    for (column, count) in tally.columns() {
        prop_assert_eq!(MoveTally::has(column), !is_left_out(column.name()));
        expected.push(if MoveTally::has(column) { count } else { 0 });
    }
    let by_rules = MoveTally::count(&mut position.clone(), depth);
    prop_assert_eq!(by_rules.columns(), &expected);
    let roots = [Root::from(position)];
    for kernel in Kernel::available() {
        let batches = &mut Batches::default();
        let counts = MoveTally::count_by_kernel(&roots, depth, kernel, Mode::MakeAll, batches);
        prop_assert_eq!(
            counts[0].columns(),
            &expected,
            "{} at depth {}",
            kernel,
            depth
        );
    }
    Ok(())
}

fn check_tally(position: &Position) -> Result<(), TestCaseError> {
    for depth in 0..=3 {
        let expected = tally(&mut position.clone(), depth);
        for kernel in Kernel::available() {
            prop_assert_eq!(
                passant_kernel::tally(position, depth, kernel, Mode::MakeAll),
                expected.clone(),
                "{} at depth {}: {}",
                kernel,
                depth,
                &position.fen(EnPassantMode::Always)[..]
            );
        }
        check_moves(position, depth, &expected)?;
        if 20_000 < expected[Column::Nodes] {
            break;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn tallies_like_the_rules_in_games(position in in_a_game()) {
        check_tally(&position)?;
    }

    #[test]
    fn tallies_like_the_rules_on_random_boards(position in random_board()) {
        check_tally(&position)?;
    }

    #[test]
    fn tallies_like_the_rules_in_endings(position in endings()) {
        check_tally(&position)?;
    }

    #[test]
    fn tallies_like_the_rules_with_bare_kings(position in bare()) {
        check_tally(&position)?;
    }
}

/// Counts from the chess programming wiki's page on perft results.
#[test]
fn reaches_published_counts() {
    for (fen, depth, nodes) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            6,
            119_060_324,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            5,
            193_690_690,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            5,
            15_833_292,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            5,
            89_941_194,
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            5,
            164_075_551,
        ),
    ] {
        let position = Position::from_fen(fen).expect("a valid position");
        for kernel in Kernel::available() {
            for mode in MODES {
                assert_eq!(
                    count(&position, depth, kernel, mode),
                    nodes,
                    "{kernel} {mode:?}: {fen}"
                );
            }
        }
    }
}
