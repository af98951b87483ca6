//! A run counts the same as the plain walk over the tree, however it is expanded and spread.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use passant_count::{Tally, bulk, divide, tally};
use passant_kernel::{Kernel, KernelCount, Mode};
use passant_perft::{Counter, Progress, Resources, Run, RunError, Runner, Table};
use passant_rules::Position;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// A Chess960 position in which both colors have castling rights.
const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
const POSITION_4: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
/// Has en passant captures that are illegal because of the rank, and many transpositions.
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn threads(number: usize) -> Runner {
    Runner::new(NonZeroUsize::new(number)).unwrap()
}

/// All counters of this machine.
fn counters() -> Vec<Counter> {
    let modes = |kernel| [Mode::MakeAll, Mode::Reuse].map(|mode| Counter::Kernel(kernel, mode));
    let kernels = Kernel::available().flat_map(modes);
    [Counter::Rules].into_iter().chain(kernels).collect()
}

/// The total of each kind of run.
fn totals<C: KernelCount>(
    fen: &str,
    depth: u32,
    counter: Counter,
    table: &Table<C>,
) -> Vec<(&'static str, C::Total)> {
    let run = || Run::<C>::new(position(fen), depth).counter(counter);
    let totals = [
        ("merged", run()),
        ("unmerged", run().without_merging()),
        ("divided", run().divide()),
        ("hashed", run().hash(table)),
        ("hashed again", run().hash(table)),
        (
            "unmerged, hashed, divided",
            run().without_merging().hash(table).divide(),
        ),
    ];
    totals
        .map(|(name, run)| (name, threads(2).run(&run).unwrap().total))
        .into()
}

#[test]
fn counts_the_nodes_of_the_plain_walk() {
    // The table is small, so that many entries are replaced.
    let table = Table::new(100_000).unwrap();
    for (fen, depth) in [(INITIAL, 5), (KIWIPETE, 5), (CHESS960, 4), (POSITION_3, 6)] {
        let expected = |depth| u128::from(bulk(&mut position(fen), depth));
        let [expected_by_rules, expected] = [depth - 1, depth].map(expected);
        for counter in counters() {
            // Without a kernel a position takes twenty times as long.
            let (depth, expected) = match counter {
                Counter::Rules => (depth - 1, expected_by_rules),
                Counter::Kernel(..) => (depth, expected),
            };
            for (method, total) in totals::<u64>(fen, depth, counter, &table) {
                assert_eq!(total, expected, "{counter}, {method}: {fen}");
            }
        }
    }
}

/// A table finds most of what merging would find.
#[test]
fn merges_fewer_plies_with_a_table() {
    let run = || Run::<u64>::new(position(POSITION_3), 7);
    let table = Table::new(16 << 20).unwrap();
    let [plain, hashed] = [run(), run().hash(&table)].map(|run| threads(2).run(&run).unwrap());
    assert_eq!((plain.total, hashed.total), (178_633_661, 178_633_661));
    assert!(hashed.layout.unwrap().ply() < plain.layout.unwrap().ply());
}

#[test]
fn counts_small_trees_without_threads() {
    let plain = |fen: &str, depth| u128::from(bulk(&mut position(fen), depth));
    for counter in counters() {
        for (fen, depth) in [(INITIAL, 0), (INITIAL, 1), (KIWIPETE, 2), (CHESS960, 3)] {
            let run = Run::<u64>::new(position(fen), depth).counter(counter);
            let small = run.count_if_small().unwrap();
            assert_eq!(small.total, plain(fen, depth), "{counter}: {fen}");
            let divided = run.divide().count_if_small().unwrap();
            let moves = divided.divide.iter().map(|(_, nodes)| nodes);
            let expected = if depth == 0 { 0 } else { small.total };
            assert_eq!(moves.sum::<u128>(), expected, "{counter}: {fen}");
        }
        let large = Run::<u64>::new(position(INITIAL), 8).counter(counter);
        assert!(large.count_if_small().is_none(), "{counter}");
    }
}

#[test]
fn counts_the_tally_of_the_plain_walk() {
    let table = Table::new(1_000_000).unwrap();
    for (fen, depth) in [(INITIAL, 4), (KIWIPETE, 4), (CHESS960, 4), (POSITION_3, 5)] {
        let expected = tally(&mut position(fen), depth).into();
        for counter in counters() {
            for (method, total) in totals::<Tally>(fen, depth, counter, &table) {
                assert_eq!(total, expected, "{counter}, {method}: {fen}");
            }
        }
    }
}

