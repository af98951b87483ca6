//! Times each counter by itself; for comparisons see `pairs` and `peers`.

#[path = "../../rules/benches/tools/stopwatch.rs"]
mod stopwatch;

use passant_perft::kernel::{self, Batches, Kernel, Mode};
use passant_perft::{bulk, naive, tally};
use passant_rules::Position;
use stopwatch::time;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const DEPTH: u32 = 3;
const NODES: f64 = 97_862.0;

fn main() {
    let mut position = Position::from_fen(KIWIPETE).expect("a valid position");
    measure("bulk", || bulk(&mut position, DEPTH));
    measure("naive", || naive(&mut position, DEPTH));
    measure("tally", || tally(&mut position, DEPTH));
    for kernel in Kernel::available() {
        for (name, mode) in [("make-all", Mode::MakeAll), ("reuse", Mode::Reuse)] {
            measure(&format!("{kernel}, {name}"), || {
                kernel::count(&position, DEPTH, kernel, mode)
            });
        }
        measure(&format!("{kernel}, typed"), || {
            kernel::tally(&position, DEPTH, kernel, Mode::MakeAll)
        });
        measure(&format!("{kernel}, typed without checks"), || {
            let positions = [position.clone()];
            kernel::tally_moves_in(&mut Batches::default(), &positions, DEPTH, kernel)
        });
    }
}

/// Times a count of kiwipete, and prints the speed too.
fn measure<T>(name: &str, count: impl FnMut() -> T) {
    let seconds = time(name, count);
    println!("{:>40.0} million nodes per second", NODES / 1e6 / seconds);
}
