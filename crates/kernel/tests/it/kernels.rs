//! Every kernel counts the same as `bulk` and `tally`, in both modes.

use passant_count::{Column, Count, MoveTally, Tally, bulk, tally};
use passant_kernel::{Batches, Kernel, KernelCount, Mode, Root, count, count_in, tally_in};
use passant_rules::{EnPassantMode, Position};
use proptest::prelude::*;

use crate::random_positions::{
    about_to_promote, around_a_king, bare, cases, endings, facing_sliders, in_a_game, random_board,
    rearranged,
};

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

    #[test]
    fn counts_like_bulk_where_pawns_promote(position in about_to_promote()) {
        check(&position, 2..=3)?;
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
        for mode in MODES {
            prop_assert_eq!(
                &tally_in(&mut batches, &roots, 2, kernel, mode),
                &tallies,
                "{} {:?}",
                kernel,
                mode
            );
            prop_assert_eq!(
                &MoveTally::count_by_kernel(&roots, 2, kernel, mode, &mut batches),
                &moves,
                "{} {:?}",
                kernel,
                mode
            );
        }
    }
    Ok(())
}

/// Positions of every sort, often with checks that may be mate after the next move.
fn any_position() -> impl Strategy<Value = Position> {
    prop_oneof![
        in_a_game(),
        rearranged(),
        around_a_king(),
        endings(),
        bare(),
        about_to_promote(),
        facing_sliders(),
    ]
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn counts_many_positions_in_one_call(
        positions in prop::collection::vec(any_position(), 0..60),
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
        for mode in MODES {
            let batches = &mut Batches::default();
            let counts = MoveTally::count_by_kernel(&roots, depth, kernel, mode, batches);
            prop_assert_eq!(
                counts[0].columns(),
                &expected,
                "{} {:?} at depth {}: {}",
                kernel,
                mode,
                depth,
                &position.fen(EnPassantMode::Always)[..]
            );
        }
    }
    Ok(())
}