#[test]
fn divides_like_the_plain_walk_at_every_depth() {
    for depth in 0..=5 {
        let mut expected = Vec::new();
        divide(&mut position(POSITION_3), depth, |mv, count: Tally| {
            expected.push((mv, count.into()));
        });
        let run = Run::<Tally>::new(position(POSITION_3), depth).divide();
        let result = threads(3).run(&run).unwrap();
        assert_eq!(result.divide, expected, "depth {depth}");
        assert_eq!(result.total, tally(&mut position(POSITION_3), depth).into());
    }
}

#[test]
fn counts_the_same_with_any_number_of_threads() {
    let run = Run::<Tally>::new(position(KIWIPETE), 4).divide();
    let one = threads(1).run(&run).unwrap();
    for number in [2, 7, 64] {
        let many = threads(number).run(&run).unwrap();
        assert_eq!(
            (many.total, many.divide),
            (one.total.clone(), one.divide.clone())
        );
    }
}

/// From the chess programming wiki: 197 281 lines of four plies lead from the initial position to 72 078 positions
/// (OEIS A083276). Where nothing is merged, the 400 lines of two plies are enough for two threads.
#[test]
fn merges_transpositions_into_the_published_number_of_positions() {
    let layout = |run: Run<'_, u64>| {
        let by_rules = run.counter(Counter::Rules);
        threads(2).run(&by_rules).unwrap().layout.unwrap()
    };
    let merged = layout(Run::new(position(INITIAL), 6));
    assert_eq!((merged.ply(), merged.positions()), (4, 72_078));
    let unmerged = layout(Run::new(position(INITIAL), 6).without_merging());
    assert_eq!((unmerged.ply(), unmerged.positions()), (2, 400));
}

/// One thread counts as a whole what takes it less than half a second, unless the parts are needed. A root with few moves may
/// have a large tree: 6 moves and 264 lines of two plies (chess programming wiki, "Perft Results").
#[test]
fn one_thread_divides_only_what_takes_long_or_is_needed_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint.json");
    let run = |fen, depth| {
        let run = Run::<u64>::new(position(fen), depth);
        run.without_merging().counter(Counter::Rules)
    };
    let result = |number, run: Run<'_, u64>| {
        let result = threads(number).run(&run).unwrap();
        (result.layout.unwrap().ply(), result.total)
    };
    // The same page has the numbers of nodes.
    assert_eq!(result(1, run(KIWIPETE, 4)), (0, 4_085_603));
    assert_eq!(result(2, run(KIWIPETE, 4)), (2, 4_085_603));
    assert_eq!(result(1, run(KIWIPETE, 4).divide()), (2, 4_085_603));
    let saved = run(KIWIPETE, 4).checkpoint(&file);
    assert_eq!(result(1, saved), (2, 4_085_603));
    assert_eq!(result(1, run(POSITION_4, 5)), (2, 15_833_292));
    // Each side has one move, and soon more and more.
    let shut = "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1";
    assert_ne!(result(1, run(shut, 10)).0, 0);
}

/// Many small trees, of both colors and to the depth of several chunks.
#[test]
fn counts_many_small_trees_like_bulk() {
    let mut positions = vec![position(INITIAL), position(KIWIPETE)];
    for mv in position(KIWIPETE).legal_moves() {
        let mut child = position(KIWIPETE);
        let _ = child.make(mv);
        positions.push(child);
    }
    let stop = AtomicBool::new(false);
    for counter in [Counter::Rules, Counter::default()] {
        let nodes = threads(2).count_each::<u64>(&positions, 2, counter, &stop);
        let tallies = threads(2).count_each::<Tally>(&positions, 2, counter, &stop);
        let (nodes, tallies) = (nodes.unwrap(), tallies.unwrap());
        assert_eq!(nodes.len(), positions.len());
        for ((mut position, nodes), counted) in
            positions.clone().into_iter().zip(nodes).zip(tallies)
        {
            assert_eq!(nodes, bulk(&mut position, 2));
            assert_eq!(counted, tally(&mut position, 2));
        }
    }
    stop.store(true, Ordering::Relaxed);
    let outcome = threads(2).count_each::<u64>(&positions, 2, Counter::default(), &stop);
    assert!(matches!(outcome, Err(RunError::Interrupted)));
}

