//! The kernels against cozy-chess in pairs, one thread, no hash: each pair of runs one right after the other, and the
//! median of the ratios.
//!
//! `cargo bench --bench kernels -- 9 reuse @kiwi` runs nine pairs of what has `reuse` in its name on what has `kiwi`
//! in its name. Typed counts are compared with plain ones of the peer.

use std::hint::black_box;
use std::time::Instant;

use cozy_chess::Board;
use passant_perft::Column;
use passant_perft::kernel::{Kernel, Mode, count, tally};
use passant_rules::Position;

/// Positions of the chess programming wiki, with a depth that takes the peer a second or so. The word `deeper` adds one.
const POSITIONS: [(&str, &str, u32); 6] = [
    (
        "initial",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        6,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
    ),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        5,
    ),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
    ),
];

type Counter = (String, Box<dyn Fn(&Position, u32) -> u64>);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let pairs = words.iter().find_map(|word| word.parse().ok()).unwrap_or(5);
    let deeper = words.iter().filter(|word| *word == "deeper").count() as u32;
    let filters: Vec<&String> = words
        .iter()
        .filter(|word| {
            !word.starts_with(['-', '@']) && *word != "deeper" && word.parse::<usize>().is_err()
        })
        .collect();
    let counters: Vec<Counter> = counters()
        .into_iter()
        .filter(|(name, _)| filters.is_empty() || filters.iter().any(|word| name.contains(*word)))
        .collect();
    println!("speed as a multiple of cozy-chess, one thread, median of {pairs} pairs");
    print!("{:<14} {:>10}", "position", "cozy Mnps");
    for (name, _) in &counters {
        print!(" {name:>16}");
    }
    println!();
    let place = words
        .iter()
        .find_map(|word| word.strip_prefix('@'))
        .unwrap_or("");
    for (name, fen, depth) in POSITIONS
        .into_iter()
        .filter(|(name, ..)| name.contains(place))
    {
        row(name, fen, depth + deeper, pairs, &counters);
    }
}

fn counters() -> Vec<Counter> {
    let mut counters: Vec<Counter> = Vec::new();
    for kernel in Kernel::available() {
        for (name, mode) in [("make-all", Mode::MakeAll), ("reuse", Mode::Reuse)] {
            counters.push((
                format!("{kernel} {name}"),
                Box::new(move |position, depth| count(position, depth, kernel, mode)),
            ));
        }
        counters.push((
            format!("{kernel} typed"),
            Box::new(move |position, depth| {
                tally(position, depth, kernel, Mode::MakeAll)[Column::Nodes]
            }),
        ));
    }
    counters
}

fn row(name: &str, fen: &str, depth: u32, pairs: usize, counters: &[Counter]) {
    let position = Position::from_fen(fen).expect("a valid position");
    let board: Board = fen.parse().expect("a valid position");
    let mut ratios = vec![Vec::new(); counters.len()];
    let mut speeds = Vec::new();
    for _ in 0..pairs {
        for ((kernel, count), ratios) in counters.iter().zip(&mut ratios) {
            let (nodes, peer) = timed(|| cozy_bulk(black_box(&board), depth));
            let (ours, own) = timed(|| count(black_box(&position), depth));
            assert_eq!(ours, nodes, "{kernel}: {name} at depth {depth}");
            ratios.push(peer / own);
            speeds.push(millions(nodes) / peer);
        }
    }
    print!(
        "{:<14} {:>10.0}",
        format!("{name} {depth}"),
        median(&mut speeds)
    );
    for ratios in &mut ratios {
        print!(" {:>16.2}", median(ratios));
    }
    println!();
}

/// Counts with cozy-chess as its users do: sets of targets are counted, not listed, on the last half-move.
fn cozy_bulk(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_bulk(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[expect(
    clippy::cast_precision_loss,
    reason = "node counts of a benchmark are far below 2^52"
)]
fn millions(nodes: u64) -> f64 {
    nodes as f64 / 1e6
}