fn check_tally(position: &Position) -> Result<(), TestCaseError> {
    for depth in 0..=3 {
        let expected = tally(&mut position.clone(), depth);
        for kernel in Kernel::available() {
            for mode in MODES {
                prop_assert_eq!(
                    passant_kernel::tally(position, depth, kernel, mode),
                    expected.clone(),
                    "{} {:?} at depth {}: {}",
                    kernel,
                    mode,
                    depth,
                    &position.fen(EnPassantMode::Always)[..]
                );
            }
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
    fn tallies_like_the_rules_where_pawns_promote(position in about_to_promote()) {
        check_tally(&position)?;
    }

    #[test]
    fn tallies_like_the_rules_where_sliders_face_each_other(position in facing_sliders()) {
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

/// Checks and mates that a count on sets could confuse: each position comes with its numbers, which follow from its comment.
///
/// A position, and its direct checks that are not mate, its direct mates and its stalemates.
type CheckCase = (&'static str, [u64; 3]);

const CHECKS: [CheckCase; 24] = [
    // The knight guards h7 and could block on g8, but it is pinned.
    ("7k/4Q3/5n2/8/8/3B4/1B6/K7 w - - 0 1", [5, 2, 3]),
    // The knight could capture on d8, but it is pinned.
    ("6k1/5npp/8/8/8/1B6/8/K2R4 w - - 0 1", [1, 1, 0]),
    // The rook could block on f8, but it is pinned.
    ("6k1/5rpp/8/8/8/1B6/8/K2R4 w - - 0 1", [1, 1, 0]),
    // The rook can block on e8.
    ("6k1/5ppp/4r3/8/8/8/8/K2R4 w - - 0 1", [1, 0, 0]),
    // The knight leaves the file, and the queen that guards d6 and f6 is pinned then.
    ("3rkr2/3pqp2/8/8/4N3/8/8/4R1K1 w - - 0 1", [0, 2, 0]),
    // The knight leaves f5, and the rook attacks both squares that the king could enter before.
    ("6kr/6pp/8/5N2/8/8/8/K4R2 w - - 0 1", [1, 1, 0]),
    // Only d7d5 answers Ra5; without that pawn it is mate.
    ("8/3p4/1R6/7k/8/5PP1/8/R5K1 w - - 0 1", [4, 0, 0]),
    ("8/8/1R6/7k/8/5PP1/8/R5K1 w - - 0 1", [3, 1, 0]),
    // Only h4xg3 en passant answers g2g4; with a rook on h1 that pawn is pinned.
    ("8/8/4NR2/7k/7p/4N3/6P1/K7 w - - 0 1", [5, 0, 0]),
    ("8/8/4NR2/7k/7p/4N3/6P1/K6R w - - 0 1", [5, 1, 1]),
    // The rook gives check after castling; it is mate if the king has no square.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", [3, 0, 0]),
    ("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", [0, 2, 0]),
    // The king sees the promotion square only when the pawn has left e7.
    ("8/4P3/8/8/4k3/8/8/K7 w - - 0 1", [2, 0, 0]),
    // A queen or rook on a8 is mate, and so is one on b8 that has captured the rook there.
    ("6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", [0, 2, 0]),
    ("1r4k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", [0, 2, 0]),
    ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", [0, 2, 0]),
    // A queen or rook on c8 is mate; Kb6 leaves no move.
    ("k7/2P5/K7/8/8/8/8/8 w - - 0 1", [0, 2, 1]),
    // Promotions that capture the rook beside the king.
    ("kr6/p1P5/8/1N6/8/8/8/K7 w - - 0 1", [2, 0, 0]),
    // Queens next to the king, protected or not.
    ("8/8/8/3k4/8/8/1K2Q3/8 w - - 0 1", [11, 0, 0]),
    ("5rk1/5ppp/8/7Q/8/3B4/8/K7 w - - 0 1", [2, 1, 0]),
    // A rook pinned on a diagonal and a bishop pinned on a file cannot move.
    ("7k/4N1rb/8/8/8/8/1B6/K6R w - - 0 1", [3, 0, 10]),
    // A bishop pinned on a diagonal and a rook pinned on a file can.
    ("7k/4N1br/8/8/8/8/1B6/K6R w - - 0 1", [3, 0, 0]),
    // Rxh3 leaves no move: without the capture, the rook could have moved.
    ("k7/2K5/1P6/8/8/7r/8/7R w - - 0 1", [2, 0, 1]),
    // The new queen or bishop pins the rook along the diagonal, and Black has no move.
    ("8/1rP5/kp6/pN6/P7/8/8/4K3 w - - 0 1", [0, 0, 2]),
];

/// The same position with the colors swapped.
fn flipped(fen: &str) -> String {
    let mut fields = fen.split(' ');
    let mut next = || fields.next().expect("a whole FEN");
    let ranks: Vec<&str> = next().split('/').rev().collect();
    let swapped: String = format!("{} {}", ranks.join("/"), {
        next();
        next()
    })
    .chars()
    .map(|letter| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    })
    .collect();
    let (board, castling) = swapped.split_once(' ').expect("two fields");
    format!("{board} b {castling} - 0 1")
}

/// Counts the positions in one call, so that they share the lanes of a register, and each by itself, so that endings are counted
/// like endings.
fn check_columns(fens: &[String], columns: impl Fn(&Tally) -> [u64; 3]) {
    let positions: Vec<Position> = fens
        .iter()
        .map(|fen| Position::from_fen(fen).expect("a valid position"))
        .collect();
    for kernel in Kernel::available() {
        let tallies = tally_in(
            &mut Batches::default(),
            &Root::all(&positions),
            1,
            kernel,
            Mode::MakeAll,
        );
        for (index, (fen, (_, expected))) in fens.iter().zip(CHECKS).enumerate() {
            let alone = passant_kernel::tally(&positions[index], 1, kernel, Mode::MakeAll);
            assert_eq!(columns(&tallies[index]), expected, "{kernel}: {fen}");
            assert_eq!(columns(&alone), expected, "{kernel}: {fen} alone");
        }
    }
}

#[test]
fn tells_mate_from_checks_that_have_an_answer() {
    let columns = |tally: &Tally| {
        [
            Column::DirectChecks,
            Column::DirectMates,
            Column::Stalemates,
        ]
        .map(|column| tally[column])
    };
    let white: Vec<String> = CHECKS.iter().map(|(fen, _)| (*fen).to_owned()).collect();
    let black: Vec<String> = white.iter().map(|fen| flipped(fen)).collect();
    check_columns(&white, columns);
    check_columns(&black, columns);
}

/// In each position, some quiet move lets a reply be mate that is not mate after a null move.
#[test]
fn finds_mates_that_a_quiet_move_allows() {
    for fen in [
        // After a move of the knight, Qg1 is mate: the bishop on b6 protects the queen, across the square that she left.
        "4k2r/Pp2Bp1p/1bp4p/1P1rn2b/2PN3Q/1n5P/P2PBqP1/7K w - - 0 15",
        // The same on a file: the rook on g6, the bishop on g5, and Qxg2.
        "r1b4k/1p3p1p/p1p1nnr1/2bp2B1/P3P1qP/3P1N2/BPP1NPP1/RR4K1 w - - 1 28",
        // The same with a pawn: d5 opens the way of the bishop.
        "5k1r/rpPp1ppp/1b5N/n4R2/BNPP4/2n4P/P4qP1/R2b3K w - - 1 13",
        // One move takes both escape squares away: it enters one, and opens a line to the other.
        "r1n1k2b/p3qp1Q/b2pp2N/2pP2p1/1p2PB2/2N4p/PPP1BPPP/R2R3K b q - 1 9",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let expected = tally(&mut position.clone(), 2);
        // Mode reuse needs many parents.
        let roots = vec![Root::from(&position); 8];
        for kernel in Kernel::available() {
            for mode in MODES {
                let tallies = tally_in(&mut Batches::default(), &roots, 2, kernel, mode);
                assert_eq!(
                    tallies,
                    vec![expected.clone(); 8],
                    "{kernel} {mode:?}: {fen}"
                );
            }
        }
    }
}
