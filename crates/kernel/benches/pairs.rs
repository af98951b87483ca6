//! Compares our counters with cozy-chess in pairs of runs on the same position, one right after the other, and prints
//! the median of the ratios. Quote these figures, and not absolute times from a shared machine.
//!
//! `cargo bench --bench pairs -- 15` runs fifteen pairs instead of nine.

#[path = "peers/cozy.rs"]
mod cozy;

use std::hint::black_box;
use std::time::Instant;

use cozy::cozy;
use cozy_chess::Board;
use passant_count::{bulk, naive, tally};
use passant_rules::Position;

/// Positions from the chess programming wiki, each with a depth that takes about a tenth of a second.
const POSITIONS: [(&str, &str, u32); 6] = [
    (
        "initial",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        4,
    ),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
    ),
];

fn main() {
    let pairs = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(9);
    println!(
        "speed of passant-kernel as a fraction of cozy-chess, one thread, median of {pairs} pairs"
    );
    println!(
        "{:<12} {:>10} {:>9} {:>9} {:>9}",
        "position", "cozy Mnps", "bulk", "naive", "tally"
    );
    for (name, fen, depth) in POSITIONS {
        let position = Position::from_fen(fen).expect("a valid position");
        let board: Board = fen.parse().expect("a valid position");
        let ratio = |count: fn(&mut Position, u32) -> u64| {
            median((0..pairs).map(|_| {
                let (nodes, peer) = measure(|| cozy(black_box(&board), depth));
                let (ours, own) = measure(|| count(black_box(&mut position.clone()), depth));
                assert_eq!(ours, nodes, "{name} at depth {depth}");
                peer / own
            }))
        };
        let (nodes, seconds) = measure(|| cozy(&board, depth));
        let speed = millions(nodes) / seconds;
        let tallied = |position: &mut Position, depth| tally(position, depth).wiki().nodes;
        let ratios = [ratio(bulk), ratio(naive), ratio(tallied)];
        println!(
            "{name:<12} {speed:>10.0} {:>9.2} {:>9.2} {:>9.2}",
            ratios[0], ratios[1], ratios[2]
        );
    }
}

fn measure<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

fn median(ratios: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<_> = ratios.collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

#[expect(
    clippy::cast_precision_loss,
    reason = "node counts of a benchmark are far below 2^52"
)]
fn millions(nodes: u64) -> f64 {
    nodes as f64 / 1e6
}