#[test]
fn finds_no_leaves_below_checkmate() {
    // Fool's mate.
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let run = Run::<u64>::new(position(fen), 6).divide();
    let result = threads(2).run(&run).unwrap();
    assert_eq!((result.total, result.divide), (0, Vec::new()));
}

/// Two kings have few positions, but the number of lines soon exceeds 64 bits.
#[test]
fn reports_more_nodes_than_64_bits_can_count() {
    let kings = position("k7/8/8/8/8/8/8/K7 w - - 0 1");
    let deep = |depth| threads(2).run(&Run::<u64>::new(kings.clone(), depth));
    assert_eq!(deep(8).unwrap().total, bulk(&mut kings.clone(), 8).into());
    let error = deep(60).unwrap_err();
    assert!(matches!(error, RunError::TooMany), "{error}");
    assert_eq!(
        error.to_string(),
        "there are more than 18446744073709551615 nodes below one position"
    );
}

/// Depth 12 of the initial position would take days.
#[test]
fn stops_after_more_nodes_than_it_is_to_count() {
    let deepest = AtomicU32::new(0);
    let tell = |progress: Progress| {
        if let Progress::LayingOut { ply, .. } = progress {
            deepest.fetch_max(ply, Ordering::Relaxed);
        }
    };
    let resources = Resources::default().progress(&tell);
    let run = Run::<u64>::new(Position::initial(), 12).at_most(1_000_000);
    let outcome = threads(2).run(&run.with(resources));
    assert!(
        matches!(outcome, Err(RunError::MoreThan(1_000_000))),
        "{outcome:?}"
    );
    // Without a bound six plies and more pay; a million leaves do not pay for the five million moves of ply 5.
    let deepest = deepest.into_inner();
    assert!((1..5).contains(&deepest), "{deepest} plies");
    let exact = |most| {
        let run = Run::<u64>::new(Position::initial(), 5).at_most(most);
        threads(2).run(&run).map(|outcome| outcome.total)
    };
    assert_eq!(exact(4_865_609).unwrap(), 4_865_609);
}

/// A merged position counts for each line that leads to it: a run ends with a number if and only if that is within its bound.
#[test]
fn a_bound_is_one_on_the_leaves_of_the_tree() {
    let kings = || position("k7/8/8/8/8/8/8/K7 w - - 0 1");
    let most = |counter, depth, most| {
        let run = Run::<u64>::new(kings(), depth)
            .counter(counter)
            .at_most(most);
        threads(2).run(&run).map(|outcome| outcome.total)
    };
    for counter in counters() {
        let nodes = bulk(&mut kings(), 9);
        assert_eq!(most(counter, 9, nodes).unwrap(), u128::from(nodes));
        for (depth, bound) in [
            (9, nodes - 1),
            (100, nodes),
            (100, u64::MAX / 2),
            (100, u64::MAX),
        ] {
            let outcome = most(counter, depth, bound);
            let is_passed = matches!(outcome, Err(RunError::MoreThan(most)) if most == bound);
            assert!(is_passed, "{counter}, depth {depth}: {outcome:?}");
        }
    }
}

#[test]
fn stops_when_told() {
    let stop = Arc::new(AtomicBool::new(false));
    let reports = AtomicUsize::new(0);
    let tell = |progress: Progress| {
        if let Progress::Counting { done, total } = progress {
            assert!(done < total);
            reports.fetch_add(1, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        }
    };
    // This run would take many minutes.
    let resources = Resources::default().stop(stop.clone()).progress(&tell);
    let run = Run::<Tally>::new(position(KIWIPETE), 7).with(resources);
    assert!(matches!(threads(2).run(&run), Err(RunError::Interrupted)));
    assert!((1..5).contains(&reports.load(Ordering::Relaxed)));
}

#[test]
fn reports_progress_up_to_the_total() {
    let last = AtomicU64::new(0);
    let tell = |progress: Progress| {
        if let Progress::Counting { done, total } = progress {
            last.fetch_max(done, Ordering::Relaxed);
            assert_eq!(total, 5_362);
        }
    };
    // OEIS A083276: 5 362 positions after three plies.
    let run = Run::<u64>::new(position(INITIAL), 5)
        .counter(Counter::Rules)
        .with(Resources::default().progress(&tell));
    let result = threads(2).run(&run).unwrap();
    assert_eq!(result.layout.unwrap().positions(), last.into_inner());
}
